internal import GeoSnap

/// The bus-branch or node-link graph of a file, whatever its format: what the importers read into
/// and the assembler makes a utility network of.
struct SourceGraph {
  var nodes: [Node] = []
  var links: [Link] = []
  var equipment: [Equipment] = []
  var assemblies: [Assembly] = []

  /// The asset types and attributes of a feature.
  struct Description {
    /// Its origin, such as `bus/17`.
    var origin: String
    /// The asset type where it has a place.
    var assetType: AssetTypeID
    /// The asset type where it has none.
    var objectType: AssetTypeID
    /// The attributes, by field name.
    var attributes: [String: AttributeValue] = [:]
    /// Which part of its element it is, where an element has several; empty for the element itself.
    var part = ""
    /// Whether it stands for no element and has no origin in the network.
    var isDerived = false
  }

  /// A bus or junction.
  struct Node {
    var description: Description
    /// Where it stands; nil when the file does not say.
    var coordinate: Coordinate?
    /// The terminal that everything joins it at, where the node is a device; nil for a junction.
    var terminal: Int?
  }

  /// A line or pipe.
  struct Link {
    var description: Description
    /// The nodes at its start and its end.
    var nodes: PairOfEnds<Int>
    /// The vertices that the file gives, from start to end; empty when it gives none.
    var path: [Coordinate]
    /// Whether others may connect at vertices within it.
    var connectsAtAnyVertex = false
    /// The equipment that stands between a node and the link's end, with its terminal there.
    var equipment = PairOfEnds<EquipmentTerminal?>(start: nil, end: nil)
    /// The number of the equipment that stands halfway along and divides the link, its terminal 1
    /// towards the start and 2 towards the end.
    var divider: Int?

    /// Whether it has a length of its own, so that it is more than its divider.
    var hasLength: Bool {
      if case .real(let metres)? = description.attributes[FieldName.length] {
        metres > 0
      } else {
        false
      }
    }
  }

  /// Anything that is neither node nor link: switches, transformers, loads, sources.
  struct Equipment {
    var description: Description
    /// What each of its terminals is joined to.
    var ports: [Port]
    /// The nodes it belongs to, the one it stands beside first.
    var homeNodes: [Int]
    /// Whether it may stand for its node when it is all there is at a line's end.
    var mayStandForNode = false
    /// Whether it belongs halfway between its nodes rather than beside the first.
    var standsMidway = false
    /// Whether its nodes belong to one site, such as the sides of a transformer.
    var joinsSites = false
  }

  /// A bank: pieces of equipment that one assembly holds, on one structure.
  struct Assembly {
    var name: String
    var assetType: AssetTypeID
    var structure: AssetTypeID
    /// What it holds, the piece it stands beside first.
    var equipment: [Int]
  }

  /// One terminal of a piece of equipment.
  struct Port {
    var terminal: Int
    var target: Target
  }

  /// What a terminal is joined to.
  enum Target: Equatable {
    case node(Int)
    case linkEnd(Int, LinkEnd)
    case equipment(EquipmentTerminal)
  }

  /// A terminal of a piece of equipment.
  struct EquipmentTerminal: Equatable {
    var equipment: Int
    var terminal: Int
  }
}

/// The start or the end of a line.
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
