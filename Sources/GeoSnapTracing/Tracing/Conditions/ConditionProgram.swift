/// A compiled condition, for many elements: without names, trees and allocations.
struct ConditionProgram: Sendable {
  /// A step on a stack of truth values.
  private enum Step: Sendable {
    case integer(TraceAttributes.Source, TraceConditionOperator, Int64)
    case number(TraceAttributes.Source, TraceConditionOperator, Double)
    case integers(TraceAttributes.Source, TraceConditionOperator, TraceAttributes.Source)
    case numbers(TraceAttributes.Source, TraceConditionOperator, TraceAttributes.Source)
    /// Whether the asset type has a category, or lacks it.
    case category(Int, isWanted: Bool)
    /// Replaces so many values on the stack by whether all are true.
    case and(Int)
    /// Replaces so many values on the stack by whether one is true.
    case or(Int)
  }

  private var steps: [Step] = []
  private var depth = 0

  /// The greatest depth that is allowed.
  private static let greatestDepth = 64

  /// Compiles a condition; `attributes` gets the attributes that it reads.
  init(_ condition: TraceCondition, _ attributes: inout TraceAttributes) throws(TraceError) {
    try add(condition, &attributes, below: 0)
  }

  private mutating func add(
    _ condition: TraceCondition,
    _ attributes: inout TraceAttributes,
    below: Int
  ) throws(TraceError) {
    depth = max(depth, below + 1)
    guard depth <= ConditionProgram.greatestDepth else {
      throw TraceError(
        .badValue,
        "The condition is nested too deeply or has more than \(ConditionProgram.greatestDepth) "
          + "parts in a row: simplify it."
      )
    }
    switch condition {
    case .attribute(let name, let comparison, let value):
      let source = try attributes.source(named: name)
      steps.append(try comparing(source, name, comparison, value, attributes))
    case .attributes(let name, let comparison, let other):
      let sources = (try attributes.source(named: name), try attributes.source(named: other))
      let isWhole = attributes.isWhole(sources.0) && attributes.isWhole(sources.1)
      if comparison.comparesBits && !isWhole {
        throw TraceError(
          .badValue,
          "Bitwise tests need whole numbers: \(name) or \(other) is not one."
        )
      }
      steps.append(
        isWhole
          ? .integers(sources.0, comparison, sources.1) : .numbers(sources.0, comparison, sources.1)
      )
    case .hasCategory(let name):
      steps.append(.category(try attributes.category(named: name), isWanted: true))
    case .lacksCategory(let name):
      steps.append(.category(try attributes.category(named: name), isWanted: false))
    case .and(let parts): try add(parts, .and(parts.count), &attributes, below: below)
    case .or(let parts): try add(parts, .or(parts.count), &attributes, below: below)
    }
  }

  private mutating func add(
    _ parts: [TraceCondition],
    _ step: Step,
    _ attributes: inout TraceAttributes,
    below: Int
  ) throws(TraceError) {
    for (number, part) in parts.enumerated() {
      // Long lists are combined step by step, so that the stack stays small.
      try add(part, &attributes, below: below + min(number, 1))
      if number > 0 {
        if case .and = step { steps.append(.and(2)) } else { steps.append(.or(2)) }
      }
    }
    if parts.isEmpty { steps.append(step) }
  }

  private func comparing(
    _ source: TraceAttributes.Source,
    _ name: String,
    _ comparison: TraceConditionOperator,
    _ value: TraceValue,
    _ attributes: TraceAttributes
  ) throws(TraceError) -> Step {
    let value = try attributes.topology.network.definition.value(value, of: name)
    if attributes.isWhole(source), let integer = value.integer {
      return .integer(source, comparison, integer)
    }
    if comparison.comparesBits {
      throw TraceError(
        .badValue,
        "'\(comparison.symbol)' compares bits, which only whole numbers have: \(name) or its value "
          + "is not a whole number."
      )
    }
    guard let number = value.number else {
      throw TraceError(.badValue, "The value for \(name) is neither a number nor a coded value.")
    }
    return .number(source, comparison, number)
  }

  // MARK: Evaluation

  /// Whether the condition can hold at parts of lines, or else at nodes, judged by tables and asset types.
  func mayHold(onLines: Bool, _ attributes: TraceAttributes) -> Bool {
    var stack: [Bool] = []
    for step in steps {
      switch step {
      case .integer(let source, _, _), .number(let source, _, _):
        stack.append(attributes.mayHaveValue(source, onLines: onLines))
      case .integers(let one, _, let other), .numbers(let one, _, let other):
        stack.append(
          attributes.mayHaveValue(one, onLines: onLines)
            && attributes.mayHaveValue(other, onLines: onLines)
        )
      case .category(let number, let isWanted):
        stack.append(attributes.mayHaveCategory(number, isWanted, onLines: onLines))
      case .and(let count):
        let parts = stack.suffix(count)
        stack.removeLast(count)
        stack.append(parts.allSatisfy { $0 })
      case .or(let count):
        let parts = stack.suffix(count)
        stack.removeLast(count)
        stack.append(parts.contains(true))
      }
    }
    return stack.last ?? false
  }

