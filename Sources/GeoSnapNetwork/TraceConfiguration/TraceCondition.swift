internal import GeoSnapSupport

/// A condition on an element: a comparison of its attributes, a test of its categories, or a combination.
public indirect enum TraceCondition: Hashable, Sendable {
  /// An attribute compares with a value.
  case attribute(String, TraceConditionOperator, TraceValue)
  /// An attribute compares with another of the same element.
  case attributes(String, TraceConditionOperator, String)
  /// The asset type has a category.
  case hasCategory(String)
  /// The asset type does not have a category.
  case lacksCategory(String)
  /// All conditions hold; true for an empty list.
  case and([TraceCondition])
  /// At least one condition holds; false for an empty list.
  case or([TraceCondition])

  /// The names of all attributes that the condition reads, in order, each once.
  package var attributeNames: [String] {
    var names: [String] = []
    visit { part in
      switch part {
      case .attribute(let name, _, _): names.append(name)
      case .attributes(let name, _, let other): names += [name, other]
      default: break
      }
    }
    return names.uniqued()
  }

  /// The names of all categories in the condition, in order, each once.
  package var categoryNames: [String] {
    var names: [String] = []
    visit { part in
      switch part {
      case .hasCategory(let name), .lacksCategory(let name): names.append(name)
      default: break
      }
    }
    return names.uniqued()
  }

  var comparisons: [TraceCondition] {
    var parts: [TraceCondition] = []
    visit { parts.append($0) }
    return parts
  }

  private func visit(_ body: (TraceCondition) -> Void) {
    switch self {
    case .and(let parts), .or(let parts): for part in parts { part.visit(body) }
    default: body(self)
    }
  }
}

/// The comparison of two values; the cases are in the order for a user's choice.
///
/// `a` is the element's value and `v` the given one. Without a value, a comparison is false.
public enum TraceConditionOperator: String, Hashable, Sendable, Codable, CaseIterable {
  /// `a == v`.
  case equal
  /// `a != v`.
  case notEqual
  /// `a > v`.
  case greaterThan
  /// `a >= v`.
  case greaterThanEqual
  /// `a < v`.
  case lessThan
  /// `a <= v`.
  case lessThanEqual
  /// `a & v == v`: all bits of the value are set.
  case includesTheValues
  /// `a & v != v`: a bit of the value is missing.
  case doesNotIncludeTheValues
  /// `a & v != 0`: a bit of the value is set.
  case includesAny
  /// `a & v == 0`: no bit of the value is set.
  case doesNotIncludeAny

  /// Whether it compares bits, which requires integers.
  package var comparesBits: Bool {
    switch self {
    case .includesTheValues, .doesNotIncludeTheValues, .includesAny, .doesNotIncludeAny: true
    default: false
    }
  }
}

/// A constant to compare an attribute with.
public enum TraceValue: Hashable, Sendable, Codable {
  /// An integer or a set of bits.
  case integer(Int64)
  /// A number with a fraction.
  case real(Double)
  /// True or false.
  case boolean(Bool)
  /// A text: a number, or the name of a coded value of the attribute's domain.
  case text(String)

  /// The value as an integer, 0 or 1 for Booleans; nil for a fraction or a name.
  package var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .real(let value): Int64(exactly: value)
    case .boolean(let value): value ? 1 : 0
    case .text(let text): wholeNumber(text)
    }
  }

  /// The value as a number, 0 or 1 for Booleans; nil for a name.
  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .boolean(let value): value ? 1 : 0
    case .text(let text): Double(text)
    }
  }

  /// Reads a number, a Boolean or a text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .real(value)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .boolean(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    }
  }
}

extension TraceValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral
{
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a number with a fraction.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
