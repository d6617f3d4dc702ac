package import GRDB
internal import GRDBSQLite
internal import GeoSnap

/// The cells of a statement's current row, read from SQLite's memory.
@safe
package struct RowCells {
  struct Kind: Equatable {
    fileprivate let code: Int32

    static var integer: Kind { Kind(code: SQLITE_INTEGER) }
    static var real: Kind { Kind(code: SQLITE_FLOAT) }
    static var text: Kind { Kind(code: SQLITE_TEXT) }
    static var blob: Kind { Kind(code: SQLITE_BLOB) }
    static var null: Kind { Kind(code: SQLITE_NULL) }
  }

  /// Keeps the statement from being finalized.
  private let statement: Statement
  private let pointer: OpaquePointer

  package init(_ statement: Statement) {
    self.statement = statement
    unsafe pointer = statement.sqliteStatement
  }

  // The statement is alive, and SQLite returns NULL for columns that do not exist.

  func kind(_ column: Int) -> Kind {
    unsafe Kind(code: sqlite3_column_type(pointer, Int32(truncatingIfNeeded: column)))
  }

  func integer(_ column: Int) -> Int64 {
    unsafe sqlite3_column_int64(pointer, Int32(truncatingIfNeeded: column))
  }

  func real(_ column: Int) -> Double {
    unsafe sqlite3_column_double(pointer, Int32(truncatingIfNeeded: column))
  }

  func text(_ column: Int) -> String {
    // SQLite ends texts with a NUL, at which GRDB's String(cString:) stops too.
    guard let start = unsafe sqlite3_column_text(pointer, Int32(truncatingIfNeeded: column)) else {
      return ""
    }
    return unsafe String(cString: start)
  }

  /// Whether a text is UTF-8 without a NUL, so that ``text(_:)`` returns all of it.
  func isWholeText(_ column: Int) -> Bool {
    let column = Int32(truncatingIfNeeded: column)
    guard let start = unsafe sqlite3_column_text(pointer, column) else { return true }
    let count = unsafe Int(sqlite3_column_bytes(pointer, column))
    // SQLite reports this number of bytes.
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
    var isPlain = true
    for index in 0..<count {
      let byte = unsafe bytes[index]
      if byte == 0 { return false }
      if byte >= 0x80 { isPlain = false }
    }
    return unsafe isPlain || String(validating: bytes, as: UTF8.self) != nil
  }

  func blob(_ column: Int) -> [UInt8] {
    unsafe Array(bytes(column))
  }

  func globalID(inText column: Int) -> GlobalID? {
    let column = Int32(truncatingIfNeeded: column)
    guard let start = unsafe sqlite3_column_text(pointer, column) else { return nil }
    let count = unsafe Int(sqlite3_column_bytes(pointer, column))
    // SQLite reports this number of bytes.
    return unsafe GlobalID(utf8: UnsafeBufferPointer(start: start, count: count).span)
  }

  /// The geometry of a blob; nil when it is malformed.
  func geometry(inBlob column: Int, srsID: Int64, srid: SRID?) -> Geometry? {
    let bytes = unsafe bytes(column)
    if let geometry = unsafe PlainGeometryBlob.decode(bytes, srsID: srsID, srid: srid) {
      return geometry
    }
    return unsafe try? GeometryBlob.decode(
      bytes.bindMemory(to: UInt8.self).span,
      srsID: srsID,
      srid: srid
    )
  }

  func bytes(_ column: Int) -> UnsafeRawBufferPointer {
    let column = Int32(truncatingIfNeeded: column)
    let start = unsafe sqlite3_column_blob(pointer, column)
    let count = unsafe Int(sqlite3_column_bytes(pointer, column))
    // SQLite reports this number of bytes; the count is 0 when the start is nil.
    return unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
  }

  /// The envelope of the vertices of a geometry blob; nil when it is empty or malformed.
  func envelope(inBlob column: Int, srsID: Int64) -> Envelope? {
    let blob = unsafe self.bytes(column)
    if let envelope = unsafe PlainGeometryBlob.envelope(blob, srsID: srsID) { return envelope }
    return
      unsafe (try? GeometryBlob.straightened(
        blob.bindMemory(to: UInt8.self).span,
        srsID: srsID,
        srid: nil
      ))?.geometry.envelope
  }
}

