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
