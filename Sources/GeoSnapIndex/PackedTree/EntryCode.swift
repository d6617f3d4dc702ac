/// The data of an entry in a leaf in addition to its sides and its feature, in 16 bits.
///
/// Bits 0 to 3 are the flags, bits 4 and 5 the sides of the first corner, and 10 bits hold part and segment, divided
/// as the builder found best. An entry that does not fit is an exception: it has all bits set, and is stored outside
/// the leaves.
struct EntryCode: Equatable {
  let bits: UInt16

  static let numberBits: UInt16 = 10

  /// The code of an entry stored outside the leaves; no other code has all bits set, as no single point is on a ring.
  static let exception = EntryCode(bits: .max)

  @inline(__always) init(bits: UInt16) { self.bits = bits }

  /// The code of an entry; nil when part or segment are too great.
  @inline(__always) init?(_ entry: TreeEntry, segmentBits: UInt16) {
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

  @inline(__always) var isGreatestXFirst: Bool { bits & 16 != 0 }

  @inline(__always) var isGreatestYFirst: Bool { bits & 32 != 0 }

  @inline(__always) func label(_ feature: Int32, segmentBits: UInt16) -> EntryLabel {
    let number = bits &>> 6
    return EntryLabel(
      feature,
      part: Int32(number &>> segmentBits),
      segment: Int32(number & (1 &<< segmentBits &- 1)),
      flags: PathFlags(rawValue: Int32(bits & 15))
    )
  }
}

/// The measures of entries that a tree needs before packing them: their extent, and the bits of their labels.
struct EntryMeasure: Sendable {
  private var minX = Double.infinity
  private var minY = Double.infinity
  private var maxX = -Double.infinity
  private var maxY = -Double.infinity
  /// The number of entries by the bits of their part and of their segment.
  private var bits = InlineArray<144, Int>(repeating: 0)

  @inline(__always) mutating func reach(_ place: Coordinate) {
    minX = min(minX, place.x)
    minY = min(minY, place.y)
    maxX = max(maxX, place.x)
    maxY = max(maxY, place.y)
  }

  @inline(__always) mutating func count(_ label: EntryLabel) {
    bits[EntryMeasure.bits(label.part) &* 12 &+ EntryMeasure.bits(label.segment)] &+= 1
  }

  /// Counts the labels of all segments, from segment 0, of a part.
  @inline(__always) mutating func count(segments: Int, ofPart part: Int32) {
    let row = EntryMeasure.bits(part) &* 12
    // One segment has a number of 0 bits, one of 1 bit, two of 2 bits, four of 3 bits and so on.
    var first = 0
    var width = 0
    while first < segments {
      let next = width == 11 ? segments : min(1 &<< width, segments)
      bits[row &+ width] &+= next &- first
      first = next
      width &+= 1
    }
  }

  /// The bits of a number, up to 11, which no code has.
  @inline(__always) private static func bits(_ number: Int32) -> Int {
    min(32 &- number.leadingZeroBitCount, 11)
  }

  mutating func add(_ other: EntryMeasure) {
    minX = min(minX, other.minX)
    minY = min(minY, other.minY)
    maxX = max(maxX, other.maxX)
    maxY = max(maxY, other.maxY)
    for index in bits.indices { bits[index] += other.bits[index] }
  }

  /// The envelope of all entries; undefined when there are none.
  var extent: Envelope { Envelope(minX: minX, minY: minY, maxX: maxX, maxY: maxY) }

  /// The bits for segments that make the fewest entries exceptions.
  var bestSegmentBits: UInt16 {
    let all = Int(EntryCode.numberBits)
    func held(_ segmentBits: Int) -> Int {
      var sum = 0
      for part in 0...(all - segmentBits) {
        for segment in 0...segmentBits { sum += bits[part * 12 + segment] }
      }
      return sum
    }
    return UInt16((0...all).max { held($0) < held($1) } ?? all)
  }
}
