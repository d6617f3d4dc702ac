internal import GeoSnap

struct GISMapping {
  var srid: SRID?
  var snapTolerance = 0.0
  /// The greatest distance that is listed as a gap; nil to derive it from the tolerance.
  var gapDistance: Double?
  var moves = Movers.all
  var insertsVertices = false
  var domains: [Domain] = []
  var configurations: [TerminalConfiguration] = []
  var attributes: [Attribute] = []
  var layers: [Layer] = []
  var nodes: Layer?
  var rules = Rules()

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

  struct Attribute {
    var name: String
    var type: NetworkAttribute.DataType
    var isApportionable: Bool
  }

  enum Parts: String, CaseIterable {
    case split
    case refuse
  }

  struct AssetTypeTraits: Equatable {
    var policy: ConnectivityPolicy?
    var terminals: String?
    var categories: [String]?
    var controller: Controller?

    func completed(by other: AssetTypeTraits) -> AssetTypeTraits {
      AssetTypeTraits(
        policy: policy ?? other.policy,
        terminals: terminals ?? other.terminals,
        categories: categories ?? other.categories,
        controller: controller ?? other.controller
      )
    }
  }

  struct Controller: Equatable {
    var path: String
    var tier: String
    var terminal: String?
    var nameField: String?
    /// The field whose values select the rows that are controllers; nil for all rows.
    var field: String?
    var values: [String] = []
  }

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

  struct Classification {
    enum Choice {
      case constant(Named)
      /// By the value of a field; nil uses each value as the name.
      case field(String, values: [String: Named]?)
    }

    var choice: Choice
    var other: Named?
    var missing: Named?
  }

  struct AttributeColumn {
    var attribute: String
    var path: String
    var field: String
    /// The number for each value of the field; nil to use the value unchanged.
    var values: [String: Double]?
    /// The number for values that are not listed and for missing values.
    var other: Double?
  }

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

  struct Rules {
    var listed: [Rule] = []
    /// Whether pairs that touch in the data are allowed in addition to the listed rules.
    var areFromData = false
  }
}

extension GISMapping {
  private static let memberNames: Set<String> = [
    "$schema", "description", "srid", "snapTolerance", "insertVertices", "domainNetworks",
    "gapDistance", "moves", "nodes", "terminalConfigurations", "networkAttributes", "sources",
    "rules",
  ]

  init(_ bytes: [UInt8]) throws(ReadingError) {
    let root = JSONNode(value: try JSONParser.parse(bytes, path: "$"), path: "$")
    if let other = ForeignFile.sentence(root.value, for: .mapping) { throw root.error(other) }
    let members = try root.members(Self.memberNames)
    srid = try members["srid"]?.integer(1...Int(Int32.max)).asSRID
    snapTolerance = try members["snapTolerance"]?.distance() ?? 0
    gapDistance = try members["gapDistance"]?.distance()
    moves = try members["moves"]?.word(Movers.self) ?? .all
    insertsVertices = try members.flag("insertVertices")
    for node in try members.elements("domainNetworks") {
      let domain = try Domain(node)
      if let known = domains.first(where: { $0.name.lowercased() == domain.name.lowercased() }) {
        throw node.error("There is already a domain network named \(known.name).")
      }
      domains.append(domain)
    }
    for node in try members.elements("terminalConfigurations") {
      configurations.append(try Self.configuration(node, id: configurations.count + 1))
    }
    for node in try members.elements("networkAttributes") { attributes.append(try Attribute(node)) }
    let sources = try members.required("sources")
    for node in try sources.elements() {
      let layer = try Layer(node, domains: domains, configurations: configurations)
      if let known = layers.first(where: { $0.name.lowercased() == layer.name.lowercased() }) {
        throw node.error("There is already a source named \(known.name).")
      }
      layers.append(layer)
    }
    guard !layers.isEmpty else { throw sources.error("At least one source was expected.") }
    if let node = members["nodes"] {
      let made = try Layer(nodes: node, domains: domains)
      if let known = layers.first(where: { $0.name.lowercased() == made.name.lowercased() }) {
        throw node.error(
          "There is already a source named \(known.name): give the nodes another name."
        )
      }
      nodes = made
    }
    if let node = members["rules"] { rules = try Rules(node) }
  }

