internal import GeoSnap

/// Measures in metres on the ellipsoid of a reference system.
///
/// ```swift
/// let ground = try Geodesy(of: SpatialReference(srid: 4326))
/// let main = try Geometry(wkt: "LINESTRING (8 48.5, 8.01 48.5)", srid: 4326)
/// try ground.length(of: main)  // -> 739.014...
/// main.length                  // -> 0.00999...
/// ```
///
/// Lines run along geodesics between their vertices, the shortest ways on the ellipsoid; for the segments of a
/// network these differ from the straight lines of the map by less than a millimetre. Arguments and results have
/// coordinates in the reference system, geographic or projected. Projected coordinates are converted to longitude and
/// latitude on the same ellipsoid, without a change of datum, so projections do not distort measures.
///
/// An immutable value that any number of threads may use at the same time.
///
/// - Units: Metres, square metres, degrees clockwise from north for azimuths; coordinates in units of the system.
/// - Z and M: Ignored by measures: lengths are on the ellipsoid, at height 0.
/// - Throws: ``ProjectionError`` with code `mixedReferences` for a geometry that declares another system,
///   `invalidArgument` for ordinates that are not finite, `outsideDomain` beyond a pole or the projection.
/// - Complexity: Linear in the number of coordinates, about half a microsecond each for degrees; projected
///   coordinates are transformed in addition.
/// - Source: Karney, "Algorithms for geodesics", 2013, in PROJ's `geodesic.h`, accurate to 15 nanometres.
public struct Geodesy: Sendable {
  package let reference: SpatialReference
  package let ellipsoid: Ellipsoid

  let solver: GeodesicSolver
  /// The transformation to longitude and latitude; nil when the reference system is geographic.
  private let toGround: CoordinateTransformation?
  /// Degrees in one unit of the longitude that ``toGround`` gives.
  private let degreesPerUnit: Double

  /// Creates a value that measures in a reference system.
  ///
  /// - Throws: ``ProjectionError`` with code `unsupportedReference` unless the system is geographic or projected.
  /// - Complexity: A few look-ups in PROJ's database, some milliseconds: create it once.
  public init(of reference: SpatialReference) throws(ProjectionError) {
    guard reference.kind == .geographic || reference.kind == .projected,
      let ellipsoid = reference.ellipsoid, let base = try reference.base
    else {
      throw ProjectionError(
        .unsupportedReference,
        "\(reference) is not based on longitude and latitude, so nothing can be measured in metres on the ground."
      )
    }
    self.reference = reference
    self.ellipsoid = ellipsoid
    solver = GeodesicSolver(ellipsoid)
    degreesPerUnit = base.axes[0].unitFactor * 180 / .pi
    toGround =
      reference.kind == .geographic ? nil : try CoordinateTransformation(from: reference, to: base)
  }

  /// Whether coordinates are longitude and latitude, which jump at the antimeridian.
  var isGeographic: Bool { toGround == nil }

  /// Degrees in one unit of geographic coordinates; exactly 1 for degrees.
  private var scale: Double { reference.isInDegrees ? 1 : degreesPerUnit }

  /// The geometry in longitude and latitude in degrees, with the same vertices.
  func grounded(_ geometry: Geometry) throws(ProjectionError) -> Geometry {
    try check(geometry)
    guard toGround != nil || scale != 1 else { return geometry }
    return try geometry.mappingSequences { sequence throws(ProjectionError) in
      try grounded(sequence)
    }
  }

  /// The coordinates as longitude and latitude in degrees.
  func grounded(_ sequence: CoordinateSequence) throws(ProjectionError) -> CoordinateSequence {
    let angles = try toGround?.transform(sequence) ?? sequence
    return angles.scaled(by: toGround == nil ? scale : degreesPerUnit)
  }

  /// The place as longitude and latitude in degrees.
  func grounded(_ place: Coordinate) throws(ProjectionError) -> Coordinate {
    try check(place)
    return try grounded([place] as CoordinateSequence)[0]
  }

  /// Converts longitudes and latitudes in degrees to the reference system.
  func lifted(_ sequence: CoordinateSequence) throws(ProjectionError) -> CoordinateSequence {
    guard let toGround else { return sequence.scaled(by: 1 / scale) }
    return try toGround.inverse.transform(sequence.scaled(by: 1 / degreesPerUnit))
  }

  func lifted(_ place: Coordinate) throws(ProjectionError) -> Coordinate {
    try lifted([place] as CoordinateSequence)[0]
  }

  /// Converts a geometry in degrees to the reference system; refuses one that is torn there.
  func liftedWhole(_ geometry: Geometry) throws(ProjectionError) -> Geometry {
    let scaled = geometry.mappingSequences {
      $0.scaled(by: 1 / (toGround == nil ? scale : degreesPerUnit))
    }
    return try toGround?.inverse.transform(scaled) ?? scaled
  }

  /// Refuses a geometry in another system, with ordinates that are not finite, or beyond the poles.
  private func check(_ geometry: Geometry) throws(ProjectionError) {
    if let srid = geometry.srid, let expected = reference.srid, srid != expected {
      throw ProjectionError(
        .mixedReferences,
        "The geometry is in EPSG:\(srid), but is measured as one in \(reference): transform it first."
      )
    }
    guard let envelope = geometry.envelope else { return }
    let corners = [
      Coordinate(x: envelope.minX, y: envelope.minY),
      Coordinate(x: envelope.maxX, y: envelope.maxY),
    ]
    for corner in corners { try check(corner) }
    // An envelope ignores NaN.
    for path in geometry.paths {
      for index in 0..<path.count where !path[index].isFinite { try check(path[index]) }
    }
  }

  private func check(_ place: Coordinate) throws(ProjectionError) {
    guard place.isFinite else {
      throw ProjectionError(
        .invalidArgument,
        "The place \(place) has no longitude and latitude: give finite numbers."
      )
    }
    guard !isGeographic || abs(place.y * scale) <= 90, abs(place.x) < 1e9 || !isGeographic else {
      throw ProjectionError(
        .outsideDomain,
        "The place \(place) is not on the earth: a latitude is from -90 to 90 degrees, a longitude within ±1e9."
      )
    }
  }
}

extension CoordinateSequence {
  fileprivate func scaled(by factor: Double) -> CoordinateSequence {
    // The factor is exactly 1 for degrees, which must stay the same to the last bit.
    if factor == 1 { return self }
    var scaled = ordinates
    for index in indices {
      scaled[index * dimensions.count] *= factor
      scaled[index * dimensions.count + 1] *= factor
    }
    return CoordinateSequence(trusted: scaled, dimensions: dimensions)
  }
}
