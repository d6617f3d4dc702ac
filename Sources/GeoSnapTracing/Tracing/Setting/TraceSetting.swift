/// A configuration compiled for one trace of one topology: with names resolved and conditions compiled.
package struct TraceSetting: Sendable {
  let topology: Topology
  let configuration: TraceConfiguration
  var attributes: TraceAttributes
  /// The barriers of the traversable network.
  var barriers = ElementBarriers()
  /// The barriers while results are collected.
  var filter = ElementBarriers()
  var functionBarriers: [FunctionBarrier] = []
  var filterFunctionBarriers: [FunctionBarrier] = []
  var propagators: [Propagator] = []
  /// The positions of the propagators whose values are reported.
  var toldPropagators: [Int] = []
  /// Whether all terminals of a device are joined, independently of its paths.
  var joinsAllTerminals = false
  /// Whether edges are passed both ways, independently of the direction of devices.
  var ignoresDirection = false
  /// The controllers at which a subnetwork ends: their internal edges are shut.
  var ending: TierEnding?
  /// Other nodes that end a trace as controllers do.
  var boundaries: Set<Int32> = []
  /// Whether the commodity flows to the controllers.
  var drainsToSinks = false
  /// Whether lines are passed in digitized direction only.
  var usesDigitizedDirection = false

  /// Compiles a configuration; `propagatedNames` are the attributes whose values are reported.
  package init(
    _ configuration: TraceConfiguration,
    of topology: Topology,
    assuming assumptions: TraceAssumptions = TraceAssumptions(),
    telling propagatedNames: [String] = []
  ) throws(TraceError) {
    self.topology = topology
    self.configuration = configuration
    for feature in assumptions.blocked + assumptions.unblocked + assumptions.values.map(\.feature) {
      try topology.check(feature)
    }
    var attributes = try TraceAttributes(topology, assuming: assumptions.values)
    barriers.condition = try TraceSetting.program(
      configuration.traversability.barriers,
      &attributes
    )
    barriers.scope = configuration.traversability.scope
    filter.condition = try TraceSetting.program(configuration.filter.barriers, &attributes)
    filter.scope = configuration.filter.scope
    for barrier in configuration.traversability.functionBarriers {
      functionBarriers.append(try FunctionBarrier(barrier, &attributes))
    }
    for barrier in configuration.filter.functionBarriers {
      filterFunctionBarriers.append(try FunctionBarrier(barrier, &attributes))
    }
    for propagator in configuration.propagators {
      propagators.append(try Propagator(propagator, &attributes))
    }
    for name in propagatedNames {
      let known = propagators.firstIndex { $0.attributeName.lowercased() == name.lowercased() }
      if let known {
        toldPropagators.append(known)
      } else {
        toldPropagators.append(propagators.count)
        propagators.append(try Propagator(telling: name, &attributes))
      }
    }
    let network = topology.network
    barriers.blocked = Set(assumptions.blocked.map { network.ordinal(of: $0) })
    barriers.exempt = Set(assumptions.unblocked.map { network.ordinal(of: $0) })
    barriers.blocked.subtract(barriers.exempt)
    filter.exempt = barriers.exempt
    self.attributes = attributes
    if attributes.assumesNothing {
      barriers.bits = try bits(of: configuration.traversability.barriers, barriers.condition)
      filter.bits = try bits(of: configuration.filter.barriers, filter.condition)
    }
    settle()
  }

  /// The ends of its part of a line by which a start leaves: those without a barrier before them.
  func exits(from origin: TraceOrigin) -> TraceRegion.Ways { barriers.exits(from: origin, self) }

  /// The same, with the barriers while results are collected.
  func collectingExits(from origin: TraceOrigin) -> TraceRegion.Ways {
    exits(from: origin).intersection(filter.exits(from: origin, self))
  }

  /// Whether a connected trace returns all that is explored, without filter, function barrier or neighbours.
  var returnsAllExplored: Bool {
    filter.isEmpty && functionBarriers.isEmpty && filterFunctionBarriers.isEmpty
      && configuration.filter.nearestNeighbors == nil
  }

  /// Determines which elements may be barriers at all, after barriers were added.
  mutating func settle() {
    barriers.settle()
    filter.settle()
  }

  static func program(
    _ condition: TraceCondition?,
    _ attributes: inout TraceAttributes
  ) throws(TraceError) -> ConditionProgram? {
    guard let condition else { return nil }
    // An empty list of alternatives never holds, like no condition.
    if condition == .or([]) { return nil }
    return try ConditionProgram(condition, &attributes)
  }

  private func bits(
    of condition: TraceCondition?,
    _ program: ConditionProgram?
  ) throws(TraceError) -> ConditionBits? {
    guard let condition, let program else { return nil }
    return try topology.bits(of: condition, program, attributes)
  }

  // MARK: Internal edges

  /// The directions in which an internal edge may be passed; empty when it is shut or the device's paths lack it.
  @inline(__always)
  func passage(ofInternal edge: Int, from node: Int, to other: Int) -> TerminalPaths.Passage {
    let topology = topology
    let passage: TerminalPaths.Passage =
      joinsAllTerminals ? [.joined, .forth, .back] : topology.passage(ofInternal: edge)
    guard passage.contains(.joined) else { return [] }
    if isBoundary(node) || isBoundary(other) { return [] }
    if barriers.shuts(node: node, attributes) { return [] }
    return barriers.shuts(node: other, attributes) ? [] : passage
  }

  /// Whether a subnetwork ends at a node.
  @inline(__always)
  func isBoundary(_ node: Int) -> Bool {
    if ending == nil && boundaries.isEmpty { return false }
    return isEndOfSubnetwork(node)
  }

  @inline(never)
  private func isEndOfSubnetwork(_ node: Int) -> Bool {
    if !boundaries.isEmpty && boundaries.contains(Int32(node)) { return true }
    return ending?.holds(at: Int32(node), topology) ?? false
  }

  /// Whether an internal edge may be passed at all.
  @inline(never)
  func joins(internal edge: Int, from node: Int, to other: Int) -> Bool {
    passage(ofInternal: edge, from: node, to: other).contains(.joined)
  }

  /// The share of its line that a part has.
  @inline(__always)
  func share(ofEdge edge: Int) -> Double {
    guard topology.isLine(edge) else { return 1 }
    let positions = topology.positions(ofEdge: edge)
    return positions.upperBound - positions.lowerBound
  }
}
