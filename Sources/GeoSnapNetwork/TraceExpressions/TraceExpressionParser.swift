internal import GeoSnapSupport

struct TraceExpressionParser {
  private static let depthLimit = 100
  private var scanner: TraceExpressionScanner
  private let definition: NetworkDefinition
  private var depth = 0

  init(_ text: String, _ definition: NetworkDefinition) throws(TraceExpressionError) {
    scanner = try TraceExpressionScanner(text)
    self.definition = definition
  }

  func end(expecting words: String?) throws(TraceExpressionError) {
    guard scanner.token == .end else {
      throw error("\(words.map { "\($0) or the" } ?? "The") end was expected.")
    }
  }

  var token: TraceExpressionScanner.Token { scanner.token }

  @inline(never)
  func error(_ message: String, valid: [String] = []) -> TraceExpressionError {
    TraceExpressionError(column: scanner.column, message: message, validNames: valid)
  }

  /// Whether the next token is a keyword, which is then consumed.
  @inline(never)
  mutating func accept(_ keyword: String) throws(TraceExpressionError) -> Bool {
    guard case .word(let word) = scanner.token, word.lowercased() == keyword else { return false }
    try scanner.advance()
    return true
  }

  @inline(never)
  mutating func accept(sign: String) throws(TraceExpressionError) -> Bool {
    guard scanner.token == .sign(sign) else { return false }
    try scanner.advance()
    return true
  }

