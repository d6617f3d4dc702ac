internal import GeoSnapSupport

/// For each node and each part of a line whether a condition holds there: found out when a trace first comes there,
/// and known to every trace after that.
///
/// A trace asks about what it looks at, so that a condition costs what is looked at, not the network.
final class ConditionBits: Sendable {
  /// Whether the condition can hold at nodes: where it reads what only lines have, it cannot.
  let mayHoldAtNodes: Bool
  /// Whether the condition can hold at parts of lines.
  let mayHoldAtEdges: Bool
  /// Of each node two bits: whether the answer is known, and what it is.
  private let nodes: ZeroedMemory<UInt8>
  private let edges: ZeroedMemory<UInt8>
  private let nodeLimit: Int
  private let edgeLimit: Int
  /// What is known of the network before edits, which holds for what they have not changed.
  private let packed: ConditionBits?

  private static let known: UInt8 = 1
  private static let holds: UInt8 = 2

  /// Prepares a condition for a topology; what edits have changed is asked at once.
  ///
  /// - Complexity: O(k) for k changes.
  init(
    _ program: ConditionProgram,
    _ topology: Topology,
    _ attributes: TraceAttributes,
    packed: ConditionBits?
  ) {
    self.packed = packed
    mayHoldAtNodes = program.mayHold(onLines: false, attributes)
    mayHoldAtEdges = program.mayHold(onLines: true, attributes)
    nodeLimit = topology.nodeLimit
    edgeLimit = topology.edgeLimit
    nodes = ZeroedMemory(count: (nodeLimit + 3) / 4)
    edges = ZeroedMemory(count: (edgeLimit + 3) / 4)
    guard packed != nil else { return }
    for node in topology.changedNodes {
      _ = ask(topology.element(node: node), nodes, node, program, attributes)
    }
    for edge in topology.changedEdges where topology.isLine(edge) {
      _ = ask(topology.element(edge: edge), edges, edge, program, attributes)
    }
  }

  /// Whether the condition holds at a node.
  @inline(__always)
  func holds(atNode node: Int, _ program: ConditionProgram, _ attributes: TraceAttributes) -> Bool {
    let state = nodes.shared(node >> 2) >> UInt8(truncatingIfNeeded: (node & 3) * 2)
    if state & ConditionBits.known != 0 { return state & ConditionBits.holds != 0 }
    return ask(node: node, program, attributes)
  }

  /// Whether the condition holds at a part of a line; it holds at no other edge.
  @inline(__always)
  func holds(atEdge edge: Int, _ program: ConditionProgram, _ attributes: TraceAttributes) -> Bool {
    known(atEdge: edge) ?? ask(edge: edge, program, attributes)
  }

  /// Whether the condition holds at a part of a line; nil where that has not been asked before.
  @inline(__always)
  func known(atEdge edge: Int) -> Bool? {
    let state = edges.shared(edge >> 2) >> UInt8(truncatingIfNeeded: (edge & 3) * 2)
    return state & ConditionBits.known != 0 ? state & ConditionBits.holds != 0 : nil
  }

  @inline(never)
  private func ask(
    node: Int,
    _ program: ConditionProgram,
    _ attributes: TraceAttributes
  ) -> Bool {
    if let packed, node < packed.nodeLimit {
      return packed.holds(atNode: node, program, attributes)
    }
    return ask(attributes.topology.element(node: node), nodes, node, program, attributes)
  }

  @inline(never)
  private func ask(
    edge: Int,
    _ program: ConditionProgram,
    _ attributes: TraceAttributes
  ) -> Bool {
    guard attributes.topology.isLine(edge) else { return false }
    if let packed, edge < packed.edgeLimit {
      return packed.holds(atEdge: edge, program, attributes)
    }
    return ask(attributes.topology.element(edge: edge), edges, edge, program, attributes)
  }

  private func ask(
    _ element: TraceElement,
    _ states: ZeroedMemory<UInt8>,
    _ number: Int,
    _ program: ConditionProgram,
    _ attributes: TraceAttributes
  ) -> Bool {
    let holds = program.holds(at: element, attributes)
    let state = holds ? ConditionBits.known | ConditionBits.holds : ConditionBits.known
    states.share(state << UInt8(truncatingIfNeeded: (number & 3) * 2), at: number >> 2)
    return holds
  }
}

extension Topology {
  /// How many conditions are remembered: those of a few tiers, and what is tried on them.
  private static let rememberedConditions = 16

  /// Where a condition holds.
  ///
  /// - Throws: ``TraceError`` as the condition's own.
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
    var packed: ConditionBits?
    if edits != nil {
      let topology = withoutEdits
      var packedAttributes = TraceAttributes(topology)
      let packedProgram = try ConditionProgram(condition, &packedAttributes)
      packed = try topology.bits(of: condition, packedProgram, packedAttributes)
    }
    let bits = ConditionBits(program, self, attributes, packed: packed)
    traceCaches.conditions.withLock { known in
      if known.count >= Topology.rememberedConditions { known.removeAll() }
      known.append((condition, bits))
    }
    return bits
  }
}
