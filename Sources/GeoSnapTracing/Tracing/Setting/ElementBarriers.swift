/// What bars, whatever was passed before: conditions, barriers that stand somewhere, and what is taken to bar.
///
/// A junction of one terminal bars at its node. A device of several bars between them: where it has a condition that
/// holds, its internal edges are shut, and its nodes are reached all the same.
struct ElementBarriers: Sendable {
  /// The condition; nil for none.
  var condition: ConditionProgram?
  /// Which elements the condition is tested on.
  var scope = TraversabilityScope.junctionsAndEdges
  /// The nodes at which a barrier stands.
  var nodes: Set<Int32> = []
  /// The parts of lines on which a barrier stands, with its places along the line.
  var edges: [Int32: [Double]] = [:]
  /// For each node at which a place on a line lies, the part of that line; results name a node without a feature by
  /// it.
  private(set) var parts: [Int32: Int32] = [:]
  /// The features that bar, whatever the condition says.
  var blocked: Set<Int32> = []
  /// The features that the condition is not tested on.
  var exempt: Set<Int32> = []

  /// Where the condition holds; nil where that depends on what is taken for granted.
  var bits: ConditionBits?

  /// Where the condition bars nodes and shuts devices, where nothing else has a say.
  private var nodeBits: ConditionBits?
  /// Where the condition bars parts of lines, where nothing else has a say.
  private(set) var edgeBits: ConditionBits?
  /// Whether nothing ever bars at nodes and between terminals.
  private(set) var spareNodes = true
  /// Whether no part of a line ever bars.
  private(set) var spareEdges = true

  init() {}

  /// Notes which elements may bar at all, once everything is set.
  mutating func settle() {
    let asksNodes = condition != nil && scope != .edges && bits?.mayHoldAtNodes != false
    let asksEdges = condition != nil && scope != .junctions && bits?.mayHoldAtEdges != false
    spareNodes = nodes.isEmpty && blocked.isEmpty && !asksNodes
    spareEdges = edges.isEmpty && blocked.isEmpty && !asksEdges
    let decides = blocked.isEmpty && exempt.isEmpty
    nodeBits = decides && asksNodes ? bits : nil
    edgeBits = decides && edges.isEmpty && asksEdges ? bits : nil
  }

  /// Puts a barrier somewhere.
  mutating func stand(at place: TraceOrigin) {
    if place.edge >= 0 {
      edges[place.edge, default: []].append(place.fraction)
    } else {
      nodes.insert(place.node)
      if place.part >= 0 { parts[place.node] = place.part }
    }
  }

  /// The code that results give for a node that bars: its own, or for a node without a feature that of the line on
  /// which the barrier stands.
  func code(ofNode node: Int, _ topology: Topology) -> Int32 {
    guard topology.featureOrdinal(ofNode: node) < 0, let part = parts[Int32(node)] else {
      return Int32(node)
    }
    return Int32(topology.nodeLimit) + part
  }

  /// The ends of its part of a line by which a start leaves: those that no barrier stands before.
  @inline(never)
  func exits(from origin: TraceOrigin, _ setting: TraceSetting) -> TraceRegion.Ways {
    let edge = Int(origin.edge)
    guard bars(edge: edge, setting.attributes) else { return .both }
    // Only barriers that stand on the part let a start out at one of its ends.
    if holds(at: setting.topology.element(edge: edge), setting.attributes) { return [] }
    var exits = TraceRegion.Ways.both
    for fraction in edges[origin.edge] ?? [] {
      if fraction <= origin.fraction { exits.remove(.back) }
      if fraction >= origin.fraction { exits.remove(.forth) }
    }
    return exits
  }

  /// Whether a barrier stands between two places on a part of a line, or at one of them.
  func stands(onEdge edge: Int32, from one: Double, to other: Double) -> Bool {
    edges[edge]?.contains { $0 >= min(one, other) && $0 <= max(one, other) } ?? false
  }

  /// Whether there is nothing that could bar.
  var isEmpty: Bool { nodes.isEmpty && edges.isEmpty && blocked.isEmpty && condition == nil }

  /// Whether the feature of a node bars there: by the condition, or because it is taken to.
  func holds(at element: TraceElement, _ attributes: TraceAttributes) -> Bool {
    if !blocked.isEmpty && blocked.contains(element.feature) { return true }
    guard let condition else { return false }
    guard element.isEdge ? scope != .junctions : scope != .edges else { return false }
    if !exempt.isEmpty && exempt.contains(element.feature) { return false }
    return condition.holds(at: element, attributes)
  }

  /// Whether a node may bar, or shut its device: of most nodes a bit says that they do not.
  @inline(__always)
  func concerns(node: Int, _ attributes: TraceAttributes) -> Bool {
    if spareNodes { return false }
    guard let nodeBits, let condition, nodes.isEmpty else { return true }
    return nodeBits.holds(atNode: node, condition, attributes)
  }

  /// Whether a part of a line may bar.
  @inline(__always)
  func concerns(edge: Int, _ attributes: TraceAttributes) -> Bool {
    if spareEdges { return false }
    guard let edgeBits, let condition else { return true }
    return edgeBits.holds(atEdge: edge, condition, attributes)
  }

  /// Whether a node bars.
  @inline(never)
  func bars(node: Int, _ attributes: TraceAttributes) -> Bool {
    if spareNodes { return false }
    if !nodes.isEmpty && nodes.contains(Int32(node)) { return true }
    if let nodeBits, let condition, !nodeBits.holds(atNode: node, condition, attributes) {
      return false
    }
    let element = attributes.topology.element(node: node)
    return !attributes.topology.hasSeveralTerminals(element) && holds(at: element, attributes)
  }

  /// Whether the internal edges at a node of a device of several terminals are shut.
  @inline(never)
  func shuts(node: Int, _ attributes: TraceAttributes) -> Bool {
    if spareNodes { return false }
    if let nodeBits, let condition {
      return nodeBits.holds(atNode: node, condition, attributes)
    }
    return holds(at: attributes.topology.element(node: node), attributes)
  }

  /// Whether a part of a line bars.
  @inline(never)
  func bars(edge: Int, _ attributes: TraceAttributes) -> Bool {
    if spareEdges { return false }
    if !edges.isEmpty && edges[Int32(edge)] != nil { return true }
    if let edgeBits, let condition {
      return edgeBits.holds(atEdge: edge, condition, attributes)
    }
    return holds(at: attributes.topology.element(edge: edge), attributes)
  }
}

extension Topology {
  /// Whether an element belongs to a device of several terminals.
  @inline(__always)
  func hasSeveralTerminals(_ element: TraceElement) -> Bool {
    element.type >= 0 && rules.classes[Int(element.type)].terminalCount > 1
  }
}
