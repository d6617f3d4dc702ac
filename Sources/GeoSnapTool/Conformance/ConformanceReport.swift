/// How a test suite went.
struct ConformanceReport {
  private let known: KnownDifferences
  private var executed = 0
  private var passed = 0
  private var listed: [String: Int] = [:]
  private var differing: [(operation: String, problem: String)] = []
  private var passingThoughListed: [String] = []

  init(known: KnownDifferences) { self.known = known }

  /// Whether every operation passed, or differs and is listed.
  var isAsKnown: Bool { differing.isEmpty && passingThoughListed.isEmpty }

  mutating func add(_ run: ConformanceFileRun) throws {
    for (operation, problem) in run.outcomes {
      executed += 1
      let cause = known.causes[operation]
      switch (problem, cause) {
      case (nil, nil): passed += 1
      case (nil, .some):
        passed += 1
        passingThoughListed.append(operation)
      case (.some, .some(let cause)): listed[cause, default: 0] += 1
      case (.some(let problem), nil): differing.append((operation, problem))
      }
    }
  }

  func print(json: Bool) throws {
    if json {
      try JSONValue.object([
        "executed": .integer(executed),
        "passed": .integer(passed),
        "listed": .object(listed.mapValues { .integer($0) }),
        "differing": .array(
          differing.map {
            .object(["operation": .string($0.operation), "problem": .string($0.problem)])
          }
        ),
        "passingThoughListed": .array(passingThoughListed.map { .string($0) }),
      ]).print()
      return
    }
    var lines = differing.map { "differs: \($0.operation): \($0.problem)" }
    lines += passingThoughListed.map { "passes though listed: \($0)" }
    for (cause, count) in listed.sorted(by: { $0.key < $1.key }) {
      lines.append("listed: \(count) for \(cause)")
    }
    lines.append(
      "\(executed) executed, \(passed) passed, \(listed.values.reduce(0, +)) listed, "
        + "\(differing.count) differing"
    )
    try printLines(lines)
  }
}
