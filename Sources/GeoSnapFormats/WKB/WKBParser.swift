/// Walks through well-known binary; every read checks the bounds first.
struct WKBParser {
  /// The next byte to read.
  private(set) var offset = 0
  /// Whether lines of one coordinate and open rings are refused.
  let isChecking: Bool

  /// Creates a parser at the first byte.
  init(isChecking: Bool = true) { self.isChecking = isChecking }

  /// What precedes the content of each geometry.
  private struct Header {
    let offset: Int
    let isLittleEndian: Bool
    let type: GeometryType
    let dimensions: CoordinateDimensions
    let srid: SRID?
  }

  /// Reads one geometry; one that states no reference system is in `srid`.
  mutating func readGeometry(
    _ bytes: Span<UInt8>,
    srid: SRID?,
    depth: Int = 0
  ) throws(FormatError) -> Geometry {
    if let point = readPlainPoint(bytes, srid: srid) { return point }
    let header = try readHeader(bytes, srid: srid)
    switch header.type {
    case .point: return .point(try readPoint(bytes, header))
    case .lineString:
      let coordinates = try readCoordinates(bytes, header)
      return try assemble(header, coordinates)
    case .polygon:
      var ordinates: [Double] = []
      var ringEnds: [Int] = []
      try readRings(bytes, header, &ordinates, &ringEnds)
      return try assemble(header, sequence(ordinates, header), pathEnds: ringEnds)
    case .multiPoint: return .multiPoint(try readMultiPoint(bytes, header))
    case .multiLineString:
      var ordinates: [Double] = []
      var partEnds: [Int] = []
      for _ in 0..<(try readCount(bytes, header, minimumSize: 9)) {
        let member = try readMemberHeader(bytes, header, type: .lineString)
        let start = ordinates.count
        try readOrdinates(bytes, member, into: &ordinates)
        // Empty parts have no coordinates to keep.
        if ordinates.count > start { partEnds.append(ordinates.count / header.dimensions.count) }
      }
      return try assemble(header, sequence(ordinates, header), pathEnds: partEnds)
    case .multiPolygon: return try readMultiPolygon(bytes, header)
    case .geometryCollection:
      guard depth < maximumNestingDepth else {
        throw FormatError(
          .nestedTooDeep,
          "Collections nest deeper than \(maximumNestingDepth).",
          offset: header.offset
        )
      }
      var members: [Geometry] = []
      for _ in 0..<(try readCount(bytes, header, minimumSize: 9)) {
        members.append(try readGeometry(bytes, srid: header.srid, depth: depth + 1))
      }
      do throws(GeometryError) {
        return .collection(try GeometryCollection(members, srid: header.srid))
      } catch {
        throw FormatError(error, offset: header.offset)
      }
    }
  }

  // MARK: Types

  /// Reads the commonest geometry, a little-endian point of x and y that states no reference system; nil,
  /// and nothing read, for all others.
  @inline(__always)
  private mutating func readPlainPoint(_ bytes: Span<UInt8>, srid: SRID?) -> Geometry? {
    guard bytes.count - offset >= 21, bytes[offset] == 1,
      bytes.littleEndianUInt32(at: offset + 1) == GeometryType.point.rawValue
    else { return nil }
    offset += 5
    let x = readDouble(bytes, true)
    let y = readDouble(bytes, true)
    return .point(x.isNaN && y.isNaN ? Point(emptyIn: srid) : Point(x: x, y: y, srid: srid))
  }

  private mutating func readPoint(
    _ bytes: Span<UInt8>,
    _ header: Header
  ) throws(FormatError) -> Point {
    let width = header.dimensions.count
    try require(bytes, width * 8)
    let x = readDouble(bytes, header.isLittleEndian)
    let y = readDouble(bytes, header.isLittleEndian)
    let z = header.dimensions.hasZ ? readDouble(bytes, header.isLittleEndian) : nil
    let m = header.dimensions.hasM ? readDouble(bytes, header.isLittleEndian) : nil
    if x.isNaN && y.isNaN { return Point(emptyIn: header.srid) }
    return Point(x: x, y: y, z: z, m: m, srid: header.srid)
  }

