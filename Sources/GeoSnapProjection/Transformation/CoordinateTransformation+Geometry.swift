public import GeoSnap

extension CoordinateTransformation {
  /// Returns the coordinates in the target system, in the same order and with the same dimensions.
  ///
  /// x is easting or longitude. A missing height (NaN) counts as 0 and stays missing.
  ///
  /// - Throws: ``ProjectionError`` with code `outsideDomain` that names the first coordinate without a place in the
  ///   target, `invalidArgument` for one that is not finite.
  /// - Complexity: Linear, with one call of PROJ's `proj_trans_generic`.
  public func transform(
    _ coordinates: CoordinateSequence
  ) throws(ProjectionError) -> CoordinateSequence {
    let width = coordinates.dimensions.count
    let usesZ = transformsHeights && coordinates.dimensions.hasZ
    var ordinates = coordinates.ordinates
    var missingHeights: [Int] = []
    for index in coordinates.indices {
      guard coordinates[index].isFinite else {
        throw ProjectionError(
          .invalidArgument,
          "Coordinate \(index) is \(coordinates[index]): only finite numbers can be transformed."
        )
      }
      if usesZ, ordinates[index * width + 2].isNaN {
        missingHeights.append(index)
        ordinates[index * width + 2] = 0
      }
    }
    if let failure = try run.transform(&ordinates, width: width, usesZ: usesZ) {
      throw ProjectionError(
        .outsideDomain,
        "Coordinate \(failure.index), at \(coordinates[failure.index]) in \(source), has no place in "
          + "\(target): \(failure.reason).\(swapHint(at: coordinates[failure.index]))"
      )
    }
    for index in missingHeights { ordinates[index * width + 2] = .nan }
    return CoordinateSequence(trusted: ordinates, dimensions: coordinates.dimensions)
  }

  /// A hint for the error message when swapping longitude and latitude leads into the operation's area of use.
  private func swapHint(at place: Coordinate) -> String {
    let isSwapped =
      source.kind == .geographic
      && areaOfUse?.contains(longitude: place.y, latitude: place.x) == true
    return isSwapped ? " \(PlaceDoubt.swappedAxes)" : ""
  }

  /// Returns one coordinate in the target system.
  ///
  /// - Throws: ``ProjectionError`` as ``transform(_:)-(CoordinateSequence)``.
  /// - Complexity: Constant.
  public func transform(_ coordinate: Coordinate) throws(ProjectionError) -> Coordinate {
    try transform([coordinate] as CoordinateSequence)[0]
  }

  /// Returns the geometry in the target system, which it then declares.
  ///
  /// Only vertices are transformed, and segments stay straight: densify lines first where the bend between two
  /// vertices matters. Empty geometries stay empty, rings stay closed, and equal coordinates stay equal.
  ///
  /// - Throws: ``ProjectionError`` with code `mixedReferences` when it declares another system, `torn` when a line or
  ///   ring crosses the place where the projection ends, such as the antimeridian: split it there first; and as
  ///   ``transform(_:)-(CoordinateSequence)``.
  /// - Complexity: Linear in the number of coordinates, with one call of PROJ for each sequence.
  public func transform(_ geometry: Geometry) throws(ProjectionError) -> Geometry {
    try check(geometry.srid)
    let transformed = try geometry.mappingSequences { sequence throws(ProjectionError) in
      try transform(sequence)
    }
    try checkWhole(geometry, transformed)
    return transformed.declared(in: target.srid)
  }

  func check(_ srid: SRID?) throws(ProjectionError) {
    guard let srid, let expected = source.srid, srid != expected else { return }
    throw ProjectionError(
      .mixedReferences,
      "The geometry is in EPSG:\(srid), but the transformation starts from \(source)."
    )
  }
}
