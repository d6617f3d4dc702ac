internal import GeoSnap

extension SourceGraph {
  /// The end of a link at a node, one without equipment first; nil when it does not end there.
  func freeEnd(of link: Int, at node: Int) -> LinkEnd? {
    let ends = LinkEnd.allCases.filter { links[link].nodes[$0] == node }
    return ends.first { links[link].equipment[$0] == nil } ?? ends.first
  }

  /// Puts a piece of equipment between a link's end and its node, behind what stands there
  /// already, and answers what its other terminal is joined to.
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

  /// The terminal of equipment that a link ends at.
  func linkPort(_ terminal: Int, _ link: Int, _ end: LinkEnd) -> Port {
    Port(terminal: terminal, target: .linkEnd(link, end))
  }
}

extension SourceGraph.Equipment {
  /// Makes one of its terminals the controller of a subnetwork named by its origin.
  mutating func control(tier: String, terminal: Int) {
    description.attributes[FieldName.controllerName] = .text(description.origin)
    description.attributes[FieldName.tierName] = .text(tier)
    description.attributes[FieldName.controllerTerminal] = .integer(Int64(terminal))
  }
}
