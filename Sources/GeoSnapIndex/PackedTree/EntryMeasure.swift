/// The measures of entries that a tree needs before packing them: their extent, and the bits of their labels.
struct EntryMeasure: Sendable {
  private var minX = Double.infinity
  private var minY = Double.infinity
  private var maxX = -Double.infinity
  private var maxY = -Double.infinity
  /// The number of entries by the bits of their part and of their segment.
  private var bits = InlineArray<144, Int>(repeating: 0)

  @inline(__always)
  mutating func reach(_ place: Coordinate) {
    minX = min(minX, place.x)
    minY = min(minY, place.y)
    maxX = max(maxX, place.x)
    maxY = max(maxY, place.y)
  }

  @inline(__always)
  mutating func count(_ label: EntryLabel) {
    bits[EntryMeasure.bits(label.part) &* 12 &+ EntryMeasure.bits(label.segment)] &+= 1
  }

  /// Counts the labels of all segments, from segment 0, of a part.
  @inline(__always)
  mutating func count(segments: Int, ofPart part: Int32) {
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
  @inline(__always)
  private static func bits(_ number: Int32) -> Int {
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
