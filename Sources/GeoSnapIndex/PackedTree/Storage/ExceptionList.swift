/// The entries that do not fit in a leaf's rows or codes, in order of their slots.
// Points to memory of the PackedTree that created it, which outlives every use.
@safe
struct ExceptionList: @unchecked Sendable {
  let count: Int
  private let slots: UnsafePointer<Int32>
  private let entries: UnsafePointer<TreeEntry>

  init(_ slots: UnsafePointer<Int32>, _ entries: UnsafePointer<TreeEntry>, count: Int) {
    self.count = count
    unsafe self.slots = unsafe slots
    unsafe self.entries = unsafe entries
  }

  /// The entry of a slot, which must have one, in O(log n).
  @inline(never)
  func entry(at slot: Int) -> TreeEntry {
    var first = 0
    var last = count - 1
    while first < last {
      let middle = (first + last) / 2
      // 0 <= middle < count.
      if unsafe Int(slots[middle]) < slot { first = middle + 1 } else { last = middle }
    }
    // A tree with the code of an exception has at least one, which is checked when it is built or opened.
    return unsafe entries[first]
  }

  var byteCount: Int { count * (MemoryLayout<Int32>.stride + MemoryLayout<TreeEntry>.stride) }

  /// The first bytes of the slots and of the entries.
  var starts: [UnsafeRawPointer] {
    unsafe [UnsafeRawPointer(slots), UnsafeRawPointer(entries)]
  }

  /// Frees the memory; only its owner may call this, once.
  func deallocate() {
    unsafe slots.deallocate()
    unsafe entries.deallocate()
  }

  /// Creates a list in separate memory.
  static func copying(_ exceptions: [(slot: Int32, entry: TreeEntry)]) -> ExceptionList {
    let count = exceptions.count
    let slots = UnsafeMutablePointer<Int32>.allocate(capacity: max(count, 1))
    let entries = UnsafeMutablePointer<TreeEntry>.allocate(capacity: max(count, 1))
    for (position, exception) in exceptions.enumerated() {
      unsafe slots[position] = exception.slot
      unsafe entries[position] = exception.entry
    }
    return unsafe ExceptionList(slots, entries, count: count)
  }
}
