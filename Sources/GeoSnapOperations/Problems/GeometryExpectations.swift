/// The properties that a geometry should have in addition to being valid.
public struct GeometryExpectations: Hashable, Sendable {
  /// Whether several parts are allowed.
  public var allowsMultipart: Bool
  /// Whether lines may meet themselves.
  public var allowsSelfIntersectingLines: Bool
  /// Whether a vertex may repeat the one before it.
  public var allowsRepeatedVertices: Bool
  /// The direction of exterior rings, opposite to holes; nil to accept both.
  public var exteriorRings: RingDirection?
  /// The greatest number of problems to report; the search ends with them.
  public var limit: Int

  /// Creates expectations; the defaults are those of network editors for one feature, but allow several parts and any
  /// direction of rings, on which their formats differ.
  public init(
    allowsMultipart: Bool = true,
    allowsSelfIntersectingLines: Bool = false,
    allowsRepeatedVertices: Bool = false,
    exteriorRings: RingDirection? = nil,
    limit: Int = 10_000
  ) {
    self.allowsMultipart = allowsMultipart
    self.allowsSelfIntersectingLines = allowsSelfIntersectingLines
    self.allowsRepeatedVertices = allowsRepeatedVertices
    self.exteriorRings = exteriorRings
    self.limit = limit
  }

  /// Reports only problems that make a geometry invalid in OGC's sense, duplicate parts and spikes.
  public static let ogc = GeometryExpectations(
    allowsSelfIntersectingLines: true,
    allowsRepeatedVertices: true
  )
}
