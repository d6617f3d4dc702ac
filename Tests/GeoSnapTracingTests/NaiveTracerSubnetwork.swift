import GeoSnap

/// What is reached outward from controllers, and the values that arrive there.
struct NaiveReach {
  let controllers: Set<SubnetworkController>
  var elements: Set<Int> = []
  /// For each propagator the values of elements.
  var values: [[Int: NaiveValue]] = []
}

/// A value on its way: bits, or a number.
enum NaiveValue: Equatable {
  case bits(Int64)
  case number(Double)
}

extension NaiveTracer {
  /// Whether an edge may be walked outward from a node.
  func permits(_ edge: Int, from node: Int) -> Bool {
    guard isOpen[edge] else { return false }
    let ends = network.edges[edge]
    let isForth = node == ends.from
    if ends.from == ends.to || type == .isolation { return true }
    return isForth != isSink ? ends.isForth : ends.isBack
  }

  var propagators: [TracePropagator] {
    let told = parameters.propagatedAttributeNames.filter { name in
      !configuration.propagators.contains { $0.attributeName.lowercased() == name.lowercased() }
    }
    let attributes = network.network.definition.networkAttributes
    return configuration.propagators
      + told.map { name in
        guard attributes.first(where: { $0.name == name })?.dataType == .integer else {
          return TracePropagator(.min, of: name, .greaterThanEqual, .real(-.infinity))
        }
        let substitution = attributes.first { $0.substitutedAttributeName == name }?.name
        return TracePropagator(
          .bitwiseAnd,
          of: name,
          .includesAny,
          -1,
          substitutionAttributeName: substitution
        )
      }
  }

  // MARK: Pass 1

  /// Of the sides of a junction that is shut those that a controller feeds; all where it feeds none.
  private func fedSides(_ sides: [NaiveStart]) throws(Failure) -> [NaiveStart] {
    if sides.count < 2 || sides.contains(where: { network.isNode(network.element(of: $0)) }) {
      return sides
    }
    var question = parameters
    question.type = .subnetworkControllers
    var fed: [NaiveStart] = []
    for side in sides {
      var tracer = try NaiveTracer(network.topology, question)
      tracer.groups = [[side]]
      tracer.starts = [side]
      if (try? tracer.answer()) != nil { fed.append(side) }
    }
    return fed.isEmpty ? sides : fed
  }

  func subnetworkBased() throws(Failure) -> NaiveAnswer {
    var tracer = self
    tracer.groups = []
    for group in groups { tracer.groups.append(try fedSides(group)) }
    tracer.starts = tracer.groups.flatMap { $0 }
    return try tracer.answerOfSubnetwork()
  }

  private func answerOfSubnetwork() throws(Failure) -> NaiveAnswer {
    if type == .isolation && configuration.filter.barriers == nil
      && parameters.filterBarriers.isEmpty
    {
      throw Failure(code: .filterBarrierMissing)
    }
    let ofTier = network.controllers.filter { controller in
      tier == nil || controller.tierName == tier?.name
    }
    // Nothing comes out of a controller that bars.
    let all = ofTier.filter { controller in
      let node = network.node(of: controller)
      return !bars(node) && !barriers.terminals.contains(node)
    }
    let (open, barringStarts) = split(barriers)
    var barring = barringStarts
    var reach: NaiveReach
    if type == .subnetwork, let name = configuration.subnetworkName {
      let named = ofTier.filter { $0.subnetworkName == name }
      if named.isEmpty { throw Failure(code: .noControllers) }
      // They stand for starts, and one that bars is returned like these.
      barring = named.map { network.node(of: $0) }.filter(bars)
      reach = self.reach(from: Set(all.filter { $0.subnetworkName == name }))
    } else {
      if starts.isEmpty { throw Failure(code: .startMissing) }
      let met = joined(with: open).order
      let candidates = Set(all.filter { met.contains(network.node(of: $0)) })
      reach = self.reach(from: candidates)
      if type == .isolation {
        var answer = try isolation(candidates, among: Set(met), open)
        add(barring, to: &answer)
        answer.controllers = candidates
        tell(reach, in: &answer)
        return answer
      }
      var feeding: Set<SubnetworkController> = []
      for start in open {
        let found = candidates.filter { feeds($0, start, reach) }
        if found.isEmpty { throw Failure(code: .noControllers) }
        feeding.formUnion(found)
      }
      reach = self.reach(from: feeding)
      if !configuration.traversability.functionBarriers.isEmpty {
        for start in open where !meetsController(from: start, reach) {
          throw Failure(code: .noControllers)
        }
      }
    }
    var answer = NaiveAnswer()
    switch type {
    case .subnetworkControllers:
      answer.elements = Set(reach.controllers.map { network.node(of: $0) }).sorted()
      add(barring, to: &answer)
    case .subnetwork: answer = subnetwork(reach, barring)
    default: answer = directed(reach, barring)
    }
    answer.controllers = reach.controllers
    tell(reach, in: &answer)
    return answer
  }

