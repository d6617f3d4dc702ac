internal import GeoSnap

/// The banks of a circuit: transformers with the same bank name.
struct OpenDSSBanks {
  /// For each bank of several units, the keys of the units in the order of the table.
  private(set) var units: [String: [String]] = [:]
  /// The banks in the order of the table.
  private(set) var names: [String] = []
  /// The equipment of each bank that was created so far.
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

  /// The bank of several units to which an element belongs.
  func bank(of element: OpenDSSElement) -> String? {
    let bank = element.bank.lowercased()
    return units[bank]?.contains(element.key) == true ? bank : nil
  }
}

extension OpenDSSGraph {
  /// The target of a regulator's terminal: the connection of its bank, or a separate connection for a single regulator.
  mutating func regulatorTarget(
    _ element: OpenDSSElement,
    terminal: Int
  ) -> SourceGraph.Target {
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
    graph.equipment.append(
      SourceGraph.Equipment(
        description: SourceGraph.Description(
          origin: origin(element),
          assetType: OpenDSSTypes.bankConnection,
          objectType: OpenDSSTypes.bankConnectionObject,
          attributes: [
            FieldName.name: text(element.bank),
            FieldName.inService: .integer(1),
            FieldName.phases: .integer(Int64(bits)),
          ],
          part: " connection \(terminal + 1)",
          isDerived: true
        ),
        ports: SourceGraph.ports(at: [bus]),
        homeNodes: [bus]
      )
    )
    return .equipment(SourceGraph.EquipmentTerminal(equipment: number, terminal: 1))
  }

  /// Adds an assembly on a pole for the units of each bank, and for each single switch, transformer and regulator.
  mutating func addAssemblies() {
    var banked: Set<Int> = []
    for bank in banks.names {
      // Units precede connections, so that the assembly gets the name and place of a unit.
      let equipment = (banks.equipment[bank] ?? []).ordered().orderedByNumber {
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
