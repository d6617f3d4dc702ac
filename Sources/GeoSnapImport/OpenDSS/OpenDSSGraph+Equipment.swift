internal import GeoSnap
internal import GeoSnapSupport

extension OpenDSSGraph {
  // MARK: Two terminals

  mutating func addSwitch(_ element: OpenDSSElement) {
    let (from, to) = (element.buses[0], element.buses[1])
    var attributes = attributes(element)
    // A disabled tie is an open switch: closing it joins its buses.
    attributes[FieldName.inService] = .integer(1)
    let isOpen = !element.isEnabled || !element.openTerminals.isEmpty
    attributes[FieldName.deviceStatus] = isOpen ? DeviceStatus.open : DeviceStatus.closed
    attributes[FieldName.standardType] = text(element.lineCode)
    let type = OpenDSSTypes.switchDevice(
      levels[from] == levels[to] ? levels[from] : nil,
      phases: phases.bits(of: element, terminal: 0).nonzeroBitCount
    )
    let last = OpenDSSTypes.hasOneTerminal(type) ? 1 : 2
    // With one terminal and one bus there is only one joint.
    let isOneJoint = last == 1 && from == to
    append(
      SourceGraph.Description(
        origin: origin(element),
        assetType: type,
        objectType: OpenDSSTypes.switchObject(type),
        attributes: attributes
      ),
      targets: [(1, .node(from))] + (isOneJoint ? [] : [(last, .node(to))]),
      homeNodes: [from, to],
      standsMidway: true
    )
    joints.append(isOneJoint ? [portJoints(1)[0], portJoints(1)[0]] : portJoints(2))
  }

  mutating func addSeries(_ element: OpenDSSElement) {
    let type = OpenDSSTypes.series(element.kind)
    append(
      SourceGraph.Description(
        origin: origin(element),
        assetType: OpenDSSTypes.own(type),
        objectType: OpenDSSTypes.ownObject(type),
        attributes: attributes(element)
      ),
      targets: [(1, .node(element.buses[0])), (2, .node(element.buses[1]))],
      homeNodes: Array(element.buses.prefix(2)),
      standsMidway: true
    )
    if element.kind == .source { controlSubnetwork(element) }
    joints.append(portJoints(2))
  }

  // MARK: One terminal

  /// Adds an element at one bus (a load, source, generator or shunt); an open terminal opens it.
  mutating func addOneTerminal(_ element: OpenDSSElement) {
    let bus = element.buses[0]
    let level = levels[bus]
    var attributes = attributes(element)
    if !element.openTerminals.isEmpty { attributes[FieldName.deviceStatus] = DeviceStatus.open }
    let count = phases.bits(of: element, terminal: 0).nonzeroBitCount
    let type: (device: AssetTypeID, object: AssetTypeID)
    switch element.kind {
    case .load: type = (OpenDSSTypes.load(level, phases: count), ElectricTypes.loadObject)
    case .source: type = (ElectricTypes.externalGrid, ElectricTypes.object(201, 1))
    case .reactor, .capacitor:
      type = (OpenDSSTypes.shunt(element.kind, level, phases: count), OpenDSSTypes.shuntObject)
    default:
      type = (
        OpenDSSTypes.generation(element.kind, level), OpenDSSTypes.generationObject(element.kind)
      )
      attributes[FieldName.generation] = .optional(element.power)
    }
    if let power = element.power, element.kind != .reactor, element.kind != .capacitor {
      attributes[FieldName.activePower] = .real(power / 1_000)
    }
    append(
      SourceGraph.Description(
        origin: origin(element),
        assetType: type.device,
        objectType: type.object,
        attributes: attributes
      ),
      targets: [(1, .node(bus))],
      homeNodes: [bus],
      // An element that is out of service or open must not be a barrier at its bus.
      mayStandForNode: element.kind == .load && element.isEnabled && element.openTerminals.isEmpty
    )
    if element.kind == .source { controlSubnetwork(element) }
    joints.append(portJoints(1))
  }

  private mutating func controlSubnetwork(_ element: OpenDSSElement) {
    guard element.isEnabled else {
      notes.append("\(origin(element)) is disabled and controls no subnetwork.")
      return
    }
    let tier = options.tiers == .supply ? "Supply" : levels[element.buses[0]].tierName
    graph.equipment[graph.equipment.count - 1].description.control([(1, tier)])
  }

  // MARK: Parts

  func portJoints(_ count: Int) -> [Joint?] {
    (0..<count).map { .port(equipment: graph.equipment.count - 1, port: $0) }
  }

