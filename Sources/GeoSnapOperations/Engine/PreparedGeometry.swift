internal import CGEOS

/// A geometry with indexes that make repeated tests against it fast.
///
/// Prepare the geometry that stays the same, such as the area of a map sheet, and test the many that change. The
/// results equal those of the methods of ``Geometry`` of the same names. It is not `Sendable`: prepare one per
/// thread.
///
/// ```swift
/// let sheet = try PreparedGeometry(Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 9 0, 0 0))"))
/// let house = try Geometry(wkt: "POLYGON ((1 1, 1 2, 2 2, 2 1, 1 1))")
/// let fence = try Geometry(wkt: "LINESTRING (0 0, 0 9)")
/// let main = try Geometry(wkt: "LINESTRING (5 5, 12 5)")
/// let country = try Geometry(wkt: "POLYGON ((-99 -99, -99 99, 99 99, 99 -99, -99 -99))")
/// let valve = try Geometry(wkt: "POINT (12 5)")
/// try sheet.contains(house)                     // -> true
/// try sheet.containsProperly(house)             // -> true
/// try sheet.covers(fence)                       // -> true
/// try sheet.intersects(main)                    // -> true
/// try sheet.isDisjoint(from: valve)             // -> true
/// try sheet.isWithin(country)                   // -> true
/// try sheet.isCovered(by: country)              // -> true
/// try sheet.crosses(main)                       // -> true
/// try sheet.overlaps(house)                     // -> false
/// try sheet.touches(fence)                      // -> true
/// try sheet.distance(to: valve)                 // -> 3
/// try sheet.isWithin(distance: 2.5, of: valve)  // -> false
/// ```
///
/// - Throws: ``GeometryError`` with code `mixedSpatialReferences`, `nonFiniteOrdinate`, `ordinateOutOfRange`, or
///   `engine` for areas that are not valid.
/// - Units: Tests have no tolerance. Distances are planar, in coordinate units.
/// - Z and M: Play no part.
/// - Complexity: O(m log n) for m coordinates of the other and n of the prepared one, where GEOS has an index for the
///   test; the first such test builds it in O(n log n). `isWithin(_:)`, `isCovered(by:)`, `crosses`, `overlaps` and
///   `touches` have no index, and ``contains(_:)``, ``containsProperly(_:)`` and ``covers(_:)`` only for areas: then
///   as ``Geometry/contains(_:)``. Collections and empty geometries are tested unprepared.
/// - Source: GEOS's prepared function of each test, such as `GEOSPreparedIntersects` and `GEOSPreparedDistance`.
@safe
public final class PreparedGeometry {
  package let geometry: Geometry
  private let prepared: OwnedPreparedGeometry
  /// False for an empty geometry and a collection, for which GEOS has no indexes.
  private let isIndexed: Bool
  private let envelope: Envelope?
  /// Whether GEOS's index of distances would omit a path.
  private let hasPathOfOnePlace: Bool

  /// Prepares a geometry.
  ///
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Complexity: Linear in the number of coordinates; indexes are built at the first test that needs them.
  public init(_ geometry: Geometry) throws(GeometryError) {
    self.geometry = geometry
    let thread = try EngineThread()
    prepared = try OwnedPreparedGeometry(try geometry.planeForm(thread), thread)
    isIndexed = !geometry.isEmpty && geometry.type != .geometryCollection
    envelope = geometry.envelope
    hasPathOfOnePlace = geometry.hasPathOfOnePlace
  }

  /// Whether the other lies inside, as ``Geometry/contains(_:)``.
  public func contains(_ other: Geometry) throws(GeometryError) -> Bool {
    try unsafe test(other, Geometry.contains, GEOSPreparedContains_r)
  }

  /// Whether the other lies inside and nowhere on the boundary.
  ///
  /// - Source: GEOS, `GEOSPreparedContainsProperly`; pattern `T**FF*FF*` of the DE-9IM.
  public func containsProperly(_ other: Geometry) throws(GeometryError) -> Bool {
    try unsafe test(other, Geometry.containsProperly, GEOSPreparedContainsProperly_r)
  }

