internal import CPROJ

struct ReferenceReader {
  private let thread: ProjectionThread

  init() throws(ProjectionError) { thread = try ProjectionThread() }

  func read(_ definition: String) throws(ProjectionError) -> ReferenceDescription {
    let system = try object(definition)
    return try unsafe system.withPointer { pointer throws(ProjectionError) in
      try unsafe describe(pointer, definition)
    }
  }

  func object(_ definition: String) throws(ProjectionError) -> OwnedObject {
    guard let system = unsafe OwnedObject(adopting: proj_create(thread.context, definition)),
      unsafe system.withPointer({ unsafe proj_is_crs($0) != 0 })
    else {
      let said = thread.message
      throw ProjectionError(
        .unknownReference,
        "'\(definition.prefix(120))' is not a reference system that PROJ knows"
          + (said.isEmpty ? "." : ": \(said).")
      )
    }
    return system
  }

  @unsafe
  private func describe(
    _ system: OpaquePointer,
    _ definition: String
  ) throws(ProjectionError) -> ReferenceDescription {
    let context = unsafe thread.context
    guard let name = unsafe text(proj_get_name(system)),
      let wkt = unsafe text(proj_as_wkt(context, system, PJ_WKT2_2019, nil))
    else {
      throw ProjectionError(.engine, "PROJ cannot describe '\(definition)': \(thread.message)")
    }
    var description = ReferenceDescription(name: name, wkt: wkt)
    // Both texts live as long as the system, which the caller holds.
    if let authority = unsafe text(proj_get_id_auth_name(system, 0)),
      let code = unsafe text(proj_get_id_code(system, 0))
    {
      description.authority = authority
      description.code = code
    }
    description.areaOfUse = unsafe AreaOfUse(of: system, thread)
    try unsafe visit(system, &description)
    description.base = unsafe base(of: system)
    if let ellipsoid = unsafe OwnedObject(adopting: proj_get_ellipsoid(context, system)) {
      var semiMajorAxis = 0.0
      var inverseFlattening = 0.0
      let isKnown = unsafe ellipsoid.withPointer { pointer in
        unsafe proj_ellipsoid_get_parameters(
          context,
          pointer,
          &semiMajorAxis,
          nil,
          nil,
          &inverseFlattening
        )
      }
      if isKnown != 0 {
        description.ellipsoid = Ellipsoid(
          semiMajorAxis: semiMajorAxis,
          // PROJ returns 0 for a sphere.
          flattening: inverseFlattening == 0 ? 0 : 1 / inverseFlattening
        )
      }
    }
    return description
  }

  /// Adds the kind and axes of a system, or of its parts.
  @unsafe
  private func visit(
    _ system: OpaquePointer,
    _ description: inout ReferenceDescription
  ) throws(ProjectionError) {
    let context = unsafe thread.context
    switch unsafe proj_get_type(system) {
    case PJ_TYPE_BOUND_CRS:
      guard let source = unsafe OwnedObject(adopting: proj_get_source_crs(context, system)) else {
        return
      }
      try unsafe source.withPointer { pointer throws(ProjectionError) in
        try unsafe visit(pointer, &description)
      }
      return
    case PJ_TYPE_COMPOUND_CRS:
      var index: Int32 = 0
      while let part = unsafe OwnedObject(adopting: proj_crs_get_sub_crs(context, system, index)) {
        try unsafe part.withPointer { pointer throws(ProjectionError) in
          try unsafe visit(pointer, &description)
        }
        index += 1
      }
      return
    case PJ_TYPE_GEOGRAPHIC_2D_CRS, PJ_TYPE_GEOGRAPHIC_3D_CRS: description.meet(.geographic)
    case PJ_TYPE_PROJECTED_CRS: description.meet(.projected)
    case PJ_TYPE_GEOCENTRIC_CRS: description.meet(.geocentric)
    case PJ_TYPE_VERTICAL_CRS: description.meet(.vertical)
    default: description.meet(.other)
    }
    if let axes = unsafe OwnedObject(adopting: proj_crs_get_coordinate_system(context, system)) {
      unsafe axes.withPointer { pointer in unsafe describeAxes(pointer, &description) }
    }
  }

  @unsafe
  private func describeAxes(_ system: OpaquePointer, _ description: inout ReferenceDescription) {
    for index in 0..<(unsafe proj_cs_get_axis_count(thread.context, system)) {
      var name: UnsafePointer<CChar>?
      var direction: UnsafePointer<CChar>?
      var unit: UnsafePointer<CChar>?
      var factor = 0.0
      // The texts live as long as the system, which the caller holds.
      guard
        unsafe proj_cs_get_axis_info(
          thread.context,
          system,
          index,
          &name,
          nil,
          &direction,
          &factor,
          &unit,
          nil,
          nil
        ) != 0
      else { continue }
      description.axes.append(
        ReferenceAxis(
          name: unsafe text(name) ?? "",
          direction: unsafe text(direction) ?? "",
          unit: unsafe text(unit) ?? "",
          unitFactor: factor
        )
      )
    }
  }

  /// WKT of the geographic system that the system is based on; nil for none.
  @unsafe
  private func base(of system: OpaquePointer) -> String? {
    let context = unsafe thread.context
    guard let geodetic = unsafe OwnedObject(adopting: proj_crs_get_geodetic_crs(context, system))
    else { return nil }
    return unsafe geodetic.withPointer { pointer in
      let type = unsafe proj_get_type(pointer)
      guard type == PJ_TYPE_GEOGRAPHIC_2D_CRS || type == PJ_TYPE_GEOGRAPHIC_3D_CRS else {
        return nil
      }
      return unsafe text(proj_as_wkt(context, pointer, PJ_WKT2_2019, nil))
    }
  }
}

extension AreaOfUse {
  /// The area of use of a PROJ object; nil when it has none.
  @unsafe
  init?(of object: OpaquePointer, _ thread: ProjectionThread) {
    var (west, south, east, north) = (0.0, 0.0, 0.0, 0.0)
    var name: UnsafePointer<CChar>?
    // The name lives as long as the object, which the caller holds. PROJ returns -1000 for unknown bounds.
    guard
      unsafe proj_get_area_of_use(thread.context, object, &west, &south, &east, &north, &name)
        != 0, west >= -180
    else { return nil }
    self.init(west: west, south: south, east: east, north: north, name: unsafe text(name))
  }
}
