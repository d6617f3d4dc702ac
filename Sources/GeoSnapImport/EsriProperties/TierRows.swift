internal import GeoSnap

extension PropertyFile {
  /// Reads the asset types and the trace configuration of each tier; returns the types without a code.
  func readTiers(into draft: inout DefinitionDraft) -> [String] {
    let rows = section("TierRank", needed: ["TierName", "Property", "Descriptor", "Value"])
    let names = draft.assetTypesByName
    var unknown: Set<String> = []
    var property = ""
    var item = ""
    var list: (row: PropertyRow, count: Int)?
    var listed = 0
    func checkList() {
      guard let list, list.count != listed else { return }
      report(list.row, "Property", "\(list.count) rows are announced, but the file has \(listed).")
    }
    for row in rows {
      let place = draft.tier(named: row["TierName"])
      if place == nil { report(row, "TierName", "No tier above is named '\(row["TierName"])'.") }
      let title = row["Property"]
      if !title.isEmpty || !row["TierRank"].isEmpty {
        checkList()
        let parts = title.split(separator: " - ").map(String.init)
        let count = parts.count > 1 ? parts.last.flatMap { Int(whole: $0) } : nil
        property = parts.first ?? ""
        item = ""
        list = count.map { (row, $0) }
        listed = 0
        use(row, .checked("tier headings"))
        continue
      }
      if row["Descriptor"].isEmpty && row["Value"].isEmpty {
        use(row, .checked("tier headings"))
        continue
      }
      if list != nil { listed += 1 }
      guard let place else { continue }
      if property == "Trace Configuration" {
        if !row["Descriptor"].isEmpty { item = row["Descriptor"] }
        readConfiguration(row, item, of: place, into: &draft)
      } else if let valid = ValidList(title: property) {
        let path = "\(row["Descriptor"])/\(row["Value"])"
        let domain = draft.domains[place.domain].id
        var isKnown = false
        for (usage, types) in valid.targets {
          let codes = names[.init(domain: domain, usage: usage, path: path)] ?? []
          isKnown = isKnown || !codes.isEmpty
          draft.domains[place.domain].tiers[place.tier][keyPath: types] += codes
        }
        if !isKnown { unknown.insert(path) }
        use(
          row,
          isKnown ? .carried("tiers: \(property)") : .notCarried("asset types without a code")
        )
      } else {
        use(row, .notCarried("tiers: \(property)"))
      }
    }
    checkList()
    return unknown.sorted()
  }

  private func readConfiguration(
    _ row: PropertyRow,
    _ item: String,
    of place: (domain: Int, tier: Int),
    into draft: inout DefinitionDraft
  ) {
    let value = row["Value"]
    let tier = draft.domains[place.domain].tiers[place.tier]
    var configuration = tier.traceConfiguration ?? TraceConfiguration()
    do {
      var reader = TraceText(value, categories: Set(draft.categories))
      switch item {
      case "Condition Barriers":
        if !value.isEmpty { configuration.traversability.barriers = try reader.conditions() }
      // The extractor spells it `Traversibiilty`.
      case let title where title.hasPrefix("Apply Trav"):
        configuration.traversability.scope = try reader.scope()
      case "Propagators":
        if !value.isEmpty { configuration.propagators.append(try reader.propagator()) }
      case "Summaries": if !value.isEmpty { configuration.functions.append(try reader.function()) }
      default: return use(row, .notCarried("trace configuration: \(item)"))
      }
      draft.note(attributesOf: reader)
      draft.domains[place.domain].tiers[place.tier].traceConfiguration = configuration
      use(row, .carried("trace configuration"))
    } catch {
      report(row, "Value", "\(item): \(error.message)")
    }
  }
}

private struct ValidList {
  let targets: [(NetworkSourceUsage, WritableKeyPath<Tier, [AssetTypeCode]>)]

  init?(title: String) {
    switch title {
    case "Valid Subnetwork Controllers":
      targets = [
        (.device, \.validSubnetworkControllers),
        (.junctionObject, \.validJunctionObjectSubnetworkControllers),
      ]
    case "Valid Devices": targets = [(.device, \.validDevices)]
    case "Valid Lines": targets = [(.line, \.validLines)]
    case "Valid Junctions": targets = [(.junction, \.validJunctions)]
    case let title where title.hasPrefix("Valid Junction Object"):
      targets = [(.junctionObject, \.validJunctionObjects)]
    case let title where title.hasPrefix("Valid Edge Object"):
      targets = [(.edgeObject, \.validEdgeObjects)]
    // The extractor spells it `Aggregrated`.
    case let title where title.hasPrefix("Agg"): targets = [(.line, \.aggregatedLinesForSubnetLine)]
    default: return nil
    }
  }
}

