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
  borrowing func withPointer<Result: ~Copyable, Failure: Error>(
    _ body: (OpaquePointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(pointer)
  }
}

/// A list of PROJ objects that is freed when this value ends.
@safe
struct OwnedList: ~Copyable {
  private let pointer: OpaquePointer

  /// Takes ownership of a pointer that PROJ returned; nil for a null pointer.
  @unsafe
  init?(adopting pointer: OpaquePointer?) {
    guard let pointer = unsafe pointer else { return nil }
    unsafe self.pointer = pointer
  }

  deinit {
    // This value is the only owner.
    unsafe proj_list_destroy(pointer)
  }

  var count: Int { Int(unsafe proj_list_get_count(pointer)) }

  /// A copy of the object at an index.
  func object(at index: Int, _ thread: ProjectionThread) -> OwnedObject? {
    // PROJ checks the index and returns null for a wrong one.
    unsafe OwnedObject(adopting: proj_list_get(thread.context, pointer, Int32(index)))
  }
}
