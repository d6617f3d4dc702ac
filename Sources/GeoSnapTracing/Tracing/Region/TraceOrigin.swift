/// Where a trace begins in the graph: a node, or a place on a part of a line.
package struct TraceOrigin: Equatable, Sendable {
  /// The node; -1 on a part of a line.
  var node: Int32 = -1
  /// The part of a line; -1 at a node.
  var edge: Int32 = -1
  /// Where along the line, from 0 to 1.
  var fraction = 0.0

  package init(node: Int) { self.node = Int32(node) }

  package init(edge: Int, fraction: Double) {
    self.edge = Int32(edge)
    self.fraction = fraction
  }
}

extension Topology {
  /// The places in the graph that a location means.
  ///
  /// - Parameters:
  ///   - location: The location.
  ///   - takesAllTerminals: Whether a device of several terminals may be named without one.
  /// - Returns: One place, or one for each terminal of a device.
  /// - Throws: ``TraceError`` of code `badLocation`.
  func origins(
    of location: TraceLocation,
    takingAllTerminals takesAllTerminals: Bool
  ) throws(TraceError) -> [TraceOrigin] {
    try check(location.feature)
    let nodes = nodes(of: location.feature)
    if !nodes.isEmpty {
      let terminals = nodes.compactMap(terminal(ofNode:))
      if location.fractionAlongEdge != nil {
        throw bad(location, "is a junction, which has terminals and no fraction")
      }
      guard let id = location.terminalID else {
        if nodes.count > 1 && !takesAllTerminals {
          let names = terminals.map { "\($0.id) \($0.name)" }.joined(separator: ", ")
          throw bad(location, "has several terminals: name one of \(names)")
        }
        return nodes.map { TraceOrigin(node: $0) }
      }
      if terminals.isEmpty {
        guard id == 1 else { throw bad(location, "has terminal 1 alone") }
        return [TraceOrigin(node: nodes.lowerBound)]
      }
      guard let number = terminals.firstIndex(where: { $0.id == id }) else {
        let names = terminals.map { "\($0.id) \($0.name)" }.joined(separator: ", ")
        throw bad(location, "has no terminal \(id): it has \(names)")
      }
      return [TraceOrigin(node: nodes.lowerBound + number)]
    }
    let edges = edges(of: location.feature)
    guard !edges.isEmpty else {
      throw bad(location, "takes no part in the graph: start at a junction, a device or a line")
    }
    if location.terminalID != nil {
      throw bad(location, "is an edge, which has no terminals: give a fraction from 0 to 1")
    }
    guard let fraction = location.fractionAlongEdge else {
      let longest = edges.max { length(ofPart: $0) < length(ofPart: $1) } ?? edges[0]
      let positions = positions(ofEdge: longest)
      return [
        TraceOrigin(edge: longest, fraction: (positions.lowerBound + positions.upperBound) / 2)
      ]
    }
    guard fraction >= 0 && fraction <= 1 else {
      throw bad(location, "has no place at fraction \(fraction): it must be from 0 to 1")
    }
    // On the border of two parts the second counts; at the end of the line the last.
    let edge =
      edges.first { fraction < positions(ofEdge: $0).upperBound } ?? edges[edges.count - 1]
    return [TraceOrigin(edge: edge, fraction: fraction)]
  }

  /// Makes sure that a feature is one of the network.
  ///
  /// - Throws: ``TraceError`` of code `badLocation`.
  func check(_ feature: FeatureID) throws(TraceError) {
    guard network.contains(feature) else {
      throw TraceError(
        .badLocation,
        "There is no feature in row \(feature.row) of table \(feature.table): name one of this network."
      )
    }
  }

  private func length(ofPart edge: Int) -> Double {
    let positions = positions(ofEdge: edge)
    return positions.upperBound - positions.lowerBound
  }

  private func bad(_ location: TraceLocation, _ what: String) -> TraceError {
    TraceError(.badLocation, "\(name(of: location.feature)) \(what).")
  }

  /// What people know a feature by: its origin or its global id.
  func name(of feature: FeatureID) -> String {
    network.origin(of: feature) ?? network.globalID(of: feature)?.description
      ?? "Row \(network.rowID(of: feature) ?? Int64(feature.row)) of \(network.tableName(of: feature))"
  }
}
