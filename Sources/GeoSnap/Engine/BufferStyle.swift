/// How a buffer's outline runs around vertices and past the ends of lines.
public struct BufferStyle: Hashable, Sendable {
  /// What the outline does at the ends of lines.
  public enum Cap: Hashable, Sendable {
    /// A half circle around the end.
    case round
    /// Straight across at the end.
    case flat
    /// Straight across, one buffer distance past the end.
    case square
  }

  /// What the outline does on the outer side of a vertex.
  public enum Join: Hashable, Sendable {
    /// An arc.
    case round
    /// A sharp corner, cut off where the mitre limit says.
    case mitre
    /// A straight line across the corner.
    case bevel
  }

  /// How many segments stand for a quarter of a circle, from 1 to 1,000.
  public var quadrantSegments: Int
  /// What happens at the ends of lines.
  public var cap: Cap
  /// What happens at vertices.
  public var join: Join
  /// How far a sharp corner may reach, as a multiple of the distance; more than 0.
  public var mitreLimit: Double

  /// Creates a style; by default round, with circles of 32 segments.
  public init(
    quadrantSegments: Int = 8,
    cap: Cap = .round,
    join: Join = .round,
    mitreLimit: Double = 5
  ) {
    self.quadrantSegments = quadrantSegments
    self.cap = cap
    self.join = join
    self.mitreLimit = mitreLimit
  }
}
