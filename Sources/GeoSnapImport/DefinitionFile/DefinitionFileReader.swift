internal import GeoSnap

/// Reads a definition's file and gathers all that is wrong with it.
struct DefinitionFileReader {
  var problems: [ImportProblem] = []
  var lost = LostNames()
  /// Names that there are none of: the problem that tells each, and how often it was used again.
  var unknownNames: [String: (problem: Int, repetitions: Int)] = [:]
  private var definition = NetworkDefinition()
  private var fields: [Int: [AttributeField]] = [:]

  /// The file as far as it can be read; it is of use when there are no problems.
  mutating func file(_ node: DefinitionNode) -> NetworkDefinitionFile {
    let keys = [
      "$schema", "tolerance", "categories", "domains", "terminalConfigurations",
      "networkAttributes", "domainNetworks", "rules",
    ]
    guard let root = object(node, keys) else {
      return NetworkDefinitionFile(definition: definition)
    }
    if !root.has("domainNetworks") {
      report(root.path, "'domainNetworks' is missing.")
      lost.insert("")
    }
    definition.tolerance = root.node("tolerance").flatMap { readTolerance($0) }
    let categories = nodes(root, "categories")
    definition.categories = categories.compactMap { text($0) }
    if definition.categories.count < categories.count { lost.insert(.category) }
    checkNames(zip(definition.categories, categories.map(\.path)).map { ($0, $1) }, "categories")
    readDomains(nodes(root, "domains"))
    readTerminalConfigurations(nodes(root, "terminalConfigurations"))
    let networks = nodes(root, "domainNetworks").compactMap { readDomainNetwork($0) }
    number(networks)
    definition.networkAttributes = readAttributes(nodes(root, "networkAttributes"))
    let paths = AssetTypePaths(definition)
    readTiers(networks, paths)
    let rules = readRules(nodes(root, "rules"), paths)
    countRepetitions()
    return NetworkDefinitionFile(definition: definition, rules: rules, fields: fields)
  }

  private mutating func readTolerance(_ node: DefinitionNode) -> CoincidenceTolerance? {
    guard let entry = object(node, ["xy", "z"]) else { return nil }
    if !entry.has("xy") { report(entry.path, "'xy' is missing: a distance in the plane.") }
    var distances: [Double] = []
    for key in ["xy", "z"] {
      let distance = number(entry, key) ?? CoincidenceTolerance.millimetre.z
      if distance < 0 {
        report(entry.path(key), "A distance is not negative; this is \(distance).")
      }
      distances.append(max(distance, 0))
    }
    return CoincidenceTolerance(xy: distances[0], z: distances[1])
  }

  // MARK: Domains and terminals

  private mutating func readDomains(_ list: [DefinitionNode]) {
    for node in list {
      let count = problems.count
      defer { if problems.count > count { lost.insert(.domain) } }
      guard let entry = object(node, ["name", "codedValues"]), let name = name(entry) else {
        continue
      }
      var domain = CodedValueDomain(name: name)
      for node in nodes(entry, "codedValues") {
        guard let value = object(node, ["name", "code"]), let name = self.name(value) else {
          continue
        }
        let count = problems.count
        guard let code = number(value, "code").flatMap({ Int64(exactly: $0) }) else {
          if problems.count == count {
            report(value.path("code"), "A code that is a whole number was expected.")
          }
          continue
        }
        if let other = domain.name(of: code) {
          report(value.path("code"), "The code \(code) is that of '\(other)' already.")
        }
        domain.codedValues.append(.init(code: code, name: name))
      }
      if definition.domain(named: name) != nil {
        report(entry.path("name"), "Two domains are named '\(name)'.")
      }
      definition.domains.append(domain)
    }
  }

