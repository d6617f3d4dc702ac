import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Cutting, splitting, extending and reshaping")
struct CuttingTests {
  private func wkt(_ text: String) throws -> Geometry { try Geometry(wkt: text) }

  @Test("A line is cut in left, right and uncut pieces, its heights and measures interpolated")
  func cutLine() throws {
    let line = try wkt("MULTILINESTRING ZM ((0 0 0 0, 10 0 10 100), (0 9 0 0, 1 9 1 1))")
    let cutter = try wkt("LINESTRING (4 -5, 4 5)")
    let pieces = try #require(try line.cut(by: cutter))
    #expect(pieces.left.wkt == "LINESTRING ZM (0 0 0 0, 4 0 4 40)")
    #expect(pieces.right.wkt == "LINESTRING ZM (4 0 4 40, 10 0 10 100)")
    #expect(pieces.uncut.map(\.wkt) == ["LINESTRING ZM (0 9 0 0, 1 9 1 1)"])
    let reversed = try #require(try line.cut(by: cutter.reversed()))
    #expect(reversed.left == pieces.right)
    #expect(reversed.right == pieces.left)
  }

  /// Lines, their cutters, the squares of the lengths left and right, and how many pieces are neither.
  static let lineCuts: [(line: String, cutter: String, left: Double, right: Double, uncut: Int)] = [
    // At a vertex of the cutter that turns, and of the line.
    ("LINESTRING (0 0, 5 5, 10 0)", "LINESTRING (5 0, 5 5, 9 9)", 50, 50, 0),
    // A touch from one side cuts.
    ("LINESTRING (0 0, 5 5, 10 0)", "LINESTRING (0 5, 10 5)", 0, 200, 0),
    // What lies on the cutter goes right.
    ("LINESTRING (0 1, 2 0, 8 0, 10 1)", "LINESTRING (0 0, 10 0)", 20, 36, 0),
    // A cutter that ends on the line tells the side all the same.
    ("LINESTRING (0 0, 10 0)", "LINESTRING (5 5, 5 0)", 25, 25, 0),
    // Straight ahead of the cutter's end is neither side.
    ("LINESTRING (0 0, 10 0)", "LINESTRING (0 0, 5 0)", 0, 25, 1),
    // Reached from both sides.
    ("LINESTRING (0 0, 10 0)", "LINESTRING (5 -5, 5 5, 5 -5)", 0, 0, 2),
    // Around the end of the cutter: one piece leaves on the right and comes back on the left.
    (
      "LINESTRING (0 0, 10 0, 10 9, 0 9, 0 0.5, 10 0.5)", "LINESTRING (5 -1, 5 1)", 25, 25, 1
    ),
  ]

  @Test("Lines are cut where they meet the cutter", arguments: lineCuts)
  func cutLines(
    _ sample: (line: String, cutter: String, left: Double, right: Double, uncut: Int)
  ) throws {
    let line = try wkt(sample.line)
    let pieces = try #require(try line.cut(by: wkt(sample.cutter)), "\(sample.line)")
    let total =
      pieces.left.length + pieces.right.length + pieces.uncut.reduce(0) { $0 + $1.length }
    #expect((total - line.length).magnitude < 1e-9)
    #expect((pieces.left.length * pieces.left.length - sample.left).magnitude < 1e-9, "\(pieces)")
    #expect((pieces.right.length * pieces.right.length - sample.right).magnitude < 1e-9)
    #expect(pieces.uncut.count == sample.uncut, "\(pieces)")
  }

