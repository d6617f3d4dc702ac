internal import GeoSnap

extension Placer {
  /// Moves the inner vertices of any-vertex links that stand on a node or on another link's vertex.
  ///
  /// There they would connect though the file says that they do not. Points placed later keep
  /// clear of them.
  mutating func separateVertices() {
    guard graph.links.contains(where: \.connectsAtAnyVertex) else { return }
    var grid = OccupiedPlaces(clearance: scale.tolerance)
    for site in places { grid.insert(site.place) }
    var vertices: [Coordinate] = []
    for (number, link) in graph.links.enumerated() where link.connectsAtAnyVertex {
      guard var path = placement.paths[number], path.count > 2 else { continue }
      for index in 1..<path.count - 1 {
        let former = path[index]
        var attempt = 0
        while isTouched(path[index], grid), attempt < 1_000 {
          path[index] = scale.place(
            from: former,
            bearing: Double(attempt) * 2.4,
            metres: scale.toleranceInMetres * 10 * Double(attempt + 2).squareRoot()
          )
          attempt += 1
        }
        if attempt > 0 {
          report(link.description.origin, former, path[index], .accidentalContact)
        }
      }
      // The link's own vertices may repeat; only those of others count.
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