  private mutating func readTerminalConfigurations(_ list: [DefinitionNode]) {
    var configurations: [TerminalConfiguration] = []
    var names: [(name: String, path: String)] = []
    var stated: [(number: Int?, path: String)] = []
    for node in list {
      let keys = ["id", "name", "directional", "terminals", "paths", "defaultPath"]
      let count = problems.count
      guard let entry = object(node, keys), let name = name(entry) else {
        lost.insert(.terminalConfiguration)
        lost.insert(.terminal)
        continue
      }
      let terminals = readTerminals(entry)
      if problems.count > count { lost.insert(.terminal) }
      let configuration = TerminalConfiguration(
        id: 0,
        name: name,
        isDirectional: flag(entry, "directional"),
        terminals: terminals,
        validPaths: readPaths(entry, terminals),
        defaultPath: text(entry, "defaultPath") ?? "All"
      )
      if configuration.isDirectional, problems.count == count,
        configuration.terminals.allSatisfy({ $0.isUpstream == terminals[0].isUpstream })
      {
        report(
          entry.path("terminals"),
          "A directional configuration needs a terminal that is upstream and one that is not."
        )
      }
      if !configuration.validPaths.contains(where: { $0.name == configuration.defaultPath }),
        !configuration.validPaths.isEmpty || entry.has("defaultPath"),
        !configuration.defaultPath.isEmpty, problems.count == count
      {
        report(
          entry.path("defaultPath"),
          "'\(configuration.defaultPath)' is none of the paths: "
            + "\(self.list(configuration.validPaths.map(\.name)))."
        )
      }
      configurations.append(configuration)
      names.append((name, entry.path("name")))
      stated.append((identifier(entry, "id"), entry.path("id")))
    }
    checkNames(names, "configurations")
    for (index, id) in numbers(stated, from: 1).enumerated() { configurations[index].id = id }
    definition.terminalConfigurations = configurations
  }

  private mutating func readTerminals(_ entry: DefinitionObject) -> [Terminal] {
    var terminals: [Terminal] = []
    var names: [(name: String, path: String)] = []
    var stated: [(number: Int?, path: String)] = []
    for node in nodes(entry, "terminals") {
      if case .string(let name) = node.value {
        terminals.append(Terminal(id: 0, name: name))
        names.append((name, node.path))
        stated.append((nil, node.path))
      } else if let value = object(node, ["id", "name", "upstream"]), let name = name(value) {
        terminals.append(Terminal(id: 0, name: name, isUpstream: flag(value, "upstream")))
        names.append((name, node.path))
        stated.append((identifier(value, "id"), node.path))
      }
    }
    if terminals.isEmpty { report(entry.path("terminals"), "A configuration needs terminals.") }
    checkNames(names, "terminals")
    for (index, id) in numbers(stated, from: 1).enumerated() { terminals[index].id = id }
    return terminals
  }

  private mutating func readPaths(
    _ entry: DefinitionObject,
    _ terminals: [Terminal]
  ) -> [TerminalConfiguration.ValidPath] {
    guard entry.has("paths") else { return [.init(id: 1, name: "All", description: "All")] }
    var paths: [TerminalConfiguration.ValidPath] = []
    var names: [(name: String, path: String)] = []
    var stated: [(number: Int?, path: String)] = []
    for node in nodes(entry, "paths") {
      guard let value = object(node, ["id", "name", "description"]), let name = name(value),
        let description = self.name(value, "description")
      else { continue }
      if let pair = terminals.unknownPair(in: description), !lost.contains(.terminal) {
        report(
          value.path("description"),
          "'\(pair)' is no two terminals as in A-B; terminals are \(list(terminals.map(\.name)))."
        )
      }
      paths.append(.init(id: 0, name: name, description: description))
      names.append((name, node.path))
      stated.append((identifier(value, "id"), node.path))
    }
    checkNames(names, "paths")
    for (index, id) in numbers(stated, from: 1).enumerated() { paths[index].id = id }
    return paths
  }

  // MARK: Domain networks

  /// Reads a domain network with its sources, and adds it to the definition.
  private mutating func readDomainNetwork(
    _ node: DefinitionNode
  ) -> (object: DefinitionObject, sources: [DefinitionObject])? {
    let keys = [
      "id", "name", "structure", "tierDefinition", "subnetworkControllers", "tierGroups",
      "sources", "tiers",
    ]
    guard let entry = object(node, keys), let name = name(entry) else {
      lost.insert("")
      return nil
    }
    let groups = nodes(entry, "tierGroups")
    var network = DomainNetwork(
      id: 0,
      name: name,
      isStructureNetwork: flag(entry, "structure"),
      tierDefinition: choice(entry, "tierDefinition", DefinitionWords.tierDefinitions),
      subnetworkControllerType: choice(entry, "subnetworkControllers", DefinitionWords.controllers),
      tierGroups: groups.compactMap { text($0) }
    )
    var objects: [DefinitionObject] = []
    for node in nodes(entry, "sources") {
      let keys = ["id", "name", "usage", "fields", "assetGroups"]
      guard let object = object(node, keys, losing: ""),
        let source = readSource(object)
      else { continue }
      network.sources.append(source)
      objects.append(object)
    }
    definition.domainNetworks.append(network)
    return (entry, objects)
  }

