/// An area inside one exterior ring and outside any number of interior rings, or an empty one.
///
/// Rings keep their direction.
public struct Polygon: Hashable, Sendable {
  /// The coordinates of all rings, one after the other; each ring repeats its first coordinate at its end.
  public let coordinates: CoordinateSequence
  /// For each ring, the index after its last coordinate; the exterior ring comes first.
  public let ringEnds: [Int]
  /// The reference system; nil when none is declared.
  public let srid: SRID?

  /// Creates a polygon from its rings, the exterior first; no rings make the empty polygon.
  ///
  /// The initializer does not check whether the rings make a valid area; see ``Geometry/problems(_:)``.
  ///
  /// ```swift
  /// let parcel = try Polygon(rings: [
  ///   [Coordinate(x: 0, y: 0), Coordinate(x: 0, y: 1), Coordinate(x: 1, y: 1), Coordinate(x: 0, y: 0)]
  /// ])
  /// Geometry.polygon(parcel).area  // -> 0.5
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `tooFewCoordinates` for a ring of fewer than four coordinates,
  ///   `ringNotClosed` for one whose last coordinate differs from its first or is NaN, `mixedDimensions` when only
  ///   some rings have Z, or M.
  /// - Z and M: Kept. A ring is closed when x and y are equal.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: Simple Features, `Polygon` (OGC 06-103r4, 6.1.11).
  public init(rings: [CoordinateSequence], srid: SRID? = nil) throws(GeometryError) {
    let (coordinates, ringEnds) = try CoordinateSequence.concatenating(rings)
    try self.init(coordinates: coordinates, ringEnds: ringEnds, srid: srid)
  }

  /// Creates a polygon from the coordinates of all rings and, for each ring, the index after its last coordinate.
  ///
  /// ```swift
  /// let ring: CoordinateSequence = [
  ///   Coordinate(x: 0, y: 0), Coordinate(x: 0, y: 1), Coordinate(x: 1, y: 1), Coordinate(x: 0, y: 0),
  /// ]
  /// let parcel = try Polygon(coordinates: ring, ringEnds: [4])
  /// parcel.ringEnds.count  // -> 1
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `tooFewCoordinates` for a ring of fewer than four coordinates,
  ///   `ringNotClosed` for one whose last coordinate differs from its first or is NaN, `invalidArgument` for ends
  ///   that decrease or whose last is not the number of coordinates.
  /// - Complexity: Linear in the number of rings; coordinates are shared.
  public init(
    coordinates: CoordinateSequence,
    ringEnds: [Int],
    srid: SRID? = nil
  ) throws(GeometryError) {
    try checkRings(coordinates, ringEnds)
    self.init(trusted: coordinates, ringEnds: ringEnds, srid: srid)
  }

  /// Creates a polygon of closed rings.
  package init(trusted coordinates: CoordinateSequence, ringEnds: [Int], srid: SRID?) {
    self.coordinates = coordinates
    self.ringEnds = ringEnds
    self.srid = srid
  }
}

/// Refuses rings of too few coordinates or not closed, and ends that do not partition the coordinates.
package func checkRings(_ coordinates: CoordinateSequence, _ ringEnds: [Int]) throws(GeometryError)
{
  guard (ringEnds.last ?? 0) == coordinates.count else {
    throw GeometryError(
      .invalidArgument,
      "The last ring ends at \(ringEnds.last ?? 0), but there are \(coordinates.count) coordinates."
    )
  }
  var start = 0
  for (ring, end) in ringEnds.enumerated() {
    guard end >= start, end <= coordinates.count else {
      throw GeometryError(
        .invalidArgument,
        "Ring \(ring) ends at \(end), but it must end from \(start) to \(coordinates.count)."
      )
    }
    guard end - start >= 4 else {
      throw GeometryError(
        .tooFewCoordinates,
        "A ring needs 4 coordinates; ring \(ring) has \(end - start)."
      )
    }
    guard coordinates[start] == coordinates[end - 1] else {
      throw GeometryError(
        .ringNotClosed,
        "Ring \(ring) starts at \(coordinates[start]) and ends at \(coordinates[end - 1]): "
          + "repeat its first coordinate at its end."
      )
    }
    start = end
  }
}

/// Any number of areas that belong to one feature.
public struct MultiPolygon: Hashable, Sendable {
  /// The coordinates of all rings of all polygons, one ring after the other.
  public let coordinates: CoordinateSequence
  /// For each ring, the index after its last coordinate.
  public let ringEnds: [Int]
  /// For each polygon, the index after its last ring in ``ringEnds``.
  package let polygonEnds: [Int]
  /// The reference system; nil when none is declared.
  public let srid: SRID?

  /// Creates a multi polygon from its polygons; empty ones are left out.
  ///
  /// ```swift
  /// let ring: CoordinateSequence = [
  ///   Coordinate(x: 0, y: 0), Coordinate(x: 0, y: 1), Coordinate(x: 1, y: 1), Coordinate(x: 0, y: 0),
  /// ]
  /// let islands = try MultiPolygon(polygons: [Polygon(rings: [ring]), Polygon(rings: [])])
  /// islands.polygonRings.count  // -> 1
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
    self.init(trusted: coordinates, ringEnds: ringEnds, polygonEnds: polygonEnds, srid: srid)
  }

  /// Creates a multi polygon of closed rings.
  package init(
    trusted coordinates: CoordinateSequence,
    ringEnds: [Int],
    polygonEnds: [Int],
    srid: SRID?
  ) {
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
