internal import GeoSnap

extension OpenDSSGraph {
  /// Adds a transformer with a terminal for each bus of its windings.
  mutating func addTransformer(_ element: OpenDSSElement) {
    if element.isRegulator, levels[element.buses[0]] == levels[element.buses[1]],
      let type = OpenDSSTypes.regulator(
        levels[element.buses[0]],
        phases: phases.bits(of: element, terminal: 0).nonzeroBitCount
      )
    {
      addRegulator(element, type)
      return
    }
    let buses = element.distinctBuses
    let terminals = terminals(element, buses)
    var description = SourceGraph.Description(
      origin: origin(element),
      assetType: OpenDSSTypes.manyWindings,
      objectType: OpenDSSTypes.ownObject(7),
      attributes: transformerAttributes(element, zip(buses, terminals).map { ($0.0, $0.1) })
    )
    switch buses.count {
    case 1, 2:
      let high = zip(buses, terminals).first { $0.1 == 1 }?.0 ?? buses[0]
      let low = zip(buses, terminals).first { $0.1 == 2 }?.0 ?? high
      description.assetType = OpenDSSTypes.transformer(
        levels[high],
        levels[low],
        phases: element.phaseCount
      )
      description.objectType = ElectricTypes.transformerObject
      if isFed(low, before: high) {
        description.assetType = OpenDSSTypes.stepUp
        description.objectType = OpenDSSTypes.ownObject(9)
      }
    case 3:
      description.assetType = ElectricTypes.threeWindings
      description.objectType = ElectricTypes.object(205, 2)
    default: break
    }
    append(
      description,
      targets: zip(terminals, buses).map { ($0.0, .node($0.1)) },
      homeNodes: buses
    )
    graph.equipment[graph.equipment.count - 1].joinsSites =
      OpenDSSTypes.isSubstation(description.assetType)
    controlLevels(element, buses, terminals)
    let joints = portJoints(buses.count)
    self.joints.append(
      element.buses.map { bus in buses.firstIndex(of: bus).flatMap { joints[$0] } }
    )
    noteUnit(element)
  }

  private mutating func addRegulator(_ element: OpenDSSElement, _ type: AssetTypeID) {
    let buses = Array(element.buses.prefix(2))
    // The input is the side that is nearer to the sources, whichever winding is on it.
    let terminals = isFed(buses[1], before: buses[0]) ? [2, 1] : [1, 2]
    var targets: [(terminal: Int, target: SourceGraph.Target)] = []
    for (winding, bus) in buses.enumerated() {
      let target =
        OpenDSSTypes.needsConnection(type)
        ? regulatorTarget(element, terminal: winding) : .node(bus)
      targets.append((terminals[winding], target))
    }
    append(
      SourceGraph.Description(
        origin: origin(element),
        assetType: type,
        objectType: OpenDSSTypes.regulatorObject,
        attributes: transformerAttributes(
          element,
          zip(buses, terminals).map { ($0.0, $0.1) }
        )
      ),
      targets: targets,
      homeNodes: buses
    )
    joints.append(portJoints(2))
    noteUnit(element)
  }

  /// Whether one bus is nearer to the sources than another.
  private func isFed(_ first: Int, before second: Int) -> Bool {
    guard let distance = distances[first], let other = distances[second] else { return false }
    return distance < other
  }

  private mutating func noteUnit(_ element: OpenDSSElement) {
    if let bank = banks.bank(of: element) {
      banks.equipment[bank, default: []].append(graph.equipment.count - 1)
    }
  }

  private func transformerAttributes(
    _ element: OpenDSSElement,
    _ terminals: [(bus: Int, terminal: Int)]
  ) -> [String: AttributeValue] {
    var attributes = attributes(element)
    let bits = terminals.map { entry in
      (
        terminal: entry.terminal,
        bits: element.buses.indices.filter { element.buses[$0] == entry.bus }
          .reduce(0) { $0 | phases.carried(by: element, terminal: $1) }
      )
    }
    for (name, value) in phaseAttributes(bits) { attributes[name] = value }
    if let power = element.power {
      attributes[FieldName.ratedPower] = .real(power / 1_000)
      attributes[FieldName.transformerLoad] = .real(power)
    }
    return attributes
  }

  /// The terminal for each bus: 1 for the highest voltage, 2 for the lowest, 3 between; more than 3 in table order.
  private func terminals(_ element: OpenDSSElement, _ buses: [Int]) -> [Int] {
    guard buses.count <= 3 else { return buses.indices.map { $0 + 1 } }
    let voltages = buses.map { bus in
      let winding = element.buses.firstIndex(of: bus) ?? 0
      return winding < element.kilovolts.count
        ? element.kilovolts[winding] : circuit.buses[bus].kilovolts ?? 0
    }
    let order = buses.indices.orderedByMeasure { -voltages[$0] }
    var terminals = Array(repeating: 1, count: buses.count)
    for (index, terminal) in zip(order, [[1], [1, 2], [1, 3, 2]][buses.count - 1]) {
      terminals[index] = terminal
    }
    return terminals
  }

  /// Makes a transformer the controller of the levels that it feeds, when tiers are voltage levels.
  ///
  /// The units of a bank control a single subnetwork, that of the first unit.
  private mutating func controlLevels(
    _ element: OpenDSSElement,
    _ buses: [Int],
    _ terminals: [Int]
  ) {
    guard options.tiers == .voltage, buses.count > 1, element.isEnabled else { return }
    let isStepUp =
      graph.equipment[graph.equipment.count - 1].description.assetType == OpenDSSTypes.stepUp
    let upstream = isStepUp ? 2 : 1
    let fed = zip(terminals, buses).filter { $0.0 != upstream }.map {
      (terminal: $0.0, tier: levels[$0.1].tierName)
    }
    let number = graph.equipment.count - 1
    graph.equipment[number].control(fed)
    if let bank = banks.bank(of: element), let first = banks.equipment[bank]?.first {
      graph.equipment[number].description.attributes[FieldName.controllerName] = .text(
        graph.equipment[first].description.origin
      )
    }
  }
}