  private mutating func readSource(_ entry: DefinitionObject) -> NetworkSource? {
    guard let name = name(entry) else {
      lost.insert("")
      return nil
    }
    guard let usageName = self.name(entry, "usage") else {
      lost.insert(name)
      return nil
    }
    guard let usage = DefinitionWords.usages.first(where: { $0.0 == usageName })?.1 else {
      report(
        entry.path("usage"),
        "'\(usageName)' is none of \(list(DefinitionWords.usages.map(\.0)))."
      )
      lost.insert(name)
      return nil
    }
    var groups: [AssetGroup] = []
    var stated: [(number: Int?, path: String)] = []
    for node in nodes(entry, "assetGroups") {
      guard let value = object(node, ["code", "name", "assetTypes"]),
        let groupName = self.name(value)
      else {
        lost.insert("\(name)/")
        continue
      }
      let types = readTypes(value, usage, of: "\(name)/\(groupName)/")
      groups.append(AssetGroup(code: 0, name: groupName, assetTypes: types))
      stated.append((identifier(value, "code"), node.path))
    }
    for (index, code) in numbers(stated, from: 1).enumerated() { groups[index].code = code }
    return NetworkSource(sourceID: 0, name: name, usage: usage, assetGroups: groups)
  }

  private mutating func readTypes(
    _ group: DefinitionObject,
    _ usage: NetworkSourceUsage,
    of path: String
  ) -> [AssetType] {
    var types: [AssetType] = []
    var stated: [(number: Int?, path: String)] = []
    for node in nodes(group, "assetTypes") {
      let isEdge = usage.elementKind == .edge
      var type = AssetType(code: 0, name: "", connectivityPolicy: isEdge ? .endVertex : nil)
      if case .string(let name) = node.value {
        type.name = name
        types.append(type)
        stated.append((nil, node.path))
        continue
      }
      let keys = [
        "code", "name", "role", "onDelete", "containerViewScale", "splitsContent", "terminals",
        "connectivity", "categories",
      ]
      guard let entry = object(node, keys), let name = name(entry) else {
        lost.insert(path)
        continue
      }
      type.name = name
      type.associationRole = choice(entry, "role", DefinitionWords.roles)
      type.deleteSemantics = choice(entry, "onDelete", DefinitionWords.deletes)
      type.containmentViewScale = number(entry, "containerViewScale") ?? 0
      if type.containmentViewScale < 0 {
        report(entry.path("containerViewScale"), "A scale is not negative: 0 stands for none.")
      }
      type.splitsContent = flag(entry, "splitsContent")
      type.terminalConfigurationID = terminalConfiguration(entry)
      if entry.has("connectivity") {
        type.connectivityPolicy = choice(entry, "connectivity", DefinitionWords.policies)
      }
      for node in nodes(entry, "categories") {
        guard let category = text(node) else { continue }
        if !definition.categories.contains(category), !lost.contains(.category) {
          reportUnknown(
            "category \(category)",
            node.path,
            "There is no category '\(category)': add it to 'categories', which are "
              + "\(list(definition.categories))."
          )
        }
        type.categories.append(category)
      }
      types.append(type)
      stated.append((identifier(entry, "code"), node.path))
    }
    for (index, code) in numbers(stated, from: 1).enumerated() { types[index].code = code }
    return types
  }

  /// The configuration that an asset type names, or numbers where two have one name.
  private mutating func terminalConfiguration(_ entry: DefinitionObject) -> Int? {
    guard let node = entry.node("terminals") else { return nil }
    if case .number = node.value { return integer(entry, "terminals") }
    guard let name = text(node) else { return nil }
    let found = definition.terminalConfigurations.first { $0.name == name }
    if found == nil { lost.insert(.terminal) }
    if found == nil, !lost.contains(.terminalConfiguration) {
      reportUnknown(
        "configuration \(name)",
        node.path,
        "There is no terminal configuration '\(name)'; there are "
          + "\(list(definition.terminalConfigurations.map(\.name)))."
      )
    }
    return found?.id
  }

