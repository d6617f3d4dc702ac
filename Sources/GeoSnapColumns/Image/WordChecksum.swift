/// The checksum of images, over words of 8 bytes, in 8 lanes that a processor computes at once.
///
/// Lane i begins with (i + 1) times the multiplier. Word w goes to lane w mod 8: the lane is XORed with it, then with
/// its own upper half, and multiplied. At the end the number of words times the multiplier takes in the eight lanes
/// in the same way, in order, and is mixed once more. Every step is reversible, so a change within one word always
/// changes the sum; other accidental changes are missed with a probability of about 2^-64. It does not protect
/// against deliberate changes.
package struct WordChecksum {
  // 2^64 divided by the golden ratio: odd, with irregular bits.
  package static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

  private var lanes: InlineArray<8, UInt64>
  private var count: UInt64 = 0

  package init() {
    lanes = InlineArray { (UInt64($0) &+ 1) &* WordChecksum.multiplier }
  }

  /// One step of a lane.
  @inline(__always)
  package static func step(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = lane ^ word
    // Multiplication moves bits only upwards: without this, two flipped bits could cancel each other.
    return (mixed ^ mixed &>> 32) &* multiplier
  }

  /// Takes in eight words; the number of words so far is a multiple of eight.
  @inline(__always)
  package mutating func add(_ words: SIMD8<UInt64>) {
    for lane in 0..<8 { lanes[lane] = WordChecksum.step(lanes[lane], words[lane]) }
    count &+= 8
  }

  @inline(__always)
  package mutating func add(_ word: UInt64) {
    let lane = Int(truncatingIfNeeded: count & 7)
    lanes[lane] = WordChecksum.step(lanes[lane], word)
    count &+= 1
  }

  package var value: UInt64 {
    var sum = count &* WordChecksum.multiplier
    for lane in 0..<8 { sum = WordChecksum.step(sum, lanes[lane]) }
    sum ^= sum &>> 32
    sum &*= WordChecksum.multiplier
    return sum ^ sum &>> 29
  }

  package static func of(_ words: [UInt64]) -> UInt64 {
    var checksum = WordChecksum()
    for word in words { checksum.add(word) }
    return checksum.value
  }
}
