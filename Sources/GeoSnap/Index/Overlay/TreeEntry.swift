/// One entry of a tree: two corners and what it is called.
///
/// Two entries are equal when all their bits are: -0.0 is not 0.0 here, so that what was taken out
/// is exactly what was put in.
struct TreeEntry: Equatable, Sendable {
  /// A corner of its box, or the start of its segment.
  var first: Coordinate
  /// The opposite corner, or the end of its segment.
  var second: Coordinate
  /// What it is called.
  var label: EntryLabel

  /// The box that the two corners span.
  @inline(__always)
  var envelope: Envelope {
    Envelope(
      minX: min(first.x, second.x),
      minY: min(first.y, second.y),
      maxX: max(first.x, second.x),
      maxY: max(first.y, second.y)
    )
  }

  @inline(__always)
  static func == (one: TreeEntry, other: TreeEntry) -> Bool {
    one.label == other.label
      && one.first.x.bitPattern == other.first.x.bitPattern
      && one.first.y.bitPattern == other.first.y.bitPattern
      && one.second.x.bitPattern == other.second.x.bitPattern
      && one.second.y.bitPattern == other.second.y.bitPattern
  }
}

extension EntryLabel: Equatable {
  @usableFromInline
  @inline(__always)
  static func == (one: EntryLabel, other: EntryLabel) -> Bool {
    one.feature == other.feature && one.part == other.part && one.segment == other.segment
      && one.flags == other.flags
  }
}
