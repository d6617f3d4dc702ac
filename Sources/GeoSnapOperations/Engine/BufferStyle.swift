/// The shape of a buffer's outline around vertices and ends of lines.
public struct BufferStyle: Hashable, Sendable {
  /// The outline at the ends of lines.
  public enum Cap: String, CaseIterable, Sendable {
    /// A half circle around the end.
    case round
    /// Straight across at the end.
    case flat
    /// Straight across, one buffer distance past the end.
    case square
  }

  /// The outline on the outer side of a vertex.
  public enum Join: String, CaseIterable, Sendable {
    /// An arc.
    case round
    /// A sharp corner, cut off at the mitre limit.
    case mitre
    /// A straight line across the corner.
    case bevel
  }

  /// The covered side of a line, in its direction.
  public enum Side: String, CaseIterable, Sendable {
    /// Both sides, and beyond the ends.
    case both
    /// The left side only, straight across at the ends.
    case left
    /// The right side only, straight across at the ends.
    case right
  }

  /// The segments per quarter circle, from 1 to 1,000.
  public var quadrantSegments: Int
  /// The shape at the ends of lines.
  public var cap: Cap
  /// The shape at vertices.
  public var join: Join
  /// The greatest reach of a sharp corner as a multiple of the distance; more than 0.
  public var mitreLimit: Double
  /// The covered side of a line; areas are buffered all around.
  public var side: Side

  /// Creates a style; by default round, on both sides, with circles of 32 segments.
  public init(
    quadrantSegments: Int = 8,
    cap: Cap = .round,
    join: Join = .round,
    mitreLimit: Double = 5,
    side: Side = .both
  ) {
    self.quadrantSegments = quadrantSegments
    self.cap = cap
    self.join = join
    self.mitreLimit = mitreLimit
    self.side = side
  }
}

extension BufferStyle {
  /// Refuses parameters out of range.
  ///
  /// - Throws: ``GeometryError`` with code `invalidArgument`.
  func check() throws(GeometryError) {
    guard 1...1_000 ~= quadrantSegments else {
      throw GeometryError(
        .invalidArgument,
        "A quarter circle needs 1 to 1000 segments; got \(quadrantSegments)."
      )
    }
    guard mitreLimit > 0, mitreLimit.isFinite else {
      throw GeometryError(
        .invalidArgument,
        "A mitre limit must be a finite number greater than 0; got \(mitreLimit)."
      )
    }
  }
}
