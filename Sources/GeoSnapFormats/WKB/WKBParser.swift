/// Reads well-known binary; every read checks the bounds first.
struct WKBParser {
  private(set) var offset = 0
  /// Whether lines of one coordinate and open rings are refused.
  let isChecking: Bool
  /// The converter of arcs; nil to refuse arcs.
  var arcs: CircularArcs?

  init(isChecking: Bool = true, arcs: CircularArcs? = nil) {
    self.isChecking = isChecking
    self.arcs = arcs
  }

  /// Reads one geometry, which is in `srid` unless it states its reference system.
  mutating func readGeometry(
    _ bytes: Span<UInt8>,
    srid: SRID?,
    depth: Int = 0
  ) throws(FormatError) -> Geometry {
    if let point = readPlainPoint(bytes, srid: srid) { return point }
    let header = try readHeader(bytes, srid: srid)
    switch header.type {
    case .point: return .point(try readPoint(bytes, header))
    case .multiPoint: return .multiPoint(try readMultiPoint(bytes, header))
    case .lineString, .polygon, .multiLineString, .multiPolygon: return try readPaths(bytes, header)
    case .geometryCollection:
      try checkNesting(depth, at: header.offset)
      var members: [Geometry] = []
      for _ in 0..<(try readCount(bytes, header, minimumSize: 9)) {
        members.append(try readGeometry(bytes, srid: header.srid, depth: depth + 1))
      }
      return try placed(at: header.offset) { () throws(GeometryError) in
        .collection(try GeometryCollection(members, srid: header.srid))
      }
    }
  }

  // MARK: Types

