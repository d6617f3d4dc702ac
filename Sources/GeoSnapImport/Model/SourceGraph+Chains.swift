internal import GeoSnap

extension SourceGraph {
  /// The end of a link at a node, preferably one without equipment; nil when the link does not end there.
  func freeEnd(of link: Int, at node: Int) -> LinkEnd? {
    let ends = LinkEnd.allCases.filter { links[link].nodes[$0] == node }
    return ends.first { links[link].equipment[$0] == nil } ?? ends.first
  }

  /// Inserts the next equipment between a link's end and its node, behind others.
  ///
  /// - Returns: The ports of the equipment, with terminal 1 towards the node.
  @inline(never)
  mutating func attach(to link: Int, _ end: LinkEnd, at node: Int) -> [Port] {
    let former = links[link].equipment[end]
    links[link].equipment[end] = EquipmentTerminal(equipment: equipment.count, terminal: 2)
    if let former {
      equipment[former.equipment].ports.removeAll { $0.target == .linkEnd(link, end) }
    }
    return [
      Port(terminal: 1, target: former.map { .equipment($0) } ?? .node(node)),
      Port(terminal: 2, target: .linkEnd(link, end)),
    ]
  }

  /// Inserts a switch between equipment and its node, behind existing switches.
  ///
  /// - Returns: The ports of the switch, with terminal 1 towards the node; nil when the equipment is not at the node.
  mutating func attach(toEquipment other: Int, at node: Int) -> [Port]? {
    if let port = equipment[other].ports.firstIndex(where: { $0.target == .node(node) }) {
      let terminal = equipment[other].ports.remove(at: port).terminal
      return [
        Port(terminal: 1, target: .node(node)),
        Port(
          terminal: 2,
          target: .equipment(EquipmentTerminal(equipment: other, terminal: terminal))
        ),
      ]
    }
    // An existing switch keeps its node; the new one follows it.
    for former in equipment.indices.reversed() where equipment[former].homeNodes == [node] {
      let position = equipment[former].ports.firstIndex {
        if case .equipment(let end) = $0.target { end.equipment == other } else { false }
      }
      guard let position else { continue }
      let port = equipment[former].ports.remove(at: position)
      return [
        Port(
          terminal: 1,
          target: .equipment(EquipmentTerminal(equipment: former, terminal: port.terminal))
        ),
        Port(terminal: 2, target: port.target),
      ]
    }
    return nil
  }
}

extension SourceGraph {
  /// The ports of equipment with a terminal at each of its nodes, in order.
  static func ports(at nodes: [Int]) -> [Port] {
    nodes.enumerated().map { Port(terminal: $0.offset + 1, target: .node($0.element)) }
  }

  /// Whether an element is in service: according to its row, and all its nodes are in service.
  func isInService(_ own: Bool, at nodes: [Int]) -> AttributeValue {
    let isWhole = nodes.allSatisfy {
      self.nodes[$0].description.attributes[FieldName.inService] == .integer(1)
    }
    return .integer(own && isWhole ? 1 : 0)
  }
}

extension SourceGraph.Description {
  /// Makes terminals the controllers of subnetworks named by the origin.
  mutating func control(_ terminals: [(terminal: Int, tier: String)]) {
    attributes[FieldName.controllerName] = .text(origin)
    attributes[FieldName.tierName] = .text(terminals.map(\.tier).joined(separator: ";"))
    attributes[FieldName.controllerTerminal] = .text(
      terminals.map { "\($0.terminal)" }.joined(separator: ";")
    )
  }
}

extension SourceGraph.Equipment {
  mutating func control(_ terminals: [(terminal: Int, tier: String)]) {
    description.control(terminals)
  }
}
