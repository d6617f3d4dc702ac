public import GeoSnap

/// Transforms coordinates from one reference system to another.
///
/// ```swift
/// let toMetres = try CoordinateTransformation(
///   from: SpatialReference(srid: 4326), to: SpatialReference(srid: 25_832))
/// let main = try toMetres.transform(Geometry(wkt: "LINESTRING (8 48.5, 8.01 48.5)", srid: 4326))
/// main.srid                                          // -> 25832
/// main.coordinates[0].x                              // -> 426128.602...
/// try toMetres.transform(Coordinate(x: 9, y: 48)).y  // -> 5316300.224...
/// let back = try toMetres.inverse.transform([Coordinate(x: 500_000, y: 5_316_300)])
/// (back[0].x - 9).magnitude < 1e-9  // -> true
/// ```
///
/// x is easting or longitude and y northing or latitude, whatever the axis order of the systems. One operation is
/// chosen when the value is created and used for all coordinates, so a network is not torn where the areas of two
/// operations meet, and equal coordinates stay equal to the last bit.
///
/// An immutable value for any number of threads. Each thread keeps PROJ's context and a copy of the last 16
/// operations, freed when the thread ends.
///
/// - Units: Those of the two systems' axes; ``accuracy`` is in metres.
/// - Z and M: Z is transformed when ``transformsHeights``, otherwise kept; M is kept.
/// - Source: PROJ, `proj_create_operations` and `proj_trans_generic`.
public struct CoordinateTransformation: Hashable, Sendable {
  /// The reference system of the input.
  public let source: SpatialReference
  /// The reference system of the output.
  public let target: SpatialReference
  /// The name of the operation, such as `ETRS89 to WGS 84 (1) + UTM zone 32N`.
  public let name: String
  /// The accuracy of the results in metres: 0 without a change of datum, nil when it is not known.
  public let accuracy: Double?
  /// The area in which the operation is meant to be used; nil when its author does not say.
  public let areaOfUse: AreaOfUse?
  /// Whether the operation ignores the difference between two datums, which may be hundreds of metres.
  public let isBallpark: Bool
  /// The grid files that a better operation needs and that are not installed; empty when this is the best operation.
  public let missingGrids: [String]
  /// The steps as a PROJ string, from x and y of the source to those of the target.
  public var pipeline: String { run.pipeline }

  let run: PipelineRun

  /// Finds the best operation that can be used with the installed grid files.
  ///
  /// PROJ lists the operations for the area, the most accurate and fitting first. The first one whose grid files are
  /// installed is chosen; ``missingGrids`` names those that a better one needs.
  ///
  /// - Parameters:
  ///   - source: The reference system of the input.
  ///   - target: The reference system of the output.
  ///   - area: The area in which the coordinates lie; nil for the whole area that both systems are used in. Datums
  ///     that cover a continent have another operation for each country, so pass it if you can.
  ///   - allowingBallpark: Whether to allow an operation that ignores the difference between the datums.
  /// - Throws: ``ProjectionError`` with code `missingGrid` when each operation needs a grid file that is not
  ///   installed, `noTransformation` when there is none, `unsupportedReference` for vertical and local systems.
  /// - Complexity: Many look-ups in PROJ's database, 1 to 100 milliseconds: create it once.
  /// - Source: PROJ, `proj_create_operations` and `proj_normalize_for_visualization`.
  public init(
    from source: SpatialReference,
    to target: SpatialReference,
    in area: AreaOfUse? = nil,
    allowingBallpark: Bool = false
  ) throws(ProjectionError) {
    for system in [source, target] where system.kind == .vertical || system.kind == .other {
      throw ProjectionError(
        .unsupportedReference,
        system.kind == .vertical
          ? "\(system) is a system of heights only: its coordinates cannot be transformed."
          : "\(system) is neither geographic, projected nor geocentric: its coordinates cannot be transformed."
      )
    }
    let found = try OperationFinder(from: source, to: target).operations(
      in: area,
      allowingBallpark: allowingBallpark
    )
    let missing = found.first.map(\.missingGrids) ?? []
    guard let best = found.first(where: { $0.pipeline != nil }), let pipeline = best.pipeline else {
      guard missing.isEmpty else {
        throw ProjectionError(
          .missingGrid,
          "The transformation from \(source) to \(target) needs grids that are not installed "
            + "with PROJ: \(Words.names(missing))."
        )
      }
      throw ProjectionError(
        .noTransformation,
        "There is no transformation from \(source) to \(target)\(area == nil ? "" : " in this area")."
      )
    }
    self.source = source
    self.target = target
    name = best.name
    accuracy = best.accuracy
    areaOfUse = best.areaOfUse
    isBallpark = best.isBallpark
    missingGrids = missing
    run = PipelineRun(
      pipeline: pipeline.turningAxes(of: source, isInput: true).turningAxes(
        of: target,
        isInput: false
      ),
      isInverse: false
    )
  }

