internal import CHints

/// Memory for large arrays, in large pages where the system has them.
///
/// A build fills its memory once; with pages of 4096 bytes, page faults take nearly a third of its time.
package enum LargeMemory {
  private static let pageSize = 1 << 21

  /// Allocates uninitialised memory, which the caller frees with `deallocate()`.
  package static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    guard byteCount >= 2 * pageSize else {
      return .allocate(byteCount: max(byteCount, 1), alignment: 64)
    }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: pageSize)
    // Whole pages of this memory; the rest, less than one large page, stays in small pages.
    unsafe chints_prefer_large_pages(memory, byteCount / pageSize * pageSize)
    return unsafe memory
  }

  package static func allocate<Value: BitwiseCopyable>(
    _ count: Int,
    of type: Value.Type
  ) -> UnsafeMutablePointer<Value> {
    let memory = unsafe allocate(byteCount: count * MemoryLayout<Value>.stride)
    return unsafe memory.bindMemory(to: type, capacity: count)
  }
}
