internal import GeoSnap

/// The geometries that nearly all rows have, read in one go: points and lines of x and y alone, all
/// numbers little-endian.
enum PlainGeometryBlob {
  /// Reads a geometry; nil when it is another, or something is wrong with it.
  static func decode(_ bytes: UnsafeRawBufferPointer, srsID: Int64, srid: SRID?) -> Geometry? {
    // Version 0, no extension, little-endian. All offsets are compared with the count before they
    // are read.
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
      let coordinates = CoordinateSequence(ordinates: ordinates, dimensions: .xy)
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