/// A fast path for the most common geometries: little-endian points and lines with x and y only.
enum PlainGeometryBlob {
  /// The offset of the WKB in a plain geometry; nil for other or malformed geometries.
  private static func start(_ bytes: UnsafeRawBufferPointer, _ srsID: Int64) -> Int? {
    // Version 0, no extension, little-endian. All offsets are compared with the count before they are read.
    guard bytes.count >= 29, unsafe integer(bytes, 0) & 0xFFFF_FFFF & ~0x1E00_0000 == 0x0100_5047,
      unsafe Int64(Int32(bitPattern: integer(bytes, 4))) == srsID
    else { return nil }
    let start: Int
    switch unsafe bytes[3] >> 1 & 0b111 {
    case 0: start = 8
    case 1: start = 40
    case 2, 3: start = 56
    case 4: start = 72
    default: return nil
    }
    guard bytes.count >= start + 9, unsafe bytes[start] == 1 else { return nil }
    return start
  }

  /// The envelope of a geometry's vertices; nil for other or malformed geometries.
  static func envelope(_ bytes: UnsafeRawBufferPointer, srsID: Int64) -> Envelope? {
    guard let start = unsafe start(bytes, srsID) else { return nil }
    let first: Int
    switch unsafe integer(bytes, start + 1) {
    case 1:
      guard bytes.count == start + 21 else { return nil }
      first = start + 5
    case 2:
      let count = unsafe Int(integer(bytes, start + 5))
      guard count >= 2, bytes.count - start - 9 == count * 16 else { return nil }
      first = start + 9
    default: return nil
    }
    var (minX, minY) = (Double.infinity, Double.infinity)
    var (maxX, maxY) = (-Double.infinity, -Double.infinity)
    for offset in stride(from: first, to: bytes.count, by: 16) {
      let (x, y) = unsafe (number(bytes, offset), number(bytes, offset + 8))
      // A NaN coordinate has no envelope here.
      guard x == x, y == y else { return nil }
      (minX, minY) = (min(minX, x), min(minY, y))
      (maxX, maxY) = (max(maxX, x), max(maxY, y))
    }
    return Envelope(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }

  static func decode(_ bytes: UnsafeRawBufferPointer, srsID: Int64, srid: SRID?) -> Geometry? {
    guard let start = unsafe start(bytes, srsID) else { return nil }
    switch unsafe integer(bytes, start + 1) {
    case 1:
      guard bytes.count == start + 21 else { return nil }
      let place = unsafe Coordinate(x: number(bytes, start + 5), y: number(bytes, start + 13))
      // Two NaN are the empty point.
      guard place.x == place.x || place.y == place.y else { return nil }
      return .point(Point(place, srid: srid))
    case 2:
      let count = unsafe Int(integer(bytes, start + 5))
      guard count >= 2, bytes.count - start - 9 == count * 16 else { return nil }
      var ordinates = [Double](repeating: 0, count: count * 2)
      for index in ordinates.indices {
        ordinates[index] = unsafe number(bytes, start + 9 + index * 8)
      }
      let coordinates = CoordinateSequence(trusted: ordinates, dimensions: .xy)
      return (try? LineString(coordinates, srid: srid)).map { .lineString($0) }
    default:
      return nil
    }
  }

  /// Writes the geometry of a row into `bytes`, replacing their content, and returns its envelope; nil, without
  /// writing, for other geometries.
  static func encode(
    _ geometries: GeometryColumn,
    _ row: Int,
    srsID: Int32,
    into bytes: inout [UInt8]
  ) -> Envelope? {
    geometries.withPlainOrdinates(row) { isPoint, ordinates in
      var (minX, minY) = (ordinates[0], ordinates[1])
      var (maxX, maxY) = (minX, minY)
      var index = 2
      while index + 1 < ordinates.count {
        minX = min(minX, ordinates[index])
        maxX = max(maxX, ordinates[index])
        minY = min(minY, ordinates[index + 1])
        maxY = max(maxY, ordinates[index + 1])
        index += 2
      }
      bytes.removeAll(keepingCapacity: true)
      // GP, version 0, little-endian with an envelope of x and y.
      append(UInt32(0x0300_5047), to: &bytes)
      append(UInt32(bitPattern: srsID), to: &bytes)
      for side in [minX, maxX, minY, maxY] { append(side.bitPattern, to: &bytes) }
      bytes.append(1)
      append(UInt32(isPoint ? 1 : 2), to: &bytes)
      if !isPoint { append(UInt32(ordinates.count / 2), to: &bytes) }
      for index in ordinates.indices { append(ordinates[index].bitPattern, to: &bytes) }
      return Envelope(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
    }
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    // The bytes of an initialized number, in memory order.
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  private static func integer(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
    unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  private static func number(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Double {
    let bits = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    return Double(bitPattern: UInt64(littleEndian: bits))
  }
}

/// Inserts rows with one statement, and binds values without creating an object for each.
@safe
struct RowInserter {
  private let database: Database
  /// A separate statement, since GRDB does not see it step; kept so that it is not finalized.
  private let statement: Statement
  private let pointer: OpaquePointer
  private let count: Int

  init(_ database: Database, into table: String, count: Int) throws {
    self.database = database
    self.count = count
    statement = try database.makeStatement(sql: Database.insertion(into: table, count: count))
    unsafe pointer = statement.sqliteStatement
  }

  func insert(_ bind: (inout RowValues) throws -> Void) throws {
    // The statement is alive, and reset before values are bound.
    unsafe sqlite3_reset(pointer)
    unsafe sqlite3_clear_bindings(pointer)
    var values = unsafe RowValues(pointer)
    try bind(&values)
    precondition(values.count == count, "A row has a value for each column")
    // A value that is too long: SQLite loses the message when further values are bound.
    if values.code != SQLITE_OK {
      throw DatabaseError(resultCode: ResultCode(rawValue: values.code))
    }
    let code = unsafe sqlite3_step(pointer)
    // No statement stays active, also after an error.
    unsafe sqlite3_reset(pointer)
    guard code == SQLITE_DONE else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code),
        message: database.lastErrorMessage
      )
    }
  }
}

@safe
struct RowValues: ~Copyable {
  private let pointer: OpaquePointer
  private(set) var count = 0
  fileprivate var code = SQLITE_OK

  private static var transient: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  fileprivate init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  private mutating func next(_ bind: (Int32) -> Int32) {
    count += 1
    if code == SQLITE_OK { code = bind(Int32(truncatingIfNeeded: count)) }
  }

  mutating func appendNull() { count += 1 }

  mutating func append(_ number: Int64) {
    let pointer = unsafe pointer
    next { unsafe sqlite3_bind_int64(pointer, $0, number) }
  }

  /// Adds a number; NaN becomes NULL, as in SQLite.
  mutating func append(_ number: Double) {
    let pointer = unsafe pointer
    next { unsafe sqlite3_bind_double(pointer, $0, number) }
  }

  mutating func append(_ text: String?) {
    guard var text else { return appendNull() }
    let pointer = unsafe pointer
    let utf8 = UInt8(SQLITE_UTF8)
    next { place in
      text.withUTF8 { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) {
          // Without an address it would be NULL.
          guard let start = $0.baseAddress else {
            return unsafe sqlite3_bind_text64(pointer, place, "", 0, Self.transient, utf8)
          }
          return unsafe sqlite3_bind_text64(
            pointer,
            place,
            start,
            UInt64($0.count),
            Self.transient,
            utf8
          )
        }
      }
    }
  }

  /// Adds a UTF-8 text; malformed bytes become U+FFFD.
  mutating func append(utf8 text: Span<UInt8>) {
    guard (try? UTF8Span(validating: text)) != nil, !text.isEmpty else {
      return append(String(decoding: text.indices.map { text[$0] }, as: UTF8.self))
    }
    let pointer = unsafe pointer
    let utf8 = UInt8(SQLITE_UTF8)
    next { place in
      unsafe text.withUnsafeBytes { bytes in
        unsafe sqlite3_bind_text64(
          pointer,
          place,
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
          UInt64(bytes.count),
          Self.transient,
          utf8
        )
      }
    }
  }

  mutating func append(_ bytes: [UInt8]) {
    let pointer = unsafe pointer
    next { place in
      unsafe bytes.withUnsafeBytes {
        // Without an address it would be NULL.
        guard let start = $0.baseAddress else {
          return unsafe sqlite3_bind_zeroblob(pointer, place, 0)
        }
        return unsafe sqlite3_bind_blob64(pointer, place, start, UInt64($0.count), Self.transient)
      }
    }
  }

  mutating func append(_ value: AttributeValue) {
    switch value {
    case .null: appendNull()
    case .integer(let number): append(number)
    case .real(let number): append(number)
    case .text(let text): append(text)
    case .blob(let bytes): append(bytes)
    }
  }
}