  /// Reads a little-endian point of x and y without a reference system, the commonest geometry; nil, unread, for
  /// others.
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
    let places = CoordinateSequence(trusted: ordinates, dimensions: header.dimensions)
    return MultiPoint(places, srid: header.srid)
  }

  /// Reads a geometry of lines or areas; of curves it makes lines and polygons.
  private mutating func readPaths(
    _ bytes: Span<UInt8>,
    _ header: Header
  ) throws(FormatError) -> Geometry {
    var ordinates: [Double] = []
    var pathEnds: [Int] = []
    var partEnds: [Int] = []
    switch header.type {
    case .lineString: try readCurve(bytes, header, into: &ordinates)
    case .multiPolygon:
      for _ in 0..<(try readCount(bytes, header, minimumSize: 9)) {
        let member = try readMemberHeader(bytes, header, type: .polygon)
        let start = pathEnds.count
        try readMembers(bytes, member, &ordinates, &pathEnds)
        if pathEnds.count > start { partEnds.append(pathEnds.count) }
      }
    default: try readMembers(bytes, header, &ordinates, &pathEnds)
    }
    return try placed(at: header.offset) { [isChecking] () throws(GeometryError) in
      try .assembled(
        header.type,
        CoordinateSequence(trusted: ordinates, dimensions: header.dimensions),
        pathEnds: pathEnds,
        partEnds: partEnds,
        srid: header.srid,
        isChecking: isChecking
      )
    }
  }

  /// Reads the rings of a polygon, or the members of curves as paths, without empty ones.
  private mutating func readMembers(
    _ bytes: Span<UInt8>,
    _ header: Header,
    _ ordinates: inout [Double],
    _ pathEnds: inout [Int]
  ) throws(FormatError) {
    if header.type == .polygon, header.curve == 0 {
      return try readRings(bytes, header, &ordinates, &pathEnds)
    }
    for _ in 0..<(try readCount(bytes, header, minimumSize: 9)) {
      let member = try readMemberHeader(bytes, header, type: .lineString)
      let start = ordinates.count
      try readCurve(bytes, member, into: &ordinates)
      if ordinates.count > start { pathEnds.append(ordinates.count / header.dimensions.count) }
    }
  }

  @inline(never) private mutating func readRings(
    _ bytes: Span<UInt8>,
    _ header: Header,
    _ ordinates: inout [Double],
    _ ringEnds: inout [Int]
  ) throws(FormatError) {
    let (start, first) = (ordinates.count, ringEnds.count)
    for ring in 0..<(try readCount(bytes, header, minimumSize: 4)) {
      let before = ordinates.count
      try readOrdinates(bytes, header, into: &ordinates)
      // An exterior ring may be empty; empty holes are dropped.
      if ring > 0, ordinates.count == before { continue }
      ringEnds.append(ordinates.count / header.dimensions.count)
    }
    if ordinates.count == start { ringEnds.removeSubrange(first...) }
  }

  // MARK: Curves

  private mutating func readCurve(
    _ bytes: Span<UInt8>,
    _ header: Header,
    into ordinates: inout [Double]
  ) throws(FormatError) {
    let start = ordinates.count
    let width = header.dimensions.count
    guard header.curve == 9 else {
      try readOrdinates(bytes, header, into: &ordinates)
      guard header.curve == 8 else { return }
      var drawn = arcs ?? CircularArcs(tolerance: .infinity)
      guard drawn.straighten(&ordinates, from: start, width: width) else {
        throw .circularString(offset: header.offset)
      }
      if arcs == nil, drawn.count > 0 { throw .arc(offset: header.offset) }
      if arcs != nil { arcs = drawn }
      return
    }
    for _ in 0..<(try readCount(bytes, header, minimumSize: 9)) {
      let piece = try readMemberHeader(bytes, header, type: .lineString)
      guard piece.curve != 9 else {
        throw FormatError(
          .unexpectedType,
          "A COMPOUNDCURVE cannot contain a COMPOUNDCURVE.",
          offset: piece.offset + 1
        )
      }
      let joint = ordinates.count
      try readCurve(bytes, piece, into: &ordinates)
      guard joint > start, ordinates.count > joint else { continue }
      guard ordinates[joint - width] == ordinates[joint],
        ordinates[joint - width + 1] == ordinates[joint + 1]
      else { throw .gap(offset: piece.offset) }
      ordinates.removeSubrange(joint..<(joint + width))
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
        "The byte order is \(bytes[start]); it must be 0 or 1.",
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
    let shared = try placed(at: start) { () throws(GeometryError) in try commonSRID(srid, stated) }
    let isoCode = code & ~EWKBFlag.all
    let simple = GeometryType(rawValue: isoCode % 1_000)
    guard let type = simple ?? GeometryType.straight[isoCode % 1_000], isoCode < 4_000 else {
      throw .type(isoCode < 4_000 ? isoCode % 1_000 : code, offset: start + 1)
    }
    let isoDimensions = CoordinateDimensions(rawValue: UInt8(isoCode / 1_000)) ?? .xy
    return Header(
      offset: start,
      isLittleEndian: isLittleEndian,
      type: type,
      curve: simple == nil ? isoCode % 1_000 : 0,
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
    // Only curves contain curves.
    guard member.type == type, parent.curve != 0 || member.curve == 0 else {
      throw FormatError(
        .unexpectedType,
        "A \(parent.name) cannot contain a \(member.name).",
        offset: member.offset + 1
      )
    }
    guard member.dimensions == parent.dimensions else {
      throw FormatError(
        .unsupportedDimensions,
        "\(parent.name) is \(parent.dimensions), but its part is \(member.dimensions).",
        offset: member.offset + 1
      )
    }
    return member
  }

  // MARK: Numbers

  /// Reads the number of items that follow, each of at least `minimumSize` bytes.
  @inline(never) private mutating func readCount(
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
        "The \(header.name) declares \(count) items, more than the rest of the data can hold.",
        offset: start
      )
    }
    return count
  }

  /// Reads the announced number of coordinates, and appends their ordinates.
  @inline(never) private mutating func readOrdinates(
    _ bytes: Span<UInt8>,
    _ header: Header,
    into ordinates: inout [Double]
  ) throws(FormatError) {
    let width = header.dimensions.count
    let length = try readCount(bytes, header, minimumSize: width * 8) * width
    ordinates.append(bytes, from: offset, count: length, isLittleEndian: header.isLittleEndian)
    offset += length * 8
  }

  private func require(_ bytes: Span<UInt8>, _ size: Int) throws(FormatError) {
    guard size <= bytes.count - offset else {
      throw FormatError(
        .truncated,
        "Bytes needed here: \(size), but left: \(bytes.count - offset).",
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

  struct Header {
    let offset: Int
    let isLittleEndian: Bool
    let type: GeometryType
    /// The code of a type of curves; 0 for the simple types.
    let curve: UInt32
    let dimensions: CoordinateDimensions
    let srid: SRID?

    var name: String { GeometryType.others[curve] ?? type.name }
  }
}

/// The bits that EWKB sets in a type code.
enum EWKBFlag {
  static let z: UInt32 = 0x8000_0000
  static let m: UInt32 = 0x4000_0000
  static let srid: UInt32 = 0x2000_0000
  static let all = z | m | srid
}
