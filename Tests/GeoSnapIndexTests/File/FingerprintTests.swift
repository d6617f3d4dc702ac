import GeoSnap
import Testing

@Suite("Fingerprints of geometries")
struct FingerprintTests {
  @Test("Whatever an index is built from changes the fingerprint")
  func changes() throws {
    let long = (0..<21).map { "\($0) \($0 * $0)" }
    let texts: [[String?]] = [
      [], [nil], [nil, nil], ["POINT (1 2)"], ["POINT (2 1)"], ["POINT (1 2)", nil],
      [nil, "POINT (1 2)"], ["POINT (0 2)"], ["POINT (-0.0 2)"], ["POINT EMPTY"],
      ["LINESTRING EMPTY"], ["MULTIPOINT (1 2)"], ["LINESTRING (1 2, 3 4)"],
      ["MULTIPOINT (1 2, 3 4)"], ["POINT (1 2)", "POINT (3 4)"], ["POINT (3 4)", "POINT (1 2)"],
      ["MULTILINESTRING ((1 2, 3 4))"], ["MULTILINESTRING ((1 2, 3 4), (5 6, 7 8))"],
      ["MULTILINESTRING ((1 2, 3 4, 5 6, 7 8))"],
      ["POLYGON ((0 0, 9 0, 9 9, 0 0))"],
      ["MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0)))"],
      ["POLYGON ((0 0, 9 0, 9 9, 0 0), (1 1, 2 1, 2 2, 1 1))"],
      ["MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0), (1 1, 2 1, 2 2, 1 1)))"],
      ["MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0)), ((1 1, 2 1, 2 2, 1 1)))"],
      ["GEOMETRYCOLLECTION (POINT (1 2))"], ["GEOMETRYCOLLECTION (POINT (1 2), POINT (3 4))"],
      ["GEOMETRYCOLLECTION (POINT (1 2))", "POINT (3 4)"],
      ["LINESTRING (\(long.joined(separator: ", ")))"],
    ]
    var seen: [UInt64: [String?]] = [:]
    for list in texts {
      let value = FeatureIndex.fingerprint(
        of: try list.map { try $0.map { try Geometry(wkt: $0) } }
      )
      #expect(seen[value] == nil, "\(list) and \(seen[value] ?? [])")
      seen[value] = list
    }
  }

  @Test("Each ordinate of a long line counts, in every bit")
  func lanes() throws {
    let ordinates = (0..<62).map { Double($0) * 1.25 }
    func fingerprint(_ ordinates: [Double]) throws -> UInt64 {
      let sequence = CoordinateSequence(ordinates: ordinates, dimensions: .xy)
      return FeatureIndex.fingerprint(of: [.lineString(try LineString(sequence))])
    }
    var seen: Set<UInt64> = [try fingerprint(ordinates)]
    for index in ordinates.indices {
      for bit in 0..<64 {
        var other = ordinates
        other[index] = Double(bitPattern: other[index].bitPattern ^ 1 << UInt64(bit))
        #expect(seen.insert(try fingerprint(other)).inserted, "ordinate \(index), bit \(bit)")
      }
    }
  }

  @Test("Heights, measures and reference systems do not count")
  func heights() throws {
    for count in [2, 8, 9, 23] {
      let flat = (0..<count).map { Coordinate(x: Double($0), y: 3) }
      let raised: [Double] = flat.flatMap { [$0.x, $0.y, 7.0] as [Double] }
      let plain = Geometry.lineString(try LineString(CoordinateSequence(flat)))
      let high = Geometry.lineString(
        try LineString(CoordinateSequence(ordinates: raised, dimensions: .xyz), srid: 25832)
      )
      let measured: [Double] = flat.flatMap { [$0.x, $0.y, .nan, 9.0] as [Double] }
      let long = Geometry.lineString(
        try LineString(CoordinateSequence(ordinates: measured, dimensions: .xyzm))
      )
      #expect(
        FeatureIndex.fingerprint(of: [plain]) == FeatureIndex.fingerprint(of: [high])
      )
      #expect(
        FeatureIndex.fingerprint(of: [plain]) == FeatureIndex.fingerprint(of: [long])
      )
      #expect(
        FeatureIndex.fingerprint(of: [plain]) == FeatureIndex.fingerprint(of: [long.removingZ()])
      )
    }
  }
}
