/// Takes answers: as a sum in timed runs, as a list for the comparison.
protocol AnswerSink {
  /// Whether answers that GEOS leaves in a geometry are read from it.
  static var reads: Bool { get }
  mutating func add(_ answer: Double)
  mutating func add(_ ordinates: Span<Double>)
}

extension Checksum: AnswerSink {
  static var reads: Bool { true }

  mutating func add(_ answer: Double) {
    hits += 1
    sum += answer
  }

  mutating func add(_ ordinates: Span<Double>) {
    hits += ordinates.count
    if !ordinates.isEmpty { sum += ordinates[0] }
  }
}

/// Ignores answers.
struct Unread: AnswerSink {
  static var reads: Bool { false }

  mutating func add(_ answer: Double) {}
  mutating func add(_ ordinates: Span<Double>) {}
}

/// All answers in the order of the questions.
struct AnswerList: AnswerSink {
  static var reads: Bool { true }
  private var answers: [Double] = []

  mutating func add(_ answer: Double) { answers.append(answer) }

  mutating func add(_ ordinates: Span<Double>) {
    answers.append(Double(ordinates.count))
    for index in ordinates.indices { answers.append(ordinates[index]) }
  }

  /// The greatest relative difference from other answers; infinity when the counts differ, or a value is not a
  /// number.
  func difference(from other: AnswerList) -> Double {
    guard answers.count == other.answers.count else { return .infinity }
    var greatest = 0.0
    for (own, foreign) in zip(answers, other.answers) where own != foreign {
      let share = (own - foreign).magnitude / max(own.magnitude, foreign.magnitude)
      greatest = share <= greatest ? greatest : share.isNaN ? .infinity : share
    }
    return greatest
  }
}
