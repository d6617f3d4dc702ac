internal import CPROJ

/// Sends coordinates through a pipeline, forwards or backwards.
struct PipelineRun: Hashable {
  let pipeline: String
  let isInverse: Bool

  /// Transforms interleaved ordinates in place, in one call of PROJ.
  ///
  /// `width` is the number of ordinates per coordinate; x and y change, and z as well with `usesZ`.
  func transform(
    _ ordinates: inout [Double],
    width: Int,
    usesZ: Bool
  ) throws(ProjectionError) -> (index: Int, reason: String)? {
    let count = ordinates.count / width
    guard count > 0 else { return nil }
    let thread = try ProjectionThread()
    let operation = unsafe try thread.operation(pipeline)
    let direction = isInverse ? PJ_INV : PJ_FWD
    let given = ordinates
    let stride = width * MemoryLayout<Double>.stride
    unsafe proj_errno_reset(operation)
    unsafe ordinates.withUnsafeMutableBufferPointer { buffer in
      // The buffer is not empty and holds `count` coordinates of `width` doubles; `width` is at least 2, or at least
      // 3 with `usesZ`.
      guard let base = buffer.baseAddress else { return }
      _ = unsafe proj_trans_generic(
        operation,
        direction,
        base,
        stride,
        count,
        base + 1,
        stride,
        count,
        usesZ ? base + 2 : nil,
        stride,
        usesZ ? count : 0,
        nil,
        0,
        0
      )
    }
    for index in 0..<count {
      let start = index * width
      if ordinates[start].isFinite, ordinates[start + 1].isFinite,
        !usesZ || ordinates[start + 2].isFinite
      {
        continue
      }
      // Transformed again alone to get the reason for this coordinate.
      unsafe proj_errno_reset(operation)
      _ = unsafe proj_trans(
        operation,
        direction,
        proj_coord(given[start], given[start + 1], usesZ ? given[start + 2] : 0, .infinity)
      )
      let code = unsafe proj_errno(operation)
      // A static text of PROJ, or one that PROJ keeps for the context.
      let reason = unsafe text(proj_context_errno_string(thread.context, code))
      return (index, code == 0 ? "the result is not finite" : reason ?? "error \(code)")
    }
    return nil
  }
}
