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

  @inline(__always)
  package init(first: Coordinate, second: Coordinate, label: EntryLabel) {
    self.first = first
    self.second = second
    self.label = label
  }

  @inline(__always)
  package var envelope: Envelope {
    Envelope(
      minX: min(first.x, second.x),
      minY: min(first.y, second.y),
      maxX: max(first.x, second.x),
      maxY: max(first.y, second.y)
    )
  }

  @inline(__always)
  package static func == (one: TreeEntry, other: TreeEntry) -> Bool {
    one.label == other.label
      && one.first.x.bitPattern == other.first.x.bitPattern
      && one.first.y.bitPattern == other.first.y.bitPattern
      && one.second.x.bitPattern == other.second.x.bitPattern
      && one.second.y.bitPattern == other.second.y.bitPattern
  }
}

extension TreeEntry {
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

  @inline(__always)
  package var segment: Segment { Segment(first, second) }

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
