internal import GeoSnapSupport

/// The memory of a packed tree: its nodes, its leaves and its exceptions.
// Nothing writes to it after this is created: the proof of `@unchecked Sendable`.
@safe final class TreeMemory: @unchecked Sendable {
  private let coarse: UnsafeRawPointer
  private let fine: UnsafeRawPointer
  private let leaves: UnsafeRawPointer
  private let exceptions: ExceptionList
  /// The owner that frees the memory; nil when this does.
  private let owner: (any AnyObject & Sendable)?

  /// Takes ownership of memory, or borrows it from an owner that keeps it alive.
  init(
    coarse: UnsafeRawPointer,
    fine: UnsafeRawPointer,
    leaves: UnsafeRawPointer,
    exceptions: ExceptionList,
    keptBy owner: (any AnyObject & Sendable)? = nil
  ) {
    unsafe self.coarse = unsafe coarse
    unsafe self.fine = unsafe fine
    unsafe self.leaves = unsafe leaves
    self.exceptions = exceptions
    self.owner = owner
  }

  deinit {
    guard owner == nil else { return }
    // Owned since init; views never outlive the tree that holds this.
    unsafe coarse.deallocate()
    unsafe fine.deallocate()
    unsafe leaves.deallocate()
    exceptions.deallocate()
  }

  /// The first bytes of coarse nodes, fine nodes, leaves, slots of exceptions, and exceptions.
  var starts: [UnsafeRawPointer] { unsafe [coarse, fine, leaves] + exceptions.starts }

  func view(_ shape: TreeShape, _ frame: TreeFrame, leafStride: Int, segmentBits: UInt16)
    -> TreeView
  {
    unsafe TreeView(
      shape: shape,
      frame: frame,
      coarse: coarse,
      fine: fine,
      leaves: leaves,
      leafStride: leafStride,
      exceptions: exceptions,
      segmentBits: segmentBits
    )
  }
}

/// The entries that do not fit in a leaf's rows or codes, in order of their slots.
// Points to memory of the PackedTree that created it, which outlives every use.
@safe struct ExceptionList: @unchecked Sendable {
  let count: Int
  private let slots: UnsafePointer<Int32>
  private let entries: UnsafePointer<TreeEntry>

  init(_ slots: UnsafePointer<Int32>, _ entries: UnsafePointer<TreeEntry>, count: Int) {
    self.count = count
    unsafe self.slots = unsafe slots
    unsafe self.entries = unsafe entries
  }

  /// The entry of a slot, which must have one, in O(log n).
  @inline(never) func entry(at slot: Int) -> TreeEntry {
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

  var starts: [UnsafeRawPointer] { unsafe [UnsafeRawPointer(slots), UnsafeRawPointer(entries)] }

  /// Frees the memory; only its owner may call this, once.
  func deallocate() {
    unsafe slots.deallocate()
    unsafe entries.deallocate()
  }

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

/// Entries in separate memory, written once and then only read.
// The creator writes each entry once before passing this on: the proof of `@unchecked Sendable`. Freed with this;
// builders hold it as long as they read.
@safe final class EntryBuffer: @unchecked Sendable {
  let entries: UnsafeMutablePointer<TreeEntry>
  private(set) var count: Int

  /// Allocates memory for entries, all of which have yet to be written.
  init(unwritten count: Int) {
    unsafe entries = LargeMemory.allocate(count, of: TreeEntry.self)
    self.count = count
  }

  convenience init(_ entries: [TreeEntry]) {
    self.init(unwritten: entries.count)
    unsafe entries.withUnsafeBufferPointer { source in
      guard let first = source.baseAddress else { return }
      unsafe self.entries.initialize(from: first, count: source.count)
    }
  }

  deinit { unsafe entries.deallocate() }

  /// Removes the positions that were never written, `holes` in order.
  func close(_ holes: [Range<Int>]) {
    guard var end = holes.first?.lowerBound else { return }
    for (index, hole) in holes.enumerated() {
      let next = index + 1 < holes.count ? holes[index + 1].lowerBound : count
      // Moves the entries between this hole and the next down: all within 0..<count.
      unsafe (entries + end).update(from: entries + hole.upperBound, count: next - hole.upperBound)
      end += next - hole.upperBound
    }
    count = end
  }
}

extension UnsafeRawPointer {
  /// The value at an offset from the pointer, aligned for its type.
  ///
  /// It replaces `load`, which remains a call in large functions and spills all vector registers there.
  // The memory of trees holds plain numbers and is only read once a tree exists, so no bound type can conflict with
  // another. The caller states why the bytes are in bounds.
  @unsafe @inline(__always)
  func value<Value: BitwiseCopyable>(at offset: Int, as type: Value.Type) -> Value {
    unsafe (self + offset).assumingMemoryBound(to: type).pointee
  }
}
