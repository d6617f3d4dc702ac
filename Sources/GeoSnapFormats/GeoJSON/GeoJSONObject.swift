/// The members of a GeoJSON object, whose type may come last.
struct GeoJSONObject: ~Copyable {
  private let start: Int
  private var type: JSONName?
  private var positions: NestedPositions?
  private var members: [Geometry]?
  /// The geometry of a feature; nil when the member is absent or null.
  private var inner: Geometry?
  private var innerMembers: [String: JSONFragment] = [:]
  private var hasGeometry = false
  private var properties: [String: JSONFragment]?
  private var hasProperties = false
  private var id: JSONFragment?
  private var foreignMembers: [String: JSONFragment] = [:]
  /// Whether reading stopped at the array of a collection's features.
  private(set) var isCollection = false

  /// Reads an object; with `stopsAtFeatures` up to the array of a collection's features.
  init(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    _ parser: GeoJSONParser,
    depth: Int,
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
      try readMember(name, bytes, &scanner, parser, depth)
      goesOn = try scanner.continueObject(bytes)
    }
  }

  private mutating func readMember(
    _ name: JSONName,
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    _ parser: GeoJSONParser,
    _ depth: Int
  ) throws(FormatError) {
    if name.matches("type", in: bytes) {
      try name.refuseTwice(type != nil, in: bytes)
      type = try scanner.passString(bytes)
    } else if name.matches("coordinates", in: bytes) {
      try name.refuseTwice(positions != nil, in: bytes)
      var positions = NestedPositions()
      try positions.read(bytes, &scanner, GeoJSONParser.rules)
      self.positions = positions
    } else if name.matches("geometry", in: bytes), depth == 0 {
      try name.refuseTwice(hasGeometry, in: bytes)
      hasGeometry = true
      if try scanner.takeNull(bytes) { return }
      var object = try GeoJSONObject(bytes, &scanner, parser, depth: 1)
      innerMembers = exchange(&object.foreignMembers, with: [:])
      inner = try object.geometry(bytes, parser)
    } else if name.matches("properties", in: bytes), depth == 0 {
      try name.refuseTwice(hasProperties, in: bytes)
      hasProperties = true
      if try scanner.takeNull(bytes) { return }
      properties = try JSONFragment.readMembers(bytes, &scanner)
    } else if name.matches("geometries", in: bytes) {
      try name.refuseTwice(members != nil, in: bytes)
      members = try readMembers(bytes, &scanner, parser, depth)
    } else if name.matches("id", in: bytes), depth == 0 {
      try name.refuseTwice(id != nil, in: bytes)
      id = try readID(bytes, &scanner)
    } else {
      try JSONFragment.readMember(name, bytes, &scanner, into: &foreignMembers)
    }
  }

  private func readMembers(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    _ parser: GeoJSONParser,
    _ depth: Int
  ) throws(FormatError) -> [Geometry] {
    // The geometry of a feature is one level deeper than a bare one.
    try checkNesting(depth - 1, at: start)
    var members: [Geometry] = []
    var goesOn = try scanner.beginArray(bytes)
    while goesOn {
      let object = try GeoJSONObject(bytes, &scanner, parser, depth: max(depth, 1) + 1)
      members.append(try object.geometry(bytes, parser))
      goesOn = try scanner.continueArray(bytes)
    }
    return members
  }

  private func readID(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) -> JSONFragment? {
    _ = scanner.peek(bytes)
    let start = scanner.offset
    let id = try JSONFragment.read(bytes, &scanner)
    switch id {
    case .text, .integer, .real: return id
    case .null: return nil
    default:
      throw FormatError(.syntax, "The id of a feature must be a text or a number.", offset: start)
    }
  }

  // MARK: Making

  /// The feature of the members; a bare geometry becomes a feature.
  consuming func feature(
    _ bytes: Span<UInt8>,
    _ parser: GeoJSONParser
  ) throws(FormatError) -> GeoJSONFeature {
    guard let type else { throw missing("type") }
    guard type.matches("Feature", in: bytes) else {
      if type.matches("FeatureCollection", in: bytes) {
        throw FormatError(
          .missingMember,
          "A feature collection needs an array \"features\", and cannot be inside another object.",
          offset: start
        )
      }
      _ = try index(of: type, in: Self.types, bytes)
      var others = foreignMembers
      if let id { others["id"] = id }
      return GeoJSONFeature(geometry: try geometry(bytes, parser), geometryMembers: others)
    }
    guard positions == nil, members == nil else {
      throw wrong("The coordinates of a feature must be in its member \"geometry\".")
    }
    guard hasGeometry else { throw missing("geometry") }
    return GeoJSONFeature(
      id: id.take(),
      geometry: inner.take(),
      properties: properties.take(),
      foreignMembers: exchange(&foreignMembers, with: [:]),
      geometryMembers: exchange(&innerMembers, with: [:])
    )
  }

  consuming func geometry(
    _ bytes: Span<UInt8>,
    _ parser: GeoJSONParser
  ) throws(FormatError) -> Geometry {
    guard let name = type else { throw missing("type") }
    let type = try GeometryType.allCases[index(of: name, in: Self.geometryTypes, bytes)]
    guard !hasGeometry, !hasProperties else {
      throw wrong("A \(type.geoJSONName) is not a feature: it cannot have geometry or properties.")
    }
    if type == .geometryCollection {
      guard let members else { throw missing("geometries") }
      return try placed(at: start) { () throws(GeometryError) in
        .collection(try GeometryCollection(members, srid: parser.srid))
      }
    }
    guard let positions = positions.take() else { throw missing("coordinates") }
    guard members == nil else {
      throw wrong("A \(type.geoJSONName) has coordinates, not geometries.")
    }
    try positions.check(
      depth: GeoJSONParser.positionDepth(type),
      areRings: type == .polygon || type == .multiPolygon,
      in: type.geoJSONName
    )
    let dimensions: CoordinateDimensions = positions.width == 3 ? .xyz : .xy
    return try placed(at: start) { () throws(GeometryError) in
      try .assembled(
        type,
        CoordinateSequence(trusted: positions.ordinates, dimensions: dimensions),
        pathEnds: positions.pathEnds,
        partEnds: positions.partEnds,
        srid: parser.srid,
        isChecking: parser.isChecking
      )
    }
  }

  var hasType: Bool { type != nil }

  private static let geometryTypes = GeometryType.allCases.map(\.geoJSONName)
  private static let types = ["Feature", "FeatureCollection"] + geometryTypes

  /// The index of a name among the types; any other name is an error.
  private func index(
    of name: JSONName,
    in types: [String],
    _ bytes: Span<UInt8>
  ) throws(FormatError) -> Int {
    if let index = types.firstIndex(where: { name.matches($0, in: bytes) }) { return index }
    let text = try JSONScanner.text(name, in: bytes)
    throw FormatError(
      .unexpectedType,
      "There is no type '\(text.prefix(40))' here. Case matters: the types are "
        + "\(types.joined(separator: ", ")).",
      offset: name.range.lowerBound
    )
  }

  /// The members before the features of a collection.
  func collectionMembers(_ bytes: Span<UInt8>) throws(FormatError) -> [String: JSONFragment] {
    if let type { _ = try index(of: type, in: Self.types, bytes) }
    guard type == nil || type?.matches("FeatureCollection", in: bytes) == true, positions == nil,
      members == nil, !hasGeometry, !hasProperties
    else {
      throw wrong(
        "Only a FeatureCollection without coordinates, geometries, geometry or properties can have the member "
          + "\"features\"."
      )
    }
    var foreign = foreignMembers
    if let id { foreign["id"] = id }
    return foreign
  }

  @inline(never) private func wrong(_ message: String) -> FormatError {
    FormatError(.unexpectedType, message, offset: start)
  }

  @inline(never) private func missing(_ member: String) -> FormatError {
    FormatError(.missingMember, "The member \"\(member)\" is missing.", offset: start)
  }
}

struct GeoJSONParser {
  let srid: SRID?
  /// Whether lines of one coordinate and open rings are refused.
  var isChecking = true

  /// The number of arrays around the positions of a type.
  static func positionDepth(_ type: GeometryType) -> Int {
    switch type {
    case .point: 0
    case .lineString, .multiPoint: 1
    case .polygon, .multiLineString: 2
    case .multiPolygon: 3
    case .geometryCollection: 0
    }
  }

  static let rules = NestedPositions.Rules(
    deepest: 3,
    widths: 2...3,
    allowsMissing: false,
    widthAdvice: "A position of GeoJSON has 2 numbers, or 3 with a height; GeoJSON has no measures."
  )
}

extension GeometryType {
  package var geoJSONName: String { Self.geoJSONNames[Int(rawValue) - 1] }

  private static let geoJSONNames = [
    "Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon",
    "GeometryCollection",
  ]
}
