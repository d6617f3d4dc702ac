internal import GeoSnapSupport

/// Banks of single-phase units: elements that join the same two junctions in the same directions and share no phase.
///
/// Three single-phase regulators count as one regulator: they form no loop. One unit of each bank leads; the others
/// follow it.
struct SinglePhaseUnits {
  /// An edge of a unit, with its direction from the bank's first junction to its second.
  typealias Step = (edge: Int32, way: TraceRegion.Ways)

  /// Units in parallel.
  struct Bank {
    /// The edges of the leading unit.
    let leader: [Step]
    fileprivate(set) var phases: Int64
    /// The edges of the others.
    fileprivate(set) var followers: [Step] = []
    fileprivate let ways: TraceRegion.Ways
  }

  /// The banks; empty in a network without phases.
  private(set) var banks: [Bank] = []

  /// The edges of units that follow.
  var followers: [Int32] { banks.flatMap { $0.followers.map(\.edge) } }

  /// The name of the attribute that holds the phases.
  static let attributeName = "Phases Current"

  /// The edges from one junction to another, through devices.
  private struct Unit {
    var edges: [Step] = []
    var phases: Int64 = -1
    var end: Int32 = -1
    /// The directions in which it may be passed, from its first junction.
    var ways = TraceRegion.Ways.both
    /// The least number of its edges, by which units are ordered.
    var number = Int32.max
  }

  private let region: TraceRegion
  private let setting: TraceSetting
  private let isCounted: [Bool]
  private let phases: TraceAttributes.Source

  /// Finds the banks, in O(n) for n elements of the region.
  init?(_ region: TraceRegion, _ setting: TraceSetting, over isCounted: [Bool]) {
    guard
      setting.topology.network.definition.networkAttribute(named: SinglePhaseUnits.attributeName)
        != nil
    else { return nil }
    var setting = setting
    guard let source = try? setting.attributes.source(named: SinglePhaseUnits.attributeName) else {
      return nil
    }
    self.region = region
    self.setting = setting
    self.isCounted = isCounted
    phases = source
    find()
    if banks.isEmpty { return nil }
  }

  private mutating func find() {
    var seenFrom = [Int32](repeating: -1, count: region.nodes.count)
    for node in region.nodes.indices where !isInner(node) {
      var hasParallel = false
      let first = Int32(node)
      for half in region.graph.halfEdges(of: node) where isCounted[half.edge] {
        let end = self.end(from: node, over: half)
        guard end > first else { continue }
        if seenFrom[Int(end)] == first { hasParallel = true }
        seenFrom[Int(end)] = first
      }
      if hasParallel { gather(from: node) }
    }
  }

  /// Whether a node is a terminal within a unit; a controller's terminal is an end.
  private func isInner(_ node: Int) -> Bool {
    let number = region.nodes[node]
    guard number >= 0, !setting.topology.isController(number),
      setting.topology.hasSeveralTerminals(setting.topology.element(node: Int(number)))
    else { return false }
    return region.graph.halfEdges(of: node).count { isCounted[$0.edge] } == 2
  }

  /// The end of the unit that begins with an edge.
  private func end(from node: Int, over half: HalfEdge) -> Int32 {
    var half = half
    var steps = 0
    while isInner(Int(half.node)), let next = next(after: half), steps <= region.edges.count {
      half = next
      steps += 1
    }
    return half.node
  }

  private func next(after half: HalfEdge) -> HalfEdge? {
    region.graph.halfEdges(of: Int(half.node)).first { $0.edge != half.edge && isCounted[$0.edge] }
  }

  private mutating func gather(from node: Int) {
    var units: [Unit] = []
    for half in region.graph.halfEdges(of: node) where isCounted[half.edge] {
      let unit = unit(from: half)
      if unit.end > Int32(node) { units.append(unit) }
    }
    var found: [Bank] = []
    var end: Int32 = -1
    for unit in units.ordered(by: { $0.end != $1.end ? $0.end < $1.end : $0.number < $1.number })
    where unit.phases > 0 && !unit.ways.isEmpty {
      if unit.end != end {
        keep(found)
        found = []
        end = unit.end
      }
      let known = found.firstIndex { $0.phases & unit.phases == 0 && $0.ways == unit.ways }
      if let known {
        found[known].phases |= unit.phases
        found[known].followers += unit.edges
      } else {
        found.append(Bank(leader: unit.edges, phases: unit.phases, ways: unit.ways))
      }
    }
    keep(found)
  }

  private mutating func keep(_ found: [Bank]) {
    for bank in found where !bank.followers.isEmpty { banks.append(bank) }
  }

  private func unit(from half: HalfEdge) -> Unit {
    var unit = Unit()
    var half = half
    while true {
      unit.edges.append((Int32(half.edge), half.isAgainst ? .back : .forth))
      let outward = region.outward[half.edge]
      unit.ways.formIntersection(half.isAgainst ? outward.turned : outward)
      take(edge: half.edge, into: &unit)
      guard isInner(Int(half.node)), let next = next(after: half),
        unit.edges.count <= region.edges.count
      else { break }
      half = next
    }
    unit.end = half.node
    return unit
  }

  private func take(edge: Int, into unit: inout Unit) {
    let number = region.edges[edge]
    guard number >= 0 else { return }
    unit.number = min(unit.number, number)
    let element = setting.topology.element(edge: Int(number))
    if let own = setting.attributes.integer(phases, element) {
      unit.phases = unit.phases == -1 ? own : unit.phases & own
    }
  }
}
