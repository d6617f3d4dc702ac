internal import GeoSnapSupport

/// For each node and each part of a line whether a condition holds there, worked out once for a
/// topology and asked by every trace after that.
struct ConditionBits: Sendable {
  private var nodes: [UInt64]
  private var edges: [UInt64]
  /// Whether the condition holds at some node.
  private(set) var holdsAtNodes = false
  /// Whether the condition holds at some part of a line.
  private(set) var holdsAtEdges = false

  /// Asks a condition of all elements of a topology without edits.
  ///
  /// - Throws: ``TraceError`` of code `cancelled` when the task was cancelled.
  /// - Complexity: O(n) for n nodes and parts of lines.
  init(
    _ program: ConditionProgram,
    _ topology: Topology,
    _ attributes: TraceAttributes
  ) throws(TraceError) {
    nodes = [UInt64](repeating: 0, count: (topology.nodeLimit + 63) / 64)
    edges = [UInt64](repeating: 0, count: (topology.edgeLimit + 63) / 64)
    let test = program.plainTest(attributes)
    for node in 0..<topology.nodeLimit {
      if node & (Exploration.pace - 1) == 0 && Task.isCancelled { throw .cancelled }
      let element = topology.element(node: node)
      guard test?(element) ?? program.holds(at: element, attributes) else { continue }
      nodes[node >> 6] |= 1 << UInt64(node & 63)
      holdsAtNodes = true
    }
    for edge in 0..<topology.edgeLimit where topology.isLine(edge) {
      if edge & (Exploration.pace - 1) == 0 && Task.isCancelled { throw .cancelled }
      let element = topology.element(edge: edge)
      guard test?(element) ?? program.holds(at: element, attributes) else { continue }
      edges[edge >> 6] |= 1 << UInt64(edge & 63)
      holdsAtEdges = true
    }
  }

  /// Asks it anew of what edits have changed.
  ///
  /// - Complexity: O(n / 64 + k log k) for k changes of n elements.
  mutating func update(
    _ program: ConditionProgram,
    _ topology: Topology,
    _ attributes: TraceAttributes
  ) {
    while nodes.count * 64 < topology.nodeLimit { nodes.append(0) }
    while edges.count * 64 < topology.edgeLimit { edges.append(0) }
    for node in topology.changedNodes {
      let holds = program.holds(at: topology.element(node: node), attributes)
      ConditionBits.set(node, of: &nodes, to: holds)
      if holds { holdsAtNodes = true }
    }
    for edge in topology.changedEdges where topology.isLine(edge) {
      let holds = program.holds(at: topology.element(edge: edge), attributes)
      ConditionBits.set(edge, of: &edges, to: holds)
      if holds { holdsAtEdges = true }
    }
  }

  private static func set(_ place: Int, of words: inout [UInt64], to isSet: Bool) {
    let bit: UInt64 = 1 << UInt64(place & 63)
    if isSet { words[place >> 6] |= bit } else { words[place >> 6] &= ~bit }
  }

  /// Whether the condition holds at a node.
  @inline(__always)
  func holds(atNode node: Int) -> Bool { nodes[node >> 6] >> UInt64(node & 63) & 1 != 0 }

  /// Whether the condition holds at a part of a line.
  @inline(__always)
  func holds(atEdge edge: Int) -> Bool { edges[edge >> 6] >> UInt64(edge & 63) & 1 != 0 }
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
    let bits: ConditionBits
    if edits == nil {
      bits = try ConditionBits(program, self, attributes)
    } else {
      let packed = withoutEdits
      var packedAttributes = TraceAttributes(packed)
      let packedProgram = try ConditionProgram(condition, &packedAttributes)
      var updated = try packed.bits(of: condition, packedProgram, packedAttributes)
      updated.update(program, self, attributes)
      bits = updated
    }
    traceCaches.conditions.withLock { known in
      if known.count >= Topology.rememberedConditions { known.removeAll() }
      known.append((condition, bits))
    }
    return bits
  }
}
