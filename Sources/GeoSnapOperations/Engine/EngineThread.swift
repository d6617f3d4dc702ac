internal import CGEOS
internal import CGEOSThread

/// The calling thread's GEOS context and what GEOS last said there.
///
/// Never leaves the call in which it was made: engine calls do not suspend, so the thread stays.
@safe
package struct EngineThread {
  /// The context to pass to GEOS.
  let context: OpaquePointer
  private let state: UnsafeMutablePointer<cgeos_thread_state>

  /// Finds the calling thread's context and forgets what GEOS said before.
  package init() throws(GeometryError) {
    // The state lives as long as its thread, hence longer than this value.
    guard let state = unsafe cgeos_thread(), let context = unsafe state.pointee.context else {
      throw GeometryError(.engine, "There is no memory for another GEOS context.")
    }
    unsafe self.state = state
    unsafe self.context = context
    unsafe state.pointee.message.0 = 0
  }

  /// The error for a call that failed just now.
  func failure(of operation: String) -> GeometryError {
    let message = unsafe withUnsafeBytes(of: &state.pointee.message) { bytes in
      // The C side always ends the message with a zero byte.
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if message.isEmpty { return GeometryError(.engine, "GEOS refused: \(operation).") }
    // What areas with borders that cross themselves end in, nearly always.
    let remedy =
      message.hasPrefix("TopologyException")
      ? ". An area may not be valid: validityProblem() says where, repaired() mends it." : ""
    return GeometryError(.engine, "\(operation): \(message)\(remedy)")
  }
}
