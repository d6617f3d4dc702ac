import GeoSnap
import Testing

@Suite("The place of an association")
struct AssociationPlaceTests {
  private static let area = GlobalID(high: 0, low: 1)
  private static let line = GlobalID(high: 0, low: 2)
  private static let point = GlobalID(high: 0, low: 3)
  private static let nowhere = GlobalID(high: 0, low: 4)

  private func place(
    _ kind: AssociationKind,
    from: GlobalID,
    to: GlobalID,
    at fraction: Double? = nil
  ) throws -> Coordinate? {
    let association = Association(
      globalID: GlobalID(high: 0, low: 9),
      kind: kind,
      from: Association.End(sourceID: 1, globalID: from),
      to: Association.End(sourceID: 1, globalID: to),
      fractionAlongEdge: fraction
    )
    let geometries = [
      Self.area: try Geometry(wkt: "POLYGON ((7 1, 9 1, 9 3, 7 3, 7 1))"),
      Self.line: try Geometry(wkt: "LINESTRING (0 0, 10 0)"),
      Self.point: try Geometry(wkt: "POINT (4 5)"),
    ]
    return association.place { geometries[$0] }
  }

  @Test("An area's is its first vertex")
  func areas() throws {
    #expect(try place(.containment, from: Self.area, to: Self.point) == c(7, 1))
  }

  @Test(
    "A line's is the end that the kind names, or the fraction along it",
    arguments: [
      (.junctionEdgeFromConnectivity, nil, 10), (.junctionEdgeToConnectivity, nil, 0),
      (.junctionMidspanConnectivity, 0.25, 2.5), (.junctionMidspanConnectivity, nil, 5),
    ] as [(AssociationKind, Double?, Double)]
  )
  func lines(kind: AssociationKind, fraction: Double?, x: Double) throws {
    let found = try place(kind, from: Self.line, to: Self.point, at: fraction)
    #expect(found == c(x, 0))
  }

  @Test("Where the from-side has no geometry the to-side says, and nobody where neither has")
  func nothing() throws {
    let found = try place(.attachment, from: Self.nowhere, to: Self.point)
    #expect(found == c(4, 5))
    #expect(try place(.attachment, from: Self.nowhere, to: Self.nowhere) == nil)
  }
}
