import GeoSnap
import GeoSnapTestSupport
import Testing

/// Where Esri's meaning and GEOS's differ; numbered as in Documentation/Decisions.md.
@Suite("Where Esri's meaning and GEOS's differ")
struct TrapTests {
  @Test("1: a line that crosses itself is simple to Esri and not to OGC, and says where")
  func simple() throws {
    let eight = try wkt("LINESTRING (0 0, 10 10, 10 0, 0 10)")
    #expect(try eight.isSimple())
    #expect(try eight.isSimple(.ogc) == false)
    #expect(try eight.simplicityProblem(.ogc)?.location == c(5, 5))
    let repeated = try wkt("LINESTRING (0 0, 1 1, 1 1, 2 2)")
    #expect(try repeated.isSimple(.ogc))
    #expect(try repeated.simplicityProblem()?.reason == "Zero-length Segment")
    #expect(try wkt("LINESTRING Z (0 0 1, 0 0 2, 1 1 1)").isSimple())
    #expect(try wkt("MULTIPOINT ((1 1), (1 1))").isSimple() == false)
    #expect(try wkt("MULTIPOINT Z ((1 1 1), (1 1 2))").isSimple())
  }

  @Test("2: exterior rings run clockwise to Esri; rings are kept as given until one asks")
  func ringDirection() throws {
    let counter = try Geometry(
      wkt: "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (2 2, 2 4, 4 4, 4 2, 2 2))"
    )
    let clockwise = try Geometry(
      wkt: "POLYGON ((0 0, 0 9, 9 9, 9 0, 0 0), (2 2, 4 2, 4 4, 2 4, 2 2))"
    )
    #expect(counter.orientingRings(.clockwise) == clockwise)
    #expect(counter.orientingRings(.counterclockwise) == counter)
    #expect(try counter.isValid)
    #expect(try counter.simplicityProblem()?.reason == "Ring Direction")
    #expect(try counter.simplified() == clockwise)
    #expect(try clockwise.isSimple())
  }

  @Test("3: lines that cross share nothing to Esri; the places are among the intersections")
  func crossingLines() throws {
    let one = try wkt("LINESTRING (0 0, 10 10)")
    let other = try wkt("LINESTRING (0 10, 10 0)")
    #expect(try one.intersection(other).wkt == "LINESTRING EMPTY")
    #expect(try one.intersection(other, convention: .ogc).wkt == "POINT (5 5)")
    #expect(try one.intersections(with: other).map(\.wkt) == ["MULTIPOINT ((5 5))"])
  }

  @Test("3: intersections come by dimension; places on a shared line are not repeated")
  func intersections() throws {
    let one = try wkt("LINESTRING (0 0, 10 0, 10 10)")
    let other = try wkt("LINESTRING (2 0, 4 0, 12 8, 12 5, 8 5)")
    let found = try one.intersections(with: other)
    #expect(found.map(\.type) == [.multiPoint, .multiLineString])
    #expect(try found.first?.equalsNormalized(wkt("MULTIPOINT (10 5, 10 6)")) == true)
    #expect(found.last?.length == 2)
    #expect(try one.intersections(with: wkt("POINT (99 99)")).isEmpty)
  }

  @Test("4: an offset is to the right when positive; of an area that is its inside")
  func offset() throws {
    let line = try wkt("LINESTRING (0 0, 10 0)")
    #expect(try line.offset(distance: 2).equalsNormalized(wkt("LINESTRING (0 -2, 10 -2)")))
    #expect(try line.offset(distance: -2).equalsNormalized(wkt("LINESTRING (0 2, 10 2)")))
    let square = try wkt("POLYGON ((0 0, 0 10, 10 10, 10 0, 0 0))")
    #expect(try square.offset(distance: 1).area == 64)
    #expect(try square.offset(distance: -1, style: BufferStyle(join: .mitre)).area == 144)
  }

  @Test("5: a distance along a line is clamped; a negative one is the start")
  func pointAtDistance() throws {
    let line = try wkt("LINESTRING (0 0, 10 0)")
    #expect(try line.point(atDistance: -3) == Point(x: 0, y: 0))
    #expect(try line.point(atDistance: 3) == Point(x: 3, y: 0))
    #expect(try line.point(atDistance: 99) == Point(x: 10, y: 0))
  }

  @Test("6: a place too far from a line has no fraction, instead of NaN")
  func fraction() throws {
    let line = try wkt("LINESTRING (0 0, 10 0)")
    let place = c(5, 3)
    #expect(try line.linearLocation(closestTo: place, tolerance: .within(2)) == nil)
    #expect(try line.linearLocation(closestTo: place)?.fraction == 0.5)
    let beyond = c(-1, 0)
    #expect(try line.linearLocation(closestTo: beyond, tolerance: .betweenEnds) == nil)
  }

  @Test("7: generalizing thins vertices, simplifying repairs and thins none")
  func generalizeAndSimplify() throws {
    let line = try wkt("LINESTRING (0 0, 5 0.1, 10 0)")
    #expect(try line.generalized(maxDeviation: 1).wkt == "LINESTRING (0 0, 10 0)")
    #expect(try line.simplified() == line)
    let bowTie = try wkt("POLYGON ((0 0, 10 10, 10 0, 0 10, 0 0))")
    let repaired = try bowTie.simplified()
    #expect(repaired.type == .multiPolygon)
    #expect(repaired.area == 50)
    #expect(try repaired.isSimple())
  }

  @Test(
    "8: a buffer's chords are as many as one asks; its area is what to compare",
    arguments: [1, 8, 64]
  )
  func buffer(segments: Int) throws {
    let disc = try wkt("POINT (0 0)")
      .buffer(distance: 1, style: BufferStyle(quadrantSegments: segments))
    #expect(disc.coordinates.count == 4 * segments + 1)
    #expect(disc.area < .pi)
    #expect(disc.area > .pi * (1 - 1 / Double(segments * segments)))
  }

