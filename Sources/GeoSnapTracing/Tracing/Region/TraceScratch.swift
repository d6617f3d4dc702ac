internal import GeoSnapSupport

/// Where a trace notes what it has found, kept for the next one: a trace of a few elements of a large network must
/// not clear an array of the network's size.
package struct TraceScratch: Sendable {
  /// For each node the number of the trace that found it last, and its number in that trace's region.
  struct Entry: Sendable, BitwiseCopyable {
    var trace: UInt32
    var local: Int32
  }

  private var entries: ZeroedMemory<Entry>
  private var trace: UInt32 = 0

  package init(nodeCount: Int) { entries = ZeroedMemory(count: nodeCount) }

  /// What is noted of a node.
  @inline(__always)
  subscript(node: Int) -> Entry {
    get { entries[node] }
    nonmutating set { entries[node] = newValue }
  }

  /// Asks for the memory of what is noted of a node.
  @inline(__always)
  func fetch(_ node: Int) { entries.fetch(node) }

  /// The number that a node has in the region of the trace that was begun last; nil when it was not found.
  func local(of node: Int32) -> Int32? {
    let entry = entries[Int(node)]
    return entry.trace == trace && trace > 0 ? entry.local : nil
  }

  /// Makes room for nodes that edits have added, and for some more.
  mutating func widen(to nodeCount: Int) {
    if entries.count < nodeCount { self = TraceScratch(nodeCount: nodeCount + nodeCount / 8) }
  }

  /// Begins a trace: everything is unseen.
  mutating func begin() -> UInt32 {
    if trace == .max {
      self = TraceScratch(nodeCount: entries.count)
    }
    trace += 1
    return trace
  }
}

extension Topology {
  /// Lends scratch to one trace, which gives it back; several at once get each their own.
  func lentScratch() -> TraceScratch {
    var scratch =
      sharedTraceCaches.scratch.withLock { $0.popLast() } ?? TraceScratch(nodeCount: nodeLimit)
    scratch.widen(to: nodeLimit)
    return scratch
  }

  /// Takes scratch back.
  func giveBack(_ scratch: TraceScratch) {
    sharedTraceCaches.scratch.withLock { $0.append(scratch) }
  }

  /// Explores the region that some starts are in.
  ///
  /// - Parameters:
  ///   - origins: Where to begin.
  ///   - setting: What bars.
  ///   - visit: Told now and then how many elements were found.
  /// - Returns: The region.
  /// - Throws: ``TraceError`` of code `cancelled` when the task was cancelled.
  func region(
    from origins: [TraceOrigin],
    _ setting: TraceSetting,
    _ visit: ((Int) -> Void)? = nil
  ) throws(TraceError) -> TraceRegion {
    var scratch = lentScratch()
    defer { giveBack(scratch) }
    return try Exploration.region(setting, from: origins, &scratch, visit)
  }

  /// The same whatever becomes of the task.
  func wholeRegion(from origins: [TraceOrigin], _ setting: TraceSetting) -> TraceRegion {
    var scratch = lentScratch()
    defer { giveBack(scratch) }
    return Exploration.wholeRegion(setting, from: origins, &scratch)
  }
}
