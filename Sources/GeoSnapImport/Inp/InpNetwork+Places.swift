internal import GeoSnap

extension InpNetwork {
  /// Reads the coordinates of nodes and the vertices of links.
  mutating func readPlaces() {
    var places = [Coordinate?](repeating: nil, count: nodes.count)
    var repeated = 0
    forEachDrawingRow(of: "COORDINATES") { (network, row) throws(ReadingError) in
      let node = try network.node(row, 0)
      let place = try row.coordinate(1)
      if let former = places[node], former != place { repeated += 1 }
      places[node] = place
    }
    for case (let node, let place?) in places.enumerated() { setPlace(node, place) }
    if repeated > 0 {
      note("Coordinates that a later row replaces with others: \(repeated).")
    }

    var vertices = [[Coordinate]](repeating: [], count: links.count)
    forEachDrawingRow(of: "VERTICES") { (network, row) throws(ReadingError) in
      let link = try network.link(row, 0)
      vertices[link].append(try row.coordinate(1))
    }
    for (link, inner) in vertices.enumerated() where !inner.isEmpty {
      setPath(link, path(of: link, through: inner))
    }
  }

  /// The vertices of a link from node to node, without consecutive duplicates.
  private func path(of link: Int, through inner: [Coordinate]) -> [Coordinate] {
    let ends = links[link].nodes
    var path = nodes[ends.start].coordinate.map { [$0] } ?? []
    for place in inner where place != path.last { path.append(place) }
    if let end = nodes[ends.end].coordinate, end != path.last { path.append(end) }
    return path
  }
}
