internal import GeoSnap

extension GISMapping {
  private static let memberNames: Set<String> = [
    "$schema", "description", "srid", "snapTolerance", "insertVertices", "domainNetworks",
    "gapDistance", "moves", "nodes",
    "terminalConfigurations", "networkAttributes", "sources", "rules",
  ]

  init(_ bytes: [UInt8]) throws(ReadingError) {
    let root = JSONNode(value: try JSONParser.parse(bytes, path: "$"), path: "$")
    if let other = ForeignFile.sentence(root.value, for: .mapping) {
      throw root.error(other)
    }
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
    for node in try members.elements("networkAttributes") {
      attributes.append(try Attribute(node))
    }
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
      else {
        throw path.error("No valid path is called \(configuration.defaultPath).")
      }
    }
    return configuration
  }
}

extension Int {
  /// A number that is known to be an EPSG code.
  fileprivate var asSRID: SRID { SRID(truncatingIfNeeded: self) }
}

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
      self = .fromData(besides: [])
      return
    }
    var isFromData = false
    let kinds = NetworkRuleKind.allCases
    var rules: [GISMapping.Rule] = []
    for rule in try node.elements() {
      if case .string("fromData") = rule.value {
        isFromData = true
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
      rules.append(GISMapping.Rule(path: list.path, kind: kind, sides: sides))
    }
    self = isFromData ? .fromData(besides: rules) : .listed(rules)
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
