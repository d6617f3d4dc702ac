package import GeoSnap

/// A GeoJSON geometry as flat arrays, with the ranges of its numbers.
package struct GeoJSONGeometry {
  private(set) var shape = ConformBlock.Shape.none
  package private(set) var places: [Coordinate] = []
  /// The height of each vertex; nil where it has none.
  private(set) var heights: [Double?] = []
  package private(set) var positions: [GeoJSONPiece.Position] = []
  /// For each part the index after its last vertex.
  private(set) var partEnds: [Int] = []

  typealias Box = [(value: Double, range: Range<Int>)]

  /// The boxes of the geometry and, for a collection, of its members.
  private(set) var boxes: [Box] = []

  /// The nesting depth of positions in the coordinates of each type.
  private static let depths: [(name: String, depth: Int, shape: ConformBlock.Shape)] = [
    ("\"Point\"", 0, .points), ("\"MultiPoint\"", 1, .points), ("\"LineString\"", 1, .lines),
    ("\"MultiLineString\"", 2, .lines), ("\"Polygon\"", 2, .other), ("\"MultiPolygon\"", 3, .other),
  ]

  /// Reads a geometry; the members of a collection follow one another.
  mutating func read(
    _ cursor: inout JSONCursor,
    depth: Int
  ) throws(JSONProblem) {
    guard depth < 50 else {
      throw cursor.problem("Fewer than 50 levels of collections are expected")
    }
    let start = cursor.offset
    let first = places.count
    var type: Range<Int>?
    var coordinates: CoordinateNesting?
    var hasMembers = false
    try cursor.forEachMember { (cursor, name) throws(JSONProblem) in
      if cursor.holds("type", at: name) {
        guard type == nil else { throw cursor.problem("Only one member \"type\" is expected") }
        type = try cursor.value()
      } else if cursor.holds("coordinates", at: name) {
        guard coordinates == nil, !hasMembers else {
          throw cursor.problem("Only one member \"coordinates\" or \"geometries\" is expected")
        }
        do throws(JSONProblem) {
          var nesting = CoordinateNesting()
          try readCoordinates(&cursor, 0, &nesting)
          coordinates = nesting
        } catch {
          throw error.within("coordinates")
        }
      } else if cursor.holds("geometries", at: name) {
        guard coordinates == nil, !hasMembers else {
          throw cursor.problem("Only one member \"coordinates\" or \"geometries\" is expected")
        }
        hasMembers = true
        try readMembers(&cursor, depth)
      } else if cursor.holds("bbox", at: name) {
        boxes.append(try cursor.box())
      } else {
        _ = try cursor.value()
      }
    }
    guard let type else {
      throw JSONProblem(offset: start, message: "A member \"type\" is expected")
    }
    if cursor.holds("\"GeometryCollection\"", at: type) {
      guard hasMembers else {
        throw JSONProblem(offset: start, message: "A member \"geometries\" is expected")
      }
      shape = .other
      return
    }
    guard let known = Self.depths.first(where: { $0.name.utf8.elementsEqual(cursor.bytes[type]) })
    else {
      throw JSONProblem(
        offset: type.lowerBound,
        message: "A type of geometry, such as Point, is expected"
      )
    }
    guard let coordinates, !hasMembers else {
      throw JSONProblem(offset: start, message: "A member \"coordinates\" is expected")
    }
    guard coordinates.positionDepth == nil || coordinates.positionDepth == known.depth else {
      throw JSONProblem(
        offset: coordinates.offset,
        path: "coordinates",
        message: "Positions nested \(known.depth) deep are expected in a \(known.name)"
      )
    }
    shape = known.shape
    try checkParts(known, from: first, coordinates.offset)
  }

  private mutating func readMembers(
    _ cursor: inout JSONCursor,
    _ depth: Int
  ) throws(JSONProblem) {
    try cursor.forEachElement { (cursor, number) throws(JSONProblem) in
      do throws(JSONProblem) {
        try read(&cursor, depth: depth + 1)
      } catch {
        throw error.within("geometries[\(number)]" + (error.path.isEmpty ? "" : "."))
      }
    }
  }

  private struct CoordinateNesting {
    /// The number of arrays around a position; nil before the first position.
    var positionDepth: Int?
    /// The offset of the coordinates.
    var offset = 0
  }

  /// Reads an array of numbers, which is a position, or an array of such arrays.
  private mutating func readCoordinates(
    _ cursor: inout JSONCursor,
    _ depth: Int,
    _ nesting: inout CoordinateNesting
  ) throws(JSONProblem) {
    guard depth <= 3 else { throw cursor.problem("A number is expected") }
    if depth == 0 { nesting.offset = cursor.offset }
    try cursor.expect(GeoJSONByte.openBracket, "An array")
    if cursor.take(GeoJSONByte.closeBracket) { return }
    guard cursor.peek() == GeoJSONByte.openBracket else {
      guard nesting.positionDepth == nil || nesting.positionDepth == depth else {
        throw cursor.problem("An array is expected")
      }
      nesting.positionDepth = depth
      try readPosition(&cursor)
      return
    }
    var number = 0
    repeat {
      do throws(JSONProblem) {
        try readCoordinates(&cursor, depth + 1, &nesting)
      } catch {
        throw error.within("[\(number)]")
      }
      number += 1
    } while cursor.take(GeoJSONByte.comma)
    try cursor.expect(GeoJSONByte.closeBracket, "A comma or the end of an array")
    if nesting.positionDepth == depth + 1, (partEnds.last ?? 0) < places.count {
      partEnds.append(places.count)
    }
  }

  /// Reads the numbers of a position, after its opening bracket.
  private mutating func readPosition(_ cursor: inout JSONCursor) throws(JSONProblem) {
    let x = try cursor.double()
    guard cursor.take(GeoJSONByte.comma) else {
      throw cursor.problem("A second number is expected")
    }
    let y = try cursor.double()
    var z: (value: Double, range: Range<Int>)?
    while cursor.take(GeoJSONByte.comma) {
      let number = try cursor.double()
      // Numbers after the third have no standard meaning.
      if z == nil { z = number }
    }
    try cursor.expect(GeoJSONByte.closeBracket, "A comma or the end of a position")
    places.append(Coordinate(x: x.value, y: y.value))
    heights.append(z?.value)
    positions.append(GeoJSONPiece.Position(x: x.range, y: y.range, z: z?.range))
  }

  /// Makes each point a part, and refuses lines of one vertex.
  private mutating func checkParts(
    _ type: (name: String, depth: Int, shape: ConformBlock.Shape),
    from first: Int,
    _ offset: Int
  ) throws(JSONProblem) {
    if type.shape == .points {
      partEnds.removeAll { $0 > first }
      partEnds += first < places.count ? Array(first + 1...places.count) : []
      return
    }
    guard type.shape == .lines else { return }
    var start = first
    for end in partEnds where end > first {
      guard end - start >= 2 else {
        throw JSONProblem(
          offset: offset,
          path: "coordinates",
          message: "A line needs at least two positions"
        )
      }
      start = end
    }
  }
}

extension JSONCursor {
  /// Skips a `bbox` and returns the ranges of its numbers; none when it is not an array.
  mutating func box() throws(JSONProblem) -> GeoJSONGeometry.Box {
    guard peek() == GeoJSONByte.openBracket else {
      _ = try value()
      return []
    }
    var numbers: GeoJSONGeometry.Box = []
    try forEachElement { (cursor, _) throws(JSONProblem) in numbers.append(try cursor.double()) }
    return numbers
  }
}
