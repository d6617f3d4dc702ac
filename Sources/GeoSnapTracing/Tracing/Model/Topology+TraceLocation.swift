extension Topology {
  /// The terminals of a junction of several, for people to choose from where a trace starts or a barrier stands.
  ///
  /// - Returns: The terminals, in the order of ``nodes(of:)``; none for a junction whose only terminal needs no
  ///   choice, and for what is no junction of the graph.
  public func terminals(of feature: FeatureID) -> [Terminal] {
    let terminals = nodes(of: feature).compactMap(terminal(ofNode:))
    return terminals.count > 1 ? terminals : []
  }

  /// The locations among which people choose where a trace starts or a barrier stands, when they point at a feature.
  ///
  /// - Parameters:
  ///   - feature: What they point at.
  ///   - place: Where, in the coordinates of the network.
  /// - Returns: Each terminal of a junction of several, as ``terminals(of:)`` has them; else the junction; on an edge
  ///   the location that is closest.
  /// - Throws: ``TraceError`` of code `badLocation` for what takes no part in the graph, and as
  ///   ``traceLocation(on:closestTo:tolerance:)``.
  /// - Complexity: Linear in the vertices of a line.
  public func traceLocations(
    on feature: FeatureID,
    closestTo place: Coordinate
  ) throws(TraceError) -> [TraceLocation] {
    guard nodes(of: feature).isEmpty else {
      let terminals = terminals(of: feature)
      return terminals.isEmpty
        ? [TraceLocation(feature)] : terminals.map { TraceLocation(feature, terminalID: $0.id) }
    }
    return [try traceLocation(on: feature, closestTo: place, tolerance: .unlimited)]
  }

  /// The location on an edge that is closest to a place, such as one that a user tapped.
  ///
  /// Distances and fractions are planar: heights play no part.
  ///
  /// - Parameters:
  ///   - edge: The line.
  ///   - place: The place, in the coordinates of the network.
  ///   - tolerance: How far from the line it may be.
  /// - Returns: The location, with ``TraceLocation/fractionAlongEdge``.
  /// - Throws: ``TraceError`` of code `badLocation` that says how far the place is when the tolerance does not allow
  ///   it; for what is no edge of the graph, an edge without a geometry, and a place or tolerance that is no number.
  /// - Complexity: Linear in the vertices of the line.
  public func traceLocation(
    on edge: FeatureID,
    closestTo place: Coordinate,
    tolerance: FractionTolerance = .betweenEnds
  ) throws(TraceError) -> TraceLocation {
    func refusal(_ what: String) -> TraceError {
      TraceError(.badLocation, "\(name(of: edge)) \(what)")
    }
    guard !edges(of: edge).isEmpty else {
      throw refusal("is no edge of the graph: a fraction runs along a line.")
    }
    guard let line = network.geometry(of: edge) else {
      throw refusal("has no geometry: give the fraction, from 0 to 1.")
    }
    let location: LinearLocation?
    let closest: LinearLocation?
    do {
      location = try line.linearLocation(closestTo: place, tolerance: tolerance)
      closest = try line.linearLocation(closestTo: place)
    } catch {
      throw refusal("has no such place: \(error.message)")
    }
    if let location { return TraceLocation(edge, fractionAlongEdge: location.fraction) }
    guard let closest else { throw refusal("has no place closest to \(place.x), \(place.y).") }
    switch tolerance {
    case .within(let limit):
      throw refusal(
        "is \(closest.distance) from the place, farther than the tolerance of \(limit)."
      )
    case .betweenEnds, .unlimited:
      throw refusal("ends before the place, which lies \(closest.distance) beyond its end.")
    }
  }
}