  /// Notes the values that arrive at elements.
  private func tell(_ reach: NaiveReach, in answer: inout NaiveAnswer) {
    answer.propagated = reach.values.map { values in
      values.compactMapValues { value in
        switch value {
        case .bits(let bits): .some(bits == -1 ? nil : Double(bits))
        case .number(let number): .some(number.isInfinite ? nil : number)
        }
      }
    }
  }

  /// Whether a start is reached outward from a controller: the way is walked back.
  private func feeds(
    _ controller: SubnetworkController,
    _ start: NaiveSeed,
    _ reach: NaiveReach
  ) -> Bool {
    guard reach.elements.contains(start.element) else { return false }
    var reached = Set(start.exits).filter { exit in
      guard reach.elements.contains(exit) else { return false }
      if network.isNode(start.element) { return true }
      return !bars(exit) && permits(start.element - network.nodeCount, from: exit)
    }
    grow(&reached) { reached in
      for edge in reached.flatMap({ network.edgesAt[$0] })
      where !bars(network.element(edge: edge))
        && reach.elements.contains(network.element(edge: edge))
      {
        let ends = network.edges[edge]
        for (node, before) in [(ends.from, ends.to), (ends.to, ends.from)]
        where reached.contains(node) && reach.elements.contains(before) && !bars(before)
          && permits(edge, from: before)
        {
          reached.insert(before)
        }
      }
    }
    return reached.contains(network.node(of: controller))
  }

  private func meetsController(from start: NaiveSeed, _ reach: NaiveReach) -> Bool {
    let walk = NaiveWalk(
      network,
      from: [start],
      functions: configuration.traversability.functionBarriers,
      allows: { reach.elements.contains($0) },
      bars: bars,
      enters: isEntered
    )
    return reach.controllers.contains { walk.order.contains(network.node(of: $0)) }
  }

  // MARK: Propagation

