import GeoSnap
import GeoSnapTestSupport
import Testing

struct WKBTests {
  @Test("Random geometries come back from their own bytes, bit for bit", arguments: 1...20 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed)
    for _ in 0..<200 {
      let geometry = try random.geometry()
      let bytes = geometry.wkb()
      let back = try Geometry(wkb: bytes)
      #expect(back == geometry, "seed \(seed): \(geometry.wkt)")
      #expect(back.wkb() == bytes, "seed \(seed): \(geometry.wkt)")
    }
  }

  @Test("GEOS reads our bytes and writes the same", arguments: 1...10 as ClosedRange<UInt64>)
  func agreesWithGEOS(seed: UInt64) throws {
    let geos = try GEOSOracle()
    var random = RandomGeometry(seed: seed)
    for _ in 0..<200 {
      let geometry = try random.geometry()
      // GEOS writes a collection's members all with Z or all without.
      if case .collection = geometry, geometry.hasMixedDimensions { continue }
      // GEOS forgets the Z of empty multi geometries.
      if geometry.isEmpty && geometry.hasZ { continue }
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
    }
  }
}

extension Geometry {
  /// Whether a collection has members with and without Z; empty points have none to show.
  var hasMixedDimensions: Bool {
    guard case .collection(let collection) = self else { return false }
    return collection.geometries.contains { $0.hasMixedDimensions || $0.isEmpty || $0.hasZ != hasZ }
  }
}