  /// Whether no point of the other lies outside, as ``Geometry/covers(_:)``.
  public func covers(_ other: Geometry) throws(GeometryError) -> Bool {
    try unsafe test(other, Geometry.covers, GEOSPreparedCovers_r)
  }

  /// Whether the geometry lies inside the other, as ``Geometry/isWithin(_:)``.
  public func isWithin(_ other: Geometry) throws(GeometryError) -> Bool {
    try unsafe test(other, Geometry.isWithin(_:), GEOSPreparedWithin_r)
  }

  /// Whether no point lies outside the other, as ``Geometry/isCovered(by:)``.
  public func isCovered(by other: Geometry) throws(GeometryError) -> Bool {
    try unsafe test(other, Geometry.isCovered(by:), GEOSPreparedCoveredBy_r)
  }

  /// Whether they cross, as ``Geometry/crosses(_:)``.
  public func crosses(_ other: Geometry) throws(GeometryError) -> Bool {
    try unsafe test(other, Geometry.crosses, GEOSPreparedCrosses_r)
  }

  /// Whether they share no point, as ``Geometry/isDisjoint(from:)``.
  public func isDisjoint(from other: Geometry) throws(GeometryError) -> Bool {
    try !intersects(other)
  }

  /// Whether they share a point, as ``Geometry/intersects(_:)``.
  public func intersects(_ other: Geometry) throws(GeometryError) -> Bool {
    try unsafe test(other, Geometry.intersects, GEOSPreparedIntersects_r, takesLines: true)
  }

  /// Whether they overlap, as ``Geometry/overlaps(_:)``.
  public func overlaps(_ other: Geometry) throws(GeometryError) -> Bool {
    try unsafe test(other, Geometry.overlaps, GEOSPreparedOverlaps_r)
  }

  /// Whether they touch, as ``Geometry/touches(_:)``.
  public func touches(_ other: Geometry) throws(GeometryError) -> Bool {
    try unsafe test(other, Geometry.touches, GEOSPreparedTouches_r)
  }

