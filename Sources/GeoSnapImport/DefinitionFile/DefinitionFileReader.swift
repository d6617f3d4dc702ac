internal import GeoSnap

struct DefinitionFileReader {
  var problems: [ImportProblem] = []
  var lost = UnreadNames()
  /// Unknown names: the index of the problem that reports each, and the number of further uses.
  var unknownNames: [String: (problem: Int, repetitions: Int)] = [:]
  var definition = NetworkDefinition()
  var fields: [Int: [AttributeField]] = [:]

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

  mutating func readTolerance(_ node: DefinitionNode) -> CoincidenceTolerance? {
    guard let entry = object(node, ["xy", "z"]) else { return nil }
    if !entry.has("xy") { report(entry.path, "'xy' is missing: a distance in the plane.") }
    var distances: [Double] = []
    for key in ["xy", "z"] {
      let distance = number(entry, key) ?? CoincidenceTolerance.millimetre.z
      if distance < 0 {
        report(entry.path(key), "A distance cannot be negative; this is \(distance).")
      }
      distances.append(max(distance, 0))
    }
    return CoincidenceTolerance(known: distances[0], z: distances[1])
  }

  mutating func readDomains(_ list: [DefinitionNode]) {
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
          report(value.path("code"), "'\(other)' already has the code \(code).")
        }
        domain.codedValues.append(.init(code: code, name: name))
      }
      if definition.domain(named: name) != nil {
        report(entry.path("name"), "Two domains are named '\(name)': rename one.")
      }
      definition.domains.append(domain)
    }
  }

  mutating func readTerminalConfigurations(_ list: [DefinitionNode]) {
    var configurations: [TerminalConfiguration] = []
    var names: [(name: String, path: DefinitionPath)] = []
    var stated: [(number: Int?, path: DefinitionPath)] = []
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
          "'\(configuration.defaultPath)' is not one of the paths: \(self.list(configuration.validPaths.map(\.name)))."
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

  mutating func readTerminals(_ entry: DefinitionObject) -> [Terminal] {
    var terminals: [Terminal] = []
    var names: [(name: String, path: DefinitionPath)] = []
    var stated: [(number: Int?, path: DefinitionPath)] = []
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
    if terminals.isEmpty {
      report(
        entry.path("terminals"),
        "A configuration needs terminals: name them, or leave it out."
      )
    }
    checkNames(names, "terminals")
    for (index, id) in numbers(stated, from: 1).enumerated() { terminals[index].id = id }
    return terminals
  }

  mutating func readPaths(_ entry: DefinitionObject, _ terminals: [Terminal])
    -> [TerminalConfiguration.ValidPath]
  {
    guard entry.has("paths") else { return [.init(id: 1, name: "All", description: "All")] }
    var paths: [TerminalConfiguration.ValidPath] = []
    var names: [(name: String, path: DefinitionPath)] = []
    var stated: [(number: Int?, path: DefinitionPath)] = []
    for node in nodes(entry, "paths") {
      guard let value = object(node, ["id", "name", "description"]), let name = name(value),
        let description = self.name(value, "description")
      else { continue }
      if let pair = terminals.unknownPair(in: description), !lost.contains(.terminal) {
        report(
          value.path("description"),
          "'\(pair)' does not name two terminals as in A-B. The terminals are \(list(terminals.map(\.name)))."
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

  mutating func readAttributes(_ list: [DefinitionNode]) -> [NetworkAttribute] {
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
      // A file without domains describes a network that only keeps their names.
      if let domain, !definition.domains.isEmpty, definition.domain(named: domain) == nil,
        !lost.contains(.domain)
      {
        reportUnknown(
          "domain \(domain)",
          entry.path("domain"),
          "There is no domain '\(domain)'\(self.alternatives(definition.domains.map(\.name)))"
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
        // Source names may contain slashes; field names may not.
        guard let slash = text.lastIndex(of: "/"),
          let source = definition.source(named: String(text[..<slash]))
        else {
          let name = text.lastIndex(of: "/").map { String(text[..<$0]) } ?? text
          if lost.contains(path: name) { continue }
          reportUnknown(
            name,
            node.path,
            "'\(text)' does not have the form Source/FIELD. The sources are "
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
        "There is no attribute '\(other)'\(self.alternatives(names))"
      )
    }
    let stated = objects.map { (identifier($0, "id"), $0.path("id")) }
    for (index, id) in numbers(stated, from: 1).enumerated() { attributes[index].id = id }
    return attributes
  }

  mutating func readTiers(
    _ entries: [(object: DefinitionObject, sources: [DefinitionObject])],
    _ paths: AssetTypePaths
  ) {
    var names: [(name: String, path: DefinitionPath)] = []
    let lists = DefinitionWords.lists
    for (index, entry) in entries.enumerated() {
      let network = definition.domainNetworks[index]
      var tiers: [Tier] = []
      var stated: [(number: Int?, path: DefinitionPath)] = []
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
            "There is no tier group '\(group)'\(alternatives(network.tierGroups))"
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
        !(entry.object.has("tierDefinition")
          && problems.contains { $0.path == "\(definitionPath)" })
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

  mutating func assetType(
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
        ? "'\(text)' is not an Asset group/Asset type of \(list(sources.map(\.name)))."
        : "'\(text)' means several asset types: use their codes."
    )
    return nil
  }
}
