import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("GEOS operations on geometries with measures")
struct MeasureEngineTests {
  @Test("Answers are those of the geometry without M, and have none", arguments: seeds(10))
  func sameAnswers(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, radius: 20, allowsMeasures: true)
    random.isGrid = seed.isMultiple(of: 2)
    var measured = 0
    for _ in 0..<80 {
      let geometry = try random.geometry()
      let other = try random.geometry()
      let plain = geometry.removingM()
      let otherPlain = other.removingM()
      let note: Comment = "seed \(seed): \(geometry.wkt) \(other.wkt)"
      let buffer = try geometry.buffer(distance: 1)
      #expect(buffer == (try plain.buffer(distance: 1)), note)
      #expect(buffer.hasM == false)
      #expect(try geometry.distance(to: other) == plain.distance(to: otherPlain), note)
      #expect(try geometry.intersects(other) == plain.intersects(otherPlain), note)
      #expect(try geometry.isValid == plain.isValid, note)
      #expect(try geometry.centroid() == plain.centroid(), note)
      #expect(try geometry.pointOnSurface() == plain.pointOnSurface(), note)
      if try geometry.isValid, case .collection = geometry {
      } else if try geometry.isValid {
        #expect(try geometry.equalsTopologically(plain), note)
      }
      if geometry.hasM { measured += 1 }
    }
    #expect(measured > 20)
  }

  @Test("A measure that is not finite disturbs no operation in the plane")
  func strangeMeasures() throws {
    let line = try wkt("LINESTRING M (0 0 nan, 10 0 inf)")
    #expect(try line.centroid() == Point(x: 5, y: 0))
    #expect(try line.isValid)
    #expect(try line.buffer(distance: 1) == line.removingM().buffer(distance: 1))
  }
}
