package import GeoSnap

/// Reads one feature of GeoJSON, and notes the ranges of its numbers.
package struct GeoJSONFeatureReader {
  package private(set) var geometry = GeoJSONGeometry()
  private(set) var id: Range<Int>?
  private var ownBoxes: [GeoJSONGeometry.Box] = []

  package init() {}

  var boxes: [GeoJSONGeometry.Box] { ownBoxes + geometry.boxes }

  /// Reads the feature in a range of bytes; the error, when there is no feature, has its offset in the bytes.
  package mutating func read(_ bytes: [UInt8], _ range: Range<Int>) throws(FormatError) {
    var scanner = JSONScanner(offset: range.lowerBound, isStrict: true)
    try read(bytes.span.extracting(first: range.upperBound), &scanner)
  }

  private mutating func read(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) {
    let start = scanner.offset
    var type: JSONName?
    var hasGeometry = false
    var goesOn = try scanner.beginObject(bytes)
    while goesOn {
      let name = try scanner.readName(bytes)
      if name.matches("type", in: bytes) {
        try name.refuseTwice(type != nil, in: bytes)
        type = try scanner.passString(bytes)
      } else if name.matches("id", in: bytes) {
        try name.refuseTwice(id != nil, in: bytes)
        id = try scanner.passValue(bytes)
      } else if name.matches("bbox", in: bytes) {
        ownBoxes.append(try scanner.box(bytes))
      } else if name.matches("geometry", in: bytes) {
        try name.refuseTwice(hasGeometry, in: bytes)
        hasGeometry = true
        if try !scanner.takeNull(bytes) { try geometry.read(bytes, &scanner, depth: 0) }
      } else {
        try scanner.passValue(bytes)
      }
      goesOn = try scanner.continueObject(bytes)
    }
    if let type, type.matches("FeatureCollection", in: bytes) {
      throw FormatError(
        .missingMember,
        "The FeatureCollection has no member \"features\".",
        offset: start
      )
    }
    guard let type, type.matches("Feature", in: bytes) else {
      throw FormatError(
        .unexpectedType,
        "\"type\": \"Feature\" is expected.",
        offset: type.map { $0.range.lowerBound - 1 } ?? start
      )
    }
    guard hasGeometry else {
      throw FormatError(
        .missingMember,
        "A member \"geometry\" is expected, which may be null.",
        offset: start
      )
    }
  }
}

extension JSONScanner {
  mutating func number(_ bytes: Span<UInt8>) throws(FormatError) -> GeoJSONGeometry.ScannedNumber {
    _ = peek(bytes)
    let start = offset
    return (try readNumber(bytes), start..<offset)
  }

  /// Reads the numbers of a `bbox`; none when it is not an array.
  mutating func box(_ bytes: Span<UInt8>) throws(FormatError) -> GeoJSONGeometry.Box {
    guard peek(bytes) == JSONByte.openBracket else {
      try passValue(bytes)
      return []
    }
    var numbers: GeoJSONGeometry.Box = []
    var goesOn = try beginArray(bytes)
    while goesOn {
      numbers.append(try number(bytes))
      goesOn = try continueArray(bytes)
    }
    return numbers
  }
}

