import GeoSnap

/// Something that is looked for, by its nearest element.
struct NaiveNeighbor: Hashable {
  let feature: FeatureID
  let cost: Double
}

extension NaiveTracer {
  /// The features that are looked for among what a walk returns, the nearest first.
  ///
  /// Each has what it costs to come to its nearest element. Nil where nothing is looked for.
  func neighbors(_ ways: NaiveWays) -> [NaiveNeighbor]? {
    guard let nearest = configuration.filter.nearestNeighbors, nearest.count >= 0 else {
      return nil
    }
    let attribute = nearest.costAttributeName ?? "Shape length"
    func isWanted(_ feature: FeatureID) -> Bool {
      let table = network.network.tables[Int(feature.table)]
      if let id = table.assetTypeID(of: Int(feature.row)), nearest.assetTypes.contains(id) {
        return true
      }
      let own = network.network.assetType(of: feature)?.type.categories ?? []
      return nearest.categories.contains { name in
        own.contains { $0.lowercased() == name.lowercased() }
      }
    }
    let costs = costs(over: ways, by: attribute)
    var best: [FeatureID: Double] = [:]
    for element in ways.walk.order {
      let isBarring =
        ways.walk.stopped.contains(element) || (barsCollecting(element) && !isSeed(element, ways))
      guard isReturned(element, barring: isBarring), let feature = network.feature(of: element),
        isWanted(feature), let cost = costs[element]
      else { continue }
      best[feature] = min(best[feature] ?? .infinity, cost)
    }
    return best.map { NaiveNeighbor(feature: $0.key, cost: $0.value) }.sorted { $0.cost < $1.cost }
  }

  private func isSeed(_ element: Int, _ ways: NaiveWays) -> Bool {
    type != .subnetwork && !network.isNode(element)
      && seeds(ways).contains { $0.element == element }
  }

  private func seeds(_ ways: NaiveWays) -> [NaiveSeed] {
    ways.seeds ?? split(type == .subnetwork ? barriers.union(filter) : barriers).open
  }

  /// For each element that was visited what it costs to come to it: every way is tried until nothing changes.
  private func costs(over ways: NaiveWays, by attribute: String) -> [Int: Double] {
    func own(_ element: Int) -> Double { network.share(attribute, at: element) ?? 0 }
    func isLeft(_ element: Int) -> Bool {
      !ways.walk.stopped.contains(element) && !barsCollecting(element)
    }
    var offers: [(Int, Double)] = []
    let seeds = seeds(ways)
    var places: Set<Int> = []
    if starts.isEmpty {
      // A subnetwork by name: from its controllers.
      for controller in network.controllers
      where controller.subnetworkName == configuration.subnetworkName {
        let node = network.node(of: controller)
        if !barsCollecting(node) && (tier == nil || controller.tierName == tier?.name) {
          offers.append((node, own(node)))
        }
      }
    }
    for start in starts {
      let element = network.element(of: start)
      switch start {
      case .node(let node):
        if seeds.contains(where: { $0.element == node }) { offers.append((node, own(node))) }
      case .edge(let edge, let fraction):
        guard ways.visited.contains(element) else { continue }
        let collecting = barriers.union(filter)
        let sides = network.sides(of: edge, from: fraction, collecting)
        if !sides.isEmpty { places.insert(element) }
        let exits = seeds.filter { $0.element == element }.flatMap(\.exits)
        guard !ways.walk.stopped.contains(element) else { continue }
        for side in sides {
          let exit = side == 0 ? network.edges[edge].from : network.edges[edge].to
          guard exits.contains(exit) else { continue }
          let positions = network.topology.positions(ofEdge: edge)
          let end = side == 0 ? positions.lowerBound : positions.upperBound
          let length = positions.upperBound - positions.lowerBound
          let place = min(max(fraction, positions.lowerBound), positions.upperBound)
          let part = length > 0 ? abs(place - end) / length : 0
          offers.append((exit, own(element) * part + own(exit)))
        }
      }
    }
    func isEntered(_ edge: Int, _ node: Int, _ far: Int) -> Bool {
      type == .subnetwork
        ? ways.visited.contains(network.element(edge: edge)) : ways.enters(node, edge, far)
    }
    let isVisited = { (offer: (Int, Double)) in ways.visited.contains(offer.0) }
    var costs = network.least(offers.filter(isVisited)) { number, u, v, before in
      let edge = network.edges[number]
      let element = network.element(edge: number)
      guard ways.visited.contains(element), isLeft(u), isEntered(number, u, v) else { return [] }
      let along = before + (edge.isLine ? own(element) : 0)
      let next = isLeft(element) ? [(v, along + (edge.isInternal ? 0 : own(v)))] : []
      return ((places.contains(element) ? [] : [(element, along)]) + next).filter(isVisited)
    }
    for place in places { costs[place] = 0 }
    return costs
  }
}
