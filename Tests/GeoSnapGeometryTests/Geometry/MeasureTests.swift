import GeoSnap
import GeoSnapGeometry
import GeoSnapTestSupport
import Testing

@Suite("Geometries with measures")
struct MeasureTests {
  @Test("Z comes before M, and each is found where it stands")
  func layout() {
    for (dimensions, width) in zip(allDimensions, [2, 3, 3, 4]) {
      #expect(dimensions.count == width)
      #expect(CoordinateDimensions(hasZ: dimensions.hasZ, hasM: dimensions.hasM) == dimensions)
      let ordinates = (0..<5).flatMap { place -> [Double] in
        let base = Double(place) * 10
        return [base, base + 1] + (dimensions.hasZ ? [base + 2] : [])
          + (dimensions.hasM ? [base + 3] : [])
      }
      let sequence = CoordinateSequence(trusted: ordinates, dimensions: dimensions)
      #expect(sequence.count == 5)
      for place in 0..<5 {
        let base = Double(place) * 10
        #expect(sequence[place] == Coordinate(x: base, y: base + 1))
        #expect(sequence.z(at: place) == (dimensions.hasZ ? base + 2 : nil))
        #expect(sequence.m(at: place) == (dimensions.hasM ? base + 3 : nil))
      }
      #expect(sequence.slice(2..<4).m(at: 1) == sequence.m(at: 3))
    }
    #expect(allDimensions.map(\.description) == ["XY", "XYZ", "XYM", "XYZM"])
  }

