internal import GeoSnap

extension SourceGraph {
  /// The end of a link at a node, preferably one without equipment; nil when the link does not end there.
  func freeEnd(of link: Int, at node: Int) -> LinkEnd? {
    let ends = LinkEnd.allCases.filter { links[link].nodes[$0] == node }
    return ends.first { links[link].equipment[$0] == nil } ?? ends.first
  }

  /// Inserts equipment between a link's end and its node, behind others, and returns its other terminal's target.
  @inline(never)
  mutating func attach(
    _ number: Int,
    to link: Int,
    _ end: LinkEnd,
    terminal: Int,
    at node: Int
  ) -> Target {
    let former = links[link].equipment[end]
    links[link].equipment[end] = EquipmentTerminal(equipment: number, terminal: terminal)
    guard let former else { return .node(node) }
    equipment[former.equipment].ports.removeAll { $0.target == .linkEnd(link, end) }
    return .equipment(former)
  }

  /// The port of equipment at which a link ends.
  func linkPort(_ terminal: Int, _ link: Int, _ end: LinkEnd) -> Port {
    Port(terminal: terminal, target: .linkEnd(link, end))
  }
}

extension SourceGraph {
  /// Inserts a switch between equipment and its node, behind existing switches.
  ///
  /// - Returns: The ports of the switch, with terminal 1 towards the node; nil when the equipment is not at the node.
  mutating func attach(_ number: Int, toEquipment other: Int, at node: Int) -> [Port]? {
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
