internal import CPROJ

/// An object of PROJ that is freed when this value ends.
@safe
struct OwnedObject: ~Copyable {
  private let pointer: OpaquePointer

  /// Takes over what a call of PROJ returned; nil when it returned nothing.
  @unsafe
  init?(adopting pointer: OpaquePointer?) {
    guard let pointer = unsafe pointer else { return nil }
    unsafe self.pointer = pointer
  }

  deinit {
    // Owned by nobody else: adopted once.
    unsafe proj_destroy(pointer)
  }

  /// Lends the object to a call of PROJ; it cannot die while `body` runs.
  @unsafe
  borrowing func withPointer<Result: ~Copyable, Failure: Error>(
    _ body: (OpaquePointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(pointer)
  }
}

/// A list of objects of PROJ that is freed when this value ends.
@safe
struct OwnedList: ~Copyable {
  private let pointer: OpaquePointer

  /// Takes over what a call of PROJ returned; nil when it returned nothing.
  @unsafe
  init?(adopting pointer: OpaquePointer?) {
    guard let pointer = unsafe pointer else { return nil }
    unsafe self.pointer = pointer
  }

  deinit {
    // Owned by nobody else: adopted once.
    unsafe proj_list_destroy(pointer)
  }

  /// The number of objects.
  var count: Int { Int(unsafe proj_list_get_count(pointer)) }

  /// A copy of the object at an index.
  func object(at index: Int, _ thread: ProjectionThread) -> OwnedObject? {
    // PROJ checks the index and answers nothing for a wrong one.
    unsafe OwnedObject(adopting: proj_list_get(thread.context, pointer, Int32(index)))
  }
}
