extension UnsafeRawPointer {
  /// The value that stands some bytes behind the pointer, aligned for its type.
  ///
  /// As `load`, which stays a call in large functions and empties all vector registers there.
  // The memory of trees holds plain numbers and is only read once a tree exists: no type that it is
  // bound to can be in conflict with another. The caller says why the bytes are in bounds.
  @unsafe
  @inline(__always)
  func value<Value: BitwiseCopyable>(at offset: Int, as type: Value.Type) -> Value {
    unsafe (self + offset).assumingMemoryBound(to: type).pointee
  }
}