  @Test("Z, M or both are removed, the rest stays", arguments: seeds(10))
  func removing(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, allowsMeasures: true)
    for _ in 0..<100 {
      let geometry = try random.geometry()
      let cases: [(removed: Geometry, z: Bool, m: Bool)] = [
        (geometry.removingZ(), false, true), (geometry.removingM(), true, false),
        (geometry.removingZAndM(), false, false),
      ]
      for (removed, keepsZ, keepsM) in cases {
        #expect(removed.hasZ == (geometry.hasZ && keepsZ), "seed \(seed): \(geometry.wkt)")
        #expect(removed.hasM == (geometry.hasM && keepsM), "seed \(seed): \(geometry.wkt)")
        #expect(removed.type == geometry.type)
        let pairs = zip(removed.paths, geometry.paths)
        #expect(removed.paths.count == geometry.paths.count)
        for (path, original) in pairs {
          #expect(path.count == original.count)
          for index in 0..<path.count {
            #expect(path[index] == original[index])
            #expect(path.z(at: index) == (keepsZ ? original.z(at: index) : nil))
            let measure = keepsM ? original.m(at: index) : nil
            #expect(path.m(at: index)?.bitPattern == measure?.bitPattern)
          }
        }
        let isNoChange = (keepsZ || !geometry.hasZ) && (keepsM || !geometry.hasM)
        if isNoChange { #expect(removed == geometry) }
      }
      #expect(geometry.removingZ().removingM() == geometry.removingZAndM())
      #expect(geometry.removingM().removingZ() == geometry.removingZAndM())
    }
    let tagged = try Geometry(
      wkt: "SRID=25832;MULTIPOLYGON ZM (((0 0 1 5, 1 0 1 6, 0 1 1 7, 0 0 1 8)))"
    )
    #expect(
      tagged.removingZ()
        == (try Geometry(wkt: "SRID=25832;MULTIPOLYGON M (((0 0 5, 1 0 6, 0 1 7, 0 0 8)))"))
    )
    #expect(
      tagged.removingM()
        == (try Geometry(wkt: "SRID=25832;MULTIPOLYGON Z (((0 0 1, 1 0 1, 0 1 1, 0 0 1)))"))
    )
    #expect(
      tagged.removingZAndM()
        == (try Geometry(wkt: "SRID=25832;MULTIPOLYGON (((0 0, 1 0, 0 1, 0 0)))"))
    )
  }

  @Test("Coordinates of a collection have what all its members have")
  func mixedCollection() throws {
    func dimensions(_ members: String) throws -> CoordinateDimensions {
      try Geometry(wkt: "GEOMETRYCOLLECTION (\(members))").coordinates.dimensions
    }
    #expect(try dimensions("POINT ZM (1 2 3 4), LINESTRING ZM (0 0 0 0, 1 1 1 1)") == .xyzm)
    #expect(try dimensions("POINT ZM (1 2 3 4), POINT Z (1 2 3)") == .xyz)
    #expect(try dimensions("POINT ZM (1 2 3 4), POINT M (1 2 3)") == .xym)
    #expect(try dimensions("POINT Z (1 2 3), POINT M (1 2 3)") == .xy)
    let mixed = try Geometry(wkt: "GEOMETRYCOLLECTION (POINT ZM (1 2 3 4), POINT M (5 6 7))")
    #expect(mixed.coordinates.ordinates == [1, 2, 4, 5, 6, 7])
    #expect(mixed.hasZ && mixed.hasM)
  }

  @Test("Parts that differ in Z or M are refused, and the message names both")
  func mixedParts() throws {
    for first in allDimensions {
      for second in allDimensions where second != first {
        let parts = [first, second].map {
          CoordinateSequence(trusted: Array(repeating: 1, count: 2 * $0.count), dimensions: $0)
        }
        let error = #expect(throws: GeometryError.self) { try MultiLineString(parts: parts) }
        #expect(error?.code == .mixedDimensions)
        #expect(error?.message.contains("\(first) and others \(second)") == true)
      }
    }
  }

  @Test("A missing measure equals a missing measure and nothing else")
  func equality() throws {
    let line = try Geometry(wkt: "LINESTRING M (0 0 nan, 1 1 5)")
    let same = try Geometry(wkt: "LINESTRING M (0 0 nan, 1 1 5)")
    #expect(line == same)
    #expect(line.hashValue == same.hashValue)
    #expect(Set([line, same]).count == 1)
    #expect(line != (try Geometry(wkt: "LINESTRING M (0 0 0, 1 1 5)")))
    #expect(line != (try Geometry(wkt: "LINESTRING Z (0 0 nan, 1 1 5)")))
    #expect(line != line.removingM())
    let payload = Double(nan: 7, signaling: false)
    #expect(Point(x: 1, y: 2, m: .nan) == Point(x: 1, y: 2, m: payload))
    #expect(Set([Point(x: 1, y: 2, m: .nan), Point(x: 1, y: 2, m: payload)]).count == 1)
    #expect(Point(x: 1, y: 2, m: .nan) != Point(x: 1, y: 2))
    #expect(Point(x: 1, y: 2, m: 3) != Point(x: 1, y: 2, z: 3))
    #expect(Point(x: 1, y: 2, m: 0) == Point(x: 1, y: 2, m: -0.0))
    #expect(Point(x: 1, y: 2, m: 0).hashValue == Point(x: 1, y: 2, m: -0.0).hashValue)
  }

  @Test("A missing measure is no ordinate that is not finite; an infinite one is")
  func finiteness() throws {
    #expect(try Geometry(wkt: "LINESTRING M (0 0 nan, 1 1 5)").isFinite)
    #expect(try Geometry(wkt: "POINT ZM (0 0 1 nan)").isFinite)
    #expect(try Geometry(wkt: "POINT ZM (0 0 nan 1)").isFinite == false)
    #expect(try Geometry(wkt: "POINT M (0 0 -inf)").isFinite == false)
    #expect(try Geometry(wkt: "LINESTRING M (0 nan 1, 1 1 5)").isFinite == false)
    #expect(try Geometry(wkt: "MULTIPOINT M (0 0 1, 1 1 inf)").isFinite == false)
  }

  @Test("Measures cost geometries without them no memory: a value of any type takes 48 bytes")
  func size() { #expect(MemoryLayout<Geometry>.stride == 48) }
}
