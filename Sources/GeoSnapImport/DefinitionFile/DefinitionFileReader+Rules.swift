internal import GeoSnap

extension DefinitionFileReader {
  mutating func readRules(
    _ list: [DefinitionNode],
    _ paths: AssetTypePaths
  ) -> [NetworkRule] {
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

  /// The value that a required word stands for; nil after a problem.
  mutating func word<Value>(
    _ entry: DefinitionObject,
    _ key: String,
    _ words: [(String, Value)]
  ) -> Value? {
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

  /// The element kinds of the two sides of a rule; nil for any kind.
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
        "'\(text)' does not have the form Source/Asset group/Asset type, with or without "
          + "#Terminal; \(hint)"
      )
      return nil
    }
    if let expected, known.elementKind(side) != expected {
      report(entry.path(key), "This side must be of kind \(expected.rawValue); '\(text)' is not.")
      return nil
    }
    return side
  }

  /// The part of a path that does not exist, and the existing names in its place.
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

/// The meanings of the sides of rules; each text is looked up once.
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

  /// The element kind of a rule's side; nil unless the side is a single asset type.
  mutating func elementKind(_ entry: DefinitionObject, _ key: String) -> NetworkElementKind? {
    guard case .string(let text)? = entry.node(key)?.value else { return nil }
    let found = sides(text)
    return found.count == 1 ? elementKind(found[0]) : nil
  }
}
