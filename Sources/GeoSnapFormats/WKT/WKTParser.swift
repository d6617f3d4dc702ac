struct WKTParser {
  private var scanner: WKTScanner
  /// The dimensions of the geometry being read; nil until its name or first coordinate gives them.
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
    let shared = try placed(at: 0) { () throws(GeometryError) in try commonSRID(srid, stated) }
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
    let (type, curve) = try readType()
    if curve != 0 { return try readCurves(curve, type, srid: srid, at: start) }
    switch type {
    case .point: return .point(try readPoint(srid: srid))
    case .lineString:
      let coordinates = try readPath()
      return try assemble(.lineString, [coordinates], srid: srid, at: start)
    case .polygon: return try readPolygon(srid: srid)
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
      return try placed(at: start) { () throws(GeometryError) in
        .multiPolygon(try MultiPolygon(polygons: polygons, srid: srid))
      }
    case .geometryCollection:
      try checkNesting(depth, at: start)
      let stated = dimensions
      var members: [Geometry] = []
      var goesOn = try beginList()
      while goesOn {
        members.append(try readMember(of: stated, srid: srid, depth: depth + 1))
        goesOn = try continueList()
      }
      return try placed(at: start) { () throws(GeometryError) in
        .collection(try GeometryCollection(members, srid: srid))
      }
    }
  }

  /// Reads a member of a collection, which passes on stated dimensions: with M alone, a third ordinate would
  /// otherwise count as Z.
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
        "A collection that is \(stated) contains a \(member.type.name) that is "
          + "\(member.dimensions).",
        offset: start
      )
    }
    return member
  }

  // MARK: Types

  private static let types: [(name: String, type: GeometryType, curve: UInt32)] =
    GeometryType.allCases.map { ($0.name, $0, 0) }
    + GeometryType.others.compactMap { code, name in
      GeometryType.straight[code].map { (name, $0, code) }
    }

  /// Reads the name of a type and its dimensions: `POINT`, `POINT Z`, `POINTZM`.
  ///
  /// - Returns: The type, and the code of the type of curves that it replaces; 0 for the simple types.
  private mutating func readType() throws(FormatError) -> (GeometryType, curve: UInt32) {
    let start = scanner.offset
    let word = scanner.readWord()
    let match = Self.types.first { $0.name == word } ?? Self.types.first { word.hasPrefix($0.name) }
    let type = match?.type
    var suffix = String(word.dropFirst(match?.name.count ?? 0))
    if match?.name == word, !scanner.nextIsWord("EMPTY") { suffix = scanner.readWord() }
    guard let type, ["", "Z", "M", "ZM"].contains(suffix) else {
      if word.isEmpty {
        throw FormatError(
          .unexpectedType,
          "The name of a geometry type is expected here, such as POINT.",
          offset: start
        )
      }
      if type == nil, let other = GeometryType.others.first(where: { word.hasPrefix($0.value) }) {
        throw .type(other.key, offset: start)
      }
      let remedy = word.hasPrefix("LINEARRING") ? " Write LINESTRING, or POLYGON for an area." : ""
      throw FormatError(
        .unexpectedType,
        "'\(word)\(type == nil ? "" : " " + suffix)' is not a geometry type.\(remedy)",
        offset: start
      )
    }
    dimensions =
      suffix.isEmpty
      ? nil : CoordinateDimensions(hasZ: suffix.hasPrefix("Z"), hasM: suffix.hasSuffix("M"))
    return (type, match?.curve ?? 0)
  }

  // MARK: Curves

  /// Reads the members of a type of curves; arcs are refused.
  private mutating func readCurves(
    _ curve: UInt32,
    _ type: GeometryType,
    srid: SRID?,
    at start: Int
  ) throws(FormatError) -> Geometry {
    guard curve == 12 else {
      let paths = curve <= 9 ? [try readCurve(curve, at: start)] : try readCurveList()
      return try assemble(type, paths, srid: srid, at: start)
    }
    var polygons: [Polygon] = []
    var goesOn = try beginList()
    while goesOn {
      let start = scanner.offset
      let isTyped = !scanner.nextIs("(") && !scanner.nextIsWord("EMPTY")
      let (type, curve) = isTyped ? try readType() : (.polygon, 0)
      guard type == .polygon else {
        throw FormatError(
          .unexpectedType,
          "A MULTISURFACE cannot contain a \(type.name).",
          offset: start
        )
      }
      let polygon =
        curve == 0
        ? try readPolygon(srid: srid)
        : try assemble(.polygon, try readCurveList(), srid: srid, at: start)
      if case .polygon(let polygon) = polygon { polygons.append(polygon) }
      goesOn = try continueList()
    }
    return try placed(at: start) { () throws(GeometryError) in
      .multiPolygon(try MultiPolygon(polygons: polygons, srid: srid))
    }
  }

  private mutating func readCurveList() throws(FormatError) -> [CoordinateSequence] {
    var paths: [CoordinateSequence] = []
    var goesOn = try beginList()
    while goesOn {
      let path = try readCurveMember(takesCompound: true)
      if !path.isEmpty { paths.append(path) }
      goesOn = try continueList()
    }
    return paths
  }

  /// Reads a member of curves: a list of coordinates, or a named line or curve.
  private mutating func readCurveMember(
    takesCompound: Bool
  ) throws(FormatError) -> CoordinateSequence {
    if scanner.nextIs("(") || scanner.nextIsWord("EMPTY") { return try readPath() }
    let start = scanner.offset
    let (type, curve) = try readType()
    guard type == .lineString, takesCompound || curve != 9 else {
      throw FormatError(
        .unexpectedType,
        "A curve cannot contain a \(GeometryType.others[curve] ?? type.name).",
        offset: start
      )
    }
    return try readCurve(curve, at: start)
  }

  private mutating func readCurve(
    _ curve: UInt32,
    at start: Int
  ) throws(FormatError) -> CoordinateSequence {
    guard curve == 9 else {
      let path = try readPath()
      guard curve == 8 else { return path }
      var arcs = CircularArcs(tolerance: .infinity)
      var ordinates = path.ordinates
      guard arcs.straighten(&ordinates, from: 0, width: path.dimensions.count) else {
        throw .circularString(offset: start)
      }
      guard arcs.count == 0 else { throw .arc(offset: start) }
      return path
    }
    var ordinates: [Double] = []
    var goesOn = try beginList()
    while goesOn {
      let start = scanner.offset
      let piece = try readCurveMember(takesCompound: false)
      let width = piece.dimensions.count
      if !ordinates.isEmpty, let first = piece.first {
        guard ordinates[ordinates.count - width] == first.x,
          ordinates[ordinates.count - width + 1] == first.y
        else { throw .gap(offset: start) }
        ordinates += piece.ordinates.dropFirst(width)
      } else {
        ordinates += piece.ordinates
      }
      goesOn = try continueList()
    }
    return CoordinateSequence(trusted: ordinates, dimensions: dimensions ?? .xy)
  }

  @inline(never) private mutating func readPoint(srid: SRID?) throws(FormatError) -> Point {
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
      // An exterior ring may be empty; empty holes are dropped.
      if !ring.isEmpty || rings.isEmpty { rings.append(ring) }
      goesOn = try continueList()
    }
    if rings.allSatisfy(\.isEmpty) { rings = [] }
    return try assemble(.polygon, rings, srid: srid, at: start)
  }

  private func assemble(
    _ type: GeometryType,
    _ paths: [CoordinateSequence],
    srid: SRID?,
    at start: Int
  ) throws(FormatError) -> Geometry {
    try placed(at: start) { () throws(GeometryError) in
      let (coordinates, ends) = try CoordinateSequence.concatenating(
        paths,
        defaultDimensions: dimensions ?? .xy
      )
      return try .assembled(type, coordinates, pathEnds: ends, srid: srid, isChecking: isChecking)
    }
  }

  // MARK: Lists

  /// Begins a list; false for an empty one.
  @inline(never) private mutating func beginList() throws(FormatError) -> Bool {
    if scanner.skipWord("EMPTY") { return false }
    try scanner.expect("(")
    return true
  }

  /// Whether another item follows; false at the end of the list, which is then passed.
  @inline(never) private mutating func continueList() throws(FormatError) -> Bool {
    if scanner.skip(",") { return true }
    try scanner.expect(")", or: ",")
    return false
  }

  @inline(never) private mutating func readPath() throws(FormatError) -> CoordinateSequence {
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
      let remedy = count == 1 && scanner.nextIs(",") ? " Separate x and y by a space." : ""
      throw FormatError(
        .unsupportedDimensions,
        "A coordinate has 2, 3 or 4 ordinates, not \(count > 4 ? "more" : "\(count)").\(remedy)",
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
}
