internal import CPROJ
internal import CPROJThread

/// The calling thread's PROJ context and what PROJ last said there.
///
/// Never leaves the call in which it was made: calls of PROJ do not suspend, so the thread stays.
@safe
struct ProjectionThread {
  /// The context to pass to PROJ.
  let context: OpaquePointer
  private let state: UnsafeMutablePointer<cproj_thread_state>

  /// Finds the calling thread's context and forgets what PROJ said before.
  init() throws(ProjectionError) {
    // The state lives as long as its thread, hence longer than this value.
    guard let state = unsafe cproj_thread(), let context = unsafe state.pointee.context else {
      throw ProjectionError(.engine, "There is no memory for another PROJ context.")
    }
    unsafe self.state = state
    unsafe self.context = context
    unsafe state.pointee.message.0 = 0
  }

  /// What PROJ said since this value was made; the empty string when it said nothing.
  var message: String {
    unsafe withUnsafeBytes(of: &state.pointee.message) { bytes in
      // The C side always ends the message with a zero byte.
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// The operation of a pipeline.
  ///
  /// It belongs to the thread and is valid until the next call of this function.
  @unsafe
  func operation(_ pipeline: String) throws(ProjectionError) -> OpaquePointer {
    // The text is copied before the call returns.
    guard let operation = unsafe pipeline.withCString({ unsafe cproj_pipeline(state, $0) }) else {
      throw ProjectionError(.engine, "PROJ cannot make '\(pipeline)': \(message)")
    }
    return unsafe operation
  }
}

/// A text of PROJ; nil for none.
///
/// It is copied, as PROJ keeps it only as long as the object it belongs to.
@unsafe
func text(_ pointer: UnsafePointer<CChar>?) -> String? {
  unsafe pointer.map { unsafe String(cString: $0) }
}
