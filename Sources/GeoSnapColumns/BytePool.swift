/// Numbered runs of bytes, such as texts; equal ones are stored once as long as that saves memory.
package struct BytePool: Sendable {
  // Invariant: ends.count is the number of runs; ends never fall, and the last is bytes.count.
  private var bytes = Column<UInt8>()
  /// The end of each run in ``bytes``.
  private var ends = Column<Int>()
  /// A hash table of the runs' numbers plus 1; 0 where free.
  private var slots = Column<UInt32>()
  /// Whether equal runs are searched for; false once they turned out rare.
  private var isSearched = true
  /// The number of runs that were added, new or known.
  private var askedCount = 0
  private let hash: ByteHash

  package init() { hash = ByteHash() }

  package var count: Int { ends.count }

  package var byteCount: Int { bytes.byteCount + ends.byteCount + slots.byteCount }

  /// The number of a text, which is added when it is new.
  package mutating func add(_ text: String) -> UInt32 {
    add(text.utf8.span)
  }

  /// The number of a run of bytes, which is added when it is new; O(n) for n bytes, amortised.
  package mutating func add(_ run: Span<UInt8>) -> UInt32 {
    askedCount += 1
    if isSearched && (count + 1) * 3 > slots.count * 2 { makeRoom() }
    guard isSearched else { return append(run) }
    var slot = Int(truncatingIfNeeded: hash(run)) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = slots[slot] - 1
      if isEqual(number, run) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = append(run)
    slots[slot] = number + 1
    return number
  }

  /// Calls `body` with the bytes of a run.
  @inline(__always)
  package func withBytes<Result: ~Copyable, Thrown: Error>(
    _ number: UInt32,
    _ body: (Span<UInt8>) throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    let range = range(number)
    return try bytes.withElements { all throws(Thrown) in try body(all.extracting(range)) }
  }

  /// Whether any run has a given byte; linear in the bytes of all runs.
  package func contains(_ byte: UInt8) -> Bool {
    bytes.withElements { all in
      for index in all.indices where all[index] == byte { return true }
      return false
    }
  }

  /// A run as text; invalid UTF-8 becomes U+FFFD.
  package func text(_ number: UInt32) -> String {
    let range = range(number)
    let text = bytes.withElements { all -> String? in
      guard let valid = try? UTF8Span(validating: all.extracting(range)) else { return nil }
      return String(copying: valid)
    }
    return text ?? String(decoding: bytes.copied(range), as: UTF8.self)
  }

  private func range(_ number: UInt32) -> Range<Int> {
    (number == 0 ? 0 : ends[Int(number) - 1])..<ends[Int(number)]
  }

  private func isEqual(_ number: UInt32, _ run: Span<UInt8>) -> Bool {
    let range = range(number)
    guard range.count == run.count else { return false }
    for offset in 0..<run.count where bytes[range.lowerBound + offset] != run[offset] {
      return false
    }
    return true
  }

  private mutating func append(_ run: Span<UInt8>) -> UInt32 {
    precondition(count < Int(UInt32.max) - 1, "A column has more texts than it can number")
    bytes.append(copying: run)
    ends.append(bytes.count)
    return UInt32(count - 1)
  }

  /// Doubles the slots; ends the search for equal runs when most runs so far were different.
  private mutating func makeRoom() {
    if count >= 4096 && askedCount < count * 2 {
      slots = []
      isSearched = false
      return
    }
    let size = max(slots.count * 2, 16)
    var roomier = Column<UInt32>(repeating: 0, count: size)
    for number in 0..<UInt32(count) {
      var slot = Int(truncatingIfNeeded: withBytes(number) { hash($0) }) & (size - 1)
      while roomier[slot] != 0 { slot = (slot + 1) & (size - 1) }
      roomier[slot] = number + 1
    }
    slots = roomier
  }
}

extension BytePool: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    bytes = try image.read("bytes")
    ends = try image.read("ends")
    slots = try image.read("slots")
    isSearched = try image.read("isSearched")
    askedCount = try image.read("askedCount")
    hash = ByteHash(seed: try image.read("seed"))
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(bytes, "bytes")
    try image.write(ends, "ends")
    try image.write(slots, "slots")
    try image.write(isSearched, "isSearched")
    try image.write(askedCount, "askedCount")
    try image.write(hash.seed, "seed")
  }
}
