import ArgumentParser

/// The number of measurements, and the form of their report.
struct MeasuringOptions: ParsableArguments {
  @Option(help: "Timed runs of each job; the median counts. One more goes before to warm up.")
  var repetitions = 5

  @Flag(help: "Write one JSON document instead of a table.")
  var json = false

  func validate() throws {
    guard repetitions > 0 else { throw ValidationError("--repetitions must be positive.") }
  }
}
