/// The data of an entry in a leaf in addition to its sides and its feature, in 16 bits.
///
/// Bits 0 to 3 are the flags, bits 4 and 5 the sides of the first corner, and 10 bits hold part and segment, divided
/// as the builder found best. An entry that does not fit is an exception: it has all bits set, and is stored outside
/// the leaves.
struct EntryCode: Equatable {
  let bits: UInt16

  /// The bits of part and segment together.
  static let numberBits: UInt16 = 10

  /// The code of an entry stored outside the leaves; no other code has all bits set, as no single point is on a ring.
  static let exception = EntryCode(bits: .max)

  @inline(__always)
  init(bits: UInt16) { self.bits = bits }

  /// The code of an entry; nil when part or segment are too great.
  @inline(__always)
  init?(_ entry: TreeEntry, segmentBits: UInt16) {
    let label = entry.label
    guard label.part >= 0, label.segment >= 0, label.segment >> Int32(segmentBits) == 0,
      label.part >> Int32(EntryCode.numberBits - segmentBits) == 0,
      label.flags.rawValue >= 0, label.flags.rawValue < 16,
      !label.flags.isSuperset(of: [.place, .ring])
    else { return nil }
    let number =
      UInt16(truncatingIfNeeded: label.part) << segmentBits
      | UInt16(truncatingIfNeeded: label.segment)
    bits =
      UInt16(truncatingIfNeeded: label.flags.rawValue)
      | (entry.first.x > entry.second.x ? 16 : 0)
      | (entry.first.y > entry.second.y ? 32 : 0) | number << 6
  }

  @inline(__always)
  var isGreatestXFirst: Bool { bits & 16 != 0 }

  @inline(__always)
  var isGreatestYFirst: Bool { bits & 32 != 0 }

  @inline(__always)
  func label(_ feature: Int32, segmentBits: UInt16) -> EntryLabel {
    let number = bits &>> 6
    return EntryLabel(
      feature,
      part: Int32(number &>> segmentBits),
      segment: Int32(number & (1 &<< segmentBits &- 1)),
      flags: PathFlags(rawValue: Int32(bits & 15))
    )
  }
}
