internal import GeoSnap

extension Placer {
  /// Moves the inner vertices of any-vertex links that are on a node or on another link's vertex, because they would
  /// connect there without a connection in the file.
  ///
  /// The vertices of a link that a device divides also keep apart from each other, because they would bypass the
  /// device. Points that are placed later keep apart from all these vertices.
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
      // The vertices of an undivided link may repeat; only those of other links count.
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
