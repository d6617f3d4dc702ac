package import GeoSnapColumns

/// The values of one field, row by row, each of any kind.
@usableFromInline
package struct FieldColumn: Sendable, RandomAccessCollection, Equatable, ImagePart {
  @usableFromInline var rowCount = 0
  private var kinds = Column<Kind>()
  /// A number's bits, or the number of a text or blob in the pool.
  private var words = Column<UInt64>()
  private var pool = BytePool()

  private enum Kind: UInt8, BitwiseCopyable { case null, integer, real, text, blob }

  package init() {}

  package init(_ values: some Sequence<AttributeValue>) { for value in values { append(value) } }

  package mutating func append(_ value: AttributeValue) {
    switch value {
    case .null: appendNull()
    case .integer(let number): append(.integer, UInt64(bitPattern: number))
    case .real(let number): append(.real, number.bitPattern)
    case .text(let text): append(.text, UInt64(pool.add(text)))
    case .blob(let bytes): append(.blob, UInt64(pool.add(bytes.span)))
    }
  }

  package mutating func append(utf8 text: Span<UInt8>) { append(.text, UInt64(pool.add(text))) }

  package mutating func append(contentsOf other: FieldColumn) {
    reserveCapacity(rowCount + other.rowCount)
    for row in other.indices {
      switch other.kind(row) {
      case .null: appendNull()
      case .integer, .real: append(other.kinds[row], other.words[row])
      case .text, .blob:
        let number = other.pool.withBytes(UInt32(other.words[row])) { pool.add($0) }
        append(other.kinds[row], UInt64(number))
      }
    }
  }

  package mutating func reserveCapacity(_ count: Int) {
    if kinds.isEmpty { return }
    kinds.reserveCapacity(count)
    words.reserveCapacity(count)
  }

  private mutating func appendNull() {
    if !kinds.isEmpty {
      kinds.append(.null)
      words.append(0)
    }
    rowCount += 1
  }

  private mutating func append(_ kind: Kind, _ word: UInt64) {
    if kinds.isEmpty {
      kinds = Column(repeating: .null, count: rowCount)
      words = Column(repeating: 0, count: rowCount)
    }
    kinds.append(kind)
    words.append(word)
    rowCount += 1
  }

  private func kind(_ row: Int) -> Kind {
    precondition(row >= 0 && row < rowCount, "No such row")
    return kinds.isEmpty ? .null : kinds[row]
  }

  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { rowCount }

  @usableFromInline
  package subscript(row: Int) -> AttributeValue {
    switch kind(row) {
    case .null: .null
    case .integer: .integer(Int64(bitPattern: words[row]))
    case .real: .real(Double(bitPattern: words[row]))
    case .text: .text(pool.text(UInt32(words[row])))
    case .blob:
      pool.withBytes(UInt32(words[row])) { bytes in .blob(bytes.indices.map { bytes[$0] }) }
    }
  }

  /// Whether all rows are null, in constant time.
  package var isNull: Bool { kinds.isEmpty }

  package func isNull(_ row: Int) -> Bool { kind(row) == .null }

  /// The indices in `rows` of the rows that exist and have a value.
  package func places(ofValuesAt rows: [Int32]) -> [Int] {
    var places: [Int] = []
    for (place, row) in rows.enumerated()
    where row >= 0 && row < rowCount && kind(Int(row)) != .null { places.append(place) }
    return places
  }

  /// The ``AttributeValue/wholeValue`` of a row; only texts are turned into values for it.
  package func wholeValue(_ row: Int) -> Int64? {
    switch kind(row) {
    case .integer: Int64(bitPattern: words[row])
    case .real: Int64(exactly: Double(bitPattern: words[row]))
    case .text: self[row].wholeValue
    case .null, .blob: nil
    }
  }

  package func numericValue(_ row: Int) -> Double? {
    switch kind(row) {
    case .integer: Double(Int64(bitPattern: words[row]))
    case .real: Double(bitPattern: words[row]).isNaN ? nil : Double(bitPattern: words[row])
    case .text: self[row].numericValue
    case .null, .blob: nil
    }
  }

  /// Calls `body` with the text of a row as UTF-8; false, without a call, if the row has no text.
  package func withUTF8(_ row: Int, _ body: (Span<UInt8>) -> Void) -> Bool {
    guard kind(row) == .text else { return false }
    pool.withBytes(UInt32(words[row]), body)
    return true
  }

  /// Whether all values are null or of a storage class, no real is NaN, and no text contains a NUL, in linear time.
  package func holdsOnly(_ storage: AttributeField.Storage) -> Bool {
    let expected: Kind =
      switch storage {
      case .integer: .integer
      case .real: .real
      case .text: .text
      case .blob: .blob
      }
    guard kinds.allSatisfy({ $0 == .null || $0 == expected }) else { return false }
    switch storage {
    case .real: return words.allSatisfy { !Double(bitPattern: $0).isNaN }
    case .text: return !mayHoldNUL
    case .integer, .blob: return true
    }
  }

  /// Whether some text or blob may contain a NUL, in time linear in their bytes.
  package var mayHoldNUL: Bool { pool.contains(0) }

  /// Whether a column of a storage class can hold the value of a row.
  package func fits(_ row: Int, _ storage: AttributeField.Storage) -> Bool {
    switch (kind(row), storage) {
    case (.null, _), (.integer, .integer), (.integer, .real), (.real, .real), (.text, .text),
      (.blob, .blob):
      true
    default: false
    }
  }

  @usableFromInline package static func == (lhs: FieldColumn, rhs: FieldColumn) -> Bool {
    lhs.elementsEqual(rhs)
  }

  package init(from image: inout ImageReader) throws(ImageError) {
    rowCount = try image.read("count")
    kinds = try image.read("kinds")
    words = try image.read("words")
    pool = try image.read("texts")
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(rowCount, "count")
    try image.write(kinds, "kinds")
    try image.write(words, "words")
    try image.write(pool, "texts")
  }
}

/// A reference to a column, which avoids a copy of the references to its parts.
package final class SharedFieldColumn: Sendable {
  package let values: FieldColumn

  package init(_ values: FieldColumn) { self.values = values }

  package subscript(row: Int) -> AttributeValue { values[row] }

  package func withUTF8(_ row: Int, _ body: (Span<UInt8>) -> Void) -> Bool {
    values.withUTF8(row, body)
  }
}
