/// The members of an object of Esri JSON, whose names decide its type.
struct EsriJSONObject {
  private enum Ordinate: Int {
    case x
    case y
    case z
    case m
    case xmin
    case ymin
    case xmax
    case ymax
  }

  private struct Ordinates {
    static let names = ["x", "y", "z", "m", "xmin", "ymin", "xmax", "ymax"]

    private var values = InlineArray<8, Double?>(repeating: nil)
    private(set) var isEmpty = true

    subscript(ordinate: Ordinate) -> Double? { values[ordinate.rawValue] }

    /// Keeps a value; false when it already has one.
    mutating func keep(_ value: Double, at index: Int) -> Bool {
      guard values[index] == nil else { return false }
      values[index] = value
      isEmpty = false
      return true
    }
  }

  private let start: Int
  private var ordinates = Ordinates()
  private var positions: (type: GeometryType, value: NestedPositions)?
  /// The geometry of a feature; nil when the member is absent or null.
  private var inner: Geometry?
  private var hasGeometry = false
  private var attributes: [String: JSONFragment]?
  private var srid: SRID?
  private(set) var olderCode: SRID?
  private var hasReference = false
  private(set) var hasZ: Bool?
  private(set) var hasM: Bool?
  private(set) var foreignMembers: [String: JSONFragment] = [:]
  /// Whether reading stopped at the array of a collection's features.
  private(set) var isCollection = false

  /// Reads an object; with `stopsAtFeatures` up to the array of a collection's features.
  init(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    _ parser: EsriJSONParser,
    isInner: Bool = false,
    stopsAtFeatures: Bool = false
  ) throws(FormatError) {
    _ = scanner.peek(bytes)
    start = scanner.offset
    var goesOn = try scanner.beginObject(bytes)
    while goesOn {
      let name = try scanner.readName(bytes)
      if stopsAtFeatures, name.matches("features", in: bytes),
        scanner.take(bytes, JSONByte.openBracket)
      {
        isCollection = true
        return
      }
      try readMember(name, bytes, &scanner, parser, isInner)
      goesOn = try scanner.continueObject(bytes)
    }
  }

  private static let lists: [(name: String, type: GeometryType)] = [
    ("paths", .lineString), ("rings", .polygon), ("points", .multiPoint),
  ]

  private mutating func readMember(
    _ name: JSONName,
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    _ parser: EsriJSONParser,
    _ isInner: Bool
  ) throws(FormatError) {
    if let list = Self.lists.first(where: { name.matches($0.name, in: bytes) }) {
      guard positions == nil else {
        throw FormatError(
          .duplicateMember,
          "An object has two of the members paths, rings and points, or one of these members twice.",
          offset: name.range.lowerBound
        )
      }
      var positions = NestedPositions()
      try positions.read(bytes, &scanner, EsriJSONParser.rules)
      self.positions = (list.type, positions)
    } else if let index = Ordinates.names.firstIndex(where: { name.matches($0, in: bytes) }) {
      let missing = try NestedPositions.readMissing(bytes, &scanner)
      let ordinate = if let missing { missing } else { try scanner.readNumber(bytes) }
      try name.refuseTwice(!ordinates.keep(ordinate, at: index), in: bytes)
    } else if name.matches("curvePaths", in: bytes) || name.matches("curveRings", in: bytes) {
      throw FormatError(
        .unsupportedCurve,
        "The geometry has curves: query the layer with returnTrueCurves=false, or densify the geometry at its source.",
        offset: name.range.lowerBound
      )
    } else if name.matches("hasZ", in: bytes) {
      try name.refuseTwice(hasZ != nil, in: bytes)
      hasZ = try scanner.takeNull(bytes) ? false : scanner.readBoolean(bytes)
    } else if name.matches("hasM", in: bytes) {
      try name.refuseTwice(hasM != nil, in: bytes)
      hasM = try scanner.takeNull(bytes) ? false : scanner.readBoolean(bytes)
    } else if name.matches("spatialReference", in: bytes) {
      try name.refuseTwice(hasReference, in: bytes)
      hasReference = true
      (srid, olderCode) = try EsriJSONParser.readSpatialReference(bytes, &scanner)
    } else if name.matches("geometry", in: bytes), !isInner {
      try name.refuseTwice(hasGeometry, in: bytes)
      hasGeometry = true
      if try scanner.takeNull(bytes) { return }
      inner = try EsriJSONObject(bytes, &scanner, parser, isInner: true).geometry(parser)
    } else if name.matches("attributes", in: bytes), !isInner {
      try name.refuseTwice(attributes != nil, in: bytes)
      attributes = try scanner.takeNull(bytes) ? [:] : JSONFragment.readMembers(bytes, &scanner)
    } else {
      try JSONFragment.readMember(name, bytes, &scanner, into: &foreignMembers)
    }
  }

