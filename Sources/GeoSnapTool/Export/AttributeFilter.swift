import GeoSnap

/// A condition on one attribute, as `DIAMETER >= 110` or `"Device Status" = Open`.
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
  /// The value without quotes.
  private let value: String
  private let isQuoted: Bool
  private let number: Double?

  /// Reads `FIELD = VALUE`.
  ///
  /// - Throws: ``Failure`` that says how a condition is written.
  init(_ text: String) throws {
    self.text = text
    var rest = Substring(text)
    func skipBlanks() { while rest.first == " " { rest.removeFirst() } }
    func quoted(_ quotes: [Character]) -> String? {
      guard let quote = rest.first, quotes.contains(quote),
        let end = rest.dropFirst().firstIndex(of: quote)
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
    guard !name.isEmpty, let test = Test.allCases.first(where: { rest.hasPrefix($0.rawValue) })
    else {
      throw Failure.usage(
        "--where \(text): A condition is FIELD = VALUE, with =, !=, <, <=, > or >=, such as "
          + "'DIAMETER >= 110'."
      )
    }
    rest = rest.dropFirst(test.rawValue.count)
    skipBlanks()
    field = name
    self.test = test == .differsToo ? .differs : test
    if let word = quoted(["'", "\""]) {
      (value, isQuoted, number) = (word, true, nil)
    } else {
      value = String(rest).trimmed
      isQuoted = false
      number = Double(value)
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

  /// What to say when no table has the field.
  func unknownField(_ network: UtilityNetwork, _ tables: [Int]) -> Failure {
    let names = Set(tables.flatMap { network.tables[$0].fields.map(\.name) })
    let meant = NearNames.suggestion(for: field, in: Array(names))
    return .usage(
      "--where \(text): No field is named \(field). "
        + (meant.map { "Did you mean \($0)?" }
          ?? "Fields: " + (names.sorted() + ["ORIGIN", "GLOBALID"]).joined(separator: ", ") + ".")
    )
  }

  private func matches(_ attribute: AttributeValue, codedName: () -> String?) -> Bool {
    if attribute == .null || (!isQuoted && value.lowercased() == "null") {
      // Nothing is less or more than nothing, but other than each value.
      let isNull = attribute == .null
      let wantsNull = !isQuoted && value.lowercased() == "null"
      return switch test {
      case .equals: isNull && wantsNull
      case .differs, .differsToo: isNull != wantsNull
      default: false
      }
    }
    if let number, let stored = attribute.number { return holds(stored, number) }
    // A coded value goes by its name, whatever its case.
    if let name = codedName() { return holds(name.lowercased(), value.lowercased()) }
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
