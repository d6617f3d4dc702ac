/// Optional texts of rows; equal ones are stored once as long as that saves memory.
///
/// ```swift
/// var origins: TextColumn = ["line/1", nil]
/// origins.append("line/2")
/// origins[0]        // -> "line/1"
/// origins.hasText   // -> true
/// ```
///
/// - Complexity: O(n) for a text of n bytes.
public struct TextColumn: Sendable {
  /// The number of each row's text plus 1, 0 for none; empty while no row has one.
  private var numbers = Column<UInt32>()
  private var rowCount = 0
  private var pool = BytePool()

  /// Creates a column without rows.
  public init() {}

  /// Creates a column of the texts of a sequence.
  public init(_ texts: some Sequence<String?>) {
    for text in texts { append(text) }
  }

  /// Whether any row has a text.
  public var hasText: Bool { !numbers.isEmpty }

  /// The bytes of memory that the column takes.
  public var byteCount: Int { numbers.byteCount + pool.byteCount }

  /// Whether a text may contain NUL; linear in the bytes of all texts.
  package var mayHoldNUL: Bool { pool.contains(0) }

  /// Adds a row at the end.
  public mutating func append(_ text: String?) {
    if let text {
      append(number: pool.add(text) + 1)
    } else {
      append(number: 0)
    }
  }

  /// Adds a row at the end with a text in UTF-8.
  public mutating func append(utf8 text: Span<UInt8>) { append(number: pool.add(text) + 1) }

  /// Adds the rows of another column at the end.
  public mutating func append(contentsOf other: TextColumn) {
    reserveCapacity(count + other.count)
    for row in other.indices {
      if other.withUTF8(row, { append(utf8: $0) }) == nil { append(number: 0) }
    }
  }

  /// Reserves room for `count` rows in total.
  public mutating func reserveCapacity(_ count: Int) {
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

extension TextColumn: ExpressibleByArrayLiteral {
  /// Creates a column of the texts of a literal.
  public init(arrayLiteral texts: String?...) { self.init(texts) }
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
