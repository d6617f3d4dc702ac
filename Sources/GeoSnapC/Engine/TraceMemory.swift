internal import CGeoSnap
internal import GeoSnap
internal import GeoSnapTool

/// The traces for a caller, in one block of memory.
enum TraceMemory {
  typealias Document = @Sendable () throws(Failure) -> [UInt8]

  /// The result for the caller, and a function that makes its document.
  @unsafe
  private struct TraceBlock {
    var trace: geosnap_trace
    let maker: Unmanaged<Maker>
  }

  private final class Maker: Sendable {
    let document: Document

    init(_ document: @escaping Document) { self.document = document }
  }

  static func given(
    _ result: TraceResult,
    _ revision: UInt64,
    _ document: @escaping Document
  ) -> UnsafeMutablePointer<geosnap_trace> {
    let count = result.elements.count
    var plan = MemoryPlan()
    let head = unsafe plan.add(1, of: TraceBlock.self)
    let (planned, named) = (
      plan.add(count, of: geosnap_feature.self), plan.add(count, of: Int32.self)
    )
    let (starts, ends) = (plan.add(count, of: Double.self), plan.add(count, of: Double.self))
    let values = plan.add(result.functions.count, of: Double.self)
    let memory = plan.allocate()
    let (features, terminals) = unsafe (memory.array(planned), memory.array(named))
    let (from, to) = unsafe (memory.array(starts), memory.array(ends))
    for (number, element) in result.elements.enumerated() {
      unsafe (features + number).initialize(to: geosnap_feature(element.feature))
      unsafe (terminals + number).initialize(to: Int32(clamping: element.terminal?.id ?? -1))
      unsafe (from + number).initialize(to: element.positions?.lowerBound ?? .nan)
      unsafe (to + number).initialize(to: element.positions?.upperBound ?? .nan)
    }
    let functions = unsafe memory.array(values)
    for (number, function) in result.functions.enumerated() {
      unsafe (functions + number).initialize(to: function.value ?? .nan)
    }
    let start = unsafe memory.array(head)
    unsafe start.initialize(
      to: TraceBlock(
        trace: geosnap_trace(
          count: UInt64(count),
          features: UnsafePointer(features),
          terminals: UnsafePointer(terminals),
          from: UnsafePointer(from),
          to: UnsafePointer(to),
          function_count: UInt64(result.functions.count),
          function_values: UnsafePointer(functions),
          revision: revision
        ),
        maker: Unmanaged.passRetained(Maker(document))
      )
    )
    return unsafe UnsafeMutableRawPointer(start).assumingMemoryBound(to: geosnap_trace.self)
  }

  /// The document of a trace.
  static func document(of trace: UnsafePointer<geosnap_trace>) throws(Failure) -> [UInt8] {
    let given = unsafe UnsafeRawPointer(trace).assumingMemoryBound(to: TraceBlock.self)
    return try unsafe given.pointee.maker.takeUnretainedValue().document()
  }

  static func release(_ trace: UnsafeMutablePointer<geosnap_trace>?) {
    guard let trace = unsafe trace else { return }
    let given = unsafe UnsafeMutableRawPointer(trace).assumingMemoryBound(to: TraceBlock.self)
    unsafe given.pointee.maker.release()
    unsafe GeoSnapC.release(given)
  }
}