  private static func configuration(_ node: JSONNode, id: Int) throws(ReadingError)
    -> TerminalConfiguration
  {
    let members = try node.members([
      "name", "directional", "terminals", "validPaths", "defaultPath",
    ])
    var terminals: [Terminal] = []
    for terminal in try members.required("terminals").elements() {
      let number = terminals.count + 1
      guard terminal.isObject else {
        terminals.append(Terminal(id: number, name: try terminal.text()))
        continue
      }
      let parts = try terminal.members(["name", "upstream"])
      terminals.append(
        Terminal(
          id: number,
          name: try parts.requiredText("name"),
          isUpstream: try parts.flag("upstream")
        )
      )
    }
    guard !terminals.isEmpty, Set(terminals.map { $0.name.lowercased() }).count == terminals.count
    else { throw node.error("Terminals with different names (case is ignored) were expected.") }
    var configuration = TerminalConfiguration(
      id: id,
      name: try members.requiredText("name"),
      isDirectional: try members.flag("directional"),
      terminals: terminals
    )
    if let paths = members["validPaths"] {
      configuration.validPaths = []
      for path in try paths.elements() {
        let parts = try path.members(["name", "description"])
        let name = try parts.requiredText("name")
        let description = try parts.text("description") ?? name
        if let pair = terminals.unknownPair(in: description) {
          throw path.error(
            "'\(pair)' does not name two terminals as in A-B. "
              + Words.known("terminal", terminals.map(\.name))
          )
        }
        configuration.validPaths.append(
          TerminalConfiguration.ValidPath(
            id: configuration.validPaths.count + 1,
            name: name,
            description: description
          )
        )
      }
      configuration.defaultPath = configuration.validPaths.first?.name ?? "All"
    }
    if let path = members["defaultPath"] {
      configuration.defaultPath = try path.text()
      guard configuration.validPaths.contains(where: { $0.name == configuration.defaultPath })
      else { throw path.error("validPaths has no path '\(configuration.defaultPath)'.") }
    }
    return configuration
  }
}

extension Int { fileprivate var asSRID: SRID { SRID(truncatingIfNeeded: self) } }

extension GISMapping.Domain {
  fileprivate init(_ node: JSONNode) throws(ReadingError) {
    let members = try node.members(["name", "controllers", "tierDefinition", "tiers"])
    name = try members.requiredText("name")
    if name.lowercased() == GISMapping.structureNetwork.lowercased() {
      throw node.error("The structure network always exists: leave it out.")
    }
    controllers = try members["controllers"]?.choice(DefinitionWords.controllers) ?? .source
    tiers = []
    barriers = []
    for tier in try members.elements("tiers") {
      let parts = try tier.members(["name", "rank", "topology", "group", "barriers"])
      let name = try parts.requiredText("name")
      if tiers.contains(where: { $0.name == name }) {
        throw tier.error("Tier \(name) appears twice.")
      }
      tiers.append(
        Tier(
          id: tiers.count + 1,
          name: name,
          rank: try parts["rank"]?.integer(1...1000) ?? tiers.count + 1,
          topology: try parts["topology"]?.choice(DefinitionWords.topologies) ?? .radial,
          tierGroupName: try parts.text("group")
        )
      )
      barriers.append(try GISMapping.Barriers(parts))
    }
    tierDefinition =
      try members["tierDefinition"]?.choice([
        ("hierarchical", .hierarchical), ("partitioned", .partitioned),
        ("none", TierDefinition.none),
      ]) ?? (tiers.isEmpty ? .none : .hierarchical)
    if tierDefinition == .hierarchical {
      // A hierarchical tier belongs to a group; tiers without one share a default group.
      for index in tiers.indices where tiers[index].tierGroupName == nil {
        tiers[index].tierGroupName = "Import"
      }
    }
  }
}

extension GISMapping.Barriers {
  /// Reads the barriers of a tier; null and "" stand for none.
  fileprivate init(_ tier: JSONMembers) throws(ReadingError) {
    guard let node = tier.members["barriers"] else {
      self = .unsaid
      return
    }
    switch node.value {
    case .null: self = .none
    case .string(let text) where text.isEmpty: self = .none
    default: self = .condition(try node.text(), path: node.path)
    }
  }
}

extension GISMapping.Attribute {
  fileprivate init(_ node: JSONNode) throws(ReadingError) {
    let members = try node.members(["name", "type", "apportionable"])
    name = try members.requiredText("name")
    type = try members.required("type").choice([
      ("integer", .integer), ("double", .double), ("float", .float), ("boolean", .boolean),
    ])
    isApportionable = try members.flag("apportionable")
  }
}

extension GISMapping.Rules {
  fileprivate init(_ node: JSONNode) throws(ReadingError) {
    if case .string = node.value {
      guard try node.text() == "fromData" else {
        throw node.error("A list of rules or \"fromData\" was expected.")
      }
      areFromData = true
      return
    }
    let kinds = NetworkRuleKind.allCases
    for rule in try node.elements() {
      if case .string("fromData") = rule.value {
        areFromData = true
        continue
      }
      let members = try rule.members(Set(kinds.map(\.name)))
      let named = kinds.filter { members[$0.name] != nil }
      guard named.count == 1, let kind = named.first, let list = members[kind.name] else {
        throw rule.error("Exactly one of \(Words.names(kinds.map(\.name))) was expected.")
      }
      let elements = try list.elements()
      let count = kind == .edgeJunctionEdge ? 3 : 2
      guard elements.count == count else {
        throw list.error("\(count) asset types were expected, but the list has \(elements.count).")
      }
      var sides: [GISMapping.Side] = []
      for element in elements { sides.append(try GISMapping.Side(element)) }
      listed.append(GISMapping.Rule(path: list.path, kind: kind, sides: sides))
    }
  }
}

extension GISMapping.Side {
  fileprivate init(_ node: JSONNode) throws(ReadingError) {
    path = node.path
    guard node.isObject else {
      assetType = try node.text()
      return
    }
    let members = try node.members(["assetType", "terminal"])
    assetType = try members.requiredText("assetType")
    terminal = try members.text("terminal")
  }
}