  private mutating func readMultiPoint(
    _ bytes: Span<UInt8>,
    _ header: Header
  ) throws(FormatError) -> MultiPoint {
    let width = header.dimensions.count
    let count = try readCount(bytes, header, minimumSize: 5 + width * 8)
    var ordinates: [Double] = []
    ordinates.reserveCapacity(count * width)
    for _ in 0..<count {
      let member = try readMemberHeader(bytes, header, type: .point)
      try require(bytes, width * 8)
      let start = ordinates.count
      for _ in 0..<width { ordinates.append(readDouble(bytes, member.isLittleEndian)) }
      if ordinates[start].isNaN && ordinates[start + 1].isNaN { ordinates.removeLast(width) }
    }
    return MultiPoint(sequence(ordinates, header), srid: header.srid)
  }

  private mutating func readMultiPolygon(
    _ bytes: Span<UInt8>,
    _ header: Header
  ) throws(FormatError) -> Geometry {
    var ordinates: [Double] = []
    var ringEnds: [Int] = []
    var polygonEnds: [Int] = []
    for _ in 0..<(try readCount(bytes, header, minimumSize: 9)) {
      let member = try readMemberHeader(bytes, header, type: .polygon)
      let start = ringEnds.count
      try readRings(bytes, member, &ordinates, &ringEnds)
      if ringEnds.count > start { polygonEnds.append(ringEnds.count) }
    }
    return try assemble(
      header,
      sequence(ordinates, header),
      pathEnds: ringEnds,
      partEnds: polygonEnds
    )
  }

  /// Reads the rings of a polygon and appends them.
  @inline(never)
  private mutating func readRings(
    _ bytes: Span<UInt8>,
    _ header: Header,
    _ ordinates: inout [Double],
    _ ringEnds: inout [Int]
  ) throws(FormatError) {
    for _ in 0..<(try readCount(bytes, header, minimumSize: 4)) {
      try readOrdinates(bytes, header, into: &ordinates)
      ringEnds.append(ordinates.count / header.dimensions.count)
    }
  }

  private func sequence(_ ordinates: [Double], _ header: Header) -> CoordinateSequence {
    CoordinateSequence(trusted: ordinates, dimensions: header.dimensions)
  }

  /// Says where in the input a geometry's own complaint belongs.
  @inline(never)
  private func assemble(
    _ header: Header,
    _ coordinates: CoordinateSequence,
    pathEnds: [Int] = [],
    partEnds: [Int] = []
  ) throws(FormatError) -> Geometry {
    do throws(GeometryError) {
      return try .assembled(
        header.type,
        coordinates,
        pathEnds: pathEnds,
        partEnds: partEnds,
        srid: header.srid,
        isChecking: isChecking
      )
    } catch {
      throw FormatError(error, offset: header.offset)
    }
  }

  // MARK: Headers

  private mutating func readHeader(
    _ bytes: Span<UInt8>,
    srid: SRID?
  ) throws(FormatError) -> Header {
    let start = offset
    try require(bytes, 5)
    guard bytes[start] <= 1 else {
      throw FormatError(
        .unknownByteOrder,
        "The byte order is \(bytes[start]); 0 and 1 are known.",
        offset: start
      )
    }
    let isLittleEndian = bytes[start] == 1
    offset += 1
    let code = readUInt32(bytes, isLittleEndian)
    var stated: SRID?
    if code & EWKBFlag.srid != 0 {
      try require(bytes, 4)
      let value = SRID(bitPattern: readUInt32(bytes, isLittleEndian))
      stated = value == 0 ? nil : value
    }
    let shared: SRID?
    do throws(GeometryError) {
      shared = stated == nil ? srid : try commonSRID(srid, stated)
    } catch {
      throw FormatError(error, offset: start)
    }
    let isoCode = code & ~EWKBFlag.all
    guard let type = GeometryType(rawValue: isoCode % 1_000), isoCode < 4_000 else {
      throw FormatError(
        .unexpectedType,
        "Geometry type \(code) is not one of OGC's simple features.",
        offset: start + 1
      )
    }
    let isoDimensions = CoordinateDimensions(rawValue: UInt8(isoCode / 1_000)) ?? .xy
    return Header(
      offset: start,
      isLittleEndian: isLittleEndian,
      type: type,
      dimensions: CoordinateDimensions(
        hasZ: isoDimensions.hasZ || code & EWKBFlag.z != 0,
        hasM: isoDimensions.hasM || code & EWKBFlag.m != 0
      ),
      srid: shared
    )
  }

