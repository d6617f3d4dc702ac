internal import GeoSnap

extension InpNetwork {
  /// Reads where nodes stand, and the vertices of links between them.
  ///
  /// A name that the file has no element of is a problem, or where `ignoresStrays` is set a row
  /// that is counted.
  ///
  /// - Returns: The number of such rows by section.
  mutating func readPlaces(ignoresStrays: Bool) -> [String: Int] {
    var strays: [String: Int] = [:]
    var places = [Coordinate?](repeating: nil, count: nodes.count)
    var repeated = 0
    forEachRow(of: "COORDINATES") { (network, row) throws(ReadingError) in
      let place = try row.coordinate(1)
      let name = try row.word(0, "node")
      guard !ignoresStrays || network.nodeNumber(name) != nil else {
        strays["coordinates", default: 0] += 1
        return
      }
      let node = try network.node(row, 0)
      if let former = places[node], former != place { repeated += 1 }
      places[node] = place
    }
    for case (let node, let place?) in places.enumerated() { setPlace(node, place) }
    if repeated > 0 {
      note("\(repeated) nodes have several coordinates: the last of each counts.")
    }
    let missing = places.count { $0 == nil }
    if missing > 0 {
      note("\(missing) of \(nodes.count) nodes have no coordinates: they are objects.")
    }

    var vertices = [[Coordinate]](repeating: [], count: links.count)
    forEachRow(of: "VERTICES") { (network, row) throws(ReadingError) in
      let place = try row.coordinate(1)
      let name = try row.word(0, "link")
      guard !ignoresStrays || network.linkNumber(name) != nil else {
        strays["vertices", default: 0] += 1
        return
      }
      vertices[try network.link(row, 0)].append(place)
    }
    for (link, inner) in vertices.enumerated() where !inner.isEmpty {
      setPath(link, path(of: link, through: inner))
    }
    return strays
  }

  /// The vertices of a link from node to node, none of them twice in a row.
  private func path(of link: Int, through inner: [Coordinate]) -> [Coordinate] {
    let ends = links[link].nodes
    var path = nodes[ends.start].coordinate.map { [$0] } ?? []
    for place in inner where place != path.last { path.append(place) }
    if let end = nodes[ends.end].coordinate, end != path.last { path.append(end) }
    return path
  }
}
