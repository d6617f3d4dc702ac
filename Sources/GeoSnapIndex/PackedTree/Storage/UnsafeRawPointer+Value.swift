extension UnsafeRawPointer {
  /// The value at an offset from the pointer, aligned for its type.
  ///
  /// It replaces `load`, which remains a call in large functions and spills all vector registers there.
  // The memory of trees holds plain numbers and is only read once a tree exists, so no bound type can conflict with
  // another. The caller states why the bytes are in bounds.
  @unsafe
  @inline(__always)
  func value<Value: BitwiseCopyable>(at offset: Int, as type: Value.Type) -> Value {
    unsafe (self + offset).assumingMemoryBound(to: type).pointee
  }
}
