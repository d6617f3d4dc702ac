internal import GeoSnap

/// The bus-branch or node-link graph of a file in any format, from which the assembler makes a utility network.
struct SourceGraph {
  var nodes: [Node] = []
  var links: [Link] = []
  var equipment: [Equipment] = []
  var assemblies: [Assembly] = []

  struct Description {
    var origin: String
    /// The asset type when it has a place.
    var assetType: AssetTypeID
    /// The asset type when it has none.
    var objectType: AssetTypeID
    var attributes: [String: AttributeValue] = [:]
    /// The name of a part of an element that has several; empty for the element itself.
    var part = ""
    /// Whether it represents no element and has no origin in the network.
    var isDerived = false
  }

  struct Node {
    var description: Description
    var coordinate: Coordinate?
    /// The terminal to which everything connects when the node is a device; nil for a junction.
    var terminal: Int?
  }

  struct Link {
    var description: Description
    var nodes: PairOfEnds<Int>
    /// The vertices in the file, from start to end; empty when there are none.
    var path: [Coordinate]
    /// Whether features may connect at vertices within it.
    var connectsAtAnyVertex = false
    /// The equipment between a node and the link's end, with its terminal there.
    var equipment = PairOfEnds<EquipmentTerminal?>(start: nil, end: nil)
    /// The number of the equipment that divides the link, with terminal 1 towards the start and 2 towards the end.
    var divider: Int?

    var hasLength: Bool {
      guard case .real(let metres)? = description.attributes[FieldName.length] else { return false }
      return metres > 0
    }
  }

  /// An element that is neither node nor link, such as a switch, transformer, load or source.
  struct Equipment {
    var description: Description
    var ports: [Port]
    /// The nodes it belongs to; it is placed next to the first.
    var homeNodes: [Int]
    /// Whether it may replace its node when it is the only equipment at a line's end.
    var mayStandForNode = false
    /// Whether it is placed halfway between its nodes instead of next to the first.
    var standsMidway = false
    /// Whether its nodes belong to one site, such as the sides of a transformer.
    var joinsSites = false
  }

  struct Assembly {
    var name: String
    var assetType: AssetTypeID
    var structure: AssetTypeID
    var equipment: [Int]
  }

  struct Port {
    var terminal: Int
    var target: Target
  }

  enum Target: Equatable {
    case node(Int)
    case linkEnd(Int, LinkEnd)
    case equipment(EquipmentTerminal)
  }

  struct EquipmentTerminal: Equatable {
    var equipment: Int
    var terminal: Int
  }

  /// The end of a link at a node, preferably one without equipment; nil when the link does not end there.
  func freeEnd(of link: Int, at node: Int) -> LinkEnd? {
    let ends = LinkEnd.allCases.filter { links[link].nodes[$0] == node }
    return ends.first { links[link].equipment[$0] == nil } ?? ends.first
  }

  mutating func add(
    _ description: Description,
    ports: [Port],
    at nodes: [Int],
    mayStandForNode: Bool = false,
    standsMidway: Bool = false,
    joinsSites: Bool = false
  ) {
    equipment.append(
      Equipment(
        description: description,
        ports: ports,
        homeNodes: nodes,
        mayStandForNode: mayStandForNode,
        standsMidway: standsMidway,
        joinsSites: joinsSites
      )
    )
  }

  /// The ports of equipment that is inserted next between a link and its node, with terminal 1 towards the node.
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

  /// The ports of a switch between equipment and its node, behind others; nil when there is no such node.
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
        ), Port(terminal: 2, target: port.target),
      ]
    }
    return nil
  }

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

enum LinkEnd: CaseIterable {
  case start
  case end
}

struct PairOfEnds<Value> {
  var start: Value
  var end: Value

  subscript(end: LinkEnd) -> Value {
    get { end == .start ? start : self.end }
    set { if end == .start { start = newValue } else { self.end = newValue } }
  }
}

extension PairOfEnds: Equatable where Value: Equatable {}

extension SourceGraph.Description {
  mutating func control(_ terminals: [(terminal: Int, tier: String)]) {
    attributes[FieldName.controllerName] = .text(origin)
    attributes[FieldName.tierName] = .text(terminals.map(\.tier).joined(separator: ";"))
    attributes[FieldName.controllerTerminal] = .text(
      terminals.map { "\($0.terminal)" }.joined(separator: ";")
    )
  }
}

extension AttributeValue {
  static func optional(_ text: String?) -> AttributeValue { text.map { .text($0) } ?? .null }

  static func optional(_ number: Double?) -> AttributeValue { number.map { .real($0) } ?? .null }
}

extension [String: AttributeValue] {
  mutating func complete(by others: [String: AttributeValue]) {
    for (name, value) in others where self[name] == nil { self[name] = value }
  }
}
