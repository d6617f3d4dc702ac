public import GeoSnap

extension CoordinateTransformation {
  /// The coordinates in the target system, in the same order.
  ///
  /// A height that is missing (NaN) counts as 0 and stays missing.
  ///
  /// - Parameter coordinates: Coordinates in the source system, x easting or longitude.
  /// - Returns: As many coordinates of the same dimensions.
  /// - Throws: ``ProjectionError`` with code `outsideDomain` that names the first coordinate without a
  ///   place in the target, `invalidArgument` for one that is not finite.
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

  /// What to say of longitude and latitude that only lie where the operation is meant for when they are exchanged.
  private func swapHint(at place: Coordinate) -> String {
    let isSwapped =
      source.kind == .geographic
      && areaOfUse?.contains(longitude: place.y, latitude: place.x) == true
    return isSwapped ? " \(PlaceDoubt.swappedAxes)" : ""
  }

  /// The place of one coordinate in the target system.
  ///
  /// - Throws: ``ProjectionError`` as ``transform(_:)-(CoordinateSequence)``.
  /// - Complexity: Constant.
  public func transform(_ coordinate: Coordinate) throws(ProjectionError) -> Coordinate {
    try transform([coordinate] as CoordinateSequence)[0]
  }

  /// The geometry in the target system, which it then declares.
  ///
  /// Vertices are transformed, and joined by straight lines as before: densify lines first where the bend
  /// between two vertices matters. An empty geometry stays empty, and rings stay closed. Equal coordinates
  /// give equal coordinates, whatever geometry they are in.
  ///
  /// - Parameter geometry: A geometry that declares the source system, or none.
  /// - Returns: A geometry of the same type.
  /// - Throws: ``ProjectionError`` with code `mixedReferences` when it declares another system, `torn` when
  ///   a line or ring crosses the place where the projection ends, such as the antimeridian: split it
  ///   there first; and as ``transform(_:)-(CoordinateSequence)``.
  /// - Complexity: Linear in the number of coordinates, with one call of PROJ for each sequence.
  public func transform(_ geometry: Geometry) throws(ProjectionError) -> Geometry {
    try check(geometry.srid)
    let transformed = try geometry.mappingSequences { sequence throws(ProjectionError) in
      try transform(sequence)
    }
    try checkWhole(geometry, transformed)
    return transformed.declared(in: target.srid)
  }

  /// Refuses a geometry that declares another system than the source.
  func check(_ srid: SRID?) throws(ProjectionError) {
    guard let srid, let expected = source.srid, srid != expected else { return }
    throw ProjectionError(
      .mixedReferences,
      "The geometry is in EPSG:\(srid), the transformation starts from \(source)."
    )
  }
}
