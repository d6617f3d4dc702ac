extension TopologyDerivation {
  func isPoint(_ number: Int32) -> Bool {
    part(after.assetTypeOrdinal(of: topology.network.feature(ordinal: number))) == .point
  }

  func path(_ number: Int32) -> CoordinateSequence? {
    let feature = topology.network.feature(ordinal: number)
    guard after.contains(feature), part(after.assetTypeOrdinal(of: feature)) == .line else {
      return nil
    }
    return after.geometry(of: feature)?.onlyLine
  }

  func type(_ number: Int32) -> Int32 {
    after.assetTypeOrdinal(of: topology.network.feature(ordinal: number))
  }

  /// Whether other features may connect at a vertex of a line.
  func connects(_ number: Int32, _ vertex: Int, _ path: CoordinateSequence) -> Bool {
    vertex == 0 || vertex == path.count - 1
      || rules.classes[Int(type(number))].connectsAtVertices
  }

  /// Adds a line to be derived again.
  ///
  /// The nodes of its other vertices are found again by their positions along the line; when two positions are equal,
  /// as in a vertical line, all vertices are decided again.
  mutating func note(line: Int32) {
    guard lines.insert(line).inserted, let path = path(line), path.count > 2 else { return }
    let positions = path.vertexPositions
    let isAmbiguous = zip(positions, positions.dropFirst()).contains { $0 == $1 }
    if isAmbiguous { for place in path { places.append(place) } }
  }

  /// Finds all vertices that meet the places, directly or through others.
  mutating func gatherPlaces() {
    while let place = places.popLast() {
      guard seen.insert(place).inserted else { continue }
      for hit in hits(at: place) {
        if isPoint(hit.feature) {
          places.append(hit.location)
        } else if let path = path(hit.feature), connects(hit.feature, Int(hit.vertex), path) {
          vertices.insert(LineVertex(hit.feature, hit.vertex))
          note(line: hit.feature)
          places.append(hit.location)
        }
      }
    }
  }

  /// The vertices at a place; a separate list, so that the search's closure captures nothing else.
  func hits(at place: Coordinate) -> [VertexHit] {
    var hits: [VertexHit] = []
    topology.index.forEachVertex(within: tolerance.xy, of: place) { hits.append($0) }
    return hits
  }

  mutating func gatherAssociations() {
    for position in associations {
      noteLines(at: position, in: before)
      noteLines(at: position, in: after)
    }
    for line in lines {
      let feature = topology.network.feature(ordinal: line)
      for position in positions(of: feature, in: before) { associations.insert(position) }
      for position in positions(of: feature, in: after) { associations.insert(position) }
    }
  }

  /// Adds the lines that an association joins.
  private mutating func noteLines(at position: Int32, in network: EditedNetwork) {
    guard let association = network.association(at: position),
      association.kind != .connectivity, association.kind.isConnectivity
    else { return }
    for end in [association.from, association.to] {
      guard let feature = network.feature(globalID: end.globalID) else { continue }
      let part = part(network.assetTypeOrdinal(of: feature))
      if part == .line || part == .edgeObject { note(line: topology.network.ordinal(of: feature)) }
    }
  }

  /// The positions of a feature's associations; empty when the snapshot does not have its row.
  func positions(of feature: FeatureID, in network: EditedNetwork) -> [Int32] {
    feature.row < network.rowCount(table: Int(feature.table))
      ? network.associationPositions(of: feature) : []
  }
}
