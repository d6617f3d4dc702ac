// Written by Scripts/check-documentation from doc comments: change those.
// swift-format-ignore-file

import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Examples in the documentation: Engine")
struct EngineExamples {

  @Test("Geometry.buffer(distance:style:)")
  func exampleBuffer() throws {
    let main = try Geometry(wkt: "LINESTRING (0 0, 100 0)")
    shows(try main.buffer(distance: 5, style: BufferStyle(cap: .flat)).area, "1000")
    shows(try main.buffer(distance: 5).area, "1078.0...")
    shows(try main.buffer(distance: -5).wkt, "POLYGON EMPTY")
  }

  @Test("Geometry.isWithin(distance:of:)")
  func exampleIsWithin() throws {
    let valve = try Geometry(wkt: "POINT (5 3)")
    let main = try Geometry(wkt: "LINESTRING (0 0, 10 0)")
    shows(try valve.isWithin(distance: 3, of: main), "true")
    shows(try valve.isWithin(distance: 2.9, of: main), "false")
  }

  @Test("Geometry.nearestPoints(to:)")
  func exampleNearestPoints() throws {
    let house = try Geometry(wkt: "POLYGON ((0 2, 0 4, 3 4, 3 2, 0 2))")
    let main = try Geometry(wkt: "LINESTRING (5 -9, 5 9)")
    let gap = try house.nearestPoints(to: main)
    shows(gap?.length, "2")
    shows(gap?.start.x, "3")
  }

  @Test("Geometry.hausdorffDistance(to:densifyFraction:)")
  func exampleHausdorffDistance() throws {
    let surveyed = try Geometry(wkt: "LINESTRING (0 0, 10 0)")
    let designed = try Geometry(wkt: "LINESTRING (0 1, 5 3, 10 1)")
    shows(try surveyed.hausdorffDistance(to: designed), "3")
    shows(try surveyed.hausdorffDistance(to: Geometry(wkt: "POINT EMPTY")), "nil")
  }

