/// The barriers that do not depend on the path: conditions, barriers at locations, and assumed barriers.
///
/// A junction with one terminal is a barrier at its node. A device with several is a barrier between them: when a
/// condition holds there, its internal edges are shut, but its nodes are still reached.
struct ElementBarriers: Sendable {
  var condition: ConditionProgram?
  /// The elements that the condition is tested on.
  var scope = TraversabilityScope.junctionsAndEdges
  var nodes: Set<Int32> = []
  /// The parts of lines with barriers, and their positions along the line.
  var edges: [Int32: [Double]] = [:]
  /// For nodes of positions along a line, the part of that line; results use it for a node without a feature.
  private(set) var parts: [Int32: Int32] = [:]
  /// The features that are barriers independently of the condition.
  var blocked: Set<Int32> = []
  /// The features that the condition is not tested on.
  var exempt: Set<Int32> = []

  /// The known results of the condition; nil when they depend on assumptions.
  var bits: ConditionBits?

  /// The known results for nodes, when only the condition matters there.
  private var nodeBits: ConditionBits?
  /// The known results for parts of lines, when only the condition matters there.
  private(set) var edgeBits: ConditionBits?
  /// Whether no node is ever a barrier or shut.
  private(set) var spareNodes = true
  /// Whether no part of a line is ever a barrier.
  private(set) var spareEdges = true

  init() {}

  /// Determines which elements may be barriers at all, after all properties are set.
  mutating func settle() {
    let asksNodes = condition != nil && scope != .edges && bits?.mayHoldAtNodes != false
    let asksEdges = condition != nil && scope != .junctions && bits?.mayHoldAtEdges != false
    spareNodes = nodes.isEmpty && blocked.isEmpty && !asksNodes
    spareEdges = edges.isEmpty && blocked.isEmpty && !asksEdges
    let decides = blocked.isEmpty && exempt.isEmpty
    nodeBits = decides && asksNodes ? bits : nil
    edgeBits = decides && edges.isEmpty && asksEdges ? bits : nil
  }

  mutating func stand(at place: TraceOrigin) {
    if place.edge >= 0 {
      edges[place.edge, default: []].append(place.fraction)
    } else {
      nodes.insert(place.node)
      if place.part >= 0 { parts[place.node] = place.part }
    }
  }

  /// The code of a node that is a barrier; for a node without a feature that of the line with the barrier.
  func code(ofNode node: Int, _ topology: Topology) -> Int32 {
    guard topology.featureOrdinal(ofNode: node) < 0, let part = parts[Int32(node)] else {
      return Int32(node)
    }
    return Int32(topology.nodeLimit) + part
  }

  /// The ends of its part of a line by which a start leaves: those without a barrier before them.
  @inline(never)
  func exits(from origin: TraceOrigin, _ setting: TraceSetting) -> TraceRegion.Ways {
    let edge = Int(origin.edge)
    guard bars(edge: edge, setting.attributes) else { return .both }
    // Only barriers at positions on the part let a start leave by one of its ends.
    if holds(at: setting.topology.element(edge: edge), setting.attributes) { return [] }
    var exits = TraceRegion.Ways.both
    for fraction in edges[origin.edge] ?? [] {
      if fraction <= origin.fraction { exits.remove(.back) }
      if fraction >= origin.fraction { exits.remove(.forth) }
    }
    return exits
  }

  /// Whether a barrier is between two positions on a part of a line, or at one of them.
  func stands(onEdge edge: Int32, from one: Double, to other: Double) -> Bool {
    edges[edge]?.contains { $0 >= min(one, other) && $0 <= max(one, other) } ?? false
  }

  var isEmpty: Bool { nodes.isEmpty && edges.isEmpty && blocked.isEmpty && condition == nil }

  /// Whether the feature of an element is a barrier, by the condition or by assumption.
  func holds(at element: TraceElement, _ attributes: TraceAttributes) -> Bool {
    if !blocked.isEmpty && blocked.contains(element.feature) { return true }
    guard let condition else { return false }
    guard element.isEdge ? scope != .junctions : scope != .edges else { return false }
    if !exempt.isEmpty && exempt.contains(element.feature) { return false }
    return condition.holds(at: element, attributes)
  }

  /// Whether a node may be a barrier or shut its device; for most nodes a single bit excludes it.
  @inline(__always)
  private func concerns(node: Int, _ attributes: TraceAttributes) -> Bool {
    if spareNodes { return false }
    guard let nodeBits, let condition, nodes.isEmpty else { return true }
    return nodeBits.holds(atNode: node, condition, attributes)
  }

