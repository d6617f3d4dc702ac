internal import GeoSnapSupport

/// Whether a condition holds at nodes and parts of lines: evaluated at the first visit, and kept for later traces.
final class ConditionBits: Sendable {
  /// Whether the condition can hold at nodes; false when it reads attributes that only lines have.
  let mayHoldAtNodes: Bool
  let mayHoldAtEdges: Bool
  /// Two bits for each node: whether the result is known, and the result.
  private let nodes: ZeroedMemory<UInt8>
  private let edges: ZeroedMemory<UInt8>
  private let nodeLimit: Int
  private let edgeLimit: Int
  /// The results for the network before edits, valid for unchanged features.
  private let packed: ConditionBits?

  private static let known: UInt8 = 1
  private static let holds: UInt8 = 2

  /// Prepares a condition for a topology; elements that edits have changed are evaluated at once.
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

  @inline(__always)
  func holds(atNode node: Int, _ program: ConditionProgram, _ attributes: TraceAttributes) -> Bool {
    let state = nodes.shared(node >> 2) >> UInt8(truncatingIfNeeded: (node & 3) * 2)
    if state & ConditionBits.known != 0 { return state & ConditionBits.holds != 0 }
    return ask(node: node, program, attributes)
  }

  /// Whether the condition holds at a part of a line; false for other edges.
  @inline(__always)
  func holds(atEdge edge: Int, _ program: ConditionProgram, _ attributes: TraceAttributes) -> Bool {
    known(atEdge: edge) ?? ask(edge: edge, program, attributes)
  }

  /// Whether the condition holds at a part of a line; nil when it has not been evaluated.
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
  /// The number of conditions that are kept: those of a few tiers, and some variations.
  private static let rememberedConditions = 16

  /// The results of a condition.
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
