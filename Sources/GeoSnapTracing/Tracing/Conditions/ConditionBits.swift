internal import GeoSnapSupport

/// For each node and each part of a line whether a condition holds there, worked out once for a
/// topology and asked by every trace after that.
struct ConditionBits: Sendable {
  // Invariant: bits of nodes come first, then those of parts of lines; none is set from their end on.

  private let words: [UInt64]
  private let nodeCount: Int
  /// Whether the condition holds at some node.
  let holdsAtNodes: Bool
  /// Whether the condition holds at some part of a line.
  let holdsAtEdges: Bool

  /// Asks a condition of all elements.
  ///
  /// - Throws: ``TraceError`` of code `cancelled` when the task was cancelled.
  /// - Complexity: O(n) for n nodes and parts of lines.
  init(
    _ program: ConditionProgram,
    _ topology: Topology,
    _ attributes: TraceAttributes
  ) throws(TraceError) {
    let nodeCount = topology.nodeLimit
    let count = nodeCount + topology.lineEdges.count
    var words = [UInt64](repeating: 0, count: (count + 63) / 64)
    var (holdsAtNodes, holdsAtEdges) = (false, false)
    for place in 0..<count {
      if place & (Exploration.pace - 1) == 0 && Task.isCancelled { throw .cancelled }
      let element =
        place < nodeCount
        ? topology.element(node: place) : topology.element(edge: place - nodeCount)
      guard program.holds(at: element, attributes) else { continue }
      words[place >> 6] |= 1 << UInt64(place & 63)
      if place < nodeCount { holdsAtNodes = true } else { holdsAtEdges = true }
    }
    self.words = words
    self.nodeCount = nodeCount
    self.holdsAtNodes = holdsAtNodes
    self.holdsAtEdges = holdsAtEdges
  }

  /// Whether the condition holds at a node.
  @inline(__always)
  func holds(atNode node: Int) -> Bool { words[node >> 6] >> UInt64(node & 63) & 1 != 0 }

  /// Whether the condition holds at a part of a line.
  @inline(__always)
  func holds(atEdge edge: Int) -> Bool { holds(atNode: nodeCount + edge) }
}

extension Topology {
  /// How many conditions are remembered: those of a few tiers, and what is tried on them.
  private static let rememberedConditions = 16

  /// Where a condition holds; worked out when it is first asked for.
  ///
  /// - Throws: ``TraceError`` of code `cancelled` when the task was cancelled.
  func bits(
    of condition: TraceCondition,
    _ program: ConditionProgram,
    _ attributes: TraceAttributes
  ) throws(TraceError) -> ConditionBits {
    if let known = traceCaches.conditions.withLock({ kept in
      kept.first { $0.condition == condition }?.bits
    }) {
      return known
    }
    let bits = try ConditionBits(program, self, attributes)
    traceCaches.conditions.withLock { known in
      if known.count >= Topology.rememberedConditions { known.removeAll() }
      known.append((condition, bits))
    }
    return bits
  }
}
