/// Any number of areas that belong to one feature.
public struct MultiPolygon: Hashable, Sendable {
  /// The coordinates of all rings of all polygons, one ring after the other.
  public let coordinates: CoordinateSequence
  /// For each ring, the index after its last coordinate.
  public let ringEnds: [Int]
  /// For each polygon, the index after its last ring in ``ringEnds``.
  public let polygonEnds: [Int]
  /// The reference system; nil when none is declared.
  public let srid: SRID?

  /// Creates a multi polygon from its polygons; empty ones are left out.
  ///
  /// ```swift
  /// let ring: CoordinateSequence = [
  ///   Coordinate(x: 0, y: 0), Coordinate(x: 0, y: 1), Coordinate(x: 1, y: 1), Coordinate(x: 0, y: 0),
  /// ]
  /// let islands = try MultiPolygon(polygons: [Polygon(rings: [ring]), Polygon(rings: [])])
  /// islands.polygonEnds  // -> [1]
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `mixedDimensions` when only some polygons have Z, or M.
  /// - Complexity: Linear in the number of coordinates; NaN and infinity are kept.
  /// - Source: Simple Features, `MultiPolygon` (OGC 06-103r4, 6.1.14).
  public init(polygons: [Polygon], srid: SRID? = nil) throws(GeometryError) {
    let members = polygons.filter { !$0.coordinates.isEmpty }
    var coordinates = CoordinateSequence(dimensions: members.first?.coordinates.dimensions ?? .xy)
    var ringEnds: [Int] = []
    var polygonEnds: [Int] = []
    for polygon in members {
      let base = coordinates.count
      try coordinates.append(contentsOf: polygon.coordinates)
      ringEnds.append(contentsOf: polygon.ringEnds.map { base + $0 })
      polygonEnds.append(ringEnds.count)
    }
    self.coordinates = coordinates
    self.ringEnds = ringEnds
    self.polygonEnds = polygonEnds
    self.srid = srid
  }

  /// The rings of each polygon, as ranges of ``ringEnds``.
  ///
  /// ```swift
  /// let text = "MULTIPOLYGON (((0 0, 0 9, 9 9, 0 0), (1 2, 2 4, 3 4, 1 2)), ((20 0, 20 9, 29 9, 20 0)))"
  /// guard case .multiPolygon(let islands) = try Geometry(wkt: text) else { return }
  /// islands.polygonRings.count     // -> 2
  /// islands.polygonRings[0].count  // -> 2
  /// ```
  ///
  /// - Complexity: Linear in the number of polygons.
  public var polygonRings: [Range<Int>] {
    zip([0] + polygonEnds.dropLast(), polygonEnds).map { $0..<$1 }
  }
}
