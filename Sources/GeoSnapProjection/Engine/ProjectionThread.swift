internal import CPROJ
internal import CPROJThread

/// The calling thread's PROJ context and PROJ's last message there.
///
/// A value stays in the call in which it was made: calls of PROJ do not suspend, so the thread does not change.
@safe
struct ProjectionThread {
  let context: OpaquePointer
  private let state: UnsafeMutablePointer<cproj_thread_state>

  /// Finds the calling thread's context and clears PROJ's message.
  init() throws(ProjectionError) {
    // The state lives as long as its thread, hence longer than this value.
    guard let state = unsafe cproj_thread(), let context = unsafe state.pointee.context else {
      throw ProjectionError(.engine, "There is no memory for another PROJ context.")
    }
    unsafe self.state = state
    unsafe self.context = context
    unsafe state.pointee.message.0 = 0
  }

  /// PROJ's message since this value was made; empty when there is none.
  var message: String {
    unsafe withUnsafeBytes(of: &state.pointee.message) { bytes in
      // The C side always ends the message with a zero byte.
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// The operation of a pipeline, which the thread owns; valid until the next call of this function.
  @unsafe
  func operation(_ pipeline: String) throws(ProjectionError) -> OpaquePointer {
    // The text is copied before the call returns.
    guard let operation = unsafe pipeline.withCString({ unsafe cproj_pipeline(state, $0) }) else {
      throw ProjectionError(.engine, "PROJ cannot make '\(pipeline)': \(message)")
    }
    return unsafe operation
  }
}

/// A copy of a text that PROJ owns; nil for a null pointer.
@unsafe
func text(_ pointer: UnsafePointer<CChar>?) -> String? {
  unsafe pointer.map { unsafe String(cString: $0) }
}

/// A PROJ object that is freed when this value ends.
@safe
struct OwnedObject: ~Copyable {
  private let pointer: OpaquePointer

  /// Takes ownership of a pointer that PROJ returned; nil for a null pointer.
  @unsafe
  init?(adopting pointer: OpaquePointer?) {
    guard let pointer = unsafe pointer else { return nil }
    unsafe self.pointer = pointer
  }

  deinit {
    // This value is the only owner.
    unsafe proj_destroy(pointer)
  }

  /// Passes the object to `body`; it stays alive while `body` runs.
  @unsafe
  borrowing func withPointer<Result: ~Copyable, BodyError: Error>(
    _ body: (OpaquePointer) throws(BodyError) -> Result
  ) throws(BodyError) -> Result {
    try unsafe body(pointer)
  }
}
