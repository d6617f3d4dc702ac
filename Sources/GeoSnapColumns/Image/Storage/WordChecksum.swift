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

  package init() { lanes = InlineArray { (UInt64($0) &+ 1) &* WordChecksum.multiplier } }

  @inline(__always) package static func step(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = lane ^ word
    // Multiplication moves bits only upwards: without this, two flipped bits could cancel each other.
    return (mixed ^ mixed &>> 32) &* multiplier
  }

  /// Takes in eight words; the number of words so far is a multiple of eight.
  @inline(__always) package mutating func add(_ words: SIMD8<UInt64>) {
    for lane in 0..<8 { lanes[lane] = WordChecksum.step(lanes[lane], words[lane]) }
    count &+= 8
  }

  @inline(__always) package mutating func add(_ word: UInt64) {
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

  /// The sum of bytes, padded with zeros to a whole word; they begin at a multiple of 4.
  package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var checksum = WordChecksum()
    guard let start = bytes.baseAddress else { return checksum.value }
    let end = bytes.count & ~63
    var offset = 0
    // offset + 64 <= bytes.count.
    while offset < end {
      unsafe checksum.add(start.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt64>.self))
      offset &+= 64
    }
    while offset &+ 8 <= bytes.count {
      unsafe checksum.add(start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset &+= 8
    }
    if offset < bytes.count {
      var word: UInt64 = 0
      for index in offset..<bytes.count {
        word |= UInt64(unsafe bytes[index]) &<< UInt64(8 &* (index &- offset))
      }
      checksum.add(word)
    }
    return checksum.value
  }
}

extension Column: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) { self = try image.column() }

  package func write(to image: inout ImageWriter) throws(ImageError) { try image.add(self) }
}

extension Column {
  func withBytes<Result, Thrown: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    // This column keeps the memory alive until the call ends.
    try unsafe body(UnsafeRawBufferPointer(start: elements, count: byteCount))
  }
}

extension FileMemory {
  func column<Element>(_ section: ImageSection) throws(ImageError) -> Column<Element> {
    let size = UInt64(count)
    guard section.stride == UInt64(MemoryLayout<Element>.stride),
      section.start % UInt64(ImageHeader.alignment) == 0, section.start <= size,
      section.count <= (size - section.start) / section.stride
    else { throw .otherParts }
    if section.count == 0 { return Column() }
    // The section lies in the file, aligned as no element needs more; elements are plain bits.
    return unsafe Column(
      mapped: ColumnMemory(start + Int(section.start), keptBy: self),
      count: Int(section.count)
    )
  }

  /// Whether the content of a section matches its checksum.
  func isSound(_ section: ImageSection) -> Bool {
    let size = UInt64(count)
    guard section.start <= size, section.stride > 0,
      section.count <= (size - section.start) / section.stride
    else { return false }
    // The section lies in the file.
    let bytes = unsafe UnsafeRawBufferPointer(
      start: start + Int(section.start),
      count: Int(section.count * section.stride)
    )
    return unsafe WordChecksum.of(bytes) == section.checksum
  }
}
