internal import GeoSnap

/// The cells of one row in the form of `COPY … (FORMAT binary)`, read from libpq's memory.
///
/// It is valid only during the call that receives it.
@safe
struct BinaryRow {
  private let bytes: UnsafeRawBufferPointer

  /// Reads a row; nil for the end of the rows.
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
    ///
    /// - Throws: ``FormatError`` when it is malformed.
    mutating func geometry(
      srid: SRID?
    ) throws(FormatError) -> (geometry: Geometry, arcCount: Int)? {
      guard let cell = unsafe next() else { return nil }
      if let geometry = unsafe Self.plain(cell, srid: srid) { return (geometry, 0) }
      return unsafe try Geometry.straightened(
        wkb: cell.bindMemory(to: UInt8.self).span,
        srid: srid
      )
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
