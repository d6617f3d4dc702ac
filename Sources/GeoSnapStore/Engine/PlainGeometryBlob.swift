internal import GeoSnap

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

  /// Reads a geometry; nil for other or malformed geometries.
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
