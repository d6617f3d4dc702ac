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
  public var attributeNames: [String] {
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
  public var categoryNames: [String] {
    var names: [String] = []
    visit { part in
      switch part {
      case .hasCategory(let name), .lacksCategory(let name): names.append(name)
      default: break
      }
    }
    return names.uniqued()
  }

  /// The comparisons in the condition, in order.
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
  public var comparesBits: Bool {
    switch self {
    case .includesTheValues, .doesNotIncludeTheValues, .includesAny, .doesNotIncludeAny: true
    default: false
    }
  }
}
