extension Geometry {
  /// Refuses heights that GEOS would interpolate to wrong values.
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
      "The \(type.name) has a z that is not finite at \(offending): give a finite z, or remove Z."
    )
  }

  var hasZEverywhere: Bool { coordinates.dimensions.hasZ }

  /// GEOS's form of the geometry, without Z and M.
  func planeForm(_ thread: EngineThread) throws(GeometryError) -> OwnedGeometry {
    try checkPlane()
    // A point needs no array, and a geometry without Z and M no copy.
    if let place { return try OwnedGeometry(place, thread) }
    if let planePath { return try OwnedGeometry(path: planePath, thread) }
    return hasZ || hasM
      ? try OwnedGeometry(removingZAndM(), thread) : try OwnedGeometry(self, thread)
  }

  // Most calls are about points and lines, which are read here without the copy that their parts would take.

  private var place: Coordinate? {
    switch self {
    case .point(let point): point.coordinate
    default: nil
    }
  }

  /// The vertices of a line without Z and M; nil for an empty line.
  private var planePath: CoordinateSequence? {
    switch self {
    case .lineString(let line):
      line.coordinates.dimensions == .xy && !line.coordinates.ordinates.isEmpty
        ? line.coordinates : nil
    default: nil
    }
  }

  /// GEOS's form of the geometry, without M, and without Z unless `keepingZ`.
  private func engineForm(
    keepingZ: Bool,
    _ thread: EngineThread
  ) throws(GeometryError) -> OwnedGeometry {
    guard keepingZ else { return try planeForm(thread) }
    try checkPlane()
    try checkHeights()
    return try OwnedGeometry(removingM(), thread)
  }

  /// The result of a GEOS function of the geometry, in its reference system, without M.
  ///
  /// Z is kept with `keepingZ` when every coordinate has it.
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

  /// The result of a GEOS function of two geometries, in their common reference system, without M.
  ///
  /// Z is kept as `keepingZ` says, from geometries in which every coordinate has it.
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

  /// Lends GEOS's form of the geometry, without Z and M, to `body`.
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

  /// Lends GEOS's forms of both geometries, without Z and M, to `body`.
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

/// The heights that a GEOS function of two geometries receives.
enum HeightRule {
  /// No heights.
  case dropped
  /// Heights of both, unless one has none: for functions that would leave gaps.
  case ofBoth
  /// Heights of each that has them: for functions that fill gaps by GEOS's elevation model.
  case ofEither
}

/// The grid size as GEOS takes it: 0 for none.
func checkedGridSize(_ gridSize: Double?) throws(GeometryError) -> Double {
  guard let gridSize else { return 0 }
  // GEOS divides ordinates by it, and the result must be finite.
  let least = 1 / Geometry.greatestOrdinate
  guard gridSize >= least, gridSize <= Geometry.greatestOrdinate else {
    throw GeometryError(
      .invalidArgument,
      "A grid size must be from \(least) to \(Geometry.greatestOrdinate); got \(gridSize). "
        + "Omit it for no grid."
    )
  }
  return gridSize
}
