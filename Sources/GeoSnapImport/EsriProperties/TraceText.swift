internal import GeoSnap

/// Reads parts of a trace configuration in the extractor's notation, with quoted names and unquoted values.
struct TraceText {
  /// The attributes found so far, and whether their values are summed up.
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
