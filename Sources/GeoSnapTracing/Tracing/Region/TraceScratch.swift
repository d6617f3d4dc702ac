internal import GeoSnapSupport

/// The nodes that a trace has found, kept for the next trace, so that a small trace need not clear an array of the
/// network's size.
package struct TraceScratch: Sendable {
  /// The number of the last trace that found a node, and the node's number in that trace's region.
  struct Entry: Sendable, BitwiseCopyable {
    var trace: UInt32
    var local: Int32
  }

  private var entries: ZeroedMemory<Entry>
  private var trace: UInt32 = 0

  package init(nodeCount: Int) { entries = ZeroedMemory(count: nodeCount) }

  @inline(__always)
  subscript(node: Int) -> Entry {
    get { entries[node] }
    nonmutating set { entries[node] = newValue }
  }

  /// Prefetches the entry of a node.
  @inline(__always)
  func fetch(_ node: Int) { entries.fetch(node) }

  /// The number of a node in the region of the current trace; nil when it was not found.
  func local(of node: Int32) -> Int32? {
    let entry = entries[Int(node)]
    return entry.trace == trace && trace > 0 ? entry.local : nil
  }

  /// Makes room for nodes that edits have added, and for some more.
  mutating func widen(to nodeCount: Int) {
    if entries.count < nodeCount { self = TraceScratch(nodeCount: nodeCount + nodeCount / 8) }
  }

  /// Begins a trace, for which no node is found yet.
  mutating func begin() -> UInt32 {
    if trace == .max {
      self = TraceScratch(nodeCount: entries.count)
    }
    trace += 1
    return trace
  }
}

extension Topology {
  /// Lends scratch memory to one trace, which returns it; concurrent traces get separate memory.
  func lentScratch() -> TraceScratch {
    var scratch =
      sharedTraceCaches.scratch.withLock { $0.popLast() } ?? TraceScratch(nodeCount: nodeLimit)
    scratch.widen(to: nodeLimit)
    return scratch
  }

  func giveBack(_ scratch: TraceScratch) {
    sharedTraceCaches.scratch.withLock { $0.append(scratch) }
  }

  /// Explores the region of some starts, and throws ``TraceError`` of code `cancelled` when the task was cancelled.
  ///
  /// `visit` receives the number of elements found so far.
  func region(
    from origins: [TraceOrigin],
    _ setting: TraceSetting,
    _ visit: ((Int) -> Void)? = nil
  ) throws(TraceError) -> TraceRegion {
    var scratch = lentScratch()
    defer { giveBack(scratch) }
    return try Exploration.region(setting, from: origins, &scratch, visit)
  }

  /// Explores the region of some starts without checking for cancellation.
  func wholeRegion(from origins: [TraceOrigin], _ setting: TraceSetting) -> TraceRegion {
    var scratch = lentScratch()
    defer { giveBack(scratch) }
    return Exploration.wholeRegion(setting, from: origins, &scratch)
  }
}