/// A GeoJSON geometry as flat arrays, with the ranges of its numbers.
package struct GeoJSONGeometry {
  private(set) var shape = ConformBlock.Shape.none
  package private(set) var places: [Coordinate] = []
  private(set) var heights: [Double?] = []
  package private(set) var positions: [GeoJSONPiece.Position] = []
  /// For each part the index after its last vertex.
  private(set) var partEnds: [Int] = []

  typealias ScannedNumber = (value: Double, range: Range<Int>)
  typealias Box = [ScannedNumber]

  private(set) var boxes: [Box] = []

  /// The nesting depth of positions in the coordinates of each type.
  private static let depths: [(name: String, depth: Int, shape: ConformBlock.Shape)] = [
    ("Point", 0, .points), ("MultiPoint", 1, .points), ("LineString", 1, .lines),
    ("MultiLineString", 2, .lines), ("Polygon", 2, .other), ("MultiPolygon", 3, .other),
  ]

  mutating func read(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    depth: Int
  ) throws(FormatError) {
    _ = scanner.peek(bytes)
    let start = scanner.offset
    guard depth < 50 else {
      throw FormatError(
        .nestedTooDeep,
        "Fewer than 50 levels of collections are expected.",
        offset: start
      )
    }
    let first = places.count
    var type: JSONName?
    var coordinates: CoordinateNesting?
    var hasMembers = false
    var goesOn = try scanner.beginObject(bytes)
    while goesOn {
      let name = try scanner.readName(bytes)
      if name.matches("type", in: bytes) {
        try name.refuseTwice(type != nil, in: bytes)
        type = try scanner.passString(bytes)
      } else if name.matches("coordinates", in: bytes) {
        try name.refuseTwice(coordinates != nil, in: bytes)
        _ = scanner.peek(bytes)
        var nesting = CoordinateNesting(offset: scanner.offset)
        try readCoordinates(bytes, &scanner, 0, &nesting)
        coordinates = nesting
      } else if name.matches("geometries", in: bytes) {
        try name.refuseTwice(hasMembers, in: bytes)
        hasMembers = true
        var hasMore = try scanner.beginArray(bytes)
        while hasMore {
          try read(bytes, &scanner, depth: depth + 1)
          hasMore = try scanner.continueArray(bytes)
        }
      } else if name.matches("bbox", in: bytes) {
        boxes.append(try scanner.box(bytes))
      } else {
        try scanner.passValue(bytes)
      }
      goesOn = try scanner.continueObject(bytes)
    }
    guard let type else { throw Self.missing("type", start) }
    guard coordinates == nil || !hasMembers else {
      throw FormatError(
        .unexpectedType,
        "Only one member \"coordinates\" or \"geometries\" is expected.",
        offset: start
      )
    }
    if type.matches("GeometryCollection", in: bytes) {
      guard hasMembers else { throw Self.missing("geometries", start) }
      shape = .other
      return
    }
    guard let known = Self.depths.first(where: { type.matches($0.name, in: bytes) }) else {
      throw FormatError(
        .unexpectedType,
        "A type of geometry, such as Point, is expected.",
        offset: type.range.lowerBound - 1
      )
    }
    guard let coordinates else { throw Self.missing("coordinates", start) }
    guard coordinates.positionDepth == nil || coordinates.positionDepth == known.depth else {
      throw FormatError(
        .syntax,
        "Positions nested \(known.depth) deep are expected in a \"\(known.name)\".",
        offset: coordinates.offset
      )
    }
    shape = known.shape
    try checkParts(known.shape, from: first, coordinates.offset)
  }

  private static func missing(_ member: String, _ offset: Int) -> FormatError {
    FormatError(.missingMember, "A member \"\(member)\" is expected.", offset: offset)
  }

  private struct CoordinateNesting {
    let offset: Int
    /// The number of arrays around a position; nil before the first position.
    var positionDepth: Int?
  }

  /// Reads an array of numbers, which is a position, or an array of such arrays.
  private mutating func readCoordinates(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    _ depth: Int,
    _ nesting: inout CoordinateNesting
  ) throws(FormatError) {
    guard depth <= 3 else { throw scanner.expected("a number", bytes) }
    var goesOn = try scanner.beginArray(bytes)
    guard goesOn else { return }
    guard scanner.peek(bytes) == JSONByte.openBracket else {
      guard nesting.positionDepth == nil || nesting.positionDepth == depth else {
        throw scanner.expected("an array", bytes)
      }
      nesting.positionDepth = depth
      return try readPosition(bytes, &scanner)
    }
    while goesOn {
      try readCoordinates(bytes, &scanner, depth + 1, &nesting)
      goesOn = try scanner.continueArray(bytes)
    }
    if nesting.positionDepth == depth + 1, (partEnds.last ?? 0) < places.count {
      partEnds.append(places.count)
    }
  }

  private mutating func readPosition(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) {
    let x = try scanner.number(bytes)
    guard scanner.take(bytes, JSONByte.comma) else {
      throw scanner.expected("a second number", bytes)
    }
    let y = try scanner.number(bytes)
    var z: ScannedNumber?
    while scanner.take(bytes, JSONByte.comma) {
      let number = try scanner.number(bytes)
      // Numbers after the third have no standard meaning.
      if z == nil { z = number }
    }
    try scanner.expect(bytes, JSONByte.closeBracket, "a comma or the end of a position")
    places.append(Coordinate(x: x.value, y: y.value))
    heights.append(z?.value)
    positions.append(GeoJSONPiece.Position(x: x.range, y: y.range, z: z?.range))
  }

  /// Makes each point a part, and refuses lines of one vertex.
  private mutating func checkParts(
    _ shape: ConformBlock.Shape,
    from first: Int,
    _ offset: Int
  ) throws(FormatError) {
    if shape == .points {
      partEnds.removeAll { $0 > first }
      partEnds += first < places.count ? Array(first + 1...places.count) : []
      return
    }
    guard shape == .lines else { return }
    var start = first
    for end in partEnds where end > first {
      guard end - start >= 2 else {
        throw FormatError(.invalidGeometry, "A line needs at least two positions.", offset: offset)
      }
      start = end
    }
  }
}