  /// Gives domain networks and sources their numbers; those of sources begin behind the three that
  /// every utility network has built in.
  private mutating func number(
    _ entries: [(object: DefinitionObject, sources: [DefinitionObject])]
  ) {
    checkNames(entries.map { (text($0.object, "name") ?? "", $0.object.path("name")) }, "networks")
    let ids = numbers(entries.map { (identifier($0.object, "id"), $0.object.path("id")) }, from: 1)
    let sources = entries.flatMap(\.sources)
    let names = sources.map { (name: text($0, "name") ?? "", path: $0.path("name")) }
    checkNames(names, "sources")
    // Of two sources with one name either may have been meant to have another.
    if Set(names.map { $0.name.lowercased() }).count < names.count { lost.insert("") }
    var sourceIDs = numbers(sources.map { (identifier($0, "id"), $0.path("id")) }, from: 4)[...]
    for (network, entry) in entries.enumerated() {
      definition.domainNetworks[network].id = ids[network]
      for (source, object) in entry.sources.enumerated() {
        guard let id = sourceIDs.popFirst() else { return }
        definition.domainNetworks[network].sources[source].sourceID = id
        readFields(object, of: id)
      }
    }
    let structures = definition.domainNetworks.count { $0.isStructureNetwork }
    if structures > 1 { report("$.domainNetworks", "There are \(structures) structure networks.") }
  }

  private mutating func readFields(_ source: DefinitionObject, of sourceID: Int) {
    var names: [(name: String, path: String)] = []
    var fields: [AttributeField] = []
    for node in nodes(source, "fields") {
      guard let entry = object(node, ["name", "type"]), let name = name(entry) else { continue }
      names.append((name, node.path))
      fields.append(AttributeField(name, choice(entry, "type", DefinitionWords.storages)))
    }
    checkNames(names, "fields")
    if !fields.isEmpty { self.fields[sourceID] = fields }
  }

  // MARK: Attributes

  private mutating func readAttributes(_ list: [DefinitionNode]) -> [NetworkAttribute] {
    var attributes: [NetworkAttribute] = []
    var objects: [DefinitionObject] = []
    for node in list {
      let keys = [
        "id", "name", "type", "apportionable", "system", "nullable", "inline", "bitSize",
        "substitutes", "domain", "fields",
      ]
      let count = problems.count
      defer { if problems.count > count { lost.insert(.attribute) } }
      guard let entry = object(node, keys), let name = name(entry) else { continue }
      let domain = text(entry, "domain")
      // A file without any domains is of a network that keeps none: their names are all it has.
      if let domain, !definition.domains.isEmpty, definition.domain(named: domain) == nil,
        !lost.contains(.domain)
      {
        reportUnknown(
          "domain \(domain)",
          entry.path("domain"),
          "There is no domain '\(domain)'; there are \(self.list(definition.domains.map(\.name)))."
        )
      }
      var attribute = NetworkAttribute(
        id: 0,
        name: name,
        dataType: choice(entry, "type", DefinitionWords.dataTypes),
        isApportionable: flag(entry, "apportionable"),
        isSystemDefined: flag(entry, "system"),
        isNullable: flag(entry, "nullable"),
        isInline: flag(entry, "inline"),
        bitSize: identifier(entry, "bitSize"),
        substitutedAttributeName: text(entry, "substitutes"),
        domainName: domain
      )
      for node in nodes(entry, "fields") {
        guard let text = text(node) else { continue }
        // Source names may have slashes, names of fields have none.
        guard let slash = text.lastIndex(of: "/"),
          let source = definition.source(named: String(text[..<slash]))
        else {
          let name = text.lastIndex(of: "/").map { String(text[..<$0]) } ?? text
          if lost.contains(path: name) { continue }
          reportUnknown(
            name,
            node.path,
            "'\(text)' is no Source/FIELD; sources are "
              + "\(self.list(definition.sources.map(\.name)))."
          )
          continue
        }
        let field = String(text[text.index(after: slash)...])
        attribute.assignments.append(.init(sourceID: source.sourceID, fieldName: field))
      }
      attributes.append(attribute)
      objects.append(entry)
    }
    let names = attributes.map(\.name)
    checkNames(zip(names, objects).map { ($0, $1.path("name")) }, "attributes")
    for (attribute, entry) in zip(attributes, objects) {
      guard let other = attribute.substitutedAttributeName, !names.contains(other),
        !lost.contains(.attribute)
      else { continue }
      report(
        entry.path("substitutes"),
        "There is no attribute '\(other)'; there are \(self.list(names))."
      )
    }
    let stated = objects.map { (identifier($0, "id"), $0.path("id")) }
    for (index, id) in numbers(stated, from: 1).enumerated() { attributes[index].id = id }
    return attributes
  }

