/// What a tree has to know of its entries before it packs them: how far they reach, and how many
/// bits their labels take.
struct EntryMeasure: Sendable {
  private var minX = Double.infinity
  private var minY = Double.infinity
  private var maxX = -Double.infinity
  private var maxY = -Double.infinity
  /// How many entries need so many bits for their part and so many for their segment.
  private var bits = InlineArray<144, Int>(repeating: 0)

  /// Lets the extent reach a place.
  @inline(__always)
  mutating func reach(_ place: Coordinate) {
    minX = min(minX, place.x)
    minY = min(minY, place.y)
    maxX = max(maxX, place.x)
    maxY = max(maxY, place.y)
  }

  /// Counts the label of one entry.
  @inline(__always)
  mutating func count(_ label: EntryLabel) {
    bits[EntryMeasure.bits(label.part) &* 12 &+ EntryMeasure.bits(label.segment)] &+= 1
  }

  /// Counts the labels of all segments of a part, the first of which is segment 0.
  @inline(__always)
  mutating func count(segments: Int, ofPart part: Int32) {
    let row = EntryMeasure.bits(part) &* 12
    // One segment has a number of 0 bits, one of 1 bit, two of 2, four of 3 and so on.
    var first = 0
    var width = 0
    while first < segments {
      let next = width == 11 ? segments : min(1 &<< width, segments)
      bits[row &+ width] &+= next &- first
      first = next
      width &+= 1
    }
  }

  /// How many bits a number takes, up to 11: as many as no code has.
  @inline(__always)
  private static func bits(_ number: Int32) -> Int {
    min(32 &- number.leadingZeroBitCount, 11)
  }

  /// Takes in what another measure has seen.
  mutating func add(_ other: EntryMeasure) {
    minX = min(minX, other.minX)
    minY = min(minY, other.minY)
    maxX = max(maxX, other.maxX)
    maxY = max(maxY, other.maxY)
    for index in bits.indices { bits[index] += other.bits[index] }
  }

  /// The envelope of all entries; meaningless when there are none.
  var extent: Envelope { Envelope(minX: minX, minY: minY, maxX: maxX, maxY: maxY) }

  /// How many of the bits segments get so that the fewest entries become exceptions.
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
