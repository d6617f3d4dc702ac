internal import GeoSnap

/// The content of a mapping file, which defines which data becomes which part of a network.
struct GISMapping {
  var srid: SRID?
  /// The greatest distance by which a point or the end of a line may be moved.
  var snapTolerance = 0.0
  /// The greatest distance that is listed as a gap; nil to derive it from the tolerance.
  var gapDistance: Double?
  var moves = Movers.all
  var insertsVertices = false
  var domains: [Domain] = []
  var configurations: [TerminalConfiguration] = []
  var attributes: [Attribute] = []
  var layers: [Layer] = []
  /// The source of the junctions that are created where lines meet.
  var nodes: Layer?
  var rules = Rules.listed([])

  /// The name of the structure network, which is created when a source needs it.
  static let structureNetwork = "Structure"

  enum Movers: String, CaseIterable {
    case all
    case ends
    case points
  }

  /// The greatest distance that is listed as a gap, in metres when the coordinates are degrees.
  var reach: Double { gapDistance ?? max(1, 3 * snapTolerance) }

  struct Domain {
    var name: String
    var controllers: SubnetworkControllerType
    var tierDefinition: TierDefinition
    var tiers: [Tier]
    var barriers: [Barriers]
  }

  enum Barriers {
    /// Not stated: there are no barriers, and the report says so.
    case unsaid
    case none
    case condition(String, path: String)
  }

  /// A network attribute whose type the file states.
  struct Attribute {
    var name: String
    var type: NetworkAttribute.DataType
    var isApportionable: Bool
  }

  /// The treatment of geometries with several parts.
  enum Parts: String, CaseIterable {
    case split
    case refuse
  }

  /// Optional properties of an asset type.
  struct AssetTypeTraits: Equatable {
    var policy: ConnectivityPolicy?
    var terminals: String?
    var categories: [String]?
    var controller: Controller?

    /// These traits, completed by those of another where they are missing.
    func completed(by other: AssetTypeTraits) -> AssetTypeTraits {
      AssetTypeTraits(
        policy: policy ?? other.policy,
        terminals: terminals ?? other.terminals,
        categories: categories ?? other.categories,
        controller: controller ?? other.controller
      )
    }
  }

  /// How the features of an asset type control subnetworks.
  struct Controller: Equatable {
    var path: String
    var tier: String
    var terminal: String?
    /// The field with the subnetwork name; nil to use the origin.
    var nameField: String?
    /// The field whose values select the rows that are controllers; nil for all rows.
    var field: String?
    var values: [String] = []
  }

  /// An asset group or asset type as the file names it.
  final class Named {
    let name: String
    let code: Int?
    let group: String?
    let traits: AssetTypeTraits
    let path: String

    init(
      name: String,
      code: Int? = nil,
      group: String? = nil,
      traits: AssetTypeTraits = AssetTypeTraits(),
      path: String = ""
    ) {
      self.name = name
      self.code = code
      self.group = group
      self.traits = traits
      self.path = path
    }
  }

  /// How a row gets its asset group or its asset type.
  struct Classification {
    enum Choice {
      /// The same for all rows.
      case constant(Named)
      /// By the value of a field; nil uses each value as the name.
      case field(String, values: [String: Named]?)
    }

    var choice: Choice
    /// For values that are not listed.
    var other: Named?
    /// For rows without a value.
    var missing: Named?
  }

  /// A network attribute and the field of a layer with its values.
  struct AttributeColumn {
    var attribute: String
    var path: String
    var field: String
    /// The number for each value of the field; nil to use the value unchanged.
    var values: [String: Double]?
    /// The number for values that are not listed and for missing values.
    var other: Double?
  }

  /// A rule as the file states it.
  struct Rule {
    var path: String
    var kind: NetworkRuleKind
    /// From and to; three sides for a rule with a junction between two edges.
    var sides: [Side]
  }

  struct Side {
    var path: String
    var assetType: String
    var terminal: String?
  }

  enum Rules {
    case listed([Rule])
    /// Pairs that touch in the data are allowed in addition to the listed rules.
    case fromData(besides: [Rule])
  }
}