  private mutating func readMemberHeader(
    _ bytes: Span<UInt8>,
    _ parent: Header,
    type: GeometryType
  ) throws(FormatError) -> Header {
    let member = try readHeader(bytes, srid: parent.srid)
    guard member.type == type else {
      throw FormatError(
        .unexpectedType,
        "\(parent.type.name) holds a \(member.type.name).",
        offset: member.offset + 1
      )
    }
    guard member.dimensions == parent.dimensions else {
      throw FormatError(
        .unsupportedDimensions,
        "\(parent.type.name) is \(parent.dimensions), but its part \(member.dimensions).",
        offset: member.offset + 1
      )
    }
    return member
  }

  // MARK: Numbers

  /// Reads how many items follow, each of at least `minimumSize` bytes.
  @inline(never)
  private mutating func readCount(
    _ bytes: Span<UInt8>,
    _ header: Header,
    minimumSize: Int
  ) throws(FormatError) -> Int {
    try require(bytes, 4)
    let start = offset
    let count = Int(readUInt32(bytes, header.isLittleEndian))
    guard count <= (bytes.count - offset) / minimumSize else {
      throw FormatError(
        .truncated,
        "\(header.type.name) announces \(count) items, more than the "
          + "\(bytes.count - offset) bytes left can hold.",
        offset: start
      )
    }
    return count
  }

  /// Reads as many coordinates as the input announces, and appends their ordinates.
  @inline(never)
  private mutating func readOrdinates(
    _ bytes: Span<UInt8>,
    _ header: Header,
    into ordinates: inout [Double]
  ) throws(FormatError) {
    let width = header.dimensions.count
    let length = try readCount(bytes, header, minimumSize: width * 8) * width
    ordinates.append(bytes, from: offset, count: length, isLittleEndian: header.isLittleEndian)
    offset += length * 8
  }

  private mutating func readCoordinates(
    _ bytes: Span<UInt8>,
    _ header: Header
  ) throws(FormatError) -> CoordinateSequence {
    var ordinates: [Double] = []
    try readOrdinates(bytes, header, into: &ordinates)
    return sequence(ordinates, header)
  }

  private func require(_ bytes: Span<UInt8>, _ size: Int) throws(FormatError) {
    guard size <= bytes.count - offset else {
      throw FormatError(
        .truncated,
        "\(size) bytes are needed; \(bytes.count - offset) are left.",
        offset: offset
      )
    }
  }

  @inline(__always)
  private mutating func readUInt32(_ bytes: Span<UInt8>, _ isLittleEndian: Bool) -> UInt32 {
    let value = bytes.littleEndianUInt32(at: offset)
    offset += 4
    return isLittleEndian ? value : value.byteSwapped
  }

  @inline(__always)
  private mutating func readDouble(_ bytes: Span<UInt8>, _ isLittleEndian: Bool) -> Double {
    let value = bytes.littleEndianUInt64(at: offset)
    offset += 8
    return Double(bitPattern: isLittleEndian ? value : value.byteSwapped)
  }
}

/// The bits that EWKB sets in a type code.
enum EWKBFlag {
  static let z: UInt32 = 0x8000_0000
  static let m: UInt32 = 0x4000_0000
  static let srid: UInt32 = 0x2000_0000
  static let all = z | m | srid
}
