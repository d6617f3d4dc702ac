/// A compiled function barrier, which applies when a function of the path's values reaches a value.
struct FunctionBarrier: Sendable {
  let source: TraceAttributes.Source
  let function: TraceFunctionType
  let comparison: TraceConditionOperator
  let value: Double
  let usesLocalValues: Bool
  /// Whether a part of a line counts only with its share.
  let isApportionable: Bool
  /// The barrier as text.
  let description: String
  /// The function and its attribute as text.
  let call: String

  init(
    _ barrier: TraceFunctionBarrier,
    _ attributes: inout TraceAttributes
  ) throws(TraceError) {
    source = try attributes.source(named: barrier.attributeName)
    function = barrier.function
    comparison = barrier.comparison
    value = barrier.value
    usesLocalValues = barrier.usesLocalValues
    isApportionable = attributes.isApportionable(barrier.attributeName)
    description = barrier.expression
    call = TraceFunction(barrier.function, of: barrier.attributeName).expression()
    guard !comparison.comparesBits else {
      throw TraceError(.badValue, "A function barrier compares numbers, not bits: \(description).")
    }
  }
}

/// Accumulated values: the sum, the extremes, the first one and the count.
struct Accumulator: Sendable, BitwiseCopyable {
  private var count = 0.0
  private var sum = 0.0
  private var least = Double.infinity
  private var greatest = -Double.infinity
  private var first = 0.0

  init() {}

  mutating func add(_ value: Double) {
    if count == 0 { first = value }
    count += 1
    sum += value
    least = Swift.min(least, value)
    greatest = Swift.max(greatest, value)
  }

  /// The value of a function; nil when there were no values.
  func value(of function: TraceFunctionType) -> Double? {
    if function == .count { return count }
    guard count > 0 else { return nil }
    return switch function {
    case .add: sum
    case .average: sum / count
    case .count: count
    case .max: greatest
    case .min: least
    // The first value minus all others, whose sum is the sum minus the first.
    case .subtract: first - (sum - first)
    }
  }

  var isEmpty: Bool { count == 0 }
}

extension TraceAttributes {
  /// Whether a part of a line has only its share of an attribute's value.
  ///
  /// `Shape length` is already the length of the part.
  func isApportionable(_ name: String) -> Bool {
    topology.network.definition.networkAttribute(named: name)?.isApportionable ?? false
  }
}
