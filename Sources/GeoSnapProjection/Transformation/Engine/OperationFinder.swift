internal import CPROJ

struct FoundOperation: Hashable {
  var name: String
  /// In metres; nil when unknown.
  var accuracy: Double?
  var areaOfUse: AreaOfUse?
  var isBallpark: Bool
  /// The grid files that it needs and that are not installed.
  var missingGrids: [String]
  /// The steps as a PROJ string, with easting or longitude first on both sides; nil when grids are missing.
  var pipeline: String?
}

struct OperationFinder {
  private let thread: ProjectionThread
  private let source: SpatialReference
  private let target: SpatialReference

  init(from source: SpatialReference, to target: SpatialReference) throws(ProjectionError) {
    thread = try ProjectionThread()
    self.source = source
    self.target = target
  }

  /// The operations for an area, those that PROJ ranks best first, whether or not their grids are installed.
  func operations(
    in area: AreaOfUse?,
    allowingBallpark: Bool
  ) throws(ProjectionError) -> [FoundOperation] {
    let reader = try ReferenceReader()
    let from = try reader.object(source.definition)
    let to = try reader.object(target.definition)
    let context = unsafe thread.context
    guard let search = unsafe proj_create_operation_factory_context(context, nil) else {
      throw ProjectionError(.engine, "There is no memory to look for transformations.")
    }
    // Created above, so this function frees it.
    defer { unsafe proj_operation_factory_context_destroy(search) }
    unsafe proj_operation_factory_context_set_spatial_criterion(
      context,
      search,
      PROJ_SPATIAL_CRITERION_PARTIAL_INTERSECTION
    )
    unsafe proj_operation_factory_context_set_grid_availability_use(
      context,
      search,
      PROJ_GRID_AVAILABILITY_IGNORED
    )
    unsafe proj_operation_factory_context_set_allow_ballpark_transformations(
      context,
      search,
      allowingBallpark ? 1 : 0
    )
    if let area {
      unsafe proj_operation_factory_context_set_area_of_interest(
        context,
        search,
        area.west,
        area.south,
        area.east,
        area.north
      )
    }
    let list = unsafe from.withPointer { from in
      unsafe to.withPointer { to in
        unsafe proj_create_operations(context, from, to, search)
      }
    }
    guard let list = unsafe list else {
      throw ProjectionError(
        .noTransformation,
        "There is no transformation from \(source) to \(target): \(thread.message)"
      )
    }
    // Created above, so this function frees it.
    defer { unsafe proj_list_destroy(list) }
    var found: [FoundOperation] = []
    for index in 0..<(unsafe proj_list_get_count(list)) {
      guard let operation = unsafe OwnedObject(adopting: proj_list_get(context, list, index)) else {
        continue
      }
      found.append(unsafe operation.withPointer { unsafe describe($0) })
    }
    return found
  }

  @unsafe
  private func describe(_ operation: OpaquePointer) -> FoundOperation {
    let context = unsafe thread.context
    let accuracy = unsafe proj_coordoperation_get_accuracy(context, operation)
    let missing = unsafe missingGrids(of: operation)
    return FoundOperation(
      name: unsafe text(proj_get_name(operation)) ?? "",
      accuracy: unsafe isConversion(operation) ? 0 : accuracy < 0 ? nil : accuracy,
      areaOfUse: unsafe AreaOfUse(of: operation, thread),
      isBallpark: unsafe proj_coordoperation_has_ballpark_transformation(context, operation) != 0,
      missingGrids: missing,
      pipeline: missing.isEmpty ? unsafe pipeline(of: operation) : nil
    )
  }

  /// Whether the operation changes no datum, so that it is exact by definition.
  @unsafe
  private func isConversion(_ operation: OpaquePointer) -> Bool {
    let context = unsafe thread.context
    let type = unsafe proj_get_type(operation)
    guard type == PJ_TYPE_CONCATENATED_OPERATION else { return type == PJ_TYPE_CONVERSION }
    for index in 0..<(unsafe proj_concatoperation_get_step_count(context, operation)) {
      guard
        let step = unsafe OwnedObject(
          adopting: proj_concatoperation_get_step(context, operation, index)
        ),
        unsafe step.withPointer({ unsafe isConversion($0) })
      else { return false }
    }
    return true
  }

  @unsafe
  private func missingGrids(of operation: OpaquePointer) -> [String] {
    let context = unsafe thread.context
    var missing: [String] = []
    for index in 0..<(unsafe proj_coordoperation_get_grid_used_count(context, operation)) {
      var name: UnsafePointer<CChar>?
      var isAvailable: Int32 = 0
      // The name lives as long as the operation, which the caller holds.
      guard
        unsafe proj_coordoperation_get_grid_used(
          context,
          operation,
          index,
          &name,
          nil,
          nil,
          nil,
          nil,
          nil,
          &isAvailable
        ) != 0, isAvailable == 0
      else { continue }
      missing.append(unsafe text(name) ?? "of no name")
    }
    return missing
  }

  @unsafe
  private func pipeline(of operation: OpaquePointer) -> String? {
    let context = unsafe thread.context
    guard
      let normalized = unsafe OwnedObject(
        adopting: proj_normalize_for_visualization(context, operation)
      ),
      let steps = unsafe normalized.withPointer({ pointer in
        unsafe text(proj_as_proj_string(context, pointer, PJ_PROJ_5, nil))
      })
    else { return nil }
    return steps
  }
}
