import GeoSnap
import GeoSnapTestSupport
import Testing

struct WKBTests {
  @Test("GEOS reads our bytes and we read what it writes, in every flavour", arguments: seeds(10))
  func agreesWithGEOS(seed: UInt64) throws {
    let geos = try GEOSOracle()
    var random = RandomGeometry(seed: seed)
    var compared = 0
    for _ in 0..<300 {
      let geometry = try random.geometry()
      // GEOS writes a collection's members all with Z or all without, and forgets the Z of empty multi geometries.
      if geometry.hasMixedDimensions || (geometry.isEmpty && geometry.hasZ) { continue }
      let bytes = geometry.wkb()
      let big = try #require(geos.rewritten(wkb: bytes, isBigEndian: true))
      let extended = try #require(geos.rewritten(wkb: bytes, isExtended: true))
      let little = try #require(geos.rewritten(wkb: bytes))
      #expect(try Geometry(wkb: little).wkt == geometry.wkt, "seed \(seed)")
      #expect(try Geometry(wkb: big).wkt == geometry.wkt, "seed \(seed)")
      let tagged = try Geometry(wkb: extended)
      #expect(tagged.wkt == geometry.wkt, "seed \(seed)")
      #expect(tagged.srid == 25_832)
      #expect(try Geometry(wkb: tagged.wkb(includingSRID: true)) == tagged)
      compared += 1
    }
    #expect(compared > 200)
  }

  @Test("Bytes of shapely read as the geometry that its text says", arguments: shapelyFixtures)
  func shapely(fixture: (wkt: String, iso: String, extended: String)) throws {
    let geometry = try Geometry(wkt: fixture.wkt)
    #expect(geometry.wkt == fixture.wkt)
    #expect(geometry.wkb() == bytes(hex: fixture.iso))
    #expect(try Geometry(wkb: bytes(hex: fixture.iso)) == geometry)
    let tagged = try Geometry(wkb: bytes(hex: fixture.extended))
    #expect(tagged.srid == 25_832)
    #expect(tagged == (try Geometry(wkt: fixture.wkt, srid: 25_832)))
    #expect(try Geometry(wkb: tagged.wkb(includingSRID: true)) == tagged)
  }

