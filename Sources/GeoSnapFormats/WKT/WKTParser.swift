/// Turns the tokens of well-known text into geometries.
struct WKTParser {
  private var scanner: WKTScanner
  /// What the coordinates of the geometry being read have; nil until its name or its first
  /// coordinate says so.
  private var dimensions: CoordinateDimensions?
  /// Whether lines of one coordinate and open rings are refused.
  private let isChecking: Bool

  init(_ text: String, isChecking: Bool = true) {
    scanner = WKTScanner(text)
    self.isChecking = isChecking
  }

  /// Reads the whole text: an optional reference system, one geometry, the end.
  mutating func readText(srid: SRID?) throws(FormatError) -> Geometry {
    do throws(FormatError) {
      return try readGeometryText(srid: srid)
    } catch {
      throw error.located(in: scanner.bytes.span)
    }
  }

  private mutating func readGeometryText(srid: SRID?) throws(FormatError) -> Geometry {
    let stated = try readSRID()
    let shared = try build(at: 0) { () throws(GeometryError) in try commonSRID(srid, stated) }
    let geometry = try readGeometry(srid: shared, depth: 0)
    guard scanner.isAtEnd else {
      throw FormatError(.trailingData, "Text follows the geometry.", offset: scanner.offset)
    }
    return geometry
  }

  private mutating func readSRID() throws(FormatError) -> SRID? {
    guard scanner.skipWord("SRID") else { return nil }
    try scanner.expect("=")
    let srid = try scanner.readSRID()
    try scanner.expect(";")
    return srid == 0 ? nil : srid
  }

  private mutating func readGeometry(srid: SRID?, depth: Int) throws(FormatError) -> Geometry {
    let start = scanner.offset
    switch try readType() {
    case .point:
      return .point(try readPoint(srid: srid))
    case .lineString:
      let coordinates = try readPath()
      return try assemble(.lineString, [coordinates], srid: srid, at: start)
    case .polygon:
      return try readPolygon(srid: srid)
    case .multiPoint:
      var ordinates: [Double] = []
      var goesOn = try beginList()
      while goesOn {
        ordinates.append(contentsOf: try readMember().ordinates)
        goesOn = try continueList()
      }
      return .multiPoint(
        MultiPoint(
          CoordinateSequence(trusted: ordinates, dimensions: dimensions ?? .xy),
          srid: srid
        )
      )
    case .multiLineString:
      var parts: [CoordinateSequence] = []
      var goesOn = try beginList()
      while goesOn {
        let part = try readPath()
        if !part.isEmpty { parts.append(part) }
        goesOn = try continueList()
      }
      return try assemble(.multiLineString, parts, srid: srid, at: start)
    case .multiPolygon:
      var polygons: [Polygon] = []
      var goesOn = try beginList()
      while goesOn {
        if case .polygon(let polygon) = try readPolygon(srid: srid) { polygons.append(polygon) }
        goesOn = try continueList()
      }
      return try build(at: start) { () throws(GeometryError) in
        .multiPolygon(try MultiPolygon(polygons: polygons, srid: srid))
      }
    case .geometryCollection:
      guard depth < maximumNestingDepth else {
        throw FormatError(
          .nestedTooDeep,
          "Collections nest deeper than \(maximumNestingDepth).",
          offset: start
        )
      }
      let stated = dimensions
      var members: [Geometry] = []
      var goesOn = try beginList()
      while goesOn {
        members.append(try readMember(of: stated, srid: srid, depth: depth + 1))
        goesOn = try continueList()
      }
      return try build(at: start) { () throws(GeometryError) in
        .collection(try GeometryCollection(members, srid: srid))
      }
    }
  }

  /// Reads a member of a collection.
  ///
  /// Within a collection that states M alone a third ordinate would else be taken for Z.
  private mutating func readMember(
    of stated: CoordinateDimensions?,
    srid: SRID?,
    depth: Int
  ) throws(FormatError) -> Geometry {
    let start = scanner.offset
    let member = try readGeometry(srid: srid, depth: depth)
    if let stated, member.dimensions.intersection(stated) != member.dimensions {
      throw FormatError(
        .unsupportedDimensions,
        "A collection that is \(stated) holds a \(member.type.name) that is "
          + "\(member.dimensions).",
        offset: start
      )
    }
    return member
  }

  // MARK: Types

  /// Types of curves and of surfaces in space.
  private static let otherTypes = [
    "CIRCULARSTRING", "COMPOUNDCURVE", "CURVEPOLYGON", "MULTICURVE", "MULTISURFACE", "TIN",
    "TRIANGLE", "POLYHEDRALSURFACE", "CURVE", "SURFACE",
  ]