  /// What is reached outward: round after round, all values of one from those of the round before;
  /// `nodes` send as controllers do.
  ///
  /// Where bits are rewritten a value does not come back the way it went: what a node sends into an edge is what
  /// arrived over its other edges. What an edge hands to one end is what entered at the other.
  func reach(from controllers: Set<SubnetworkController>, and nodes: Set<Int> = []) -> NaiveReach {
    let propagators = propagators
    let sources = nodes.union(controllers.map { network.node(of: $0) })
    /// One way from an element to the next.
    struct Arc: Hashable {
      let edge: Int
      let node: Int
      let isIntoEdge: Bool
    }
    var reached = sources
    /// What arrived over each arc, for each propagator.
    var arrived: [Arc: [NaiveValue]] = [:]
    /// The merge of what arrived at an element over the arcs that count.
    func merged(
      _ element: Int,
      _ number: Int,
      _ arrived: [Arc: [NaiveValue]],
      counts: (Arc) -> Bool = { _ in true }
    ) -> NaiveValue? {
      var value = sources.contains(element) ? first(propagators[number], at: element) : nil
      for arc in arcs(into: element) where counts(arc) {
        if let list = arrived[arc] { value = merge(propagators[number], value, list[number]) }
      }
      return value
    }
    let rewrites = propagators.contains { $0.substitutionAttributeName?.isEmpty == false }
    /// Whether what came over one edge would go back over another: the same, or one of the same star,
    /// within which each terminal hands its values to all others.
    func isReturn(_ one: Int, _ other: Int) -> Bool {
      one == other || (stars[one] != nil && stars[one] == stars[other])
    }
    func arcs(into element: Int) -> [Arc] {
      if network.isNode(element) {
        return network.edgesAt[element].map { Arc(edge: $0, node: element, isIntoEdge: false) }
      }
      let edge = element - network.nodeCount
      return network.ends(edge).map { Arc(edge: edge, node: $0, isIntoEdge: true) }
    }
    func passes(_ element: Int, _ arrived: [Arc: [NaiveValue]]) -> Bool {
      configuration.propagators.indices.allSatisfy { number in
        merged(element, number, arrived).map { self.passes(propagators[number], $0) } ?? true
      }
    }
    while true {
      var next = arrived
      for (edge, ends) in network.edges.enumerated() {
        let element = network.element(edge: edge)
        for u in Set([ends.from, ends.to]) where permits(edge, from: u) {
          let v = ends.other(than: u)
          let into = Arc(edge: edge, node: u, isIntoEdge: true)
          if reached.contains(u) && !bars(u) {
            let values = propagators.indices.compactMap { number in
              step(
                propagators[number],
                merged(u, number, arrived) { !rewrites || !isReturn($0.edge, edge) },
                from: u,
                to: element
              )
            }
            if values.count == propagators.count { next[into] = values }
          }
          if reached.contains(element), !bars(element), let entered = arrived[into] {
            next[Arc(edge: edge, node: v, isIntoEdge: false)] = propagators.indices.compactMap {
              step(propagators[$0], entered[$0], from: element, to: v)
            }
          }
        }
      }
      var grown = reached
      for arc in next.keys {
        let element = arc.isIntoEdge ? network.element(edge: arc.edge) : arc.node
        // A star passes what its terminals send where that passes: not from a source that does not.
        let isWithinStar = arc.isIntoEdge && stars[arc.edge] != nil
        if passes(element, next) || isWithinStar && passes(arc.node, arrived) {
          grown.insert(element)
        }
      }
      if grown == reached && next == arrived { break }
      reached = grown
      arrived = next
    }
    // What joins two terminals of a star is reached with them, though both have their values from a third.
    for (edge, star) in stars where network.ends(edge).allSatisfy(reached.contains) {
      let isReached = stars.contains {
        $0.value == star && reached.contains(network.element(edge: $0.key))
      }
      if isReached { reached.insert(network.element(edge: edge)) }
    }
    let values = propagators.indices.map { number in
      let pairs = reached.map { ($0, merged($0, number, arrived)) }
      return Dictionary(uniqueKeysWithValues: pairs).compactMapValues(\.self)
    }
    return NaiveReach(controllers: controllers, elements: reached, values: values)
  }

  private func first(_ propagator: TracePropagator, at node: Int) -> NaiveValue {
    let own = network.value(propagator.attributeName, at: node)
    switch propagator.function {
    case .bitwiseAnd: return .bits(own.map { Int64($0) } ?? -1)
    case .min: return .number(own ?? .infinity)
    case .max: return .number(own ?? -.infinity)
    }
  }

  private func step(
    _ propagator: TracePropagator,
    _ sent: NaiveValue?,
    from element: Int,
    to other: Int
  ) -> NaiveValue? {
    // Within a device the terminals say what arrives.
    guard var value = sent, !network.isInternal(other) else { return sent }
    if let substitution = propagator.substitutionAttributeName,
      let rewrite = network.value(substitution, at: other), !network.isInternal(element),
      case .bits(let bits) = value
    {
      value = .bits(substituted(bits, by: Int64(rewrite), propagator.attributeName))
    }
    guard let own = network.value(propagator.attributeName, at: other) else { return value }
    switch value {
    case .bits(let bits): return .bits(bits & Int64(own))
    case .number(let number):
      return .number(propagator.function == .min ? min(number, own) : max(number, own))
    }
  }

  /// Each bit replaced by its group of the substitution.
  func substituted(_ bits: Int64, by substitution: Int64, _ attribute: String) -> Int64 {
    let definition = network.network.definition
    let known = definition.networkAttributes.first { $0.name == attribute }
    let codes = definition.domains.first { $0.name == known?.domainName }?.codedValues.map(\.code)
    var width = known?.bitSize ?? 0
    if width == 0, let greatest = codes?.max() {
      while Int64(1) << width <= greatest { width += 1 }
    }
    var result: Int64 = 0
    for bit in 0..<width where bits & (1 << bit) != 0 {
      result |= (substitution >> (bit * width)) & ((1 << width) - 1)
    }
    return result
  }