  @Test(
    "Input cut off at any byte is refused as truncated",
    arguments: seeds(Extent.count(2, long: 5))
  )
  func truncation(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, allowsMeasures: true)
    for _ in 0..<40 {
      let whole = try random.geometry().wkb()
      let unrefused = whole.indices.filter { count in
        do throws(FormatError) {
          _ = try Geometry(wkb: Array(whole[..<count]))
          return true
        } catch { return error.code != .truncated || !(0...count).contains(error.offset) }
      }
      #expect(unrefused == [], "seed \(seed), of so many of \(whole.count) bytes")
    }
  }

  @Test("Flipped bits give an error or a geometry that keeps its bytes", arguments: seeds(10))
  func flips(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, allowsMeasures: true)
    for _ in 0..<300 {
      var bytes = try random.geometry().wkb()
      for _ in 0..<random.generator.int(1...3) {
        let index = random.generator.int(0...bytes.count - 1)
        bytes[index] ^= 1 << UInt8(random.generator.int(0...7))
      }
      do throws(FormatError) {
        let geometry = try Geometry(wkb: bytes)
        let again = try Geometry(wkb: geometry.wkb())
        #expect(again.wkb() == geometry.wkb(), "seed \(seed)")
      } catch { #expect((0...bytes.count).contains(error.offset), "seed \(seed)") }
    }
  }

  @Test("Bytes of no meaning never crash the reader", arguments: seeds(10))
  func noise(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var refused = 0
    for _ in 0..<2_000 {
      // A sound header leads the reader deeper than noise alone.
      var bytes: [UInt8] = [1, UInt8(generator.int(1...7)), generator.oneIn(2) ? 0 : 3, 0, 0]
      for _ in 0..<generator.int(0...60) {
        bytes.append(generator.oneIn(2) ? UInt8(generator.int(0...8)) : 0)
      }
      if (try? Geometry(wkb: bytes)) == nil { refused += 1 }
    }
    #expect(refused > 1_000)
  }

  static let refusals: [(hex: String, code: FormatError.Code, offset: Int)] = [
    ("", .truncated, 0), ("02", .truncated, 0), ("0201000000", .unknownByteOrder, 0),
    ("0100000000", .unexpectedType, 1), ("0108000000", .truncated, 5),
    ("0111000000", .unexpectedType, 1),
    ("01A10F0000", .unexpectedType, 1), ("01B90B0000", .truncated, 5),
    ("01D1070000000000000000F03F0000000000000040", .truncated, 5),
    ("0101000040000000000000F03F0000000000000040", .truncated, 5),
    (
      "0104000040010000000101000000000000000000000000000000000000000000000000000000",
      .unsupportedDimensions, 10
    ),
    ("01D50700000100000001EA03000000000000", .unsupportedDimensions, 10),
    (
      "01B90B0000000000000000F03F000000000000004000000000000000400000000000000840AB",
      .trailingData, 37
    ),
    ("0102000000FFFFFFFF", .truncated, 5), ("0104000000FFFFFFFF", .truncated, 5),
    ("0106000000FFFFFF7F", .truncated, 5), ("0107000000FFFFFF7F", .truncated, 5),
    ("01020000000100000000000000000000000000000000000000", .invalidGeometry, 0),
    ("010200000000000000AB", .trailingData, 9),
    ("010500000001000000010100000000000000000000000000000000000000", .unexpectedType, 10),
    ("01050000000100000001EA03000000000000", .unsupportedDimensions, 10),
    ("0020000002000064E8000000000020", .trailingData, 13),
  ]

  @Test("Each kind of bad input is refused with its code and place")
  func refusal() {
    for (hex, code, offset) in Self.refusals {
      expectRefused(hex, code, at: offset) { try Geometry(wkb: bytes(hex: hex)) }
    }
  }

  @Test("A collection and its members are in one reference system, whichever of them declares it")
  func oneReferenceSystem() throws {
    let plain = Geometry.point(Point(x: 1, y: 2))
    let declared = Geometry.point(Point(x: 3, y: 4, srid: 25_832))
    let nested = Geometry.collection(try GeometryCollection([plain]))
    let collection = Geometry.collection(try GeometryCollection([plain, declared, nested]))
    #expect(collection.srid == 25_832)
    #expect(collection.parts.allSatisfy { $0.srid == 25_832 })
    #expect(try Geometry(wkb: collection.wkb(includingSRID: true)) == collection)
    // The binary of a collection that leaves it to its members.
    let bytes = [1, 7, 0, 0, 0, 2, 0, 0, 0] + plain.wkb() + declared.wkb(includingSRID: true)
    let read = try Geometry(wkb: bytes)
    #expect(try read == .collection(GeometryCollection([plain, declared], srid: 25_832)))
    #expect(try Geometry(wkb: read.wkb(includingSRID: true)) == read)
  }

  @Test("A stated reference system must be the expected one")
  func referenceSystems() throws {
    let tagged = Geometry.point(Point(x: 1, y: 2, srid: 25_832)).wkb(includingSRID: true)
    #expect(try Geometry(wkb: tagged, srid: 25_832).srid == 25_832)
    #expect(try Geometry(wkb: Geometry.point(Point(x: 1, y: 2)).wkb(), srid: 4_326).srid == 4_326)
    let error = #expect(throws: FormatError.self) { try Geometry(wkb: tagged, srid: 4_326) }
    #expect(error?.code == .invalidGeometry)
  }

  @Test("A geometry within a larger buffer is read from its span")
  func span() throws {
    let buffer: [UInt8] = [9, 9, 9] + Geometry.point(Point(x: 1, y: 2)).wkb()
    let geometry = try Geometry(wkb: buffer.span.extracting(3...))
    #expect(geometry == .point(Point(x: 1, y: 2)))
  }

  @Test("A polygon of empty rings is empty, as JTS and GDAL write it")
  func emptyRings() throws {
    for hex in ["01030000000100000000000000", "0103000000020000000000000000000000"] {
      #expect(try Geometry(wkb: bytes(hex: hex)).wkt == "POLYGON EMPTY")
    }
  }

  @Test("A point of which one ordinate alone is NaN is no empty point")
  func halfEmptyMembers() throws {
    let hex = "0104000000010000000101000000000000000000F87F0000000000000040"
    // One that is unreadable would do as well; what must not be is that the point is lost.
    let read = try? Geometry(wkb: bytes(hex: hex))
    #expect(read == nil || read?.coordinates.count == 1)
    let empty = "0104000000010000000101000000000000000000F87F000000000000F87F"
    #expect(try Geometry(wkb: bytes(hex: empty)).isEmpty)
  }
}