  /// Reads the name of a type and its dimensions: `POINT`, `POINT Z`, `POINTZM`.
  private mutating func readType() throws(FormatError) -> GeometryType {
    let start = scanner.offset
    let word = scanner.readWord()
    var type = GeometryType.allCases.first { $0.name == word }
    var suffix = ""
    if type == nil {
      type = GeometryType.allCases.first { word.hasPrefix($0.name) }
      suffix = String(word.dropFirst(type?.name.count ?? 0))
    } else if !scanner.nextIsWord("EMPTY") {
      suffix = scanner.readWord()
    }
    guard let type, ["", "Z", "M", "ZM"].contains(suffix) else {
      if word.isEmpty {
        throw FormatError(
          .unexpectedType,
          "The name of a geometry type is expected here, such as POINT.",
          offset: start
        )
      }
      if WKTParser.otherTypes.contains(where: { word.hasPrefix($0) }) {
        throw FormatError(
          .unexpectedType,
          "\(word) is not supported: write it as lines and polygons.",
          offset: start
        )
      }
      throw FormatError(
        .unexpectedType,
        "'\(word)\(type == nil ? "" : " " + suffix)' is not a geometry type.",
        offset: start
      )
    }
    dimensions =
      suffix.isEmpty
      ? nil : CoordinateDimensions(hasZ: suffix.hasPrefix("Z"), hasM: suffix.hasSuffix("M"))
    return type
  }

  @inline(never)
  private mutating func readPoint(srid: SRID?) throws(FormatError) -> Point {
    let start = scanner.offset
    let path = try readPath()
    guard path.count <= 1 else {
      throw FormatError(.syntax, "A point has one coordinate, not \(path.count).", offset: start)
    }
    guard let place = path.first else { return Point(emptyIn: srid) }
    return Point(place, z: path.z(at: 0), m: path.m(at: 0), srid: srid)
  }

  private mutating func readPolygon(srid: SRID?) throws(FormatError) -> Geometry {
    let start = scanner.offset
    var rings: [CoordinateSequence] = []
    var goesOn = try beginList()
    while goesOn {
      let ring = try readPath()
      // Only an exterior ring can be missed.
      if !ring.isEmpty || rings.isEmpty { rings.append(ring) }
      goesOn = try continueList()
    }
    if rings.allSatisfy(\.isEmpty) { rings = [] }
    return try assemble(.polygon, rings, srid: srid, at: start)
  }

  /// Puts lines or rings together to a line, a multi line or a polygon.
  private func assemble(
    _ type: GeometryType,
    _ paths: [CoordinateSequence],
    srid: SRID?,
    at start: Int
  ) throws(FormatError) -> Geometry {
    try build(at: start) { () throws(GeometryError) in
      var coordinates =
        paths.first ?? CoordinateSequence(dimensions: dimensions ?? .xy)
      var ends = paths.isEmpty ? [] : [coordinates.count]
      for path in paths.dropFirst() {
        try coordinates.append(contentsOf: path)
        ends.append(coordinates.count)
      }
      return try .assembled(
        type,
        coordinates,
        pathEnds: ends,
        srid: srid,
        isChecking: isChecking
      )
    }
  }

  // MARK: Lists

  /// Begins a list; false for one that is empty.
  @inline(never)
  private mutating func beginList() throws(FormatError) -> Bool {
    if scanner.skipWord("EMPTY") { return false }
    try scanner.expect("(")
    return true
  }

  /// Whether another item follows; false at the end of the list, which is passed.
  @inline(never)
  private mutating func continueList() throws(FormatError) -> Bool {
    if scanner.skip(",") { return true }
    try scanner.expect(")", or: ",")
    return false
  }

  @inline(never)
  private mutating func readPath() throws(FormatError) -> CoordinateSequence {
    var ordinates: [Double] = []
    var goesOn = try beginList()
    while goesOn {
      try readCoordinate(into: &ordinates)
      goesOn = try continueList()
    }
    return CoordinateSequence(trusted: ordinates, dimensions: dimensions ?? .xy)
  }

  /// Reads a member of a multi point, with or without parentheses.
  private mutating func readMember() throws(FormatError) -> CoordinateSequence {
    if scanner.nextIs("(") || scanner.nextIsWord("EMPTY") {
      return try readPoint(srid: nil).coordinates
    }
    var ordinates: [Double] = []
    try readCoordinate(into: &ordinates)
    return CoordinateSequence(trusted: ordinates, dimensions: dimensions ?? .xy)
  }

  private mutating func readCoordinate(into ordinates: inout [Double]) throws(FormatError) {
    let start = scanner.offset
    let least = dimensions?.count ?? 2
    var count = 0
    repeat {
      ordinates.append(try scanner.readNumber())
      count += 1
    } while count <= 4 && (count < least ? !nextEndsCoordinate : scanner.nextIsNumber)
    guard 2...4 ~= count else {
      throw FormatError(
        .unsupportedDimensions,
        "A coordinate has 2, 3 or 4 ordinates, not \(count).",
        offset: start
      )
    }
    let expected = dimensions ?? CoordinateDimensions(hasZ: count > 2, hasM: count > 3)
    guard count == expected.count else {
      throw FormatError(
        .unsupportedDimensions,
        "A coordinate has \(count) ordinates where \(expected) needs \(expected.count).",
        offset: start
      )
    }
    dimensions = expected
  }

  private var nextEndsCoordinate: Bool { scanner.nextIs(",") || scanner.nextIs(")") }

  /// Says where in the text a geometry's own complaint belongs.
  private func build<Value>(
    at offset: Int,
    _ body: () throws(GeometryError) -> Value
  ) throws(FormatError) -> Value {
    do throws(GeometryError) {
      return try body()
    } catch {
      throw FormatError(error, offset: offset)
    }
  }
}
