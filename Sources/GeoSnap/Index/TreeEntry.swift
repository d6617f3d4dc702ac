/// One entry of a tree: two corners, exactly as given, and what it is called.
///
/// The corners are the ends of a segment, the least and greatest corner of an envelope, or twice
/// the same place.
struct TreeEntry: Equatable, Sendable {
  var first: Coordinate
  var second: Coordinate
  var label: EntryLabel
}

extension TreeEntry {
  /// An entry for a segment of a feature.
  init(_ segment: IndexedSegment) {
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

  /// The segment that the corners are the ends of.
  @inline(__always)
  var segment: Segment { Segment(first, second) }

  /// The entry as a segment of a feature.
  @inline(__always)
  var indexedSegment: IndexedSegment {
    IndexedSegment(
      feature: label.feature,
      part: label.part,
      segment: label.segment,
      flags: label.flags,
      geometry: segment
    )
  }
}
