internal import GeoSnap

extension DefinitionFileReader {
  mutating func readDomainNetwork(
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

  mutating func readSource(_ entry: DefinitionObject) -> NetworkSource? {
    guard let name = name(entry) else {
      lost.insert("")
      return nil
    }
    guard let usage = word(entry, "usage", DefinitionWords.usages) else {
      lost.insert(name)
      return nil
    }
    var groups: [AssetGroup] = []
    var stated: [(number: Int?, path: DefinitionPath)] = []
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

  mutating func readTypes(_ group: DefinitionObject, _ usage: NetworkSourceUsage, of path: String)
    -> [AssetType]
  {
    var types: [AssetType] = []
    var stated: [(number: Int?, path: DefinitionPath)] = []
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
        report(entry.path("containerViewScale"), "A scale cannot be negative: 0 stands for none.")
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
            "There is no category '\(category)': add it to 'categories', which are \(list(definition.categories))."
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

  /// The configuration that an asset type refers to by name, or by number when two have the same name.
  mutating func terminalConfiguration(_ entry: DefinitionObject) -> Int? {
    guard let node = entry.node("terminals") else { return nil }
    if case .number = node.value { return integer(entry, "terminals") }
    guard let name = text(node) else { return nil }
    let found = definition.terminalConfigurations.first { $0.name == name }
    if found == nil { lost.insert(.terminal) }
    if found == nil, !lost.contains(.terminalConfiguration) {
      reportUnknown(
        "configuration \(name)",
        node.path,
        "There is no terminal configuration '\(name)'"
          + alternatives(definition.terminalConfigurations.map(\.name))
      )
    }
    return found?.id
  }

  /// Numbers domain networks and sources; source ids start after the three that are built into every utility network.
  mutating func number(_ entries: [(object: DefinitionObject, sources: [DefinitionObject])]) {
    checkNames(entries.map { (text($0.object, "name") ?? "", $0.object.path("name")) }, "networks")
    let ids = numbers(entries.map { (identifier($0.object, "id"), $0.object.path("id")) }, from: 1)
    let sources = entries.flatMap(\.sources)
    let names = sources.map { (name: text($0, "name") ?? "", path: $0.path("name")) }
    checkNames(names, "sources")
    // When two sources have the same name, either may have been meant to have another.
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
    if structures > 1 {
      report(
        DefinitionPath("$.domainNetworks"),
        "There are \(structures) structure networks: keep one."
      )
    }
  }

  mutating func readFields(_ source: DefinitionObject, of sourceID: Int) {
    var names: [(name: String, path: DefinitionPath)] = []
    var fields: [AttributeField] = []
    for node in nodes(source, "fields") {
      guard let entry = object(node, ["name", "type"]), let name = name(entry) else { continue }
      names.append((name, node.path))
      fields.append(AttributeField(name, choice(entry, "type", DefinitionWords.storages)))
    }
    checkNames(names, "fields")
    if !fields.isEmpty { self.fields[sourceID] = fields }
  }

  mutating func readRules(_ list: [DefinitionNode], _ paths: AssetTypePaths) -> [NetworkRule] {
    var rules: [NetworkRule] = []
    var known = RuleSides(paths, definition)
    var stated: [(number: Int?, path: DefinitionPath)] = []
    for node in list {
      guard let entry = object(node, ["id", "kind", "from", "to", "via", "origin"]) else {
        continue
      }
      guard let kind = word(entry, "kind", DefinitionWords.ruleKinds) else { continue }
      var expected = expectedKinds(kind)
      // Networks accept such rules in either order, with the same meaning.
      let isSwapped = kind == .junctionEdge && known.elementKind(entry, "from") == .edge
      if isSwapped { expected = (expected.to, expected.from) }
      guard let from = side(entry, "from", expected.from, &known),
        let to = side(entry, "to", expected.to, &known)
      else { continue }
      var rule = NetworkRule(
        id: 0,
        kind: kind,
        from: isSwapped ? to : from,
        to: isSwapped ? from : to,
        origin: text(entry, "origin")
      )
      if entry.has("via") != (kind == .edgeJunctionEdge) {
        report(
          entry.path("via"),
          "A rule has a 'via' when its kind is edgeJunctionEdge, and only then."
        )
        continue
      }
      if entry.has("via") {
        guard let via = side(entry, "via", .junction, &known) else { continue }
        rule.via = via
      }
      rules.append(rule)
      stated.append((identifier(entry, "id"), node.path))
    }
    checkRepetitions(rules, stated.map(\.path))
    for (index, id) in numbers(stated, from: 1).enumerated() { rules[index].id = id }
    return rules
  }

  mutating func word<Value>(_ entry: DefinitionObject, _ key: String, _ words: [(String, Value)])
    -> Value?
  {
    guard let text = name(entry, key) else { return nil }
    if let word = words.first(where: { $0.0 == text }) { return word.1 }
    report(entry.path(key), "'\(text)' is not one of \(list(words.map(\.0))).")
    return nil
  }

  /// Reports rules that repeat an earlier one; rules have no numbers at this stage.
  mutating func checkRepetitions(_ rules: [NetworkRule], _ paths: [DefinitionPath]) {
    var known: [NetworkRule: DefinitionPath] = [:]
    known.reserveCapacity(rules.count)
    for (rule, path) in zip(rules, paths) {
      var plain = rule
      plain.origin = nil
      if let first = known[plain] {
        report(path, "The rule says the same as \(first): leave out one of the two.")
      } else {
        known[plain] = path
      }
    }
  }

  func expectedKinds(
    _ kind: NetworkRuleKind
  ) -> (from: NetworkElementKind?, to: NetworkElementKind?) {
    switch kind {
    case .junctionEdge: (.junction, .edge)
    case .edgeJunctionEdge: (.edge, .edge)
    // Esri's tables also use this kind for joints of junction objects and edge objects.
    case .junctionJunction, .containment, .attachment: (nil, nil)
    }
  }

  mutating func side(
    _ entry: DefinitionObject,
    _ key: String,
    _ expected: NetworkElementKind?,
    _ known: inout RuleSides
  ) -> NetworkRule.Side? {
    guard let text = name(entry, key) else { return nil }
    let found = known.sides(text)
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
      let (unknown, hint) = self.hint(text, known.paths)
      if unknown.contains("#"), lost.contains(.terminal) { return nil }
      reportUnknown(
        unknown,
        entry.path(key),
        "'\(text)' names no asset type (Source/Asset group/Asset type, with or without #Terminal); \(hint)"
      )
      return nil
    }
    if let expected, known.elementKind(side) != expected {
      report(entry.path(key), "This side must be of kind \(expected.rawValue); '\(text)' is not.")
      return nil
    }
    return side
  }

  func hint(_ text: String, _ paths: AssetTypePaths) -> (unknown: String, hint: String) {
    if let mark = text.lastIndex(of: "#"), let id = paths.assetTypes(String(text[..<mark])).first {
      return (text, "its terminals are \(list(paths.terminals(id).map(\.name))).")
    }
    let steps = text.split(separator: "/").map { $0.lowercased() }
    guard
      let source = definition.sources.first(where: {
        steps.first == $0.name.lowercased() || steps.first == "\($0.sourceID)"
      })
    else { return (steps.first ?? "", "sources are \(list(definition.sources.map(\.name))).") }
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

struct RuleSides {
  let paths: AssetTypePaths
  private let kinds: [Int: NetworkElementKind]
  private var known: [String: [NetworkRule.Side]] = [:]

  init(_ paths: AssetTypePaths, _ definition: NetworkDefinition) {
    self.paths = paths
    kinds = definition.sourcesByID.mapValues(\.elementKind)
  }

  mutating func sides(_ text: String) -> [NetworkRule.Side] {
    if let sides = known[text] { return sides }
    let sides = paths.sides(text)
    known[text] = sides
    return sides
  }

  func elementKind(_ side: NetworkRule.Side) -> NetworkElementKind? {
    kinds[side.assetType.sourceID]
  }

  mutating func elementKind(_ entry: DefinitionObject, _ key: String) -> NetworkElementKind? {
    guard case .string(let text)? = entry.node(key)?.value else { return nil }
    let found = sides(text)
    return found.count == 1 ? elementKind(found[0]) : nil
  }
}