  // MARK: Making

  /// The feature of the members; a bare geometry becomes a feature.
  func feature(_ parser: EsriJSONParser) throws(FormatError) -> EsriFeature {
    guard hasGeometry || attributes != nil else {
      return EsriFeature(geometry: try geometry(parser), foreignMembers: foreignMembers)
    }
    guard positions == nil, ordinates.isEmpty else {
      throw FormatError(
        .unexpectedType,
        "The coordinates of a feature must be in its member \"geometry\".",
        offset: start
      )
    }
    return EsriFeature(
      geometry: inner,
      attributes: attributes ?? [:],
      foreignMembers: foreignMembers
    )
  }

  func geometry(_ parser: EsriJSONParser) throws(FormatError) -> Geometry {
    guard !hasGeometry, attributes == nil else {
      throw FormatError(
        .unexpectedType,
        "A geometry is expected here, not a feature.",
        offset: start
      )
    }
    guard positions == nil || ordinates.isEmpty else {
      throw FormatError(
        .unexpectedType,
        "One object has the members of several types of geometry.",
        offset: start
      )
    }
    let srid = try self.srid(agreeingWith: parser)
    if let positions { return try multiple(positions.type, positions.value, parser, srid) }
    if ordinates[.xmin] != nil { return try envelope(srid) }
    return try point(srid)
  }

  /// The common code of the object and the parser: the parser's if one of the two has the older code of the other.
  func srid(agreeingWith parser: EsriJSONParser) throws(FormatError) -> SRID? {
    let isOlder = srid != nil && srid == parser.olderCode
    let isNewer = olderCode != nil && olderCode == parser.srid
    return try placed(at: start) { () throws(GeometryError) in
      try commonSRID(parser.srid, isOlder || isNewer ? parser.srid : srid)
    }
  }

  private func point(_ srid: SRID?) throws(FormatError) -> Geometry {
    guard let x = ordinates[.x] else {
      throw FormatError(
        .missingMember,
        "The object is not a geometry: Esri JSON needs a member x, points, paths, rings or xmin, and GeoJSON "
          + "needs a member \"type\".",
        offset: start
      )
    }
    // A missing x makes the empty point, regardless of the other members.
    if x.isNaN { return .point(Point(emptyIn: srid)) }
    guard let y = ordinates[.y], !y.isNaN else {
      throw FormatError(.missingMember, "A point has an x but no y.", offset: start)
    }
    let z = hasZ == false ? nil : ordinates[.z]
    return .point(Point(x: x, y: y, z: z, m: hasM == false ? nil : ordinates[.m], srid: srid))
  }

  private func envelope(_ srid: SRID?) throws(FormatError) -> Geometry {
    let sides = [Ordinate.xmin, .ymin, .xmax, .ymax].compactMap { ordinates[$0] }
    guard sides.count == 4 else {
      throw FormatError(
        .missingMember,
        "An envelope needs xmin, ymin, xmax and ymax.",
        offset: start
      )
    }
    if sides.contains(where: \.isNaN) {
      return .polygon(Polygon(trusted: [], ringEnds: [], srid: srid))
    }
    return Geometry(
      Envelope(minX: sides[0], minY: sides[1], maxX: sides[2], maxY: sides[3]),
      srid: srid
    )
  }

