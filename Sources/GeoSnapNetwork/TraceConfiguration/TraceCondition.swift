internal import GeoSnapSupport

/// What an element is asked: a comparison of its attributes, its categories, or several of those.
public indirect enum TraceCondition: Hashable, Sendable {
  /// An attribute compares with a value.
  case attribute(String, TraceConditionOperator, TraceValue)
  /// An attribute compares with another of the same element.
  case attributes(String, TraceConditionOperator, String)
  /// The asset type has a category.
  case hasCategory(String)
  /// The asset type does not have a category.
  case lacksCategory(String)
  /// All hold; an empty list always does.
  case and([TraceCondition])
  /// At least one holds; an empty list never does.
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

  /// The names of all categories that the condition asks for, in order, each once.
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

  /// The comparisons that the condition is made of, in order.
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

/// How two values are compared, in the order in which people are offered the choice.
///
/// With `a` for what the element has and `v` for what is given; a comparison with an element that
/// has no value never holds.
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

  /// Whether it compares bits, which only whole numbers have.
  public var comparesBits: Bool {
    switch self {
    case .includesTheValues, .doesNotIncludeTheValues, .includesAny, .doesNotIncludeAny: true
    default: false
    }
  }
}