  @inline(never)
  mutating func append(
    _ description: SourceGraph.Description,
    targets: [(terminal: Int, target: SourceGraph.Target)],
    homeNodes: [Int],
    standsMidway: Bool = false,
    mayStandForNode: Bool = false
  ) {
    graph.add(
      description,
      ports: targets.map { SourceGraph.Port(terminal: $0.terminal, target: $0.target) },
      at: homeNodes,
      mayStandForNode: mayStandForNode,
      standsMidway: standsMidway
    )
  }

  // MARK: Open terminals and fuses

  /// Inserts an open switch at each open terminal without an open fuse of an element that cannot be open itself.
  mutating func holdOpen(_ element: OpenDSSElement, _ number: Int) {
    let isBranch = element.kind == .line || element.kind == .transformer || element.isSeries
    guard isBranch, !element.isSwitch, !element.openTerminals.isEmpty else { return }
    let fused = openFuses[number, default: []]
    for terminal in element.openTerminals.sorted()
    where terminal < element.buses.count && !fused.contains(terminal) {
      guard !hasClosedWinding(beside: terminal, of: number) else {
        counted.add(
          "Open windings at a bus with a closed winding of the same transformer, which open nothing",
          "terminal \(terminal + 1) of \(element.key)"
        )
        continue
      }
      insert(
        SourceGraph.Description(
          origin: origin(element),
          assetType: OpenDSSTypes.openTerminal,
          objectType: ElectricTypes.switchObject,
          attributes: [
            FieldName.name: .text(element.name), FieldName.kind: .text("open terminal"),
            FieldName.deviceStatus: DeviceStatus.open,
            FieldName.inService: .integer(element.isEnabled ? 1 : 0),
            FieldName.phases: .integer(Int64(phases.bits(of: element, terminal: terminal))),
          ],
          part: " terminal \(terminal + 1)"
        ),
        at: terminal,
        of: number
      )
    }
  }

  /// Whether another winding at a terminal's bus conducts: windings of a transformer at one bus are one terminal.
  private func hasClosedWinding(beside terminal: Int, of number: Int) -> Bool {
    let element = circuit.elements[number]
    let opened = openFuses[number, default: []].union(element.openTerminals)
    return element.kind == .transformer
      && element.buses.indices.contains {
        element.buses[$0] == element.buses[terminal] && !opened.contains($0)
      }
  }

  mutating func addFuse(_ fuse: OpenDSSCircuit.Fuse) {
    let element = circuit.elements[fuse.element]
    let bus = element.buses[fuse.terminal]
    let bits = phases.carried(by: element, terminal: fuse.terminal)
    let description = SourceGraph.Description(
      origin: options.origin("fuse", named: fuse.name.lowercased()),
      assetType: OpenDSSTypes.fuse(levels[bus]),
      objectType: OpenDSSTypes.fuseObject,
      attributes: [
        FieldName.name: .text(fuse.name), FieldName.kind: .text("fuse"),
        FieldName.deviceStatus: fuse.isOpen ? DeviceStatus.open : DeviceStatus.closed,
        FieldName.inService: .integer(1), FieldName.phases: .integer(Int64(bits)),
      ]
    )
    guard fuse.isOpen, hasClosedWinding(beside: fuse.terminal, of: fuse.element) else {
      insert(description, at: fuse.terminal, of: fuse.element)
      return
    }
    // It must not bar the other winding.
    let port = SourceGraph.Port(terminal: 1, target: .node(bus))
    graph.add(description, ports: [port], at: [bus])
  }

  private mutating func insert(
    _ description: SourceGraph.Description,
    at terminal: Int,
    of element: Int
  ) {
    guard let joint = joints[element][terminal] else { return }
    let bus = circuit.elements[element].buses[terminal]
    let number = graph.equipment.count
    var ports: [SourceGraph.Port]
    switch joint {
    case .link(let link, let end): ports = graph.attach(to: link, end, at: bus)
    case .port(let other, let port):
      ports = [SourceGraph.Port(terminal: 1, target: graph.equipment[other].ports[port].target)]
      graph.equipment[other].ports[port].target = .equipment(
        SourceGraph.EquipmentTerminal(equipment: number, terminal: 2)
      )
      // Terminals at the same bus share the joint.
      for index in joints[element].indices {
        if case .port(other, port)? = joints[element][index] {
          joints[element][index] = .port(equipment: number, port: 0)
        }
      }
    }
    graph.add(description, ports: ports, at: [bus])
  }