  private init(inverseOf other: CoordinateTransformation) {
    source = other.target
    target = other.source
    name = "Inverse of \(other.name)"
    accuracy = other.accuracy
    areaOfUse = other.areaOfUse
    isBallpark = other.isBallpark
    missingGrids = other.missingGrids
    run = PipelineRun(pipeline: other.pipeline, isInverse: !other.run.isInverse)
  }

  /// The same operation from the target to the source.
  ///
  /// A round trip gives the same place within 1e-9 degrees or 0.1 millimetres, but not to the last bit. It is within
  /// a few millimetres for a change of datum between systems without heights, because the height from that change is
  /// lost, and for equal-area projections, which PROJ inverts with a short series.
  ///
  /// - Errors: An operation without an inverse fails when coordinates are transformed.
  /// - Complexity: Constant.
  public var inverse: CoordinateTransformation { CoordinateTransformation(inverseOf: self) }

  /// Whether z is transformed, because both systems have heights; otherwise z is kept and does not affect x and y.
  public var transformsHeights: Bool { source.hasHeight && target.hasHeight }

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

  /// Refuses a geometry whose segments go around the other side of the world after the transformation.
  ///
  /// The middle of a torn segment is half a world away from the middle of its ends; that of a long and bent segment
  /// is nearer. Only segments as long as half the world are checked.
  func checkWhole(_ before: Geometry, _ after: Geometry) throws(ProjectionError) {
    let limit: Double
    switch target.kind {
    case .geographic: limit = .pi / target.axes[0].unitFactor
    case .projected: limit = 1e7 / target.axes[0].unitFactor
    default: return
    }
    guard let envelope = after.envelope, envelope.width > limit || envelope.height > limit else {
      return
    }
    for (old, new) in zip(before.paths, after.paths) where new.count > 1 {
      for index in 1..<new.count {
        let image = (new[index - 1], new[index])
        let length = image.0.distance(to: image.1)
        guard length > limit else { continue }
        let middle = try transform(Self.middle(old[index - 1], old[index]))
        guard middle.distance(to: Self.middle(image.0, image.1)) > 0.49 * length else { continue }
        throw ProjectionError(
          .torn,
          "The segment from \(old[index - 1]) to \(old[index]) in \(source) is torn in \(target), at the "
            + "antimeridian or a pole: split the segment there first."
        )
      }
    }
  }

  private static func middle(_ one: Coordinate, _ other: Coordinate) -> Coordinate {
    Coordinate(x: (one.x + other.x) / 2, y: (one.y + other.y) / 2)
  }
}

extension String {
  /// The pipeline with x to the east and y to the north where an axis of a system points elsewhere.
  ///
  /// PROJ swaps northing and easting, but leaves axes to the south and west as they are. Around the poles, where all
  /// axes point south or north, x and y are those of the map.
  fileprivate func turningAxes(of system: SpatialReference, isInput: Bool) -> String {
    guard system.kind == .projected else { return self }
    let order: String
    switch (system.axes[0].direction, system.axes[1].direction) {
    case ("south", "west"): order = "-2,-1"
    case ("west", "south"): order = "-1,-2"
    case ("west", "north"): order = "-1,2"
    case ("north", "west"): order = "-2,1"
    case ("east", "south"): order = "1,-2"
    case ("south", "east"): order = "2,-1"
    default: return self
    }
    let step = "+step +proj=axisswap +order=\(order)"
    var steps = self
    if steps.hasPrefix("+proj=pipeline") {
      steps.removeFirst("+proj=pipeline".count)
    } else {
      steps = " +step " + steps
    }
    return isInput
      ? "+proj=pipeline +step +inv +proj=axisswap +order=\(order)\(steps)"
      : "+proj=pipeline\(steps) \(step)"
  }
}

extension CoordinateTransformation {
  /// Finds the best operation between two systems given by their EPSG or Esri codes, as
  /// ``init(from:to:in:allowingBallpark:)``.
  ///
  /// For example, `CoordinateTransformation(from: 4326, to: srid)` transforms a tap on a map to a network's system.
  ///
  /// - Throws: As ``init(from:to:in:allowingBallpark:)``; `unknownReference` when PROJ does not know a code.
  /// - Complexity: As ``init(from:to:in:allowingBallpark:)``.
  public init(
    from source: SRID,
    to target: SRID,
    in area: AreaOfUse? = nil
  ) throws(ProjectionError) {
    try self.init(
      from: SpatialReference(srid: source),
      to: SpatialReference(srid: target),
      in: area
    )
  }
}
