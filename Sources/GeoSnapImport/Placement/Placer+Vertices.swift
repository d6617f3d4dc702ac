internal import GeoSnap

extension Placer {
  /// Moves the inner vertices of any-vertex links that stand on a node or on another link's vertex.
  ///
  /// There they would connect though the file says that they do not. Those of a link that a device divides keep
  /// clear of each other too: on both its sides they would lead past it. Points placed later keep clear of them.
  mutating func separateVertices() {
    guard graph.links.contains(where: \.connectsAtAnyVertex) else { return }
    var grid = siteGrid
    var vertices: [Coordinate] = []
    for (number, link) in graph.links.enumerated() where link.connectsAtAnyVertex {
      guard var path = placement.paths[number], path.count > 2 else { continue }
      for index in 1..<path.count - 1 {
        if link.divider != nil, index > 1 { grid.insert(path[index - 1]) }
        let former = path[index]
        path[index] = steppedAside(from: former) { isTouched($0, grid) }
        if path[index] != former {
          report(link.description.origin, former, path[index], .accidentalContact)
        }
      }
      // The vertices of a link that is one line may repeat; only those of others count.
      for vertex in path[1..<path.count - 1] {
        grid.insert(vertex)
        vertices.append(vertex)
      }
      placement.paths[number] = path
    }
    for vertex in vertices { occupied.insert(vertex) }
  }

  private func isTouched(_ place: Coordinate, _ grid: OccupiedPlaces) -> Bool {
    !grid.numbers(near: place, within: scale.tolerance).isEmpty
      || !occupied.numbers(near: place, within: scale.tolerance).isEmpty
  }
}
