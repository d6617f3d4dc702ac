import GeoSnap

/// A condition on one attribute, such as `DIAMETER >= 110` or `"Device Status" = Open`.
struct AttributeFilter {
  private enum Test: String, CaseIterable {
    case atMost = "<="
    case atLeast = ">="
    case differs = "!="
    case differsToo = "<>"
    case equals = "="
    case below = "<"
    case above = ">"
  }

  private let text: String
  private let field: String
  private let test: Test
  private let value: String
  private let isQuoted: Bool
  private let number: Double?

  /// Reads `FIELD = VALUE`; throws ``Failure`` with the syntax of conditions.
  init(_ text: String) throws {
    self.text = text
    var rest = Substring(text)
    func skipBlanks() { while rest.first == " " { rest.removeFirst() } }
    func quoted(_ quotes: [Character]) -> String? {
      guard let quote = rest.first, quotes.contains(quote),
        let end = rest.dropFirst().firstIndex(of: quote == "[" ? "]" : quote)
      else { return nil }
      let word = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      return String(word)
    }
    skipBlanks()
    let name: String
    if let word = quoted(["\"", "["]) {
      name = word
    } else {
      let word = rest.prefix { !"<>=!".contains($0) }
      rest = rest.dropFirst(word.count)
      name = String(word).trimmed
    }
    skipBlanks()
    let mistaken = [("=>", ">="), ("=<", "<="), ("==", "=")]
    if let (wrong, right) = mistaken.first(where: { rest.hasPrefix($0.0) }) {
      throw Failure.usage("--where \(text): There is no operator \(wrong): use \(right).")
    }
    guard !name.isEmpty, let test = Test.allCases.first(where: { rest.hasPrefix($0.rawValue) })
    else {
      throw Failure.usage(
        "--where \(text): A condition is FIELD = VALUE, with =, !=, <>, <, <=, > or >=, such as "
          + "'DIAMETER >= 110'."
      )
    }
    rest = rest.dropFirst(test.rawValue.count)
    skipBlanks()
    field = name
    self.test = test == .differsToo ? .differs : test
    if let word = quoted(["'", "\""]) {
      (value, isQuoted) = (word, true)
      guard String(rest).trimmed.isEmpty else {
        throw Failure.usage(
          "--where \(text): The value must come last, but \(String(rest).trimmed) follows it. Give "
            + "--where once for each condition."
        )
      }
    } else {
      (value, isQuoted) = (String(rest).trimmed, false)
      if let quote = value.first, quote == "'" || quote == "\"" {
        throw Failure.usage(
          "--where \(text): The value begins with \(quote) but does not end with it."
        )
      }
    }
    number = Double(value.trimmed).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Checks that one of the tables has the field, and that it can be compared with the value.
  func check(_ network: UtilityNetwork, _ tables: [Int]) throws {
    let having = tables.filter { matcher(network, table: $0) != nil }
    guard tables.isEmpty || !having.isEmpty else { throw unknownField(network, tables) }
    guard number == nil, isQuoted || value.lowercased() != "null", !having.isEmpty else { return }
    var names: Set<String> = []
    for table in having {
      guard let words = words(network, network.tables[table]) else { return }
      names.formUnion(words)
    }
    guard !names.contains(where: { $0.lowercased() == value.lowercased() }) else { return }
    let meant = NearNames.suggestion(for: value, in: names.sorted())
    let hint = meant.map { "Did you mean \($0)?" } ?? Words.known("name", names.sorted())
    throw Failure.usage(
      "--where \(text): \(field) holds numbers, but \(value) is "
        + (names.isEmpty ? "not a number." : "neither a number nor the name of a code. \(hint)")
    )
  }

  /// The names of codes in a numeric field; nil for a text field.
  private func words(_ network: UtilityNetwork, _ table: FeatureTable) -> [String]? {
    let field = field.lowercased()
    if let position = table.fields.firstIndex(where: { $0.name.lowercased() == field }) {
      let holdsTexts = (0..<table.count).contains {
        if case .text = table.attributes[position][$0] { true } else { false }
      }
      guard [.integer, .real].contains(table.fields[position].storage), !holdsTexts else {
        return nil
      }
      let definition = network.definition
      return definition.networkAttributes.filter { attribute in
        attribute.assignments.contains { $0.fieldName.lowercased() == field }
      }.flatMap { definition.domain(of: $0)?.codedValues.map(\.name) ?? [] }
    }
    let groups =
      network.definition.domainNetworks.flatMap(\.sources).first {
        $0.sourceID == table.sourceID
      }?
      .assetGroups ?? []
    switch field {
    case "objectid": return []
    case "assetgroup": return groups.map(\.name)
    case "assettype": return groups.flatMap { $0.assetTypes.map(\.name) }
    default: return nil
    }
  }

  /// The condition for the rows of one table; nil where the table has no such field.
  func matcher(_ network: UtilityNetwork, table number: Int) -> ((Int) -> Bool)? {
    let table = network.tables[number]
    if let position = table.fields.firstIndex(where: { $0.name.lowercased() == field.lowercased() })
    {
      let name = table.fields[position].name
      return { row in
        matches(table.attributes[position][row]) {
          network.codedName(of: name, of: FeatureID(table: number, row: row))
        }
      }
    }
    switch field.lowercased() {
    case "source": return { _ in matches(.text(table.name)) { nil } }
    case "objectid": return { row in matches(.integer(table.rowIDs[row])) { nil } }
    case "origin":
      return { row in matches(table.origins[row].map { .text($0) } ?? .null) { nil } }
    case "globalid":
      return { row in matches(table.globalIDs[row].map { .text("\($0)") } ?? .null) { nil } }
    case "assetgroup", "assettype":
      let isGroup = field.lowercased() == "assetgroup"
      return { row in
        guard let type = network.assetType(of: FeatureID(table: number, row: row)) else {
          return matches(.null) { nil }
        }
        let code = isGroup ? type.group.code : type.type.code
        return matches(.integer(Int64(code))) { isGroup ? type.group.name : type.type.name }
      }
    default: return nil
    }
  }

  private func unknownField(_ network: UtilityNetwork, _ tables: [Int]) -> Failure {
    let own = ["SOURCE", "OBJECTID", "GLOBALID", "ASSETGROUP", "ASSETTYPE", "ORIGIN"]
    let names = own + Set(tables.flatMap { network.tables[$0].fields.map(\.name) }).sorted()
    let meant = NearNames.suggestion(for: field, in: names)
    return .usage(
      "--where \(text): No field is named \(field). "
        + (meant.map { "Did you mean \($0)?" } ?? Words.known("field", names))
    )
  }

  private func matches(_ attribute: AttributeValue, codedName: () -> String?) -> Bool {
    let isNull = attribute == .null
    let wantsNull = !isQuoted && value.lowercased() == "null"
    if isNull || wantsNull {
      // Null is neither less nor greater than a value, but differs from each.
      return switch test {
      case .equals: isNull && wantsNull
      case .differs, .differsToo: isNull != wantsNull
      default: false
      }
    }
    if case .integer(let stored) = attribute, let whole = wholeNumber(value.trimmed) {
      return holds(stored, whole)
    }
    if let number, let stored = attribute.number { return holds(stored, number) }
    // A coded value is compared by its name, without case.
    if let name = codedName() { return holds(name.lowercased(), value.lowercased()) }
    // A code without a name differs from each name.
    if attribute.number != nil { return test == .differs }
    return attribute.text.map { holds($0, value) } ?? false
  }

  private func holds<Value: Comparable>(_ stored: Value, _ wanted: Value) -> Bool {
    switch test {
    case .equals: stored == wanted
    case .differs, .differsToo: stored != wanted
    case .below: stored < wanted
    case .atMost: stored <= wanted
    case .above: stored > wanted
    case .atLeast: stored >= wanted
    }
  }
}

extension AttributeValue {
  fileprivate var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }
}

extension String {
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
