/// Answers pieces on all cores and collects the answers in the order of the pieces.
///
/// The number of pieces in memory is bounded.
func forEachPiece<Raw: Sendable, Answer: Sendable>(
  _ next: () throws -> Raw?,
  answer: @escaping @Sendable (Raw) throws -> Answer,
  collect: (Answer) throws -> Void
) async throws {
  let window = 8
  try await withThrowingTaskGroup(of: (Int, Result<Answer, any Error>).self) { group in
    var started = 0
    var collected = 0
    var waiting: [Int: Result<Answer, any Error>] = [:]
    while true {
      try Task.checkCancellation()
      while started - collected < window, let piece = try next() {
        let number = started
        started += 1
        group.addTask { (number, Result { try answer(piece) }) }
      }
      guard let (number, answered) = try await group.next() else { break }
      waiting[number] = answered
      while let answered = waiting.removeValue(forKey: collected) {
        collected += 1
        try collect(answered.get())
      }
    }
  }
}
