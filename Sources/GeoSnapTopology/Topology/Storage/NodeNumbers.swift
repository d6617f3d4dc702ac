internal import GeoSnapSupport

/// The edges of a draft with final node numbers.
///
/// Nodes are numbered in the order in which edges reach them, so that neighbours are near each other when lines are
/// near in their tables; the terminals of a junction are consecutive.
// Written only in init: the proof of `@unchecked Sendable`.
@safe
final class NodeNumbers: @unchecked Sendable {
  let from: [Int32]
  let to: [Int32]

  private let count: Int
  private let numbers: UnsafeMutablePointer<Int32>

  init(_ draft: TopologyDraft) {
    count = draft.nodeCount
    // Allocated here, freed in deinit.
    unsafe numbers = LargeMemory.allocate(count, of: Int32.self)
    unsafe numbers.initialize(repeating: -1, count: count)
    var run = unsafe Run(numbers, draft.plan)
    var to: [Int32] = []
    from = Array(capacity: draft.edgeLimit) { from in
      to = Array(capacity: draft.edgeLimit) { to in
        draft.forEachLineEdge { _, start, end, _ in
          unsafe from.append(run.number(of: start))
          unsafe to.append(run.number(of: end))
        }
        draft.forEachInternalEdge { _, first, second, _ in
          unsafe from.append(run.number(of: first))
          unsafe to.append(run.number(of: second))
        }
        for edge in draft.associationEdges {
          unsafe from.append(run.number(of: edge.from))
          unsafe to.append(run.number(of: edge.to))
        }
      }
    }
    self.to = to
    // Nodes without edges come last.
    for node in 0..<count { _ = unsafe run.number(of: Int32(truncatingIfNeeded: node)) }
  }

  deinit { unsafe numbers.deallocate() }

  @inline(__always)
  subscript(node: Int) -> Int32 {
    precondition(UInt(bitPattern: node) < UInt(bitPattern: count), "No such node")
    // Checked above.
    return unsafe numbers[node]
  }

  @unsafe
  private struct Run {
    private let numbers: UnsafeMutablePointer<Int32>
    private let plan: TopologyPlan
    /// Nodes below it are junctions, also those with several terminals.
    private let junctionCount: Int32
    private var next: Int32 = 0

    init(_ numbers: UnsafeMutablePointer<Int32>, _ plan: TopologyPlan) {
      unsafe self.numbers = numbers
      unsafe self.plan = plan
      unsafe junctionCount = plan.devices.isEmpty ? 0 : Int32(plan.nodeFeatures.count)
    }

    /// The final number of a node; a new node gets the next number.
    @inline(__always)
    mutating func number(of node: Int32) -> Int32 {
      // Nodes of a draft are below its count.
      let known = unsafe numbers[Int(node)]
      if known >= 0 { return known }
      if unsafe node < junctionCount { return unsafe numberJunction(node) }
      defer { unsafe next += 1 }
      unsafe numbers[Int(node)] = next
      return unsafe next
    }

    @inline(never)
    private mutating func numberJunction(_ node: Int32) -> Int32 {
      let feature = unsafe Int(plan.nodeFeatures[Int(node)])
      let first = unsafe Int(plan.firstNodes[feature])
      let type = unsafe Int(plan.network.assetTypeOrdinals[feature])
      for terminal in unsafe 0..<Int(plan.rules.classes[type].terminalCount) {
        unsafe numbers[first + terminal] = next
        unsafe next += 1
      }
      return unsafe numbers[Int(node)]
    }
  }
}
