/// Where a trace notes what it has found, kept for the next one: a trace of a few elements of a large
/// network must not clear an array of the network's size.
struct TraceScratch: Sendable {
  /// For each node the number of the trace that found it last, and its number in that trace's region.
  struct Entry: Sendable, BitwiseCopyable {
    var trace: UInt32
    var local: Int32
  }

  var entries: [Entry]
  private var trace: UInt32 = 0

  init(nodeCount: Int) {
    entries = [Entry](repeating: Entry(trace: 0, local: 0), count: nodeCount)
  }

  /// The number that a node has in the region of the trace that was begun last; nil when it was not
  /// found.
  func local(of node: Int32) -> Int32? {
    let entry = entries[Int(node)]
    return entry.trace == trace && trace > 0 ? entry.local : nil
  }

  /// Begins a trace: everything is unseen.
  mutating func begin() -> UInt32 {
    if trace == .max {
      for index in entries.indices { entries[index].trace = 0 }
      trace = 0
    }
    trace += 1
    return trace
  }
}

extension Topology {
  /// Lends scratch to one trace; several at once get each their own.
  func withScratch<Result, Failure: Error>(
    _ body: (inout TraceScratch) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var scratch =
      caches.scratch.withLock { $0.popLast() } ?? TraceScratch(nodeCount: graph.nodeCount)
    defer { caches.scratch.withLock { $0.append(scratch) } }
    return try body(&scratch)
  }
}
