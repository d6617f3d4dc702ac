/// What a geometry is expected to be besides sound.
public struct GeometryExpectations: Hashable, Sendable {
  /// Whether several parts are no problem.
  public var allowsMultipart: Bool
  /// Whether lines may meet themselves.
  public var allowsSelfIntersectingLines: Bool
  /// Whether a vertex may stand at the same place as the one before it.
  public var allowsRepeatedVertices: Bool
  /// The way exterior rings run, holes the other; nil when it does not matter.
  public var exteriorRings: RingDirection?
  /// The greatest number of problems that are told; the work ends with them.
  public var limit: Int

  /// Creates expectations; what is not said is what network editors expect of one feature, but for several
  /// parts and the direction of rings, on which their formats differ.
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

  /// Only what makes a geometry invalid in OGC's sense, and duplicate parts and spikes.
  public static let ogc = GeometryExpectations(
    allowsSelfIntersectingLines: true,
    allowsRepeatedVertices: true
  )
}
