internal import GeoSnapSupport

/// Entries in separate memory, written once and then only read.
// The creator writes each entry once before passing this on: the proof of `@unchecked Sendable`. Freed with this;
// builders hold it as long as they read.
@safe
final class EntryBuffer: @unchecked Sendable {
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
      unsafe (entries + end).update(
        from: entries + hole.upperBound,
        count: next - hole.upperBound
      )
      end += next - hole.upperBound
    }
    count = end
  }
}