  // MARK: Tiers

  private mutating func readTiers(
    _ entries: [(object: DefinitionObject, sources: [DefinitionObject])],
    _ paths: AssetTypePaths
  ) {
    var names: [(name: String, path: String)] = []
    let lists = DefinitionWords.lists
    for (index, entry) in entries.enumerated() {
      let network = definition.domainNetworks[index]
      var tiers: [Tier] = []
      var stated: [(number: Int?, path: String)] = []
      for node in nodes(entry.object, "tiers") {
        let keys =
          [
            "id", "name", "rank", "topology", "group", "subnetworkField", "disjoint",
            "traceConfiguration",
          ] + lists.map(\.key)
        guard let object = object(node, keys), let name = name(object) else { continue }
        names.append((name, object.path("name")))
        guard let rank = identifier(object, "rank") else {
          if !object.has("rank") { report(object.path, "'rank' is missing: 1 is the highest.") }
          continue
        }
        var tier = Tier(
          id: 0,
          name: name,
          rank: rank,
          topology: choice(object, "topology", DefinitionWords.topologies),
          tierGroupName: text(object, "group"),
          subnetworkFieldName: text(object, "subnetworkField"),
          supportsDisjointSubnetworks: flag(object, "disjoint")
        )
        if let group = tier.tierGroupName, !network.tierGroups.contains(group) {
          reportUnknown(
            "\(network.name) tier group \(group)",
            object.path("group"),
            "There is no tier group '\(group)'; there are \(list(network.tierGroups))."
          )
        }
        for (key, usage, list) in lists {
          tier[keyPath: list] = nodes(object, key).compactMap { node in
            assetType(node, of: network.sources.filter { $0.usage == usage }, usage, paths)
          }
        }
        if let node = object.node("traceConfiguration") {
          tier.traceConfiguration = traceConfiguration(node, definition, paths)
        }
        tiers.append(tier)
        stated.append((identifier(object, "id"), node.path))
      }
      let definitionPath = entry.object.path("tierDefinition")
      if !tiers.isEmpty, network.tierDefinition == .none,
        !problems.contains(where: {
          $0.path == definitionPath && definitionPath != entry.object.path
        })
      {
        report(
          definitionPath,
          "A network with tiers says how they relate: \"hierarchical\" or \"partitioned\"."
        )
      }
      for (index, id) in numbers(stated, from: 1).enumerated() { tiers[index].id = id }
      definition.domainNetworks[index].tiers = tiers
    }
    checkNames(names, "tiers")
  }

  private mutating func assetType(
    _ node: DefinitionNode,
    of sources: [NetworkSource],
    _ usage: NetworkSourceUsage,
    _ paths: AssetTypePaths
  ) -> AssetTypeCode? {
    guard let text = text(node) else { return nil }
    guard !sources.isEmpty else {
      if !lost.hasSources {
        reportUnknown(
          "usage \(usage.name)",
          node.path,
          "The network has no source of usage \(usage.name)."
        )
      }
      return nil
    }
    let found = Set(
      sources.flatMap { paths.assetTypes("\($0.name)/\(text)") }.map {
        AssetTypeCode(assetGroup: $0.assetGroup, assetType: $0.assetType)
      }
    )
    if found.count == 1 { return found.first }
    if lost.hasSources || sources.contains(where: { lost.contains(path: "\($0.name)/\(text)") }) {
      return nil
    }
    reportUnknown(
      "\(usage.name) \(text)",
      node.path,
      found.isEmpty
        ? "'\(text)' is no Asset group/Asset type of \(list(sources.map(\.name)))."
        : "'\(text)' means several asset types: use their codes."
    )
    return nil
  }

  // MARK: Rules

