import GeoSnap
import GeoSnapTestSupport
import Testing

/// What single lines and areas become stands in Tests/Transcripts/Operations.
@Suite("Cutting, splitting, extending and reshaping")
struct CuttingTests {
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
          c(middle.x - 99, random.coordinate().y), c(middle.x + 99, random.coordinate().y),
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
        LineString([c(random.center.x - 999, y), c(random.center.x + 999, y)])
      )
      #expect(try area.reshaped(by: cutter)?.isValid != false, "seed \(seed): \(area.wkt) \(y)")
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

  @Test("A line of four parts is cut at each of 40,000 meetings as each part alone is")
  func cutOften() throws {
    let cutter = try wkt("LINESTRING (-1 0, 50000 0)")
    let zigzags = (0..<4).map { part in
      CoordinateSequence(
        (0...10_000).map { c(Double(part * 10_001 + $0), $0.isMultiple(of: 2) ? 1 : -1) }
      )
    }
    let whole = try Geometry.multiLineString(MultiLineString(parts: zigzags)).cut(by: cutter)
    let alone = try zigzags.map { try Geometry.lineString(LineString($0)).cut(by: cutter) }
    #expect(whole?.left.parts == alone.flatMap { $0?.left.parts ?? [] })
    #expect(whole?.right.parts == alone.flatMap { $0?.right.parts ?? [] })
    #expect(whole?.left.parts.count == 4 * 5001)
    #expect(whole?.right.parts.count == 4 * 5000)
    #expect(whole?.uncut.isEmpty == true)
  }

  @Test("At northings of 1e16, where doubles are 2 apart, a line is split by its eastings")
  func splitFarNorth() throws {
    let line = try wkt("LINESTRING (0 1e16, 8 1e16)")
    let pieces = try [wkt("LINESTRING (0 1e16, 3 1e16)"), wkt("LINESTRING (3 1e16, 8 1e16)")]
    #expect(try line.split(at: [c(3, 1e16)], tolerance: 0) == pieces)
    #expect(try line.split(atFractions: [0.375]) == pieces)
    #expect(try line.cut(by: wkt("LINESTRING (3 0, 3 2e16)"))?.left == pieces[0])
    // The second passage lies 3 to the east.
    let bend = try wkt("LINESTRING (0 1e16, 0 2e16, 3 2e16, 3 1e16)")
    #expect(try bend.split(at: [c(0, 1.5e16)], tolerance: 0).count == 2)
    // A place of which rounding moves the northing is still found.
    let slope = try wkt("LINESTRING (0 1e16, 100 10000000000000100)")
    #expect(try slope.split(at: [c(33, 1e16 + 34)], tolerance: 0).count == 2)
    // Segments that are each shorter than rounding add up.
    let steps = (0...40).map { "\(0x1p50 + Double($0) / 2) 0" }.joined(separator: ", ")
    let stairs = try wkt("LINESTRING (\(steps))")
    #expect(try stairs.split(at: [c(0x1p50 + 10, 0)], tolerance: 0).count == 2)
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

  @Test("A line of no length, at whose place the reshaper stays for some vertices, is met once")
  func reshapeLine() throws {
    let place = try wkt("LINESTRING (0 0, 0 0, 0 0)")
    #expect(try place.reshaped(by: wkt("LINESTRING (0 0, 0 0, 0 0, 0 1, 1 1)")) == nil)
  }
}
