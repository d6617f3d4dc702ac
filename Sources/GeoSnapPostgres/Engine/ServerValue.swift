internal import GeoSnap

enum ServerValue {
  case null
  case bool(Bool)
  case small(Int32)
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes([UInt8])
  case globalID(GlobalID)
  case integers([Int64])
  /// A geometry for PostGIS: WKB with its reference system.
  case geometry([UInt8])

  /// The value in PostgreSQL's format; nil for NULL.
  var bytes: [UInt8]? {
    switch self {
    case .null: nil
    case .bool(let value): [value ? 1 : 0]
    case .small(let value): value.bigEndianBytes
    case .integer(let value): value.bigEndianBytes
    case .real(let value): value.bitPattern.bigEndianBytes
    case .text(let value): Array(value.utf8)
    case .bytes(let value), .geometry(let value): value
    case .globalID(let value): value.high.bigEndianBytes + value.low.bigEndianBytes
    case .integers(let values):
      Self.array(values)
    }
  }

  private static func array(_ values: [Int64]) -> [UInt8] {
    // An array without elements has no dimension.
    let dimensions: [Int32] = values.isEmpty ? [0, 0, 20] : [1, 0, 20, Int32(values.count), 1]
    var bytes: [UInt8] = []
    for number in dimensions { bytes += number.bigEndianBytes }
    for value in values {
      bytes += Int32(8).bigEndianBytes
      bytes += value.bigEndianBytes
    }
    return bytes
  }

  /// Whether the bytes are in PostgreSQL's binary form rather than a text.
  var isBinary: Bool {
    if case .text = self { false } else { true }
  }
}

extension FixedWidthInteger {
  var bigEndianBytes: [UInt8] {
    (0..<bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (bitWidth - 8 - $0 * 8)) }
  }
}

/// Rows in the form of `COPY … (FORMAT binary)`.
struct BinaryWriter {
  static let beginning: [UInt8] =
    Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [0, 0, 0, 0] + [0, 0, 0, 0]
  static let ending: [UInt8] = [0xFF, 0xFF]

  private(set) var bytes: [UInt8] = []

  mutating func begin(_ count: Int) { append(Int16(count)) }

  mutating func appendNull() { append(Int32(-1)) }

  mutating func append(_ cell: ServerValue) {
    switch cell {
    case .null: appendNull()
    case .small(let value): append(Int32(4), value)
    case .integer(let value): append(Int32(8), value)
    case .real(let value): append(Int32(8), value.bitPattern)
    case .globalID(let value):
      append(Int32(16), value.high)
      append(value.low)
    default:
      let value = cell.bytes ?? []
      append(Int32(value.count))
      bytes += value
    }
  }

  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  private mutating func append(_ count: Int32, _ value: some FixedWidthInteger) {
    append(count)
    append(value)
  }

  private mutating func append(_ value: some FixedWidthInteger) {
    var shift = value.bitWidth - 8
    while shift >= 0 {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
      shift -= 8
    }
  }
}

extension ServerValue {
  /// An array of texts as PostgreSQL writes it.
  static func words(_ words: [String]) -> ServerValue {
    let items = words.map {
      "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
    return .text("{\(items.joined(separator: ","))}")
  }
}
