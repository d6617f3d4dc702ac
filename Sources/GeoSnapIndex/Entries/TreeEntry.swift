/// The position of a segment or vertex in its path, and the kind of path.
@frozen @usableFromInline package struct PathFlags: OptionSet, Hashable, Sendable {
  @usableFromInline package let rawValue: Int32

  @inlinable package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The segment begins at the first vertex of its part; the vertex is the first of its part.
  @inlinable package static var startsPart: PathFlags { PathFlags(rawValue: 1) }
  /// The segment ends at the last vertex of its part; the vertex is the last of its part.
  @inlinable package static var endsPart: PathFlags { PathFlags(rawValue: 2) }
  /// The path is a single point, indexed as a segment of zero length.
  @inlinable package static var place: PathFlags { PathFlags(rawValue: 4) }
  /// The path is a ring of an area.
  @inlinable package static var ring: PathFlags { PathFlags(rawValue: 8) }
}

/// A segment of a feature in an index.
@frozen public struct IndexedSegment: Hashable, Sendable {
  /// The feature of the segment.
  public var feature: Int32
  /// The part of the feature, as ``GeometryPath/part``: a part of a line, a point or a ring.
  public var part: Int32
  /// The index of its start vertex in the part.
  public var segment: Int32
  @usableFromInline package var flags: PathFlags
  /// Its two ends.
  public var geometry: Segment

  package init(
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

/// An entry of a tree: two corners and a label.
///
/// Two entries are equal when all their bits are: -0.0 differs from 0.0, so that removal finds exactly the inserted
/// entry.
package struct TreeEntry: Equatable, Sendable {
  /// A corner of its box, or the start of its segment.
  package var first: Coordinate
  /// The opposite corner, or the end of its segment.
  package var second: Coordinate
  package var label: EntryLabel

  @inline(__always) package init(first: Coordinate, second: Coordinate, label: EntryLabel) {
    self.first = first
    self.second = second
    self.label = label
  }

  @inline(__always) package var envelope: Envelope {
    Envelope(
      minX: min(first.x, second.x),
      minY: min(first.y, second.y),
      maxX: max(first.x, second.x),
      maxY: max(first.y, second.y)
    )
  }

  @inline(__always) package static func == (one: TreeEntry, other: TreeEntry) -> Bool {
    one.label == other.label
      && one.first.x.bitPattern == other.first.x.bitPattern
      && one.first.y.bitPattern == other.first.y.bitPattern
      && one.second.x.bitPattern == other.second.x.bitPattern
      && one.second.y.bitPattern == other.second.y.bitPattern
  }

  package init(_ envelope: Envelope, item: Int32) {
    self.init(
      first: Coordinate(x: envelope.minX, y: envelope.minY),
      second: Coordinate(x: envelope.maxX, y: envelope.maxY),
      label: EntryLabel(item)
    )
  }

  package init(_ segment: IndexedSegment) {
    self.init(
      first: segment.geometry.start,
      second: segment.geometry.end,
      label: EntryLabel(
        segment.feature,
        part: segment.part,
        segment: segment.segment,
        flags: segment.flags
      )
    )
  }

  @inline(__always) package var segment: Segment { Segment(first, second) }

  @inline(__always) package var indexedSegment: IndexedSegment {
    IndexedSegment(
      feature: label.feature,
      part: label.part,
      segment: label.segment,
      flags: label.flags,
      geometry: segment
    )
  }
}