extension DefinitionDraft {
  fileprivate struct TypeName: Hashable {
    let domain: Int
    let usage: NetworkSourceUsage
    let path: String
  }

  fileprivate var assetTypesByName: [TypeName: [AssetTypeCode]] {
    var names: [TypeName: [AssetTypeCode]] = [:]
    // In the order of names and codes, so that the result for two types with one name is the same in every run.
    for (_, member) in classes.sorted(by: { $0.key < $1.key }) {
      for (groupCode, group) in member.groups.sorted(by: { $0.key < $1.key }) {
        for (typeCode, type) in group.types.sorted(by: { $0.key < $1.key }) {
          let path = "\(group.name)/\(type.name)"
          names[TypeName(domain: member.domain, usage: member.usage, path: path), default: []]
            .append(AssetTypeCode(assetGroup: groupCode, assetType: typeCode))
        }
      }
    }
    return names
  }

  fileprivate func tier(named name: String) -> (domain: Int, tier: Int)? {
    for (domain, network) in domains.enumerated() {
      if let tier = network.tiers.firstIndex(where: { $0.name == name }) { return (domain, tier) }
    }
    return nil
  }

  /// Defines the attributes that a text names; those that are summed up are real numbers.
  fileprivate mutating func note(attributesOf text: TraceText) {
    for (name, isSummed) in text.attributes {
      if let known = attributes.firstIndex(where: { $0.name == name }) {
        if isSummed { attributes[known].dataType = .double }
      } else {
        attributes.append(
          NetworkAttribute(
            id: attributes.count + 1,
            name: name,
            dataType: isSummed ? .double : .integer,
            isApportionable: name == "Shape length",
            isSystemDefined: ["Shape length", "Asset group", "Asset type"].contains(name)
          )
        )
      }
    }
  }
}

/// Reads parts of a trace configuration in the extractor's notation, with quoted names and unquoted values.
struct TraceText {
  private(set) var attributes: [(name: String, isSummed: Bool)] = []
  private let categories: Set<String>
  private var text: Substring

  init(_ text: String, categories: Set<String>) {
    self.text = text[...]
    self.categories = categories
  }

  private func failure(_ message: String) -> ReadingError { ReadingError("", message) }

  private mutating func skipSpace() { text = text.drop(while: \.isWhitespace) }

  private mutating func accept(_ word: String) -> Bool {
    guard text.hasPrefix(word) else { return false }
    text = text.dropFirst(word.count)
    return true
  }

  private mutating func name() throws(ReadingError) -> String {
    skipSpace()
    guard accept("'"), let end = text.firstIndex(of: "'") else {
      throw failure("A name in quotes was expected at '\(text.prefix(40))'.")
    }
    let name = String(text[..<end])
    text = text[text.index(after: end)...]
    return name
  }

  private mutating func word() -> String {
    skipSpace()
    let word = text.prefix { !$0.isWhitespace }
    text = text.dropFirst(word.count)
    return String(word)
  }

  mutating func scope() throws(ReadingError) -> TraversabilityScope {
    let word = word()
    guard
      let scope = TraversabilityScope.allCases.first(where: {
        $0.rawValue.lowercased() == word.lowercased()
      })
    else { throw failure("'\(word)' is not a scope.") }
    return scope
  }