  @Test(
    "Cutting at random loses and doubles nothing; each piece is on its side",
    arguments: seeds(20)
  )
  func cutRandomly(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, radius: 10, isGrid: seed.isMultiple(of: 2))
    for _ in 0..<50 {
      let line = Geometry.lineString(try random.line())
      let middle = random.center
      let cutter = try Geometry.lineString(
        LineString([
          Coordinate(x: middle.x - 99, y: random.coordinate().y),
          Coordinate(x: middle.x + 99, y: random.coordinate().y),
        ])
      )
      guard let pieces = try line.cut(by: cutter) else {
        #expect(try !line.crosses(cutter), "seed \(seed): \(line.wkt) \(cutter.wkt)")
        continue
      }
      let total =
        pieces.left.length + pieces.right.length + pieces.uncut.reduce(0) { $0 + $1.length }
      #expect((total - line.length).magnitude < 1e-6, "seed \(seed): \(line.wkt)")
      let ends = cutter.coordinates
      for (piece, sign) in [(pieces.left, 1.0), (pieces.right, -1.0)] {
        for place in piece.coordinates {
          let cross =
            (ends[1].x - ends[0].x) * (place.y - ends[0].y)
            - (ends[1].y - ends[0].y) * (place.x - ends[0].x)
          #expect(cross * sign >= -1e-5, "seed \(seed): \(line.wkt) \(cutter.wkt)")
        }
      }
    }
  }

  @Test("An area is cut in left and right pieces, holes kept, uncut parts named")
  func cutArea() throws {
    let area = try wkt(
      """
      MULTIPOLYGON (((0 0, 0 10, 10 10, 10 0, 0 0), (4 4, 6 4, 6 6, 4 6, 4 4)), \
      ((20 0, 20 1, 21 1, 20 0)))
      """
    )
    let pieces = try #require(try area.cut(by: wkt("LINESTRING (5 -1, 5 11)")))
    #expect(pieces.left.area == 48)
    #expect(pieces.right.area == 48)
    #expect(pieces.left.envelope?.maxX == 5)
    #expect(pieces.right.envelope?.minX == 5)
    #expect(pieces.uncut.map(\.area) == [0.5])
    #expect(try pieces.left.isValid)
    #expect(try area.cut(by: wkt("LINESTRING (2 -1, 2 9)")) == nil)
    #expect(try area.cut(by: wkt("LINESTRING (0 -1, 0 11)")) == nil)
  }

  @Test("Random areas: the pieces together are the area, each on its side", arguments: seeds(10))
  func cutAreasRandomly(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, radius: 50, allowsEmpty: false)
    for _ in 0..<20 {
      let area = Geometry.polygon(try random.polygon())
      let y = random.coordinate().y
      let cutter = try Geometry.lineString(
        LineString([
          Coordinate(x: random.center.x - 999, y: y), Coordinate(x: random.center.x + 999, y: y),
        ])
      )
      guard let pieces = try area.cut(by: cutter) else {
        #expect(try area.intersection(cutter).length < 1e-6, "seed \(seed): \(area.wkt)")
        continue
      }
      #expect(pieces.uncut.isEmpty, "seed \(seed): \(area.wkt) \(y)")
      #expect((pieces.left.area + pieces.right.area - area.area).magnitude < 1e-6 * area.area)
      #expect((pieces.left.envelope?.minY ?? y) >= y - 1e-6, "seed \(seed)")
      #expect((pieces.right.envelope?.maxY ?? y) <= y + 1e-6, "seed \(seed)")
    }
  }

  @Test("A substring keeps the vertices between, interpolates its ends and may run backwards")
  func substring() throws {
    let line = try wkt("LINESTRING ZM (0 0 0 0, 10 0 10 100, 10 10 20 200)")
    #expect(
      try line.substring(from: 0.25, to: 0.75).wkt
        == "LINESTRING ZM (5 0 5 50, 10 0 10 100, 10 5 15 150)"
    )
    #expect(
      try line.substring(from: 0.75, to: 0.25).wkt
        == "LINESTRING ZM (10 5 15 150, 10 0 10 100, 5 0 5 50)"
    )
    #expect(try line.substring(from: 0, to: 0.5).wkt == "LINESTRING ZM (0 0 0 0, 10 0 10 100)")
    #expect(try line.substring(from: -1, to: 2) == line)
    #expect(try line.substring(from: 0.5, to: 0.5).wkt == "POINT ZM (10 0 10 100)")
    let parts = try wkt("MULTILINESTRING ((0 0, 10 0), (20 0, 30 0))")
    #expect(
      try parts.substring(from: 0.25, to: 0.75).wkt == "MULTILINESTRING ((5 0, 10 0), (20 0, 25 0))"
    )
    #expect(try parts.substring(from: 0.5, to: 0.75).wkt == "LINESTRING (20 0, 25 0)")
    #expect(
      try parts.substring(from: 0.75, to: 0.25).wkt == "MULTILINESTRING ((25 0, 20 0), (10 0, 5 0))"
    )
    #expect(try wkt("LINESTRING EMPTY").substring(from: 1, to: 0).wkt == "LINESTRING EMPTY")
  }

  @Test(
    "Split pieces follow each other, and together are as long as the line",
    arguments: seeds(20)
  )
  func splitRandomly(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, isGrid: seed.isMultiple(of: 2), allowsMeasures: true)
    for _ in 0..<50 {
      let line = Geometry.multiLineString(try random.multiLine(hasZ: true, hasM: true))
      let fractions = (0..<random.generator.int(0...4)).map { _ in
        random.generator.double(-0.1...1.1)
      }
      let pieces = try line.split(atFractions: fractions)
      let total = pieces.reduce(0) { $0 + $1.length }
      #expect((total - line.length).magnitude <= 1e-9 * line.length, "seed \(seed): \(line.wkt)")
      #expect(line.isEmpty == pieces.isEmpty)
      #expect(pieces.count <= fractions.count + 1 && pieces.allSatisfy { $0.hasZ && $0.hasM })
      #expect(pieces.first?.coordinates.first == line.coordinates.first)
      #expect(pieces.last?.coordinates.last == line.coordinates.last)
    }
  }

  @Test("The whole length ends at the last vertex, whatever without length is there")
  func wholeLength() throws {
    for text in [
      "MULTILINESTRING ((0 0, 1 0), (5 5, 5 5))", "LINESTRING (0 0, 1e9 0, 1e9 1e-9)",
      "LINESTRING (0 0, 1 0, 1 0)", "LINESTRING (0 0, 1 0)",
    ] {
      let line = try wkt(text)
      #expect(try line.split(atFractions: [1]) == [line])
      #expect(try line.substring(from: 0, to: 1) == line)
      #expect(try line.point(atFraction: 1).coordinate == line.coordinates.last)
      #expect(try line.point(atDistance: 1e20).coordinate == line.coordinates.last)
    }
  }

  @Test("A line is split at places on it; a place too far away is refused, not passed over")
  func splitAtPlaces() throws {
    let line = try wkt("LINESTRING M (0 0 0, 10 0 10)")
    let pieces = try line.split(
      at: [Coordinate(x: 7, y: 0.1), Coordinate(x: 2, y: 0), Coordinate(x: 0, y: 0)],
      tolerance: 0.5
    )
    #expect(
      pieces.map(\.wkt) == [
        "LINESTRING M (0 0 0, 2 0 2)", "LINESTRING M (2 0 2, 7 0 7)",
        "LINESTRING M (7 0 7, 10 0 10)",
      ]
    )
    #expect(
      geometryErrorCode { () throws(GeometryError) in
        _ = try line.split(at: [Coordinate(x: 5, y: 5)], tolerance: 0.5)
      } == .invalidArgument
    )
  }

  @Test("An end is extended to the closest place ahead, its measure extrapolated")
  func extend() throws {
    let line = try wkt("LINESTRING ZM (0 0 0 0, 10 0 10 100)")
    let targets = try wkt("MULTILINESTRING ((20 -5, 20 5), (15 -5, 15 5), (-5 -5, -5 5))")
    #expect(
      try line.extended(to: targets)?.wkt
        == "LINESTRING ZM (-5 0 -5 -50, 0 0 0 0, 10 0 10 100, 15 0 15 150)"
    )
    #expect(
      try line.extended(to: targets, options: [.relocateEnds, .doNotExtendFromStart])?.wkt
        == "LINESTRING ZM (0 0 0 0, 15 0 15 150)"
    )
    #expect(
      try line.extended(to: targets, options: [.keepEndAttributes, .doNotExtendFromStart])?.wkt
        == "LINESTRING ZM (0 0 0 0, 10 0 10 100, 15 0 10 100)"
    )
    let none = try #require(
      try line.extended(to: targets, options: [.noEndAttributes, .doNotExtendFromStart])
    )
    #expect(none.coordinates.m(at: 2)?.isNaN == true)
    let joined = try wkt("MULTILINESTRING ((0 0, 10 0), (10 0, 10 9))")
    #expect(try joined.extended(to: wkt("LINESTRING (15 -5, 15 5)")) == nil)
  }

  @Test("A line follows the reshaper from its first meeting to its last")
  func reshapeLine() throws {
    let line = try wkt("LINESTRING Z (0 0 0, 10 0 10, 20 0 20)")
    let reshaper = try wkt("LINESTRING (15 -3, 15 4, 5 4, 5 -3)")
    #expect(
      try line.reshaped(by: reshaper)?.wkt
        == "LINESTRING Z (0 0 0, 5 0 5, 5 4 7.222222222222222, 15 4 12.777777777777779, 15 0 15, 20 0 20)"
    )
    #expect(try line.reshaped(by: wkt("LINESTRING (5 -1, 5 1)")) == nil)
    #expect(try line.reshaped(by: wkt("LINESTRING (5 0, 5 0, 6 3)")) == nil)
    // A line of no length, at whose place the reshaper stays for some vertices, is met once.
    let place = try wkt("LINESTRING (0 0, 0 0, 0 0)")
    #expect(try place.reshaped(by: wkt("LINESTRING (0 0, 0 0, 0 0, 0 1, 1 1)")) == nil)
    let parts = try wkt("MULTILINESTRING ((0 0, 4 0), (6 0, 10 0))")
    #expect(
      try parts.reshaped(by: wkt("LINESTRING (3 -1, 3 2, 7 2, 7 -1)"))?.wkt
        == "LINESTRING (0 0, 3 0, 3 2, 7 2, 7 0, 10 0)"
    )
  }

  @Test("Of an area the longer part of the ring is kept; the others stay")
  func reshapeArea() throws {
    let area = try wkt("POLYGON ((0 0, 0 10, 10 10, 10 0, 0 0), (1 1, 2 1, 2 2, 1 1))")
    let notch = try wkt("LINESTRING (4 12, 4 8, 6 8, 6 12)")
    let reshaped = try #require(try area.reshaped(by: notch))
    #expect(reshaped.area == area.area - 4)
    #expect(try reshaped.isValid)
    let bulge = try #require(try area.reshaped(by: wkt("LINESTRING (9 2, 14 2, 14 5, 9 5)")))
    #expect(bulge.area == area.area + 12)
    #expect(try area.reshaped(by: wkt("LINESTRING (4 12, 4 8)")) == nil)
  }
}