  @inline(__always)
  private func concerns(edge: Int, _ attributes: TraceAttributes) -> Bool {
    if spareEdges { return false }
    guard let edgeBits, let condition else { return true }
    return edgeBits.holds(atEdge: edge, condition, attributes)
  }

  @inline(__always)
  func bars(node: Int, _ attributes: TraceAttributes) -> Bool {
    concerns(node: node, attributes) && decidesToBar(node: node, attributes)
  }

  @inline(never)
  private func decidesToBar(node: Int, _ attributes: TraceAttributes) -> Bool {
    if !nodes.isEmpty && nodes.contains(Int32(node)) { return true }
    if let nodeBits, let condition, !nodeBits.holds(atNode: node, condition, attributes) {
      return false
    }
    let element = attributes.topology.element(node: node)
    return !attributes.topology.hasSeveralTerminals(element) && holds(at: element, attributes)
  }

  /// Whether the internal edges at a node of a device with several terminals are shut.
  @inline(__always)
  func shuts(node: Int, _ attributes: TraceAttributes) -> Bool {
    concerns(node: node, attributes) && decidesToShut(node: node, attributes)
  }

  @inline(never)
  private func decidesToShut(node: Int, _ attributes: TraceAttributes) -> Bool {
    if let nodeBits, let condition {
      return nodeBits.holds(atNode: node, condition, attributes)
    }
    return holds(at: attributes.topology.element(node: node), attributes)
  }

  @inline(__always)
  func bars(edge: Int, _ attributes: TraceAttributes) -> Bool {
    concerns(edge: edge, attributes) && decidesToBar(edge: edge, attributes)
  }

  @inline(never)
  private func decidesToBar(edge: Int, _ attributes: TraceAttributes) -> Bool {
    if !edges.isEmpty && edges[Int32(edge)] != nil { return true }
    if let edgeBits, let condition { return edgeBits.holds(atEdge: edge, condition, attributes) }
    return holds(at: attributes.topology.element(edge: edge), attributes)
  }
}

extension Topology {
  /// Whether an element belongs to a device with several terminals.
  @inline(__always)
  func hasSeveralTerminals(_ element: TraceElement) -> Bool {
    element.type >= 0 && rules.classes[Int(element.type)].terminalCount > 1
  }
}

/// A compiled function barrier, which applies when a function of the path's values reaches a value.
struct FunctionBarrier: Sendable {
  let source: TraceAttributes.Source
  let function: TraceFunctionType
  let comparison: TraceConditionOperator
  let value: Double
  let usesLocalValues: Bool
  /// Whether a part of a line counts only with its share.
  let isApportionable: Bool
  let description: String
  /// The function and its attribute as text.
  let call: String

  init(_ barrier: TraceFunctionBarrier, _ attributes: inout TraceAttributes) throws(TraceError) {
    source = try attributes.source(named: barrier.attributeName)
    function = barrier.function
    comparison = barrier.comparison
    value = barrier.value
    usesLocalValues = barrier.usesLocalValues
    isApportionable = attributes.isApportionable(barrier.attributeName)
    description = barrier.expression
    call = TraceFunction(barrier.function, of: barrier.attributeName).expression()
    guard !comparison.comparesBits else {
      throw TraceError(.badValue, "A function barrier compares numbers, not bits: \(description).")
    }
  }
}

/// Accumulated values: the sum, the extremes, the first one and the count.
struct Accumulator: Sendable, BitwiseCopyable {
  private var count = 0.0
  private var sum = 0.0
  private var least = Double.infinity
  private var greatest = -Double.infinity
  private var first = 0.0

  init() {}

  mutating func add(_ value: Double) {
    if count == 0 { first = value }
    count += 1
    sum += value
    least = Swift.min(least, value)
    greatest = Swift.max(greatest, value)
  }

  /// The value of a function; nil when there were no values.
  func value(of function: TraceFunctionType) -> Double? {
    if function == .count { return count }
    guard count > 0 else { return nil }
    return switch function {
    case .add: sum
    case .average: sum / count
    case .count: count
    case .max: greatest
    case .min: least
    // The first value minus all others, whose sum is the sum minus the first.
    case .subtract: first - (sum - first)
    }
  }

  var isEmpty: Bool { count == 0 }
}

extension TraceAttributes {
  /// Whether a part of a line has only its share of an attribute's value; `Shape length` is already that of the part.
  func isApportionable(_ name: String) -> Bool {
    topology.network.definition.networkAttribute(named: name)?.isApportionable ?? false
  }
}