  private func merge(
    _ propagator: TracePropagator,
    _ one: NaiveValue?,
    _ other: NaiveValue
  ) -> NaiveValue {
    switch (one, other) {
    case (.bits(let one)?, .bits(let other)): .bits(one | other)
    case (.number(let one)?, .number(let other)):
      .number(propagator.function == .min ? max(one, other) : min(one, other))
    default: other
    }
  }

  private func passes(_ propagator: TracePropagator, _ value: NaiveValue) -> Bool {
    let given = network.coded(propagator.value, of: propagator.attributeName)
    switch value {
    case .bits(let bits):
      return given.integer.map { network.compare(bits, propagator.comparison, $0) } ?? false
    case .number(let number):
      return given.number.map { network.compare(number, propagator.comparison, $0) } ?? false
    }
  }

  // MARK: Pass 2

  private func subnetwork(_ reach: NaiveReach, _ barring: [Int]) -> NaiveAnswer {
    func enters(_ node: Int, _ edge: Int, _ next: Int) -> Bool {
      permits(edge, from: node) && !filter.shut.contains(edge)
    }
    let isAlone = !starts.isEmpty && split(barriers).open.isEmpty
    let walk = NaiveWalk(
      network,
      from: reach.controllers.map { (network.node(of: $0), []) },
      functions: functionBarriers,
      allows: { reach.elements.contains($0) },
      bars: barsCollecting,
      enters: enters
    )
    let visited = isAlone ? NaiveWalk() : walk
    let ways = NaiveWays(walk: visited, barring: barring, reach: reach, enters: enters)
    return answer(ways, starts: [])
  }

  private func directed(_ reach: NaiveReach, _ barringStarts: [Int]) -> NaiveAnswer {
    let flow = NaiveFlow(self, reach)
    let goesOutward = (type == .downstream) != isSink
    let (open, _) = split(barriers)
    let collecting = barriers.union(filter)
    var seeds: [NaiveSeed] = []
    var barring: [Int] = []
    var allowed: Set<Int>? = []
    if configuration.allowsIndeterminateFlow {
      switch parameters.indeterminateFlow {
      case .edge: allowed = nil
      case .path:
        allowed = Set(starts.flatMap { flow.onTheWay(from: $0, network.exits($0, barriers)) })
      case .none: break
      }
    }
    for start in starts {
      let element = network.element(of: start)
      guard open.contains(where: { $0.element == element }) else { continue }
      var exits = network.exits(start, collecting)
      if exits.isEmpty {
        barring.append(element)
        continue
      }
      if case .edge(let edge, _) = start {
        exits = exits.filter { exit in
          guard bars(element) else {
            let far = network.edges[edge].other(than: exit)
            return flow.walks(edge, fromOutward: goesOutward ? far : exit, allowed)
          }
          // A barrier stands behind: what flows to the start comes by this end.
          return !goesOutward && permits(edge, from: exit) && reach.elements.contains(exit)
        }
      }
      seeds.append((element, exits))
    }
    func enters(_ node: Int, _ edge: Int, _ next: Int) -> Bool {
      if filter.shut.contains(edge) { return false }
      // What bars is met on the way outward alone: nothing comes through it.
      if bars(network.element(edge: edge)) { return goesOutward && permits(edge, from: node) }
      return flow.walks(edge, fromOutward: goesOutward ? node : next, allowed)
    }
    let walk = NaiveWalk(
      network,
      from: seeds,
      functions: functionBarriers,
      allows: { reach.elements.contains($0) && sharesBits($0) },
      bars: barsCollecting,
      enters: enters
    )
    barring += barringStarts
    let ways =
      NaiveWays(walk: walk, barring: barring, seeds: seeds, reach: reach, enters: enters)
    var answer = answer(ways, starts: seeds)
    answer.tierBorder = tierBorder(walk, reach.controllers, isOutward: goesOutward)
    return answer
  }

  /// Where a trace comes to the border of its tier: at the far terminals of the controllers it has met,
  /// or at controllers of other tiers whose devices it has met.
  private func tierBorder(
    _ walk: NaiveWalk,
    _ feeding: Set<SubnetworkController>,
    isOutward: Bool
  ) -> [Int] {
    var border: Set<Int> = []
    if !isOutward {
      for controller in feeding where walk.order.contains(network.node(of: controller)) {
        border.formUnion(network.topology.nodes(of: controller.feature))
        border.remove(network.node(of: controller))
      }
      return border.sorted()
    }
    let met = Set(walk.order.filter(network.isNode).compactMap { network.feature(of: $0) })
    for controller in network.controllers
    where controller.tierName != tier?.name && met.contains(controller.feature) {
      border.insert(network.node(of: controller))
    }
    return border.subtracting(feeding.map { network.node(of: $0) }).sorted()
  }

