internal import GeoSnapSupport

/// The places that one task answers: enough to outweigh the task's cost, few enough to divide a short list among the
/// cores and to notice a cancellation soon.
package let chunkSize = 4096

/// Answers a list in chunks on all cores and collects the answers in the order of the list.
///
/// `answer` may run on any thread; `progress` receives the number of entries that are done, after each chunk.
package func forEachChunk<Answer: Sendable>(
  of count: Int,
  size: Int = chunkSize,
  progress: (@Sendable (_ done: Int) -> Void)?,
  answer: @escaping @Sendable (Range<Int>) -> Answer,
  collect: (Answer) -> Void
) async throws {
  try await withThrowingTaskGroup(of: (chunk: Int, answer: Answer).self) { group in
    // A cancellation has to end each task that has not begun, which adds up for thousands.
    let window = 4 * availableCores()
    var started = 0
    var next = 0
    var waiting: [Int: Answer] = [:]
    while true {
      while started * size < count && started < next + window {
        let (chunk, first) = (started, started * size)
        group.addTask {
          try Task.checkCancellation()
          return (chunk, answer(first..<min(first + size, count)))
        }
        started += 1
      }
      guard let finished = try await group.next() else { break }
      waiting[finished.chunk] = finished.answer
      while let answer = waiting.removeValue(forKey: next) {
        collect(answer)
        next += 1
        progress?(min(next * size, count))
      }
    }
  }
  try Task.checkCancellation()
}
