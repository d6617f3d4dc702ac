/// A barrier that rises when what was passed adds up to enough, made ready.
struct FunctionBarrier: Sendable {
  let source: TraceAttributes.Source
  let function: TraceFunctionType
  let comparison: TraceConditionOperator
  let value: Double
  let usesLocalValues: Bool
  /// Whether a part of a line counts with its share alone.
  let isApportionable: Bool
  /// What the barrier is, for people.
  let description: String
  /// The function with its attribute, for people.
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

/// Values on their way to one: the sum, the extremes, the first and how many there were.
struct Accumulator: Sendable, BitwiseCopyable {
  private var count = 0.0
  private var sum = 0.0
  private var least = Double.infinity
  private var greatest = -Double.infinity
  private var first = 0.0

  init() {}

  /// Takes in a value.
  mutating func add(_ value: Double) {
    if count == 0 { first = value }
    count += 1
    sum += value
    least = Swift.min(least, value)
    greatest = Swift.max(greatest, value)
  }

  /// What a function makes of the values; nil when there were none.
  func value(of function: TraceFunctionType) -> Double? {
    if function == .count { return count }
    guard count > 0 else { return nil }
    return switch function {
    case .add: sum
    case .average: sum / count
    case .count: count
    case .max: greatest
    case .min: least
    // Less all others: the sum of the others is the sum less the first.
    case .subtract: first - (sum - first)
    }
  }

  /// Whether anything was taken in.
  var isEmpty: Bool { count == 0 }
}

extension TraceAttributes {
  /// Whether parts of a line have their share of an attribute's value alone.
  ///
  /// `Shape length` is a part's own length already.
  func isApportionable(_ name: String) -> Bool {
    topology.network.definition.networkAttribute(named: name)?.isApportionable ?? false
  }
}
