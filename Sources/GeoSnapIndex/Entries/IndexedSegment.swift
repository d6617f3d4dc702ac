/// The position of a segment or vertex in its path, and the kind of path.
@frozen
public struct PathFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int32

  /// Creates flags from bits.
  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The segment begins at the first vertex of its part; the vertex is the first of its part.
  @inlinable public static var startsPart: PathFlags { PathFlags(rawValue: 1) }
  /// The segment ends at the last vertex of its part; the vertex is the last of its part.
  @inlinable public static var endsPart: PathFlags { PathFlags(rawValue: 2) }
  /// The path is a single point, indexed as a segment of zero length.
  @inlinable public static var place: PathFlags { PathFlags(rawValue: 4) }
  /// The path is a ring of an area.
  @inlinable public static var ring: PathFlags { PathFlags(rawValue: 8) }
}

/// A segment of a feature in an index.
@frozen
public struct IndexedSegment: Hashable, Sendable {
  /// The feature of the segment.
  public var feature: Int32
  /// The part of the feature, as ``GeometryPath/part``: a part of a line, a point or a ring.
  public var part: Int32
  /// The index of its start vertex in the part.
  public var segment: Int32
  /// Its position in the part.
  public var flags: PathFlags
  /// Its two ends.
  public var geometry: Segment

  /// Creates a segment of a feature.
  @inlinable
  public init(
    feature: Int32,
    part: Int32 = 0,
    segment: Int32 = 0,
    flags: PathFlags = [],
    geometry: Segment
  ) {
    self.feature = feature
    self.part = part
    self.segment = segment
    self.flags = flags
    self.geometry = geometry
  }

  /// Whether it precedes another segment at the same distance: by feature, then part, then segment.
  func precedesInStoredOrder(_ other: IndexedSegment) -> Bool {
    if feature != other.feature { return feature < other.feature }
    if part != other.part { return part < other.part }
    return segment < other.segment
  }
}

/// The data of a tree's entry in addition to its corners.
package struct EntryLabel: BitwiseCopyable, Hashable, Sendable {
  /// The feature, or the item of a tree of envelopes.
  package let feature: Int32
  package let part: Int32
  package let segment: Int32
  package let flags: PathFlags

  package init(_ feature: Int32, part: Int32 = 0, segment: Int32 = 0, flags: PathFlags = []) {
    self.feature = feature
    self.part = part
    self.segment = segment
    self.flags = flags
  }
}
