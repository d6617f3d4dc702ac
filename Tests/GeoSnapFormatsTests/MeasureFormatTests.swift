import GeoSnap
import GeoSnapFormats
import GeoSnapTestSupport
import Testing

@Suite("Formats with Z and M")
struct MeasureFormatTests {
  @Test(
    "Every type with any ordinates comes back from WKB, EWKB and WKT",
    arguments: GeometryType.allCases,
    allDimensions
  )
  func roundTrip(type: GeometryType, dimensions: CoordinateDimensions) throws {
    for seed in seeds(40) {
      var random = RandomGeometry(seed: seed, allowsMeasures: true)
      for geometry in [try random.geometry(type, dimensions), try random.geometry()] {
        let note: Comment = "seed \(seed): \(geometry.wkt)"
        let bytes = geometry.wkb()
        let back = try Geometry(wkb: bytes)
        #expect(back == geometry && back.wkb() == bytes, note)
        #expect(try Geometry(wkb: bigEndian(geometry)) == geometry, note)
        let tagged = try Geometry(wkb: bytes, srid: 25_832)
        let extended = tagged.wkb(includingSRID: true)
        let again = try Geometry(wkb: extended)
        #expect(again == tagged && again.wkb(includingSRID: true) == extended, note)
        let read = try Geometry(wkt: geometry.wkt)
        #expect(read == geometry && read.wkb() == bytes, note)
      }
    }
  }

  /// The bytes of a point in the other byte order; of other types as they are.
  private func bigEndian(_ geometry: Geometry) -> [UInt8] {
    let bytes = geometry.wkb()
    guard case .point = geometry else { return bytes }
    let code = bytes[1..<5].reversed()
    let ordinates = stride(from: 5, to: bytes.count, by: 8).flatMap {
      bytes[$0..<$0 + 8].reversed()
    }
    return [0] + code + ordinates
  }

  static let codes: [(wkt: String, iso: UInt32, extended: UInt32)] = [
    ("POINT (1 2)", 1, 1), ("POINT Z (1 2 3)", 1_001, 0x8000_0001),
    ("POINT M (1 2 3)", 2_001, 0x4000_0001), ("POINT ZM (1 2 3 4)", 3_001, 0xC000_0001),
    ("LINESTRING M EMPTY", 2_002, 0x4000_0002), ("POLYGON ZM EMPTY", 3_003, 0xC000_0003),
    ("MULTIPOINT M EMPTY", 2_004, 0x4000_0004), ("MULTILINESTRING ZM EMPTY", 3_005, 0xC000_0005),
    ("MULTIPOLYGON M (((0 0 1, 1 0 2, 0 1 3, 0 0 4)))", 2_006, 0x4000_0006),
    ("GEOMETRYCOLLECTION (POINT Z (1 2 3), POINT M (1 2 4))", 3_007, 0xC000_0007),
  ]

  @Test("Codes are those of OGC and of EWKB", arguments: codes)
  func typeCode(_ row: (wkt: String, iso: UInt32, extended: UInt32)) throws {
    func code(_ bytes: [UInt8]) -> UInt32 {
      bytes[1..<5].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    let geometry = try Geometry(wkt: row.wkt)
    #expect(code(geometry.wkb()) == row.iso)
    #expect(code(geometry.wkb(includingSRID: true)) == row.extended)
  }

  @Test("The bits of every ordinate survive in bytes, payloads of NaN too")
  func strangeOrdinates() throws {
    let strange: [Double] = [
      .nan, -.nan, Double(nan: 77, signaling: false), Double(nan: 5, signaling: true), .infinity,
      -.infinity, -0.0, 0, .leastNonzeroMagnitude, -.leastNormalMagnitude, .greatestFiniteMagnitude,
      0.1, 1e16, 1e-7, .pi,
    ]
    for value in strange {
      let point = Geometry.point(Point(x: 1, y: 2, z: 3, m: value))
      guard case .point(let back) = try Geometry(wkb: point.wkb()) else {
        Issue.record("not a point")
        continue
      }
      #expect(back.m?.bitPattern == value.bitPattern)
      let line = CoordinateSequence(trusted: [value, 0, value, 1, value, 0], dimensions: .xym)
      let read = try Geometry(wkb: Geometry.lineString(LineString(line)).wkb())
      #expect(read.coordinates.ordinates.map(\.bitPattern) == line.ordinates.map(\.bitPattern))
    }
  }
}
