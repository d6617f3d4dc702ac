internal import GeoSnap

/// What a mapping file says: which data becomes which part of a network.
struct GISMapping {
  var srid: SRID?
  /// How far the end of a line or a point may be moved.
  var snapTolerance = 0.0
  /// How far apart what does not meet is listed as a gap; nil for a distance that follows from the tolerance.
  var gapDistance: Double?
  var moves = Movers.all
  var insertsVertices = false
  var domains: [Domain] = []
  var configurations: [TerminalConfiguration] = []
  var attributes: [Attribute] = []
  var layers: [Layer] = []
  /// The source of the junctions that are made where lines meet.
  var nodes: Layer?
  var rules = Rules.listed([])

  /// The name of the structure network, which is there whenever a source needs it.
  static let structureNetwork = "Structure"

  /// What may be moved.
  enum Movers: String, CaseIterable {
    case all
    case ends
    case points
  }

  /// How far apart what does not meet is listed as a gap, in metres when the coordinates are degrees.
  var reach: Double { gapDistance ?? max(1, 3 * snapTolerance) }

  struct Domain {
    var name: String
    var controllers: SubnetworkControllerType
    var tierDefinition: TierDefinition
    var tiers: [Tier]
    /// What bars each of the tiers.
    var barriers: [Barriers]
  }

  /// What bars a tier.
  enum Barriers {
    /// Nothing is said: nothing bars, and the report says so.
    case unsaid
    case none
    case condition(String, path: String)
  }

  /// A network attribute whose type the file fixes.
  struct Attribute {
    var name: String
    var type: NetworkAttribute.DataType
    var isApportionable: Bool
  }

  /// Where the rows of a source are.
  struct Data: Hashable {
    /// The path, as the mapping has it.
    var file: String
    /// The table, for a GeoPackage.
    var table: String?

    /// How messages and origins call it: the table, or the file without folder and ending.
    var name: String {
      if let table { return table }
      let last = file.split(separator: "/").last.map(String.init) ?? file
      guard let dot = last.lastIndex(of: "."), dot > last.startIndex else { return last }
      return String(last[..<dot])
    }
  }

  /// What is done with a geometry of several parts.
  enum Parts: String, CaseIterable {
    case split
    case refuse
  }

  /// What an asset type may say of itself.
  struct AssetTypeTraits: Equatable {
    var policy: ConnectivityPolicy?
    var terminals: String?
    var categories: [String]?
    var controller: Controller?

    /// These traits, and of others those that are missing here.
    func completed(by other: AssetTypeTraits) -> AssetTypeTraits {
      AssetTypeTraits(
        policy: policy ?? other.policy,
        terminals: terminals ?? other.terminals,
        categories: categories ?? other.categories,
        controller: controller ?? other.controller
      )
    }
  }

  /// How an asset type's features control subnetworks.
  struct Controller: Equatable {
    var path: String
    var tier: String
    var terminal: String?
    /// The field that names the subnetwork; nil to name it by the origin.
    var nameField: String?
    /// The rows that are controllers, by the values of a field; nil for all.
    var field: String?
    var values: [String] = []
  }

  /// A group or asset type as the file names it.
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
      /// By the value of a field; nil takes each value as it stands.
      case field(String, values: [String: Named]?)
    }

    var choice: Choice
    /// For values that are not listed.
    var other: Named?
    /// For rows without a value.
    var missing: Named?
  }

  /// A network attribute that a field of a layer holds.
  struct AttributeColumn {
    var attribute: String
    var path: String
    var field: String
    /// The number for each value of the field; nil to take it as it stands.
    var values: [String: Double]?
    /// For values that are not listed, and for none.
    var other: Double?
  }

  /// A rule as the file names it.
  struct Rule {
    var path: String
    var kind: NetworkRuleKind
    /// From and to, with what lies between them for three.
    var sides: [Side]
  }

  struct Side {
    var path: String
    var assetType: String
    var terminal: String?
  }

  enum Rules {
    case listed([Rule])
    /// What touches in the data is allowed, besides what is listed.
    case fromData(besides: [Rule])
  }
}