  @Test("Geometry.minimumClearance()")
  func exampleMinimumClearance() throws {
    let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 9, 5 9, 5 0.5, 6 0.5, 6 0, 0 0))")
    shows(try parcel.minimumClearance(), "0.5")
    shows(try Geometry(wkt: "POINT (1 2)").minimumClearance(), "nil")
  }

  @Test("Geometry.minimumClearanceLine()")
  func exampleMinimumClearanceLine() throws {
    let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 9, 5 9, 5 0.5, 6 0.5, 6 0, 0 0))")
    shows(try parcel.minimumClearanceLine()?.length, "0.5")
  }

  @Test("Geometry.generalized(maxDeviation:preservingTopology:)")
  func exampleGeneralized() throws {
    let main = try Geometry(wkt: "LINESTRING (0 0, 4 0.5, 8 0, 8 9)")
    shows(try main.generalized(maxDeviation: 1).wkt, "LINESTRING (0 0, 8 0, 8 9)")
    shows(try main.generalized(maxDeviation: 0.4).wkt, "LINESTRING (0 0, 4 0.5, 8 0, 8 9)")
  }

  @Test("Geometry.rounded(toGrid:)")
  func exampleRounded() throws {
    let parcel = try Geometry(wkt: "POLYGON ((0.1 0, 0 4.2, 3.9 4, 0.1 0))")
    shows(try parcel.rounded(toGrid: 1).normalized().wkt, "POLYGON ((0 0, 0 4, 4 4, 0 0))")
  }

  @Test("Geometry.normalized()")
  func exampleNormalized() throws {
    let parcel = try Geometry(wkt: "POLYGON ((4 0, 4 4, 0 0, 4 0))")
    shows(try parcel.normalized().wkt, "POLYGON ((0 0, 4 4, 4 0, 0 0))")
  }

  @Test("Geometry.equalsNormalized(_:tolerance:)")
  func exampleEqualsNormalized() throws {
    let read = try Geometry(wkt: "POLYGON ((0 0, 0 2, 2 2, 0 0))")
    let written = try Geometry(wkt: "POLYGON ((2 2, 0 2, 0 0, 2 2))")
    shows(read.equalsExactly(written), "false")
    shows(try read.equalsNormalized(written), "true")
  }

  @Test("Geometry.convexHull()")
  func exampleConvexHull() throws {
    let meters = try Geometry(wkt: "MULTIPOINT ((0 0), (0 4), (4 4), (4 0), (1 2))")
    shows(try meters.convexHull().area, "16")
  }

  @Test("Geometry.concaveHull(ratio:allowingHoles:)")
  func exampleConcaveHull() throws {
    let meters = try Geometry(wkt: "MULTIPOINT ((0 0), (0 9), (9 9), (9 0), (5 4))")
    shows(try meters.concaveHull(ratio: 1).area, "81")
    shows(try meters.concaveHull(ratio: 0).area < 81, "true")
  }

  @Test("Geometry.minimumBoundingCircle()")
  func exampleMinimumBoundingCircle() throws {
    let crew = try Geometry(wkt: "MULTIPOINT ((0 0), (6 8), (3 5))")
    let reach = try crew.minimumBoundingCircle()
    shows(reach?.radius, "5")
    shows(reach?.center, "3 4")
  }

  @Test("Geometry.labelPoint()")
  func exampleLabelPoint() throws {
    let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 9 8, 1 8, 1 0, 0 0))")
    let anchor = try parcel.labelPoint()
    shows(try parcel.contains(.point(anchor)), "true")
  }

  @Test("Geometry.boundary()")
  func exampleBoundary() throws {
    shows(try Geometry(wkt: "LINESTRING (0 0, 5 0, 5 5)").boundary().wkt, "MULTIPOINT ((0 0), (5 5))")
    shows(try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 0 0))").boundary().wkt, "LINESTRING (0 0, 0 4, 4 4, 0 0)")
  }

  @Test("Geometry.centroid()")
  func exampleCentroid() throws {
    let yard = try Geometry(wkt: "POLYGON ((0 0, 0 3, 6 0, 0 0))")
    shows(try yard.centroid().coordinate, "2 1")
  }

  @Test("Geometry.pointOnSurface()")
  func examplePointOnSurface() throws {
    let bend = try Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 9 8, 1 8, 1 0, 0 0))")
    let place = try bend.pointOnSurface()
    shows(try bend.contains(.point(place)), "true")
  }

  @Test("Geometry.maximumInscribedCircle(tolerance:)")
  func exampleMaximumInscribedCircle() throws {
    let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 10 4, 10 0, 0 0))")
    shows(try parcel.maximumInscribedCircle(tolerance: 0.001)?.radius, "2")
    shows(try Geometry(wkt: "POLYGON EMPTY").maximumInscribedCircle()?.radius, "nil")
  }

  @Test("Geometry.polygonized()")
  func examplePolygonized() throws {
    let streets = try Geometry(wkt: "MULTILINESTRING ((0 0, 4 0, 4 4), (4 4, 0 4, 0 0), (4 4, 9 9))")
    let blocks = try streets.polygonized()
    shows(blocks.polygons.count, "1")
    shows(blocks.dangles.wkt, "LINESTRING (4 4, 9 9)")
  }

  @Test("Geometry.mergedLines(directed:)")
  func exampleMergedLines() throws {
    let segments = try Geometry(wkt: "MULTILINESTRING ((0 0, 5 0), (9 0, 5 0))")
    shows(try segments.mergedLines().wkt, "LINESTRING (0 0, 5 0, 9 0)")
    shows(try segments.mergedLines(directed: true).parts.count, "2")
  }

  @Test("Geometry.noded()")
  func exampleNoded() throws {
    let streets = try Geometry(wkt: "MULTILINESTRING ((0 0, 4 4), (0 4, 4 0))")
    shows(try streets.noded().parts.count, "4")
  }

  @Test("Geometry.sharedPaths(with:)")
  func exampleSharedPaths() throws {
    let oldMains = try Geometry(wkt: "LINESTRING (0 0, 9 0)")
    let newMains = try Geometry(wkt: "LINESTRING (3 0, 6 0)")
    let doubled = try oldMains.sharedPaths(with: newMains)
    shows(doubled.forward.wkt, "LINESTRING (3 0, 6 0)")
    shows(doubled.backward.wkt, "LINESTRING EMPTY")
  }

  @Test("Geometry.snapped(to:tolerance:)")
  func exampleSnapped() throws {
    let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4.02 4, 4 0, 0 0))")
    let neighbour = try Geometry(wkt: "LINESTRING (4 4, 4 0)")
    shows(try parcel.snapped(to: neighbour, tolerance: 0.05).wkt, "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
  }

  @Test("Geometry.polygons(completing:with:)")
  func examplePolygons() throws {
    let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
    let sketch = try Geometry(wkt: "LINESTRING (4 4, 6 4, 6 0, 4 0)")
    let gaps = try Geometry.polygons(completing: [parcel], with: [sketch])
    shows(gaps.count, "1")
    shows(Geometry.polygon(gaps[0]).area, "8")
  }

  @Test("Geometry.union(_:gridSize:)")
  func exampleUnion() throws {
    let north = try Geometry(wkt: "POLYGON ((0 2, 0 4, 4 4, 4 2, 0 2))")
    let south = try Geometry(wkt: "POLYGON ((0 0, 0 2, 4 2, 4 0, 0 0))")
    shows(try north.union(south).area, "16")
  }

  @Test("Geometry.intersection(_:convention:gridSize:)")
  func exampleIntersection() throws {
    let road = try Geometry(wkt: "LINESTRING (-5 2, 9 2)")
    let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
    let pipe = try Geometry(wkt: "LINESTRING (1 0, 1 9)")
    shows(try road.intersection(parcel).wkt, "LINESTRING (0 2, 4 2)")
    shows(try road.intersection(pipe).wkt, "LINESTRING EMPTY")
    shows(try road.intersection(pipe, convention: .ogc).wkt, "POINT (1 2)")
  }

  @Test("Geometry.intersections(with:gridSize:)")
  func exampleIntersections() throws {
    let pipe = try Geometry(wkt: "LINESTRING (0 0, 9 0)")
    let street = try Geometry(wkt: "LINESTRING (2 -1, 2 1, 5 0, 7 0)")
    shows(try pipe.intersections(with: street), "[MULTIPOINT ((2 0)), MULTILINESTRING ((5 0, 7 0))]")
  }

  @Test("Geometry.difference(_:gridSize:)")
  func exampleDifference() throws {
    let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
    let easement = try Geometry(wkt: "POLYGON ((3 -1, 3 5, 9 5, 9 -1, 3 -1))")
    shows(try parcel.difference(easement).area, "12")
  }

  @Test("Geometry.symmetricDifference(_:gridSize:)")
  func exampleSymmetricDifference() throws {
    let old = try Geometry(wkt: "LINESTRING (0 0, 6 0)")
    let new = try Geometry(wkt: "LINESTRING (2 0, 9 0)")
    shows(try old.symmetricDifference(new).wkt, "MULTILINESTRING ((0 0, 2 0), (6 0, 9 0))")
  }

  @Test("Geometry.unaryUnion(gridSize:)")
  func exampleUnaryUnion() throws {
    let mains = try Geometry(wkt: "MULTILINESTRING ((0 0, 4 4), (0 4, 4 0))")
    shows(try mains.unaryUnion().parts.count, "4")
  }

  @Test("Geometry.union(of:gridSize:)")
  func exampleUnion2() throws {
    let parcels = try [
      Geometry(wkt: "POLYGON ((0 0, 0 1, 1 1, 1 0, 0 0))"),
      Geometry(wkt: "POLYGON ((1 0, 1 1, 2 1, 2 0, 1 0))"),
    ]
    shows(try Geometry.union(of: parcels).area, "2")
    shows(try Geometry.union(of: []).wkt, "GEOMETRYCOLLECTION EMPTY")
  }

  @Test("Geometry.clipped(to:)")
  func exampleClipped() throws {
    let main = try Geometry(wkt: "LINESTRING (-5 1, 9 1)")
    shows(try main.clipped(to: Envelope(minX: 0, minY: 0, maxX: 4, maxY: 4)).wkt, "LINESTRING (0 1, 4 1)")
  }

  @Test("Geometry.contains(_:)")
  func exampleContains() throws {
    let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
    let house = try Geometry(wkt: "POLYGON ((1 1, 1 2, 2 2, 2 1, 1 1))")
    let fence = try Geometry(wkt: "LINESTRING (0 0, 0 4)")
    shows(try parcel.contains(house), "true")
    shows(try parcel.contains(fence), "false")
  }

  @Test("Geometry.isWithin(_:)")
  func exampleIsWithin2() throws {
    let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
    shows(try Geometry(wkt: "POINT (1 1)").isWithin(parcel), "true")
    shows(try Geometry(wkt: "POINT (0 1)").isWithin(parcel), "false")
  }

  @Test("Geometry.covers(_:)")
  func exampleCovers() throws {
    let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
    let fence = try Geometry(wkt: "LINESTRING (0 0, 0 4)")
    shows(try parcel.covers(fence), "true")
  }

  @Test("Geometry.isCovered(by:)")
  func exampleIsCovered() throws {
    let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
    shows(try Geometry(wkt: "POINT (0 1)").isCovered(by: parcel), "true")
  }

  @Test("Geometry.crosses(_:)")
  func exampleCrosses() throws {
    let main = try Geometry(wkt: "LINESTRING (0 0, 4 4)")
    shows(try main.crosses(Geometry(wkt: "LINESTRING (0 4, 4 0)")), "true")
    shows(try main.crosses(Geometry(wkt: "POLYGON ((2 0, 2 9, 9 9, 9 0, 2 0))")), "true")
    shows(try main.crosses(Geometry(wkt: "LINESTRING (4 4, 9 9)")), "false")
  }

  @Test("Geometry.isDisjoint(from:)")
  func exampleIsDisjoint() throws {
    let main = try Geometry(wkt: "LINESTRING (0 0, 4 0)")
    shows(try main.isDisjoint(from: Geometry(wkt: "POINT (5 0)")), "true")
    shows(try main.isDisjoint(from: Geometry(wkt: "POINT EMPTY")), "true")
  }

  @Test("Geometry.overlaps(_:)")
  func exampleOverlaps() throws {
    let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
    let floodZone = try Geometry(wkt: "POLYGON ((2 2, 2 9, 9 9, 9 2, 2 2))")
    shows(try parcel.overlaps(floodZone), "true")
    shows(try parcel.overlaps(parcel), "false")
  }

  @Test("Geometry.touches(_:)")
  func exampleTouches() throws {
    let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
    shows(try parcel.touches(Geometry(wkt: "POINT (0 2)")), "true")
    shows(try parcel.touches(Geometry(wkt: "LINESTRING (1 1, 9 1)")), "false")
  }

  @Test("Geometry.equalsTopologically(_:)")
  func exampleEqualsTopologically() throws {
    let drawn = try Geometry(wkt: "LINESTRING (0 0, 2 0, 4 0)")
    shows(try drawn.equalsTopologically(Geometry(wkt: "LINESTRING (4 0, 0 0)")), "true")
  }

  @Test("Geometry.relate(_:)")
  func exampleRelate() throws {
    let line = try Geometry(wkt: "LINESTRING (1 1, 5 1)")
    let area = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
    shows(try line.relate(area), "1010F0212")
    shows(try line.relate(Geometry(wkt: "POINT EMPTY")), "FF1FF0FF2")
  }

  @Test("Geometry.relates(to:pattern:)")
  func exampleRelates() throws {
    let line = try Geometry(wkt: "LINESTRING (1 1, 5 1)")
    let area = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
    shows(try line.relates(to: area, pattern: "T********"), "true")
  }

  @Test("Geometry.distance(to:)")
  func exampleDistance() throws {
    let main = try Geometry(wkt: "LINESTRING (0 0, 9 0)")
    let building = try Geometry(wkt: "POLYGON ((2 3, 2 8, 7 8, 7 3, 2 3))")
    shows(try main.distance(to: building), "3")
    shows(try main.distance(to: Geometry(wkt: "POINT EMPTY")), "nil")
  }

  @Test("Geometry.intersects(_:)")
  func exampleIntersects() throws {
    let main = try Geometry(wkt: "LINESTRING (0 0, 9 0)")
    let excavation = try Geometry(wkt: "POLYGON ((3 -1, 3 1, 5 1, 5 -1, 3 -1))")
    shows(try main.intersects(excavation), "true")
    shows(try main.intersects(Geometry(wkt: "POINT (9 0)")), "true")
  }

  @Test("Geometry.repaired(method:keepingCollapsed:)")
  func exampleRepaired() throws {
    let bowtie = try Geometry(wkt: "POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))")
    shows(try bowtie.repaired().type.name, "MULTIPOLYGON")
    shows(try bowtie.repaired().area, "8")
  }

  @Test("Geometry.isSimple(_:)")
  func exampleIsSimple() throws {
    let sketch = try Geometry(wkt: "LINESTRING (0 0, 4 4, 4 0, 0 4)")
    shows(try sketch.isSimple(), "true")
    shows(try sketch.isSimple(.ogc), "false")
  }

  @Test("Geometry.simplicityProblem(_:)")
  func exampleSimplicityProblem() throws {
    let sketch = try Geometry(wkt: "LINESTRING (0 0, 4 4, 4 0, 0 4)")
    shows(try sketch.simplicityProblem(.ogc)?.location, "2 2")
    shows(try Geometry(wkt: "POLYGON ((0 0, 4 4, 0 4, 0 0))").simplicityProblem()?.reason, "Ring Direction")
  }

  @Test("Geometry.simplified()")
  func exampleSimplified() throws {
    let sketch = try Geometry(wkt: "POLYGON ((0 0, 4 4, 0 4, 0 0))")
    shows(try sketch.simplified().wkt, "POLYGON ((0 0, 0 4, 4 4, 0 0))")
  }

  @Test("Geometry.isValid")
  func exampleIsValid() throws {
    shows(try Geometry(wkt: "POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))").isValid, "false")
    shows(try Geometry(wkt: "POLYGON EMPTY").isValid, "true")
  }

  @Test("Geometry.validityProblem()")
  func exampleValidityProblem() throws {
    let problem = try Geometry(wkt: "POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))").validityProblem()
    shows(problem?.reason, "Self-intersection")
    shows(problem?.location, "2 2")
  }

  @Test("Geometry.minimumRotatedRectangle()")
  func exampleMinimumRotatedRectangle() throws {
    let building = try Geometry(wkt: "POLYGON ((1 0, 0 1, 3 4, 4 3, 1 0))")
    shows(try building.minimumRotatedRectangle().area.rounded(), "6")
    let row = try Geometry(wkt: "MULTIPOINT ((0 0), (2 2), (1 1))")
    shows(try row.minimumRotatedRectangle().wkt, "LINESTRING (0 0, 2 2)")
  }

  @Test("Geometry.delaunayTriangulation(tolerance:onlyEdges:)")
  func exampleDelaunayTriangulation() throws {
    let spotHeights = try Geometry(wkt: "MULTIPOINT Z ((0 0 1), (4 0 2), (4 4 3), (0 4.1 4))")
    shows(try spotHeights.delaunayTriangulation().parts.count, "2")
    shows(try spotHeights.delaunayTriangulation(onlyEdges: true).parts.count, "5")
  }

  @Test("Geometry.constrainedDelaunayTriangulation()")
  func exampleConstrainedDelaunayTriangulation() throws {
    let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 1 1, 0 0))")
    shows(try parcel.constrainedDelaunayTriangulation().parts.count, "2")
  }

  @Test("Geometry.voronoiDiagram(extent:tolerance:onlyEdges:)")
  func exampleVoronoiDiagram() throws {
    let hydrants = try Geometry(wkt: "MULTIPOINT ((0 0), (4 0), (2 3))")
    shows(try hydrants.voronoiDiagram().parts.count, "3")
  }

  @Test("PreparedGeometry")
  func examplePreparedGeometry() throws {
    let sheet = try PreparedGeometry(Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 9 0, 0 0))"))
    let house = try Geometry(wkt: "POLYGON ((1 1, 1 2, 2 2, 2 1, 1 1))")
    let fence = try Geometry(wkt: "LINESTRING (0 0, 0 9)")
    let main = try Geometry(wkt: "LINESTRING (5 5, 12 5)")
    let country = try Geometry(wkt: "POLYGON ((-99 -99, -99 99, 99 99, 99 -99, -99 -99))")
    let valve = try Geometry(wkt: "POINT (12 5)")
    shows(try sheet.contains(house), "true")
    shows(try sheet.containsProperly(house), "true")
    shows(try sheet.covers(fence), "true")
    shows(try sheet.intersects(main), "true")
    shows(try sheet.isDisjoint(from: valve), "true")
    shows(try sheet.isWithin(country), "true")
    shows(try sheet.isCovered(by: country), "true")
    shows(try sheet.crosses(main), "true")
    shows(try sheet.overlaps(house), "false")
    shows(try sheet.touches(fence), "true")
    shows(try sheet.distance(to: valve), "3")
    shows(try sheet.isWithin(distance: 2.5, of: valve), "false")
  }
}
