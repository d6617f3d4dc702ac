internal import GeoSnapSupport

/// Entries in memory of their own: written once, then only read.
// Whoever makes one writes each entry once before handing it on: the proof of
// `@unchecked Sendable`. Freed with this; builders hold it as long as they read.
@safe
final class EntryBuffer: @unchecked Sendable {
  let entries: UnsafeMutablePointer<TreeEntry>
  private(set) var count: Int

  /// Memory for some entries, all of which are still to be written.
  init(unwritten count: Int) {
    unsafe entries = LargeMemory.allocate(count, of: TreeEntry.self)
    self.count = count
  }

  /// A copy of some entries.
  convenience init(_ entries: [TreeEntry]) {
    self.init(unwritten: entries.count)
    unsafe entries.withUnsafeBufferPointer { source in
      guard let first = source.baseAddress else { return }
      unsafe self.entries.initialize(from: first, count: source.count)
    }
  }

  deinit { unsafe entries.deallocate() }

  /// Takes out entries that were never written; `holes` must be in order.
  func close(_ holes: [Range<Int>]) {
    guard var end = holes.first?.lowerBound else { return }
    for (index, hole) in holes.enumerated() {
      let next = index + 1 < holes.count ? holes[index + 1].lowerBound : count
      // Moves down what lies between this hole and the next: all within 0..<count.
      unsafe (entries + end).update(
        from: entries + hole.upperBound,
        count: next - hole.upperBound
      )
      end += next - hole.upperBound
    }
    count = end
  }
}