  func holds(at element: TraceElement, _ attributes: TraceAttributes) -> Bool {
    var stack: UInt64 = 0
    for step in steps {
      var holds = false
      switch step {
      case .integer(let source, let comparison, let value):
        holds = comparison.holds(attributes.integer(source, element), value)
      case .number(let source, let comparison, let value):
        holds = comparison.holds(attributes.number(source, element), value)
      case .integers(let one, let comparison, let other):
        let values = (attributes.integer(one, element), attributes.integer(other, element))
        holds = comparison.holds(values.0, values.1)
      case .numbers(let one, let comparison, let other):
        let values = (attributes.number(one, element), attributes.number(other, element))
        holds = comparison.holds(values.0, values.1)
      case .category(let number, let isWanted):
        // An element without an asset type neither has nor lacks a category.
        holds = element.type >= 0 && attributes.categories[number][Int(element.type)] == isWanted
      case .and(let count):
        let mask: UInt64 = (1 << UInt64(count)) - 1
        holds = stack & mask == mask
        stack >>= UInt64(count)
      case .or(let count):
        let mask: UInt64 = (1 << UInt64(count)) - 1
        holds = stack & mask != 0
        stack >>= UInt64(count)
      }
      stack = (stack << 1) | (holds ? 1 : 0)
    }
    return stack & 1 == 1
  }
}

extension TraceConditionOperator {
  /// Whether a whole number compares so with another; false when one is missing.
  @inline(__always)
  fileprivate func holds(_ a: Int64?, _ v: Int64?) -> Bool {
    guard let a, let v else { return false }
    return holds(a, v)
  }

  /// Whether a number compares so with another; false when one is missing.
  @inline(__always)
  fileprivate func holds(_ a: Double?, _ v: Double?) -> Bool {
    guard let a, let v else { return false }
    return holds(a, v)
  }

  @inline(__always)
  func holds(_ a: Int64, _ v: Int64) -> Bool {
    switch self {
    case .includesTheValues: a & v == v
    case .doesNotIncludeTheValues: a & v != v
    case .includesAny: a & v != 0
    case .doesNotIncludeAny: a & v == 0
    default: orders(a, v)
    }
  }

  /// Whether a number compares so with another; false for bit operators.
  @inline(__always)
  func holds(_ a: Double, _ v: Double) -> Bool { orders(a, v) }

  @inline(__always)
  private func orders<Number: Comparable>(_ a: Number, _ v: Number) -> Bool {
    switch self {
    case .equal: a == v
    case .notEqual: a != v
    case .greaterThan: a > v
    case .greaterThanEqual: a >= v
    case .lessThan: a < v
    case .lessThanEqual: a <= v
    case .includesTheValues, .doesNotIncludeTheValues, .includesAny, .doesNotIncludeAny: false
    }
  }
}

extension NetworkDefinition {
  /// A value for an attribute; the name of a coded value is replaced by its code.
  func value(_ value: TraceValue, of attribute: String) throws(TraceError) -> TraceValue {
    guard case .text(let name) = value else { return value }
    let domain = networkAttribute(named: attribute).flatMap { self.domain(of: $0) }
    if let code = domain?.code(named: name) { return .integer(code) }
    guard value.number == nil else { return value }
    let names = domain?.codedValues.map(\.name) ?? []
    throw TraceError(
      .badValue,
      names.isEmpty
        ? "'\(name)' is not a value of \(attribute), which holds numbers."
        : "'\(name)' is not a value of \(attribute). \(Words.known("value", names))"
    )
  }
}

extension TraceValue {
  /// Reads a value for an attribute from a text that a user typed.
  ///
  /// The name of a coded value, compared without case, becomes its code. Otherwise the text is converted to the
  /// attribute's data type: a whole number of 64 bits, a finite number in single or double precision, or `true`,
  /// `false`, `1` or `0`. Spaces at the ends are ignored.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - attribute: The attribute that the value is compared with.
  ///   - definition: The definition of coded values.
  /// - Throws: ``TraceError`` of code `badValue` with the values that the attribute accepts.
  package init(
    parsing text: String,
    of attribute: NetworkAttribute,
    in definition: NetworkDefinition
  ) throws(TraceError) {
    let word = text.trimmingSpaces
    let domain = definition.domain(of: attribute)
    if let code = domain?.code(named: word) {
      self = .integer(code)
    } else if let truth = Self.truths[word.lowercased()], attribute.dataType == .boolean {
      self = .boolean(truth)
    } else if let number = TraceValue(number: word, of: attribute.dataType) {
      self = number
    } else {
      let names = domain?.codedValues.map(\.name) ?? []
      throw TraceError(
        .badValue,
        "'\(text)' is not a value of \(attribute.name), which takes "
          + "\(Words.list([attribute.dataType.values] + names, "or", limit: 11))."
      )
    }
  }

  private static let truths = ["true": true, "false": false]
}

extension TraceSetting {
  /// The part of a condition that holds at an element, with the element's values.
  func explanation(of condition: TraceCondition?, at element: TraceElement) -> String {
    guard let condition else { return "A condition holds here." }
    var attributes = attributes
    for part in condition.alternatives {
      guard let program = try? ConditionProgram(part, &attributes),
        program.holds(at: element, attributes)
      else { continue }
      let values = part.attributeNames.compactMap { name -> String? in
        guard let source = try? attributes.source(named: name),
          let value = attributes.number(source, element)
        else { return nil }
        return "\(name) is \(text(value, of: name))"
      }
      let because = values.isEmpty ? "" : ": \(values.joined(separator: ", "))"
      return "\(part.expression(in: topology.network.definition)) holds here\(because)."
    }
    return "\(condition.expression(in: topology.network.definition)) holds here."
  }

  private func text(_ value: Double, of name: String) -> String {
    guard let code = Int64(exactly: value) else { return "\(value)" }
    let definition = topology.network.definition
    let domain = definition.networkAttribute(named: name).flatMap { definition.domain(of: $0) }
    let known = domain?.codedValues.first { $0.code == code }
    return known.map { "\(code) \($0.name)" } ?? "\(code)"
  }
}
