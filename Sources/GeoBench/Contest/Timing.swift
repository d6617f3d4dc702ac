import Foundation

/// The time that work takes, in a unit such as `.milliseconds(1)`.
func time(in unit: Duration, _ body: () throws -> Void) rethrows -> Double {
  try ContinuousClock().measure(body) / unit
}

/// The median time of `repetitions` runs; `before` is not timed.
func medianTime(
  of repetitions: Int,
  in unit: Duration,
  before: () -> Void = {},
  _ body: () throws -> Void
) rethrows -> Double {
  try (0..<repetitions).map { _ in
    before()
    return try time(in: unit, body)
  }.median
}

extension [Double] {
  var median: Double { sorted()[count / 2] }

  /// The median, and the bound of 99 % of the values.
  func summary(_ digits: Int, _ unit: String) -> String {
    let tail = fixed(sorted()[count * 99 / 100], digits)
    return "median \(fixed(median, digits)) \(unit), 99% below \(tail) \(unit)"
  }
}

/// A number with a fixed count of digits after the point.
func fixed(_ number: Double, _ digits: Int) -> String {
  String(format: "%.\(digits)f", number)
}

extension Encodable {
  /// The value as JSON for readers, with sorted keys.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