  // MARK: Isolation

  /// What has to be shut, whichever way devices let through; `met` is what the starts are joined
  /// with, and `Failure` is thrown when no source reaches a start.
  private func isolation(
    _ controllers: Set<SubnetworkController>,
    among met: Set<Int>,
    _ open: [NaiveSeed]
  ) throws(Failure) -> NaiveAnswer {
    var answer = NaiveAnswer()
    func isOpenSource(_ node: Int) -> Bool {
      guard network.isNode(node), !isSink, !bars(node), !barriers.terminals.contains(node),
        let feature = network.feature(of: node),
        let type = network.network.assetType(of: feature)?.type
      else { return false }
      return type.categories.contains("Source")
    }
    let sources = met.filter(isOpenSource).union(controllers.map { network.node(of: $0) })
    let reached = reach(from: [], and: sources).elements
    for start in open {
      let isFed =
        reached.contains(start.element)
        && (network.isNode(start.element)
          || start.exits.contains { reached.contains($0) && !bars($0) })
      if !isFed { throw Failure(code: .noControllers) }
    }
    /// A start on a line is left by the ends before which nothing can be shut.
    func exits(_ element: Int, _ exits: [Int], _ stops: NaiveBarriers) -> [Int] {
      starts.filter { network.element(of: $0) == element }.flatMap { network.exits($0, stops) }
        .filter { exits.contains($0) }
    }
    func flood(_ seeds: [NaiveSeed], _ stops: NaiveBarriers) -> Set<Int> {
      let walk = NaiveWalk(
        network,
        from: seeds.map { element, left in
          (element, network.isNode(element) ? [] : exits(element, left, stops))
        },
        allows: { reached.contains($0) },
        bars: { bars($0) || stops.bars($0, network) },
        enters: { _, edge, _ in isOpen[edge] && !stops.shut.contains(edge) }
      )
      return Set(walk.order)
    }
    func canBeShut(_ element: Int) -> Bool {
      filter.bars(element, network) || filter.terminals.contains(element)
        || (network.isNode(element) && !bars(element)
          && network.edgesAt[element].contains { isOpen[$0] && filter.shut.contains($0) })
    }
    func name(_ element: Int) -> String {
      let feature = network.isNode(element) ? network.feature(of: element) : nil
      let told = (parameters.filterBarriers.reversed() + parameters.barriers.reversed())
        .flatMap { network.told($0) }.first { $0.element == element }?.told
      return feature.map { network.name(of: $0) } ?? network.name(told ?? element)
    }
    let region = flood(open, filter)
    answer.boundary = Set(region.filter(canBeShut).map(name))
    let touched = filter.restricted(network) { answer.boundary.contains(name($0)) }
    let supplied = flood(sources.map { ($0, []) }, touched)
    answer.needed = answer.boundary.intersection(supplied.filter(canBeShut).map(name))
    // What bars already has not to be shut.
    let passed = region.filter { element in
      if open.contains(where: { $0.element == element }) && !network.isNode(element) { return true }
      guard !bars(element) else { return false }
      // A barrier on a terminal is passed between the lines there as well.
      guard network.isOfSeveral(element), !filter.nodes.contains(element) else { return true }
      return network.edgesAt[element].contains {
        network.isInternal(network.element(edge: $0)) && isOpen[$0]
          && !bars(network.element(edge: $0))
      }
    }
    answer.needed.formIntersection(passed.filter(canBeShut).map(name))
    var isolated = region
    if configuration.includesIsolatedFeatures {
      let needed = answer.needed
      isolated = flood(open, filter.restricted(network) { needed.contains(name($0)) })
    }
    answer.border = Set((0..<network.nodeCount + network.edges.count).filter(canBeShut))
    answer.region = isolated.filter { network.isResult($0) && !bars($0) && !canBeShut($0) }
    answer.controllersInside = controllers.filter { controller in
      let node = network.node(of: controller)
      let isBorder =
        canBeShut(node)
        && (!configuration.includesIsolatedFeatures || answer.needed.contains(name(node)))
      return isolated.contains(node) && !isBorder
    }
    return answer
  }
}