  @Test("9: no operation mixes two reference systems")
  func referenceSystems() throws {
    let here = try Geometry(wkt: "LINESTRING (0 0, 9 9)", srid: 25_832)
    let there = try Geometry(wkt: "LINESTRING (0 9, 9 0)", srid: 4_326)
    for mixed in [
      { _ = try here.union(there) }, { _ = try here.intersections(with: there) },
      { _ = try here.cut(by: there) }, { _ = try here.extended(to: there) },
      { _ = try here.reshaped(by: there) }, { _ = try here.relate(there) },
      { _ = try here.nearestPoints(to: there) }, { _ = try here.snapped(to: there, tolerance: 1) },
      { _ = try here.difference(there) }, { _ = try here.distance(to: there) },
      { _ = try here.intersects(there) }, { _ = try here.equalsTopologically(there) },
    ] as [() throws -> Void] { refuses(.mixedSpatialReferences, mixed) }
    let unknown = try wkt("LINESTRING (0 9, 9 0)")
    #expect(try unknown.union(here).srid == 25_832 && here.distance(to: unknown) == 0)
    // The answer is in the declared system, whichever of the two declares it, on every shortcut too.
    let road = "LINESTRING (0 5, 9 5)"
    let parcel = "POLYGON ((2 0, 2 9, 6 9, 6 0, 2 0))"
    let apart = "LINESTRING (20 0, 20 9)"
    let detour = "LINESTRING (1 4, 1 8, 3 8, 3 4)"
    for (first, second) in [
      (road, parcel), (parcel, road), (road, apart), (parcel, apart), (road, detour),
      (parcel, detour), (road, road), (parcel, "LINESTRING EMPTY"), ("LINESTRING EMPTY", road),
      ("MULTIPOLYGON (((2 0, 2 9, 6 9, 6 0, 2 0)), ((2 20, 2 29, 6 20, 2 20)))", road),
    ] {
      for (system, other) in [(25_832, nil), (nil, 25_832), (25_832, 25_832)] as [(SRID?, SRID?)] {
        let own = try Geometry(wkt: first, srid: system)
        let with = try Geometry(wkt: second, srid: other)
        var answers = [
          try own.union(with), try own.intersection(with), try own.difference(with),
          try own.intersection(with, convention: .ogc), try own.symmetricDifference(with),
          try own.difference(with, gridSize: 1), try own.snapped(to: with, tolerance: 1),
        ]
        answers += try own.intersections(with: with)
        // Not every pair can be cut, extended, reshaped or compared.
        let pieces = try? own.cut(by: with)
        let shared = try? own.sharedPaths(with: with)
        let gaps = try? Geometry.polygons(completing: [own], with: [with])
        answers += [
          try? own.extended(to: with), try? own.reshaped(by: with), shared?.forward,
          shared?.backward, pieces?.left, pieces?.right,
        ].compactMap(\.self)
        answers += (pieces?.uncut ?? []) + (gaps ?? []).map { Geometry.polygon($0) }
        for answer in answers {
          let systems = [answer.srid] + answer.parts.map(\.srid)
          #expect(systems.allSatisfy { $0 == 25_832 }, "\(own.wkt) \(with.wkt) \(answer.wkt)")
        }
      }
    }
    let nowhere = try Geometry(wkt: "POINT EMPTY", srid: 25_832)
    #expect(try unknown.union(nowhere).srid == 25_832)
    #expect(try unknown.intersection(nowhere).srid == 25_832)
    // What a mixed answer holds is in its system too, so that it can be written and read again.
    let mixed = try wkt("GEOMETRYCOLLECTION (POINT (20 0), LINESTRING (0 0, 9 9))")
    for answer in [try mixed.union(nowhere), try nowhere.symmetricDifference(mixed)] {
      #expect(answer == mixed.declared(in: 25_832))
      #expect(try Geometry(wkb: answer.wkb(includingSRID: true)) == answer)
    }
  }

  @Test("10: where there is no answer it is nil or an empty list, never NaN or an empty geometry")
  func noAnswer() throws {
    let line = try wkt("LINESTRING (0 0, 10 0)")
    let far = try wkt("LINESTRING (0 50, 10 50)")
    let empty = try wkt("LINESTRING EMPTY")
    #expect(try line.reshaped(by: far) == nil)
    #expect(try line.cut(by: far) == nil)
    #expect(try line.extended(to: far) == nil)
    #expect(try line.intersections(with: far).isEmpty)
    #expect(empty.nearestCoordinate(to: c(0, 0)) == nil)
    #expect(try empty.nearestPoints(to: line) == nil)
    #expect(try empty.hausdorffDistance(to: line) == nil)
  }

  @Test("11: inside an area the nearest place is the place, on its border another")
  func nearestInside() throws {
    let square = try wkt("POLYGON ((0 0, 0 10, 10 10, 10 0, 0 0))")
    let place = c(4, 1)
    #expect(square.nearestCoordinate(to: place)?.distance == 0)
    #expect(square.nearestBoundaryCoordinate(to: place)?.coordinate == c(4, 0))
  }

  @Test("12: heights play no part in fractions and lengths, but tell equal vertices apart")
  func heights() throws {
    let steep = try wkt("LINESTRING Z (0 0 0, 5 0 100, 10 0 0)")
    #expect(steep.length == 10)
    let location = try steep.linearLocation(closestTo: c(2.5, 0))
    #expect(location?.fraction == 0.25)
    #expect(location?.z == 50)
    #expect(try wkt("LINESTRING Z (0 0 0, 0 0 9)").simplified().coordinates.count == 2)
  }
}
