internal import GeoSnap

/// The bus-branch or node-link graph of a file in any format, from which the assembler makes a utility network.
struct SourceGraph {
  var nodes: [Node] = []
  var links: [Link] = []
  var equipment: [Equipment] = []
  var assemblies: [Assembly] = []

  struct Description {
    /// The origin, such as `bus/17`.
    var origin: String
    /// The asset type when it has a place.
    var assetType: AssetTypeID
    /// The asset type when it has none.
    var objectType: AssetTypeID
    /// By field name.
    var attributes: [String: AttributeValue] = [:]
    /// The name of a part of an element that has several; empty for the element itself.
    var part = ""
    /// Whether it represents no element and has no origin in the network.
    var isDerived = false
  }

  struct Node {
    var description: Description
    /// The place; nil when the file has none.
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

    /// Whether it has a length in addition to its divider.
    var hasLength: Bool {
      if case .real(let metres)? = description.attributes[FieldName.length] {
        metres > 0
      } else {
        false
      }
    }
  }

  /// An element that is neither node nor link, such as a switch, transformer, load or source.
  struct Equipment {
    var description: Description
    /// The connections of its terminals.
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

  /// A bank: equipment in one assembly on one structure.
  struct Assembly {
    var name: String
    var assetType: AssetTypeID
    var structure: AssetTypeID
    /// The contents; the assembly is placed next to the first.
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
}

enum LinkEnd: CaseIterable {
  case start
  case end
}

/// One value for each end of a line.
struct PairOfEnds<Value> {
  var start: Value
  var end: Value

  subscript(end: LinkEnd) -> Value {
    get { end == .start ? start : self.end }
    set { if end == .start { start = newValue } else { self.end = newValue } }
  }
}

extension PairOfEnds: Equatable where Value: Equatable {}
