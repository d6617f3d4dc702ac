/// A configuration made ready for one trace of one topology: names looked up, conditions compiled.
package struct TraceSetting: Sendable {
  let topology: Topology
  let configuration: TraceConfiguration
  var attributes: TraceAttributes
  /// What bars where the traversable network ends.
  var barriers = ElementBarriers()
  /// What bars while results are collected.
  var filter = ElementBarriers()
  var functionBarriers: [FunctionBarrier] = []
  var filterFunctionBarriers: [FunctionBarrier] = []
  var propagators: [Propagator] = []
  /// The propagators, as positions, whose values are told with the results.
  var toldPropagators: [Int] = []
  /// Whether all terminals of a device are joined, whatever its paths.
  var joinsAllTerminals = false
  /// Whether what joins is passed both ways, whatever direction devices have.
  var ignoresDirection = false
  /// The controllers at which a subnetwork ends: internal edges there are shut.
  var ending: TierEnding?
  /// Other nodes that end a trace as controllers do.
  var boundaries: Set<Int32> = []
  /// Whether the commodity runs to the controllers.
  var drainsToSinks = false
  /// Whether lines are passed as they are drawn, from their first end to their last.
  var usesDigitizedDirection = false

  /// Compiles a configuration.
  ///
  /// - Parameters:
  ///   - configuration: What is passed, and where the trace stops.
  ///   - topology: What is traced.
  ///   - assumptions: What is taken for granted though the network says otherwise.
  ///   - propagatedNames: The attributes whose values are told with the results.
  /// - Throws: ``TraceError`` for a name or value that the network has not.
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
      let known = propagators.firstIndex {
        $0.attributeName.lowercased() == name.lowercased()
      }
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

  /// The ends of its part of a line by which a start leaves: those that no barrier stands before.
  func exits(from origin: TraceOrigin) -> TraceRegion.Ways { barriers.exits(from: origin, self) }

  /// The same, with what bars while results are collected.
  func collectingExits(from origin: TraceOrigin) -> TraceRegion.Ways {
    exits(from: origin).intersection(filter.exits(from: origin, self))
  }

  /// Whether a connected trace returns all that is explored: nothing trims it or counts on the way.
  var returnsAllExplored: Bool {
    filter.isEmpty && functionBarriers.isEmpty && filterFunctionBarriers.isEmpty
      && configuration.filter.nearestNeighbors == nil
  }

  /// Notes which elements may bar at all, after barriers were added.
  mutating func settle() {
    barriers.settle()
    filter.settle()
  }

  static func program(
    _ condition: TraceCondition?,
    _ attributes: inout TraceAttributes
  ) throws(TraceError) -> ConditionProgram? {
    guard let condition else { return nil }
    // An empty list of alternatives never holds, as no condition at all.
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

  /// How an internal edge may be passed; nothing where it is not there or shut.
  @inline(__always)
  func passage(ofInternal edge: Int, from node: Int, to other: Int) -> TerminalPaths.Passage {
    let topology = topology
    let passage: TerminalPaths.Passage =
      joinsAllTerminals
      ? [.joined, .forth, .back] : topology.passage(ofInternal: edge)
    guard passage.contains(.joined) else { return [] }
    if isBoundary(node) || isBoundary(other) { return [] }
    if barriers.concerns(node: node, attributes) && barriers.shuts(node: node, attributes) {
      return []
    }
    if barriers.concerns(node: other, attributes) && barriers.shuts(node: other, attributes) {
      return []
    }
    return passage
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

  /// The share of its line that a part of it is.
  @inline(__always)
  func share(ofEdge edge: Int) -> Double {
    guard topology.isLine(edge) else { return 1 }
    let positions = topology.positions(ofEdge: edge)
    return positions.upperBound - positions.lowerBound
  }
}
