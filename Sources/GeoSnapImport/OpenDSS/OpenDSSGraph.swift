internal import GeoSnap
internal import GeoSnapSupport

struct OpenDSSGraph {
  /// The connection of an element's terminal, at which a fuse can be inserted.
  enum Joint {
    case link(Int, LinkEnd)
    case port(equipment: Int, port: Int)
  }

  let circuit: OpenDSSCircuit
  let options: ImportOptions
  let makesAssemblies: Bool
  let levels: [VoltageLevel]
  let phases: OpenDSSPhases
  /// For each bus, the number of elements between it and a source; nil when it is not connected to one.
  let distances: [Int?]
  var graph = SourceGraph()
  var notes: [String] = []
  var counted = CountedNotes()
  /// For each element, the joints of its terminals; nil for a grounded one.
  var joints: [[Joint?]] = []
  var banks = OpenDSSBanks()
  let openFuses: [Int: Set<Int>]

  init(_ circuit: OpenDSSCircuit, options: ImportOptions, makesAssemblies: Bool) {
    self.circuit = circuit
    self.options = options
    self.makesAssemblies = makesAssemblies
    levels = OpenDSSLevels.levels(circuit)
    phases = OpenDSSPhases(circuit, levels: levels)
    distances = OpenDSSFlow.distances(circuit)
    openFuses = circuit.fuses.reduce(into: [:]) { terminals, fuse in
      if fuse.isOpen { terminals[fuse.element, default: []].insert(fuse.terminal) }
    }
  }

  mutating func build() {
    for bus in circuit.buses.indices { addBus(bus) }
    banks = OpenDSSBanks(circuit.elements)
    for element in circuit.elements { add(element) }
    for (number, element) in circuit.elements.enumerated() { holdOpen(element, number) }
    for fuse in circuit.fuses { addFuse(fuse) }
    if makesAssemblies { addAssemblies() }
    addNotes()
  }

  // MARK: Buses and lines

  private mutating func addBus(_ number: Int) {
    let bus = circuit.buses[number]
    graph.nodes.append(
      SourceGraph.Node(
        description: SourceGraph.Description(
          origin: options.origin("bus", named: bus.name.lowercased()),
          assetType: OpenDSSTypes.bus(levels[number]),
          objectType: ElectricTypes.busObject,
          attributes: [
            FieldName.name: .text(bus.name), FieldName.inService: .integer(1),
            FieldName.phases: .integer(Int64(phases.bits(ofBus: number))),
            FieldName.nominalVoltage: voltage(number),
          ]
        ),
        coordinate: bus.coordinate
      )
    )
  }

  private mutating func add(_ element: OpenDSSElement) {
    switch element.kind {
    case .line: element.isSwitch ? addSwitch(element) : addLine(element)
    case .transformer: addTransformer(element)
    case .reactor, .capacitor, .source:
      element.isSeries ? addSeries(element) : addOneTerminal(element)
    case .load, .currentSource, .generator, .photovoltaic, .storage, .wind: addOneTerminal(element)
    }
  }

  private mutating func addLine(_ element: OpenDSSElement) {
    let (from, to) = (element.buses[0], element.buses[1])
    var attributes = attributes(element)
    attributes[FieldName.length] = .optional(element.metres)
    attributes[FieldName.standardType] = text(element.lineCode)
    joints.append([.link(graph.links.count, .start), .link(graph.links.count, .end)])
    let count = phases.bits(of: element, terminal: 0).nonzeroBitCount
    graph.links.append(
      SourceGraph.Link(
        description: SourceGraph.Description(
          origin: origin(element),
          assetType: levels[from] == levels[to]
            ? OpenDSSTypes.line(levels[from], phases: count) : ElectricTypes.mixedLine,
          objectType: ElectricTypes.edgeObject,
          attributes: attributes
        ),
        nodes: PairOfEnds(start: from, end: to),
        path: []
      )
    )
  }

  // MARK: Attributes

  func origin(_ element: OpenDSSElement) -> String {
    options.origin(element.className, named: element.name.lowercased())
  }

  private func voltage(_ bus: Int) -> AttributeValue {
    .optional(circuit.buses[bus].kilovolts.map { $0 * OpenDSSLevels.betweenLines })
  }

  func text(_ text: String) -> AttributeValue { text.isEmpty ? .null : .text(text) }

  /// The phases of a feature, and those at each of its terminals where they differ.
  func phaseAttributes(_ bits: [(terminal: Int, bits: Int)]) -> [String: AttributeValue] {
    let all = bits.reduce(0) { $0 | $1.bits }
    var attributes: [String: AttributeValue] = [FieldName.phases: .integer(Int64(all))]
    if bits.contains(where: { $0.bits != all }) {
      for entry in bits where entry.terminal <= 3 {
        attributes[FieldName.phases(atTerminal: entry.terminal)] = .integer(Int64(entry.bits))
      }
    }
    return attributes
  }

  func attributes(_ element: OpenDSSElement) -> [String: AttributeValue] {
    var attributes: [String: AttributeValue] = [
      FieldName.name: .text(element.name), FieldName.kind: .text(element.className),
      FieldName.inService: .integer(element.isEnabled ? 1 : 0),
      FieldName.nominalVoltage: voltage(element.buses[0]), FieldName.bank: text(element.bank),
    ]
    let ends = element.kind == .line || element.isSeries ? 2 : 1
    let bits = (0..<min(ends, element.buses.count)).map {
      (terminal: $0 + 1, bits: phases.carried(by: element, terminal: $0))
    }
    attributes.complete(by: phaseAttributes(bits))
    return attributes
  }

  // MARK: Report

  private mutating func addNotes() {
    notes += counted.notes
    let switches = circuit.elements.filter { $0.isSwitch && ($0.metres ?? 0) >= 1 }
    if !switches.isEmpty {
      notes.append(
        "Switch lines of a metre or more, whose length a device does not keep: "
          + "\(Words.names(switches.map { origin($0) }, limit: 5))."
      )
    }
  }

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
        attributes: transformerAttributes(element, zip(buses, terminals).map { ($0.0, $0.1) })
      ),
      targets: targets,
      homeNodes: buses
    )
    joints.append(portJoints(2))
    noteUnit(element)
  }

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
    let order = Array(buses.indices).rising { -voltages[$0] }
    var terminals = Array(repeating: 1, count: buses.count)
    for (index, terminal) in zip(order, [[1], [1, 2], [1, 3, 2]][buses.count - 1]) {
      terminals[index] = terminal
    }
    return terminals
  }

  /// Makes a transformer the controller of the levels it feeds; units of a bank control one subnetwork.
  private mutating func controlLevels(_ element: OpenDSSElement, _ buses: [Int], _ terminals: [Int])
  {
    guard options.tiers == .voltage, buses.count > 1, element.isEnabled else { return }
    let isStepUp =
      graph.equipment[graph.equipment.count - 1].description.assetType == OpenDSSTypes.stepUp
    let upstream = isStepUp ? 2 : 1
    let fed = zip(terminals, buses).filter { $0.0 != upstream }.map {
      (terminal: $0.0, tier: levels[$0.1].tierName)
    }
    let number = graph.equipment.count - 1
    graph.equipment[number].description.control(fed)
    if let bank = banks.bank(of: element), let first = banks.equipment[bank]?.first {
      graph.equipment[number].description.attributes[FieldName.controllerName] = .text(
        graph.equipment[first].description.origin
      )
    }
  }
}