  private mutating func readRules(
    _ list: [DefinitionNode],
    _ paths: AssetTypePaths
  ) -> [NetworkRule] {
    var rules: [NetworkRule] = []
    var stated: [(number: Int?, path: String)] = []
    for node in list {
      guard let entry = object(node, ["id", "kind", "from", "to", "via", "origin"]) else {
        continue
      }
      guard let word = name(entry, "kind") else { continue }
      guard let kind = DefinitionWords.ruleKinds.first(where: { $0.0 == word })?.1 else {
        report(
          entry.path("kind"),
          "'\(word)' is none of \(self.list(DefinitionWords.ruleKinds.map(\.0)))."
        )
        continue
      }
      let expected = expectedKinds(kind)
      guard let from = side(entry, "from", expected.from, paths),
        let to = side(entry, "to", expected.to, paths)
      else { continue }
      var rule = NetworkRule(id: 0, kind: kind, from: from, to: to, origin: text(entry, "origin"))
      if entry.has("via") != (kind == .edgeJunctionEdge) {
        report(
          entry.path("via"),
          "A rule has a 'via' when its kind is edgeJunctionEdge, and only then."
        )
        continue
      }
      if entry.has("via") {
        guard let via = side(entry, "via", .junction, paths) else { continue }
        rule.via = via
      }
      rules.append(rule)
      stated.append((identifier(entry, "id"), node.path))
    }
    checkRepetitions(rules, stated.map(\.path))
    for (index, id) in numbers(stated, from: 1).enumerated() { rules[index].id = id }
    return rules
  }

  /// Reports rules that say what one before them says; they have no numbers yet.
  private mutating func checkRepetitions(_ rules: [NetworkRule], _ paths: [String]) {
    var known: [NetworkRule: String] = [:]
    for (rule, path) in zip(rules, paths) {
      var plain = rule
      plain.origin = nil
      if let first = known[plain] {
        report(path, "The rule says the same as \(first): leave one of them out.")
      } else {
        known[plain] = path
      }
    }
  }

  /// What the two sides of a rule are; nil for either.
  private func expectedKinds(
    _ kind: NetworkRuleKind
  ) -> (from: NetworkElementKind?, to: NetworkElementKind?) {
    switch kind {
    case .junctionEdge: (.junction, .edge)
    case .edgeJunctionEdge: (.edge, .edge)
    // Esri's own tables call joints of junction objects and edge objects so, too.
    case .junctionJunction, .containment, .attachment: (nil, nil)
    }
  }

  private mutating func side(
    _ entry: DefinitionObject,
    _ key: String,
    _ expected: NetworkElementKind?,
    _ paths: AssetTypePaths
  ) -> NetworkRule.Side? {
    guard let text = name(entry, key) else { return nil }
    let found = paths.sides(text)
    guard found.count == 1, let side = found.first else {
      if lost.contains(path: text) { return nil }
      guard found.isEmpty else {
        reportUnknown(
          text,
          entry.path(key),
          "'\(text)' means several asset types: use their codes."
        )
        return nil
      }
      let (unknown, hint) = self.hint(text, paths)
      if unknown.contains("#"), lost.contains(.terminal) { return nil }
      reportUnknown(
        unknown,
        entry.path(key),
        "'\(text)' is no Source/Asset group/Asset type, perhaps with #Terminal behind it; \(hint)"
      )
      return nil
    }
    let kind = definition.sources.first { $0.sourceID == side.assetType.sourceID }?.elementKind
    if let expected, kind != expected {
      report(entry.path(key), "'\(text)' is no \(expected.rawValue), which this side has to be.")
      return nil
    }
    return side
  }

  /// The part of a path that there is none of, and what there is in its place.
  func hint(_ text: String, _ paths: AssetTypePaths) -> (unknown: String, hint: String) {
    if let mark = text.lastIndex(of: "#"), let id = paths.assetTypes(String(text[..<mark])).first {
      return (text, "its terminals are \(list(paths.terminals(id).map(\.name))).")
    }
    let steps = text.split(separator: "/").map { $0.lowercased() }
    guard
      let source = definition.sources.first(where: {
        steps.first == $0.name.lowercased() || steps.first == "\($0.sourceID)"
      })
    else {
      return (steps.first ?? "", "sources are \(list(definition.sources.map(\.name))).")
    }
    let group = source.assetGroups.first {
      steps.count > 1 && (steps[1] == $0.name.lowercased() || steps[1] == "\($0.code)")
    }
    if let group { return (text, "\(group.name) has \(list(group.assetTypes.map(\.name))).") }
    return (
      steps.prefix(2).joined(separator: "/"),
      "\(source.name) has the groups \(list(source.assetGroups.map(\.name)))."
    )
  }
}