  private func multiple(
    _ type: GeometryType,
    _ positions: NestedPositions,
    _ parser: EsriJSONParser,
    _ srid: SRID?
  ) throws(FormatError) -> Geometry {
    let name = Self.lists.first { $0.type == type }?.name ?? ""
    try positions.check(
      depth: type == .multiPoint ? 1 : 2,
      areRings: type == .polygon,
      in: "member \"\(name)\""
    )
    let dimensions = try dimensions(positions, parser)
    var positions = positions
    positions.widen(to: dimensions.count)
    let coordinates = CoordinateSequence(trusted: positions.ordinates, dimensions: dimensions)
    if let index = coordinates.firstIndex(where: { $0.x.isNaN || $0.y.isNaN }) {
      throw FormatError(
        .invalidGeometry,
        "The x or y of position \(index) is missing.",
        offset: positions.offset
      )
    }
    return try placed(at: start) { () throws(GeometryError) in
      if type == .polygon {
        if parser.isChecking { try checkRings(coordinates, positions.pathEnds) }
        return EsriRings(coordinates, positions.pathEnds).areas(srid)
      }
      let isSingle = type == .lineString && positions.pathEnds.count <= 1
      return try .assembled(
        type == .lineString && !isSingle ? .multiLineString : type,
        coordinates,
        pathEnds: positions.pathEnds,
        srid: srid,
        isChecking: parser.isChecking
      )
    }
  }

  /// The dimensions of the positions: those of the flags of the geometry or of the collection, otherwise Z before M.
  private func dimensions(
    _ positions: NestedPositions,
    _ parser: EsriJSONParser
  ) throws(FormatError) -> CoordinateDimensions {
    let hasZ = hasZ ?? parser.hasZ
    let hasM = hasM ?? parser.hasM
    guard hasZ != nil || hasM != nil else {
      if let unevenness = positions.unevenness { throw unevenness }
      return CoordinateDimensions(hasZ: positions.width > 2, hasM: positions.width > 3)
    }
    let stated = CoordinateDimensions(hasZ: hasZ ?? false, hasM: hasM ?? false)
    guard positions.width <= stated.count else {
      throw FormatError(
        .unsupportedDimensions,
        "Positions have \(positions.width) numbers, but hasZ and hasM require \(stated).",
        offset: positions.offset
      )
    }
    return stated
  }
}

struct EsriJSONParser {
  var srid: SRID?
  /// The `wkid` that the collection states beside its `latestWkid`, for the same system.
  var olderCode: SRID?
  /// Whether positions have Z, and M, by the flags of the collection; nil without flags.
  var hasZ: Bool?
  var hasM: Bool?
  /// Whether lines of one coordinate and open rings are refused.
  var isChecking = true

  static let rules = NestedPositions.Rules(
    deepest: 2,
    widths: 2...4,
    allowsMissing: true,
    widthAdvice: "A position of Esri JSON has 2 numbers, and up to 2 more for Z and M."
  )

  /// Reads the code of a reference system, `latestWkid` before `wkid`, and its `wkid`; nil for one in text (`wkt`).
  static func readSpatialReference(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) -> (srid: SRID?, olderCode: SRID?) {
    if try scanner.takeNull(bytes) { return (nil, nil) }
    let start = scanner.offset
    let members = try JSONFragment.readMembers(bytes, &scanner)
    let codes = ["latestWkid", "wkid"].compactMap { members[$0] }
    guard let code = codes.first(where: { $0 != .null }) else { return (nil, nil) }
    guard case .integer(let number) = code, let srid = SRID(exactly: number) else {
      throw FormatError(
        .syntax,
        "The latestWkid or, if it is missing, the wkid must be a 32-bit integer.",
        offset: start
      )
    }
    var olderCode: SRID?
    if case .integer(let older)? = members["wkid"] { olderCode = SRID(exactly: older) }
    return srid == 0 ? (nil, nil) : (srid, olderCode)
  }
}