  /// Whether the other lies within a planar distance, limit included, as ``Geometry/isWithin(distance:of:)``.
  ///
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a negative limit or NaN, `mixedSpatialReferences`,
  ///   `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  public func isWithin(distance: Double, of other: Geometry) throws(GeometryError) -> Bool {
    guard distance >= 0 else {
      throw GeometryError(.invalidArgument, "A distance must be 0 or more; got \(distance).")
    }
    if hasPathOfOnePlace || other.hasPathOfOnePlace {
      return try geometry.isWithin(distance: distance, of: other)
    }
    guard isIndexed, !other.isEmpty, other.type != .geometryCollection else {
      return try geometry.isWithin(distance: distance, of: other)
    }
    _ = try commonSRID(geometry.srid, other.srid)
    guard let envelope, let others = other.envelope else { return false }
    let most = distance.slightlyMore(between: envelope, others)
    if envelope.squaredDistance(to: others) > most * most {
      try other.checkPlane()
      return false
    }
    if try liesInside(other) { return true }
    func isNear(_ limit: Double) throws(GeometryError) -> Bool {
      try unsafe crossing(other) { unsafe GEOSPreparedDistanceWithin_r($0, $1, $2, limit) }
    }
    if try isNear(distance) { return true }
    guard try isNear(most) else { return false }
    // At the limit the measured distance decides, in either direction.
    for measured in [try self.distance(to: other), try geometry.distance(to: other)] {
      if let measured, measured <= distance { return true }
    }
    return false
  }

  /// The planar distance to the other, as ``Geometry/distance(to:)-(Geometry)``; nil when either is empty.
  public func distance(to other: Geometry) throws(GeometryError) -> Double? {
    _ = try commonSRID(geometry.srid, other.srid)
    if other.isEmpty { return nil }
    guard isIndexed, !hasPathOfOnePlace, !other.hasPathOfOnePlace else {
      return try geometry.distance(to: other)
    }
    if try liesInside(other) { return 0 }
    return try unsafe other.withPlaneForm { thread, pointer throws(GeometryError) in
      var distance = 0.0
      let answer = unsafe GEOSPreparedDistance_r(
        thread.context,
        prepared.pointer,
        pointer,
        &distance
      )
      guard answer == 1 else { throw thread.failure(of: "Measuring distance") }
      return distance
    }
  }

  /// Whether the two share a point and one is an area: GEOS 3.11 then measures to its boundary.
  private func liesInside(_ other: Geometry) throws(GeometryError) -> Bool {
    guard geometry.type.dimension == 2 || other.type.dimension == 2 else { return false }
    return try intersects(other)
  }

  @unsafe
  private func test(
    _ other: Geometry,
    _ unprepared: (Geometry) -> (Geometry) throws(GeometryError) -> Bool,
    _ test: (OpaquePointer, OpaquePointer, OpaquePointer) -> CChar,
    takesLines: Bool = false
  ) throws(GeometryError) -> Bool {
    // `self` keeps the prepared form alive during the call.
    guard isIndexed, !other.isEmpty, other.type != .geometryCollection else {
      return try unprepared(geometry)(other)
    }
    _ = try commonSRID(geometry.srid, other.srid)
    // None of the relations tested here holds for geometries that lie apart.
    if try isFarApart(other) { return false }
    // GEOS rounds the relations of lines, and loses lines without length.
    if !takesLines,
      hasPathOfOnePlace || other.hasPathOfOnePlace || geometry.hasLinesOnly && other.hasLinesOnly
    {
      return try unprepared(geometry)(other)
    }
    return try unsafe crossing(other, test)
  }

  /// Whether a point or line lies outside the geometry's envelope, as most do; then GEOS's form of it is not needed.
  private func isFarApart(_ other: Geometry) throws(GeometryError) -> Bool {
    guard let envelope else { return false }
    if case .point(let point) = other, let place = point.coordinate {
      try other.checkPlane()
      return !envelope.contains(place)
    }
    guard other.hasLinesOnly, let others = other.envelope else { return false }
    try other.checkPlane()
    return !envelope.intersects(others)
  }

  @unsafe
  private func crossing(
    _ other: Geometry,
    _ test: (OpaquePointer, OpaquePointer, OpaquePointer) -> CChar
  ) throws(GeometryError) -> Bool {
    try unsafe other.withPlaneForm { thread, pointer throws(GeometryError) in
      let answer = unsafe test(thread.context, prepared.pointer, pointer)
      guard answer <= 1 else { throw thread.failure(of: "Testing a prepared geometry") }
      return answer == 1
    }
  }
}

extension Geometry {
  fileprivate func containsProperly(_ other: Geometry) throws(GeometryError) -> Bool {
    try relates(to: other, pattern: "T**FF*FF*")
  }

  /// Whether all vertices of some line or ring are equal: when GEOS 3.11 measures to an index it skips segments of
  /// zero length, and so such a path.
  var hasPathOfOnePlace: Bool {
    switch self {
    case .point, .multiPoint: return false
    case .lineString(let line):
      return !line.coordinates.isEmpty && line.coordinates.isOnePlace(0..<line.coordinates.count)
    case .polygon, .multiLineString, .multiPolygon, .collection:
      var isFound = false
      forEachPath { path in
        guard !isFound, path.kind != .place, !path.isEmpty else { return }
        isFound = path.sequence.isOnePlace(path.range)
      }
      return isFound
    }
  }
}

extension CoordinateSequence {
  func isOnePlace(_ path: Range<Int>) -> Bool {
    let first = self[path.lowerBound]
    return path.dropFirst().allSatisfy { self[$0] == first }
  }
}
