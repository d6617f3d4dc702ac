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

  /// An array of texts as PostgreSQL writes it.
  static func words(_ words: [String]) -> ServerValue {
    let items = words.map {
      "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
    return .text("{\(items.joined(separator: ","))}")
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

/// The cells of one row in the form of `COPY … (FORMAT binary)`, read from libpq's memory.
@safe
struct BinaryRow {
  private let bytes: UnsafeRawBufferPointer

  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 2, unsafe Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)) >= 0
    else { return nil }
    unsafe self.bytes = bytes
  }

  var cells: Cells { unsafe Cells(bytes) }

  /// A position in a row; each offset is compared with the count before it is read.
  @safe
  struct Cells {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 2

    fileprivate init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

    /// The next cell's bytes; nil for NULL, or at the end.
    private mutating func next() -> UnsafeRawBufferPointer? {
      guard unsafe bytes.count - offset >= 4 else { return nil }
      let count = unsafe Int(
        Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
      )
      offset += 4
      guard count >= 0, unsafe bytes.count - offset >= count else { return nil }
      defer { offset += count }
      return unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    }

    mutating func integer() -> Int64? {
      guard let cell = unsafe next() else { return nil }
      switch cell.count {
      case 8: return unsafe Int64(bigEndian: cell.loadUnaligned(as: Int64.self))
      case 4: return unsafe Int64(Int32(bigEndian: cell.loadUnaligned(as: Int32.self)))
      case 2: return unsafe Int64(Int16(bigEndian: cell.loadUnaligned(as: Int16.self)))
      case 1: return unsafe Int64(cell[0])
      default: return nil
      }
    }

    mutating func real() -> Double? {
      guard let cell = unsafe next() else { return nil }
      switch cell.count {
      case 8:
        return unsafe Double(bitPattern: UInt64(bigEndian: cell.loadUnaligned(as: UInt64.self)))
      case 4:
        return unsafe Double(
          Float(bitPattern: UInt32(bigEndian: cell.loadUnaligned(as: UInt32.self)))
        )
      default: return nil
      }
    }

    mutating func globalID() -> GlobalID? {
      guard let cell = unsafe next(), cell.count == 16 else { return nil }
      return unsafe GlobalID(
        high: UInt64(bigEndian: cell.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: cell.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }

    mutating func text() -> String? {
      guard let cell = unsafe next() else { return nil }
      return unsafe String(decoding: cell, as: UTF8.self)
    }

    mutating func blob() -> [UInt8]? {
      guard let cell = unsafe next() else { return nil }
      return unsafe Array(cell)
    }

    /// A geometry, and the number of its arcs that became straight segments; nil for NULL.
    mutating func geometry(
      srid: SRID?
    ) throws(FormatError) -> (geometry: Geometry, arcCount: Int)? {
      guard let cell = unsafe next() else { return nil }
      if let geometry = unsafe Self.plain(cell, srid: srid) { return (geometry, 0) }
      return unsafe try Geometry.straightened(wkb: cell.bindMemory(to: UInt8.self).span, srid: srid)
    }

    /// A fast path for the most common geometries: little-endian points and lines with x and y only.
    private static func plain(_ bytes: UnsafeRawBufferPointer, srid: SRID?) -> Geometry? {
      guard bytes.count >= 21, unsafe bytes[0] == 1 else { return nil }
      let code = unsafe integer(bytes, 1)
      var start = 5
      if code & 0x2000_0000 != 0 {
        guard let srid, unsafe integer(bytes, 5) == UInt32(truncatingIfNeeded: srid) else {
          return nil
        }
        start = 9
      }
      switch code & ~0x2000_0000 {
      case 1:
        guard bytes.count == start + 16 else { return nil }
        let place = unsafe Coordinate(x: number(bytes, start), y: number(bytes, start + 8))
        // Two NaN are the empty point.
        guard place.x == place.x || place.y == place.y else { return nil }
        return .point(Point(place, srid: srid))
      case 2:
        guard bytes.count >= start + 4 else { return nil }
        let count = unsafe Int(integer(bytes, start))
        guard count >= 2, bytes.count - start - 4 == count * 16 else { return nil }
        let ordinates = unsafe [Double](unsafeUninitializedCapacity: count * 2) { memory, filled in
          for index in 0..<count * 2 {
            unsafe memory[index] = number(bytes, start + 4 + index * 8)
          }
          filled = count * 2
        }
        let coordinates = CoordinateSequence(trusted: ordinates, dimensions: .xy)
        return (try? LineString(coordinates, srid: srid)).map { .lineString($0) }
      default:
        return nil
      }
    }

    private static func integer(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
      unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Double {
      let bits = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      return Double(bitPattern: UInt64(littleEndian: bits))
    }
  }
}
