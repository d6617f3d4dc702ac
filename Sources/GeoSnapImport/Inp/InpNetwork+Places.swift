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
    var places: [Int: Coordinate] = [:]
    var repeated = 0
    forEachRow(of: "COORDINATES") { (network, row) throws(ReadingError) in
      let place = try row.coordinate(1)
      let name = try row.word(0, "node")
      guard !ignoresStrays || network.nodeNumber(name) != nil else {
        strays["coordinates", default: 0] += 1
        return
      }
      let former = places.updateValue(place, forKey: try network.node(row, 0))
      if let former, former != place { repeated += 1 }
    }
    for (node, place) in places { setPlace(node, place) }
    if repeated > 0 {
      note("\(repeated) nodes have several coordinates: the last of each counts.")
    }
    let missing = nodes.count - places.count
    if missing > 0 {
      note("\(missing) of \(nodes.count) nodes have no coordinates: they are objects.")
    }

    var vertices: [Int: [Coordinate]] = [:]
    forEachRow(of: "VERTICES") { (network, row) throws(ReadingError) in
      let place = try row.coordinate(1)
      let name = try row.word(0, "link")
      guard !ignoresStrays || network.linkNumber(name) != nil else {
        strays["vertices", default: 0] += 1
        return
      }
      vertices[try network.link(row, 0), default: []].append(place)
    }
    for (link, inner) in vertices { setPath(link, path(of: link, through: inner)) }
    return strays
  }

  /// The vertices of a link from node to node, none of them twice in a row.
  private func path(of link: Int, through inner: [Coordinate]) -> [Coordinate] {
    let ends = links[link].nodes
    let start = nodes[ends.start].coordinate
    let end = nodes[ends.end].coordinate
    var path: [Coordinate] = []
    for place in [start].compactMap(\.self) + inner + [end].compactMap(\.self)
    where place != path.last {
      path.append(place)
    }
    return path
  }
}
