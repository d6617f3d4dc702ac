/// The location of a start or barrier: at a terminal, or at a position along an edge.
public struct TraceLocation: Hashable, Sendable, Codable {
  private enum CodingKeys: String, CodingKey {
    case feature, fractionAlongEdge
    case terminalID = "terminal"
  }

  /// The feature.
  public var feature: FeatureID
  /// The id of the junction's terminal; nil for the only one, or for all of several.
  public var terminalID: Int?
  /// The position along an edge, from 0 at its start to 1 at its end; nil for the middle of its longest part.
  public var fractionAlongEdge: Double?

  /// Creates a location.
  public init(_ feature: FeatureID, terminalID: Int? = nil, fractionAlongEdge: Double? = nil) {
    self.feature = feature
    self.terminalID = terminalID
    self.fractionAlongEdge = fractionAlongEdge
  }

  /// Creates the location of an element; for a stretch of an edge its middle.
  package init(_ element: NetworkElement) {
    feature = element.feature
    terminalID = element.terminal?.id
    fractionAlongEdge = element.positions.map { ($0.lowerBound + $0.upperBound) / 2 }
  }

  /// The location without its terminal.
  package var ofAllTerminals: TraceLocation {
    TraceLocation(feature, fractionAlongEdge: fractionAlongEdge)
  }
}

extension Topology {
  /// The coordinate of a location, on a line by default in the middle of its longest part; nil for objects.
  package func coordinate(of location: TraceLocation) -> Coordinate? {
    guard let geometry = network.geometry(of: location.feature) else { return nil }
    guard geometry.type.dimension == 1 else { return geometry.envelope?.center }
    let fraction = location.fractionAlongEdge ?? middle(of: location.feature)
    return (try? geometry.point(atDistance: fraction * geometry.length))?.coordinates.first
  }

  /// The middle of the longest part of a line.
  private func middle(of line: FeatureID) -> Double {
    let parts = edges(of: line).map(positions)
    let longest = parts.max { $0.upperBound - $0.lowerBound < $1.upperBound - $1.lowerBound }
    return longest.map { ($0.lowerBound + $0.upperBound) / 2 } ?? 0.5
  }

  /// The terminals that a user can choose for a start or barrier at a junction with several, in the order of
  /// ``nodes(of:)``.
  ///
  /// Empty for a junction with a single terminal, and for features that are not junctions of the graph.
  public func terminals(of feature: FeatureID) -> [Terminal] {
    let terminals = nodes(of: feature).compactMap(terminal(ofNode:))
    return terminals.count > 1 ? terminals : []
  }

  /// The locations that a user can choose for a start or barrier when pointing at a feature.
  ///
  /// They are the terminals of a junction that has several, as of ``terminals(of:)``, or else the junction; on an
  /// edge it is the closest location to `place`, in the coordinates of the network.
  ///
  /// - Throws: ``TraceError`` of code `badLocation` for features outside the graph, an edge without a geometry, and a
  ///   place that is not a number.
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
  /// Distances and fractions are planar: heights are ignored.
  ///
  /// - Parameters:
  ///   - edge: The line.
  ///   - place: The place, in the coordinates of the network.
  ///   - tolerance: The greatest distance from the line.
  /// - Returns: The location, with ``TraceLocation/fractionAlongEdge``.
  /// - Throws: ``TraceError`` of code `badLocation`, with the distance when it exceeds the tolerance; also for a
  ///   feature that is not an edge of the graph, an edge without a geometry, and a place or tolerance that is not a
  ///   number.
  /// - Complexity: Linear in the vertices of the line.
  package func traceLocation(
    on edge: FeatureID,
    closestTo place: Coordinate,
    tolerance: FractionTolerance = .betweenEnds
  ) throws(TraceError) -> TraceLocation {
    func refusal(_ what: String) -> TraceError {
      TraceError(.badLocation, "\(name(of: edge)) \(what)")
    }
    guard !edges(of: edge).isEmpty else {
      throw refusal("is not an edge of the graph: only an edge has fractions.")
    }
    guard let line = network.geometry(of: edge) else {
      throw refusal("has no geometry: give the fraction, from 0 to 1.")
    }
    let location: LinearLocation?
    let closest: LinearLocation?
    do {
      location = try line.linearLocation(closestTo: place, tolerance: tolerance)
      closest = try line.linearLocation(closestTo: place)
    } catch { throw refusal("has no such place: \(error.message)") }
    if let location { return TraceLocation(edge, fractionAlongEdge: location.fraction) }
    guard let closest else { throw refusal("has no place closest to \(place.x), \(place.y).") }
    switch tolerance {
    case .within(let limit):
      throw refusal(
        "is \(closest.distance) from the place, farther than the tolerance of \(limit)."
      )
    case .betweenEnds, .unlimited:
      throw refusal("does not reach the place, which lies \(closest.distance) beyond one end.")
    }
  }
}
