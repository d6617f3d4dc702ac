/// Optional texts of rows; equal ones are stored once as long as that saves memory.
///
/// ```swift
/// network.tables[0].origins[0]  // -> "line/1"
/// ```
///
/// - Complexity: O(n) for a text of n bytes.
public struct TextColumn: Sendable {
  /// The number of each row's text plus 1, 0 for none; empty while no row has one.
  @usableFromInline var numbers = Column<UInt32>()
  private var rowCount = 0
  private var pool = BytePool()

  package init() {}

  package init(_ texts: some Sequence<String?>) {
    for text in texts { append(text) }
  }

  @inlinable package var hasText: Bool { !numbers.isEmpty }

  package var byteCount: Int { numbers.byteCount + pool.byteCount }

  /// Whether a text may contain NUL; linear in the bytes of all texts.
  package var mayHoldNUL: Bool { pool.contains(0) }

  package mutating func append(_ text: String?) {
    if let text { append(number: pool.add(text) + 1) } else { append(number: 0) }
  }

  package mutating func append(utf8 text: Span<UInt8>) { append(number: pool.add(text) + 1) }

  package mutating func append(contentsOf other: TextColumn) {
    reserveCapacity(count + other.count)
    for row in other.indices {
      if other.withUTF8(row, { append(utf8: $0) }) == nil { append(number: 0) }
    }
  }

  package mutating func reserveCapacity(_ count: Int) {
    if hasText { numbers.reserveCapacity(count) }
  }

  /// Calls `body` with the text of a row in UTF-8; returns nil without a call when the row has none.
  @inline(__always)
  public func withUTF8<Result>(_ row: Int, _ body: (Span<UInt8>) -> Result) -> Result? {
    precondition(row >= 0 && row < rowCount, "No such row")
    guard hasText, numbers[row] != 0 else { return nil }
    return pool.withBytes(numbers[row] - 1, body)
  }

  private mutating func append(number: UInt32) {
    if number != 0 && !hasText {
      numbers = Column(repeating: 0, count: rowCount)
      numbers.append(number)
    } else if hasText {
      numbers.append(number)
    }
    rowCount += 1
  }
}

extension TextColumn: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }
  /// The number of rows.
  public var endIndex: Int { rowCount }

  /// The text of a row; nil for none.
  public subscript(row: Int) -> String? {
    precondition(row >= 0 && row < rowCount, "No such row")
    guard hasText, numbers[row] != 0 else { return nil }
    return pool.text(numbers[row] - 1)
  }
}

extension TextColumn: Equatable {
  /// Whether all rows have equal texts.
  public static func == (lhs: TextColumn, rhs: TextColumn) -> Bool { lhs.elementsEqual(rhs) }
}

extension TextColumn: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    rowCount = try image.read("count")
    numbers = try image.read("numbers")
    pool = try image.read("texts")
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(rowCount, "count")
    try image.write(numbers, "numbers")
    try image.write(pool, "texts")
  }
}

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
  package mutating func add(_ text: String) -> UInt32 { add(text.utf8.span) }

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
  @inline(__always) package func withBytes<Result: ~Copyable, Thrown: Error>(
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

/// A seeded hash of bytes: the author of a file cannot know which texts collide.
///
/// Each step multiplies eight bytes to 128 bits and folds the product, as wyhash does.
package struct ByteHash: Sendable, Equatable {
  package let seed: UInt64

  package init(seed: UInt64) { self.seed = seed }

  package init() {
    var random = SystemRandomNumberGenerator()
    self.init(seed: random.next())
  }

  package func callAsFunction(_ bytes: Span<UInt8>) -> UInt64 {
    var hash = seed ^ UInt64(bytes.count)
    var position = 0
    while position + 8 <= bytes.count {
      var word: UInt64 = 0
      for offset in 0..<8 { word |= UInt64(bytes[position + offset]) << UInt64(offset * 8) }
      hash = Self.mix(hash ^ word, 0x9E37_79B9_7F4A_7C15)
      position += 8
    }
    var rest: UInt64 = 0
    while position < bytes.count {
      rest = rest << 8 | UInt64(bytes[position])
      position += 1
    }
    return Self.mix(hash ^ rest, 0xD6E8_FEB8_6659_FD93 ^ seed)
  }

  private static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }
}
