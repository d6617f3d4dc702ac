extension Geometry {
  /// Refuses heights that GEOS would interpolate to nonsense.
  ///
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`.
  private func checkHeights() throws(GeometryError) {
    var offending: Coordinate?
    forEachPath { path in
      for index in 0..<path.count where offending == nil && path.z(at: index)?.isFinite == false {
        offending = path[index]
      }
    }
    guard let offending else { return }
    throw GeometryError(
      .nonFiniteOrdinate,
      "The \(type.name) has a z that is not finite at \(offending): fill it in, or remove Z."
    )
  }

  /// Whether every coordinate has a height.
  var hasZEverywhere: Bool { coordinates.dimensions.hasZ }

  /// GEOS's form of the geometry in the plane, without Z and M.
  func planeForm(_ thread: EngineThread) throws(GeometryError) -> OwnedGeometry {
    try checkPlane()
    // A place needs no array; what has neither Z nor M no copy.
    if let place { return try OwnedGeometry(place, thread) }
    if let planePath { return try OwnedGeometry(path: planePath, thread) }
    return hasZ || hasM
      ? try OwnedGeometry(removingZAndM(), thread) : try OwnedGeometry(self, thread)
  }

  // Most calls are about points and lines. Read like this the geometry is not copied, as it is where
  // its parts are handed on.

  private var place: Coordinate? {
    switch self {
    case .point(let point): point.coordinate
    default: nil
    }
  }

  /// The vertices of a line that has neither Z nor M; nil for an empty one.
  private var planePath: CoordinateSequence? {
    switch self {
    case .lineString(let line):
      line.coordinates.dimensions == .xy && !line.coordinates.ordinates.isEmpty
        ? line.coordinates : nil
    default: nil
    }
  }

  /// GEOS's form of the geometry, without M; without Z too unless it is wanted.
  private func engineForm(
    keepingZ: Bool,
    _ thread: EngineThread
  ) throws(GeometryError) -> OwnedGeometry {
    guard keepingZ else { return try planeForm(thread) }
    try checkPlane()
    try checkHeights()
    return try OwnedGeometry(removingM(), thread)
  }

  /// What a GEOS function makes of the geometry, M dropped, the reference system kept.
  ///
  /// Z is kept where `keepingZ` says so and every coordinate has it.
  @unsafe
  func derived(
    _ operation: String,
    keepingZ: Bool = false,
    _ derive: (OpaquePointer, OpaquePointer) -> OpaquePointer?
  ) throws(GeometryError) -> Geometry {
    let thread = try EngineThread()
    let form = try engineForm(keepingZ: keepingZ && hasZEverywhere, thread)
    let result = try unsafe form.withPointer { pointer throws(GeometryError) in
      try unsafe OwnedGeometry(adopting: derive(thread.context, pointer), of: operation, thread)
    }
    return try result.value(srid: srid, thread)
  }

  /// What a GEOS function makes of two geometries, M dropped, the common reference system kept.
  ///
  /// Z is kept where `keepingZ` says so: of geometries in which every coordinate has it.
  @unsafe
  func derived(
    from other: Geometry,
    _ operation: String,
    keepingZ: HeightRule = .dropped,
    _ derive: (OpaquePointer, OpaquePointer, OpaquePointer) -> OpaquePointer?
  ) throws(GeometryError) -> Geometry {
    let srid = try commonSRID(srid, other.srid)
    let thread = try EngineThread()
    var keepsZ = (
      keepingZ != .dropped && hasZEverywhere, keepingZ != .dropped && other.hasZEverywhere
    )
    if keepingZ == .ofBoth { keepsZ = (keepsZ.0 && keepsZ.1, keepsZ.0 && keepsZ.1) }
    let first = try engineForm(keepingZ: keepsZ.0, thread)
    let second = try other.engineForm(keepingZ: keepsZ.1, thread)
    let result = try unsafe first.withPointer { firstPointer throws(GeometryError) in
      try unsafe second.withPointer { secondPointer throws(GeometryError) in
        try unsafe OwnedGeometry(
          adopting: derive(thread.context, firstPointer, secondPointer),
          of: operation,
          thread
        )
      }
    }
    return try result.value(srid: srid, thread)
  }

  /// Lends GEOS's form of the geometry in the plane.
  @unsafe
  func withPlaneForm<Result>(
    _ body: (EngineThread, OpaquePointer) throws(GeometryError) -> Result
  ) throws(GeometryError) -> Result {
    let thread = try EngineThread()
    let form = try planeForm(thread)
    return try unsafe form.withPointer { pointer throws(GeometryError) in
      try unsafe body(thread, pointer)
    }
  }

  /// Lends GEOS's forms of both geometries in the plane.
  ///
  /// - Throws: ``GeometryError`` with code `mixedSpatialReferences` when they declare two systems.
  @unsafe
  func withPlaneForms<Result>(
    of other: Geometry,
    _ body: (EngineThread, OpaquePointer, OpaquePointer) throws(GeometryError) -> Result
  ) throws(GeometryError) -> Result {
    _ = try commonSRID(srid, other.srid)
    let thread = try EngineThread()
    let first = try planeForm(thread)
    let second = try other.planeForm(thread)
    return try unsafe first.withPointer { firstPointer throws(GeometryError) in
      try unsafe second.withPointer { secondPointer throws(GeometryError) in
        try unsafe body(thread, firstPointer, secondPointer)
      }
    }
  }
}

/// Whose heights a GEOS function of two geometries gets to see.
enum HeightRule {
  /// Nobody's.
  case dropped
  /// Both, unless one has none: for functions that would leave gaps.
  case ofBoth
  /// Each that has them: for functions that fill gaps by GEOS's elevation model.
  case ofEither
}

/// A size of grid as GEOS takes it: 0 for none.
///
/// - Throws: ``GeometryError`` with code `invalidArgument`.
func checkedGridSize(_ gridSize: Double?) throws(GeometryError) -> Double {
  guard let gridSize else { return 0 }
  // GEOS divides ordinates by it, and what comes of that must be a number.
  let least = 1 / Geometry.greatestOrdinate
  guard gridSize >= least, gridSize <= Geometry.greatestOrdinate else {
    throw GeometryError(
      .invalidArgument,
      "A grid size must be from \(least) to \(Geometry.greatestOrdinate); got \(gridSize). "
        + "Without a grid pass nil."
    )
  }
  return gridSize
}