  @inline(never)
  mutating func condition() throws(TraceExpressionError) -> TraceCondition {
    var parts = [try conjunction()]
    while try accept("or") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  @inline(never)
  private mutating func conjunction() throws(TraceExpressionError) -> TraceCondition {
    var parts = [try unit()]
    while try accept("and") { parts.append(try unit()) }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  private mutating func unit() throws(TraceExpressionError) -> TraceCondition {
    if scanner.token == .sign("(") {
      guard depth < Self.depthLimit else {
        throw error("Parentheses are nested more than \(Self.depthLimit) levels deep.")
      }
      depth += 1
      defer { depth -= 1 }
      try scanner.advance()
      let inner = try condition()
      guard try accept(sign: ")") else { throw error("')' was expected.") }
      return inner
    }
    if try accept("category") { return try category() }
    let attribute = try attribute()
    let column = scanner.column
    let test = try comparison()
    if let objection = definition.objection(to: test, of: attribute) {
      throw TraceExpressionError(column: column, message: objection)
    }
    if scanner.token == .sign("[") {
      try scanner.advance()
      let other = try self.attribute()
      guard try accept(sign: "]") else { throw error("']' was expected.") }
      return .attributes(attribute.name, test, other.name)
    }
    return .attribute(attribute.name, test, try value(of: attribute, test))
  }

  mutating func number() throws(TraceExpressionError) -> Double {
    guard case .number(let text) = scanner.token, let value = Double(text) else {
      throw error("A number was expected.")
    }
    try scanner.advance()
    try refuseUnit(besides: ["local"])
    return value
  }

  private mutating func category() throws(TraceExpressionError) -> TraceCondition {
    let exists = scanner.token == .sign("=")
    guard exists || scanner.token == .sign("!=") else {
      throw error("A category can only be compared with = or !=.")
    }
    try scanner.advance()
    let name: String
    switch scanner.token {
    case .word(let word): name = word
    case .quoted(let text): name = text
    default: throw error("A category was expected.", valid: definition.traceCategories)
    }
    guard let known = definition.traceCategories.spelling(of: name) else {
      throw error("There is no category '\(name)'.", valid: definition.traceCategories)
    }
    try scanner.advance()
    return exists ? .hasCategory(known) : .lacksCategory(known)
  }

  /// Reads the name of a network attribute; system attributes need no definition.
  mutating func attribute() throws(TraceExpressionError) -> NetworkAttribute {
    let name: String
    switch scanner.token {
    case .word(let word): name = word
    case .quoted(let text): name = text
    default:
      throw error("The name of an attribute was expected.", valid: definition.traceAttributeNames)
    }
    guard let attribute = definition.traceAttribute(named: name) else {
      throw error(
        objection(toAttribute: name),
        valid: definition.traceAttributeNames
      )
    }
    try scanner.advance()
    return attribute
  }

  /// The message about an unknown attribute; unquoted words before an operator may be its name.
  private func objection(toAttribute name: String) -> String {
    var (words, meant) = ("", String?.none)
    var ahead = scanner
    while case .word(let word) = ahead.token,
      !["and", "or", "not", "includes"].contains(word.lowercased())
    {
      words += words.isEmpty ? word : " \(word)"
      meant = definition.traceAttribute(named: words)?.name ?? meant
      do throws(TraceExpressionError) { try ahead.advance() } catch { break }
    }
    if let meant {
      return definition.objection(toAttribute: name)
        + " Put a name of several words in quotes: '\(meant)'."
    }
    return definition.objection(toAttribute: words.isEmpty ? name : words)
  }

  mutating func comparison() throws(TraceExpressionError) -> TraceConditionOperator {
    if case .sign(let sign) = scanner.token,
      let test = TraceConditionOperator.allCases.first(where: { $0.symbol == sign })
    {
      try scanner.advance()
      return test
    }
    if try accept("includes") {
      if try accept("any") { return .includesAny }
      if try accept("none") { return .doesNotIncludeAny }
      return .includesTheValues
    }
    if try accept("not") {
      guard try accept("includes") else { throw error("'includes' was expected after 'not'.") }
      return .doesNotIncludeTheValues
    }
    throw error("An operator was expected.", valid: TraceConditionOperator.allCases.map(\.symbol))
  }

  private mutating func value(
    of attribute: NetworkAttribute,
    _ test: TraceConditionOperator
  ) throws(TraceExpressionError) -> TraceValue {
    let domain = definition.domain(of: attribute)
    let coded = domain?.codedValues.map(\.name) ?? []
    let value: TraceValue
    switch scanner.token {
    case .number(let text): value = try number(text, attribute)
    case .quoted(let text), .word(let text):
      if let code = domain?.code(named: text) {
        value = .integer(code)
      } else if case .quoted = scanner.token, Double(text)?.isFinite ?? false {
        value = try number(text, attribute)
      } else if case .word = scanner.token, ["true", "false"].contains(text.lowercased()) {
        value = .boolean(text.lowercased() == "true")
      } else {
        throw error(
          domain == nil
            ? "'\(text)' is not a value: \(attribute.name) has no coded values"
              + (text.first?.isNumber == true ? ", and units are not allowed." : ".")
            : "'\(text)' is not a coded value of \(attribute.name).",
          valid: coded
        )
      }
    default:
      let isDoubled = test.symbol == "=" && scanner.token == .sign("=")
      throw error("A value was expected.\(isDoubled ? " Equality is one =." : "")", valid: coded)
    }
    if let objection = definition.objection(to: value, of: attribute, by: test) {
      throw error(objection.message, valid: objection.valid)
    }
    let isNumber = if case .number = scanner.token { true } else { false }
    try scanner.advance()
    if isNumber { try refuseUnit(besides: ["and", "or"]) }
    return value
  }

  /// Refuses an unexpected word after a number, such as a unit.
  private func refuseUnit(besides words: [String]) throws(TraceExpressionError) {
    guard case .word(let word) = scanner.token, !words.contains(word.lowercased()) else { return }
    throw error("'\(word)' cannot follow a number: units are not allowed.")
  }

  private func number(
    _ text: String,
    _ attribute: NetworkAttribute
  ) throws(TraceExpressionError) -> TraceValue {
    if let value = TraceValue(number: text, of: attribute.dataType) { return value }
    switch attribute.dataType {
    case .integer:
      throw error("\(attribute.name) must be a 64-bit integer; '\(text)' is not.")
    case .boolean: throw error("\(attribute.name) is true or false; '\(text)' is neither.")
    case .float, .double:
      throw error(
        "\(attribute.name) is \(attribute.dataType.values); '\(text)' is beyond its range."
      )
    }
  }
}

extension [String] {
  /// The element equal to the text, compared without case if there is no exact match.
  func spelling(of text: String) -> String? {
    contains(text) ? text : first { $0.isSpelled(like: text) }
  }
}

extension NetworkDefinition {
  /// The network attributes and the system attributes.
  var traceAttributeNames: [String] {
    let names = networkAttributes.map(\.name)
    return names + SystemAttribute.allCases.map(\.rawValue).filter { names.spelling(of: $0) == nil }
  }

  /// The network attribute or system attribute with a name, compared without case; nil when there is none.
  package func traceAttribute(named name: String) -> NetworkAttribute? {
    networkAttribute(named: name) ?? SystemAttribute(named: name)?.networkAttribute
  }

  /// The message about an unknown attribute, with the attributes of the field of that name.
  func objection(toAttribute name: String) -> String {
    let assigned = networkAttributes.filter { attribute in
      attribute.assignments.contains { $0.fieldName.isSpelled(like: name) }
    }.map { "'\($0.name)'" }
    return "There is no network attribute '\(name)'."
      + (assigned.isEmpty
        ? "" : " It is the field of \(assigned.joined(separator: " and ")): write that.")
  }

  /// The listed categories, then those that only asset types have.
  var traceCategories: [String] {
    var others: [String] = []
    for name in assetTypeEntries.lazy.flatMap(\.type.categories)
    where !categories.contains(name) && !others.contains(name) { others.append(name) }
    return categories + others.ordered(by: <)
  }
}

/// Splits an expression into words, quoted names, numbers and signs.
struct TraceExpressionScanner {
  enum Token: Equatable {
    /// Letters, digits and underscores.
    case word(String)
    /// A text in quotes, without the quotes.
    case quoted(String)
    case number(String)
    /// One of `( ) [ ] = != > >= < <=`.
    case sign(String)
    case end
  }

  private(set) var token = Token.end
  /// The column of the token, from 1.
  package private(set) var column = 1
  private let characters: [Character]
  private var position = 0

  init(_ text: String) throws(TraceExpressionError) {
    characters = Array(text)
    try advance()
  }

  @inline(never)
  mutating func advance() throws(TraceExpressionError) {
    while position < characters.count, characters[position].isWhitespace { position += 1 }
    column = position + 1
    guard position < characters.count else {
      token = .end
      return
    }
    let character = characters[position]
    switch character {
    case "(", ")", "[", "]", "=":
      position += 1
      token = .sign(String(character))
    case "<", ">", "!":
      position += 1
      let isPair = position < characters.count && characters[position] == "="
      if isPair { position += 1 }
      guard isPair || character != "!" else {
        throw TraceExpressionError(column: column, message: "'!' must be followed by '='.")
      }
      token = .sign(isPair ? "\(character)=" : String(character))
    case "'", "\"": token = .quoted(try quoted(by: character))
    default: token = try plain()
    }
  }

  /// A doubled quote stands for a quote within the text.
  private mutating func quoted(by quote: Character) throws(TraceExpressionError) -> String {
    var text = ""
    position += 1
    while position < characters.count {
      let character = characters[position]
      position += 1
      guard character == quote else {
        text.append(character)
        continue
      }
      guard position < characters.count, characters[position] == quote else { return text }
      text.append(quote)
      position += 1
    }
    throw TraceExpressionError(column: column, message: "A quote is opened and never closed.")
  }

  private mutating func plain() throws(TraceExpressionError) -> Token {
    let start = position
    let isNumeric = characters[start].isNumberStart
    while position < characters.count {
      let character = characters[position]
      let isExponentSign =
        (character == "-" || character == "+") && position > start
        && (characters[position - 1] == "e" || characters[position - 1] == "E")
      let isPart =
        character.isWordPart
        || isNumeric && (position == start || character == "." || isExponentSign)
      guard isPart else { break }
      position += 1
    }
    let text = String(characters[start..<position])
    if isNumeric, text.contains(where: { $0.isASCII && $0.isNumber }), let value = Double(text),
      value.isFinite
    {
      return .number(text)
    }
    guard !text.isEmpty, text.allSatisfy(\.isWordPart) else {
      throw TraceExpressionError(
        column: column,
        message: text.isEmpty
          ? "'\(characters[start])' has no meaning here: put names with such characters in quotes."
          : "'\(text)' is not a finite number, and units are not allowed: put a name in quotes."
      )
    }
    return .word(text)
  }
}

extension Character {
  /// Whether a name without quotes may have it.
  var isWordPart: Bool { isLetter || isNumber || self == "_" }

  fileprivate var isNumberStart: Bool {
    isASCII && isNumber || self == "-" || self == "+" || self == "."
  }
}
