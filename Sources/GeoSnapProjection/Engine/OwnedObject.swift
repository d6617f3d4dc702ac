internal import CPROJ

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