  /// Conditions up to the end of the text, such as `'Status' = 1 OR 'Category' = Ground`.
  mutating func conditions() throws(ReadingError) -> TraceCondition {
    var groups: [[TraceCondition]] = [[]]
    while true {
      groups[groups.count - 1].append(try comparison())
      skipSpace()
      if accept("OR ") {
        groups.append([])
      } else if !accept("AND ") {
        break
      }
    }
    guard text.isEmpty else { throw failure("'\(text.prefix(40))' was not expected.") }
    let parts = groups.map { $0.count == 1 ? $0[0] : .and($0) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func comparison() throws(ReadingError) -> TraceCondition {
    let name = try name()
    let sign = word()
    guard let test = Self.operators[sign.lowercased()] else {
      throw failure("'\(sign)' is not an operator.")
    }
    skipSpace()
    // Values are unquoted and may contain spaces: a value ends where the next comparison begins.
    let end = [" OR '", " AND '"].compactMap { text.firstRange(of: $0)?.lowerBound }.min()
    let value = String(text[..<(end ?? text.endIndex)])
    text = text[(end ?? text.endIndex)...]
    guard !value.isEmpty else { throw failure("A value was expected after \(sign).") }
    if name == "Category" {
      switch test {
      case .equal: return .hasCategory(value)
      case .notEqual: return .lacksCategory(value)
      default: throw failure("A category can only be compared with = or <>.")
      }
    }
    attributes.append((name, false))
    if value.hasPrefix("'"), value.hasSuffix("'"), value.count > 2 {
      let other = String(value.dropFirst().dropLast())
      attributes.append((other, false))
      return .attributes(name, test, other)
    }
    return .attribute(name, test, Self.value(value))
  }

  private static let operators: [String: TraceConditionOperator] = {
    var operators: [String: TraceConditionOperator] = [
      "=": .equal, "<>": .notEqual, "!=": .notEqual, ">": .greaterThan, ">=": .greaterThanEqual,
      "<": .lessThan, "<=": .lessThanEqual,
    ]
    for test in TraceConditionOperator.allCases { operators[test.rawValue.lowercased()] = test }
    return operators
  }()

  private static func value(_ text: String) -> TraceValue {
    if let whole = Int(whole: text) { return .integer(Int64(whole)) }
    if let number = Double(text) { return .real(number) }
    return ["true": .boolean(true), "false": .boolean(false)][text.lowercased()] ?? .text(text)
  }

  /// A summary, such as `Add('Power') 'Category' = Transformer totalkva`: function, conditions, result field.
  mutating func function() throws(ReadingError) -> TraceFunction {
    guard let open = text.firstIndex(of: "("),
      let type = TraceFunctionType(rawValue: text[..<open].lowercased())
    else { throw failure("A function such as Add('Length') was expected.") }
    text = text[text.index(after: open)...]
    let name = try name()
    guard accept(")") else { throw failure("')' was expected after '\(name)'.") }
    attributes.append((name, type != .count))
    var function = TraceFunction(type, of: name)
    skipSpace()
    guard !text.isEmpty else { return function }
    if !text.hasPrefix("'") {
      function.summaryAttributeName = word()
      return function
    }
    // The field follows the last value, unless that is a category with a space in its name.
    if !categories.contains(where: { text.hasSuffix(" \($0)") }),
      let space = text.lastIndex(where: \.isWhitespace)
    {
      function.summaryAttributeName = String(text[text.index(after: space)...])
      text = text[..<space]
    }
    function.conditions = try conditions()
    return function
  }

  /// A propagator, such as `Phases[Tap Phases] BitwiseAndIncludesAny 7 phasesenergized`.
  mutating func propagator() throws(ReadingError) -> TracePropagator {
    guard let open = text.firstIndex(of: "["), let close = text[open...].firstIndex(of: "]") else {
      throw failure("An attribute with its substitution in brackets was expected.")
    }
    let name = String(text[..<open])
    let substitution = String(text[text.index(after: open)..<close])
    text = text[text.index(after: close)...]
    let words = word().lowercased()
    let match = TracePropagator.Function.allCases.lazy.compactMap { function in
      words.hasPrefix(function.rawValue.lowercased())
        ? Self.operators[String(words.dropFirst(function.rawValue.count))].map { (function, $0) }
        : nil
    }.first
    guard let (function, test) = match else {
      throw failure("'\(words)' is not a propagator function and operator.")
    }
    let value = word()
    let field = word()
    guard !value.isEmpty, word().isEmpty else {
      throw failure("A value and at most one field were expected after \(words).")
    }
    attributes.append((name, false))
    if !substitution.isEmpty { attributes.append((substitution, false)) }
    return TracePropagator(
      function,
      of: name,
      test,
      Self.value(value),
      substitutionAttributeName: substitution.isEmpty ? nil : substitution,
      propagatedAttributeName: field.isEmpty ? nil : field
    )
  }
}
