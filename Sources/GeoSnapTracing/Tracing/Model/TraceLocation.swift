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
  public init(_ element: NetworkElement) {
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
  /// The coordinate of a location: on a line at its fraction, or else in the middle of the line's longest part; nil
  /// for objects.
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
}