  /// The target of a regulator's terminal: the connection of its bank, or a separate connection for a single regulator.
  mutating func regulatorTarget(_ element: OpenDSSElement, terminal: Int) -> SourceGraph.Target {
    let bus = element.buses[terminal]
    let bank = banks.bank(of: element)
    let key = "\(terminal) \(bus) \(bank.map { "bank \($0)" } ?? "unit \(element.key)")"
    let bits = phases.bits(of: element, terminal: terminal)
    if let known = banks.connections[key] {
      if case .integer(let former)? = graph.equipment[known].description
        .attributes[FieldName.phases]
      {
        graph.equipment[known].description.attributes[FieldName.phases] =
          .integer(former | Int64(bits))
      }
      return .equipment(SourceGraph.EquipmentTerminal(equipment: known, terminal: 1))
    }
    let number = graph.equipment.count
    banks.connections[key] = number
    if let bank { banks.equipment[bank, default: []].append(number) }
    graph.add(
      SourceGraph.Description(
        origin: origin(element),
        assetType: OpenDSSTypes.bankConnection,
        objectType: OpenDSSTypes.bankConnectionObject,
        attributes: [
          FieldName.name: text(element.bank), FieldName.inService: .integer(1),
          FieldName.phases: .integer(Int64(bits)),
        ],
        part: " connection \(terminal + 1)",
        isDerived: true
      ),
      ports: SourceGraph.ports(at: [bus]),
      at: [bus]
    )
    return .equipment(SourceGraph.EquipmentTerminal(equipment: number, terminal: 1))
  }

  /// Adds an assembly on a pole for the units of each bank, and for each single switch, transformer and regulator.
  mutating func addAssemblies() {
    var banked: Set<Int> = []
    for bank in banks.names {
      // Units precede connections, so that the assembly gets the name and place of a unit.
      let equipment = (banks.equipment[bank] ?? []).sorted().rising {
        graph.equipment[$0].description.isDerived ? 1 : 0
      }
      guard let first = equipment.first else { continue }
      guard let type = OpenDSSTypes.bank(graph.equipment[first].description.assetType) else {
        notes.append(
          "Bank \(bank) gets no assembly: Esri's asset types have no assembly for its kind of units."
        )
        continue
      }
      banked.formUnion(equipment)
      addAssembly(type, named: bank, equipment)
    }
    for (number, equipment) in graph.equipment.enumerated() where !banked.contains(number) {
      guard let type = OpenDSSTypes.assembly(alone: equipment.description.assetType),
        case .text(let name)? = equipment.description.attributes[FieldName.name]
      else { continue }
      let connections = equipment.ports.compactMap { port -> Int? in
        guard case .equipment(let end) = port.target,
          graph.equipment[end.equipment].description.isDerived
        else { return nil }
        return end.equipment
      }
      addAssembly(type, named: name, [number] + connections)
    }
  }

  private mutating func addAssembly(_ type: AssetTypeID, named name: String, _ equipment: [Int]) {
    graph.assemblies.append(
      SourceGraph.Assembly(
        name: name,
        assetType: type,
        structure: OpenDSSTypes.pole,
        equipment: equipment
      )
    )
  }

  /// The container of a site: a substation when it has a high voltage transformer.
  func container(_ nodes: [Int], _ equipment: [Int]) -> ContainerStyle? {
    let transformer = equipment.first {
      OpenDSSTypes.isSubstation(graph.equipment[$0].description.assetType)
    }
    guard makesAssemblies, let transformer,
      case .text(let name)? = graph.equipment[transformer].description.attributes[FieldName.name]
    else { return nil }
    return .boundary(ElectricTypes.substation, name: name)
  }
}

struct OpenDSSBanks {
  /// For each bank of several units, the keys of the units in the order of the table.
  private(set) var units: [String: [String]] = [:]
  private(set) var names: [String] = []
  var equipment: [String: [Int]] = [:]
  /// The connections of each bank or single regulator, by side and bus.
  var connections: [String: Int] = [:]

  init() {}

  init(_ elements: [OpenDSSElement]) {
    for element in elements where element.kind == .transformer && !element.bank.isEmpty {
      let bank = element.bank.lowercased()
      if units[bank] == nil { names.append(bank) }
      units[bank, default: []].append(element.key)
    }
    units = units.filter { $0.value.count > 1 }
    names = names.filter { units[$0] != nil }
  }

  func bank(of element: OpenDSSElement) -> String? {
    let bank = element.bank.lowercased()
    return units[bank]?.contains(element.key) == true ? bank : nil
  }
}
