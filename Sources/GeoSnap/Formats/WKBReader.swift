/// Walks through well-known binary; every read checks the bounds first.
struct WKBReader {
  /// The next byte to read.
  private(set) var offset = 0

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
    let header = try readHeader(bytes, srid: srid)
    switch header.type {
    case .point:
      return .point(try readPoint(bytes, header))
    case .lineString:
      let coordinates = try readCoordinates(bytes, header)
      return try build(header) { () throws(GeometryError) in
        .lineString(try LineString(coordinates, srid: header.srid))
      }
    case .polygon:
      return .polygon(try readPolygon(bytes, header))
    case .multiPoint:
      return .multiPoint(try readMultiPoint(bytes, header))
    case .multiLineString:
      var parts: [CoordinateSequence] = []
      for _ in 0..<(try readCount(bytes, header, minimumSize: 9)) {
        let member = try readMemberHeader(bytes, header, type: .lineString)
        parts.append(try readCoordinates(bytes, member))
      }
      // An empty part says whether an empty multi line has Z and M.
      if parts.isEmpty { parts = [CoordinateSequence(dimensions: header.dimensions)] }
      return try build(header) { () throws(GeometryError) in
        .multiLineString(try MultiLineString(parts: parts, srid: header.srid))
      }
    case .multiPolygon:
      var polygons: [Polygon] = []
      for _ in 0..<(try readCount(bytes, header, minimumSize: 9)) {
        let member = try readMemberHeader(bytes, header, type: .polygon)
        polygons.append(try readPolygon(bytes, member))
      }
      return try build(header) { () throws(GeometryError) in
        .multiPolygon(try MultiPolygon(polygons: polygons, srid: header.srid))
      }
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
      return try build(header) { () throws(GeometryError) in
        .collection(try GeometryCollection(members, srid: header.srid))
      }
    }
  }

  // MARK: Types

  private mutating func readPoint(
    _ bytes: Span<UInt8>,
    _ header: Header
  ) throws(FormatError) -> Point {
    let sequence = try readCoordinates(bytes, header, count: 1)
    let place = sequence[0]
    if place.x.isNaN && place.y.isNaN { return Point(emptyIn: header.srid) }
    return Point(place, z: sequence.z(at: 0), m: sequence.m(at: 0), srid: header.srid)
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
      let sequence = try readCoordinates(bytes, member, count: 1)
      if sequence[0].x.isNaN && sequence[0].y.isNaN { continue }
      ordinates.append(contentsOf: sequence.ordinates)
    }
    return MultiPoint(
      CoordinateSequence(ordinates: ordinates, dimensions: header.dimensions),
      srid: header.srid
    )
  }

  private mutating func readPolygon(
    _ bytes: Span<UInt8>,
    _ header: Header
  ) throws(FormatError) -> Polygon {
    var ordinates: [Double] = []
    var ringEnds: [Int] = []
    for _ in 0..<(try readCount(bytes, header, minimumSize: 4)) {
      ordinates.append(contentsOf: try readCoordinates(bytes, header).ordinates)
      ringEnds.append(ordinates.count / header.dimensions.count)
    }
    let coordinates = CoordinateSequence(ordinates: ordinates, dimensions: header.dimensions)
    return try build(header) { () throws(GeometryError) in
      try Polygon(coordinates: coordinates, ringEnds: ringEnds, srid: header.srid)
    }
  }

  /// Says where in the input a geometry's own complaint belongs.
  private func build<Value>(
    _ header: Header,
    _ body: () throws(GeometryError) -> Value
  ) throws(FormatError) -> Value {
    do throws(GeometryError) {
      return try body()
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
      shared = try commonSRID(srid, stated)
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

  /// Reads `count` coordinates, or as many as the input announces.
  private mutating func readCoordinates(
    _ bytes: Span<UInt8>,
    _ header: Header,
    count: Int? = nil
  ) throws(FormatError) -> CoordinateSequence {
    let width = header.dimensions.count
    let length: Int
    if let count {
      length = count * width
      try require(bytes, length * 8)
    } else {
      length = try readCount(bytes, header, minimumSize: width * 8) * width
    }
    var ordinates: [Double] = []
    ordinates.reserveCapacity(length)
    for _ in 0..<length { ordinates.append(readDouble(bytes, header.isLittleEndian)) }
    return CoordinateSequence(ordinates: ordinates, dimensions: header.dimensions)
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

  private mutating func readUInt32(_ bytes: Span<UInt8>, _ isLittleEndian: Bool) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<4 { value |= UInt32(bytes[offset + index]) &<< UInt32(index * 8) }
    offset += 4
    return isLittleEndian ? value : value.byteSwapped
  }

  private mutating func readDouble(_ bytes: Span<UInt8>, _ isLittleEndian: Bool) -> Double {
    var value: UInt64 = 0
    for index in 0..<8 { value |= UInt64(bytes[offset + index]) &<< UInt64(index * 8) }
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
