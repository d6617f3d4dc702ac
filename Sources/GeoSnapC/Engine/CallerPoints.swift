internal import GeoSnap
internal import GeoSnapQuery
internal import GeoSnapTool

/// The points of a caller, in two arrays that stay where they are until the call ends.
@safe
struct CallerPoints: @unchecked Sendable {
  private let x: UnsafeBufferPointer<Double>
  private let y: UnsafeBufferPointer<Double>

  init(
    _ x: UnsafePointer<Double>?,
    _ y: UnsafePointer<Double>?,
    _ count: Int
  ) throws(Failure) {
    unsafe self.x = try elements(x, count, "x")
    unsafe self.y = try elements(y, count, "y")
  }

  subscript(number: Int) -> Coordinate { Coordinate(x: unsafe x[number], y: unsafe y[number]) }

  /// Some of the points.
  func coordinates(_ range: Range<Int>) -> [Coordinate] { range.map { self[$0] } }
}

/// Answers a list in chunks, one after the other on the caller's thread or on all cores.
///
/// - Parameters:
///   - count: The length of the list.
///   - isParallel: Whether all cores answer.
///   - progress: Told after each chunk; it may end the call.
///   - answer: Answers a range of the list.
///   - collect: Takes the answers, in the order of the list.
/// - Throws: A failure when the callback has ended the call.
func inChunks<Answer: Sendable>(
  of count: Int,
  isParallel: Bool,
  _ progress: ProgressCall?,
  _ answer: @escaping @Sendable (Range<Int>) -> Answer,
  collect: @escaping @Sendable (Answer) -> Void
) throws(Failure) {
  guard !isParallel else {
    return try waiting(for: progress) { tell in
      var told: (@Sendable (Int) -> Void)?
      if let tell { told = { tell(Double($0) / Double(count)) } }
      try await forEachChunk(of: count, progress: told, answer: answer, collect: collect)
    }
  }
  for first in stride(from: 0, to: count, by: chunkSize) {
    let end = min(first + chunkSize, count)
    collect(answer(first..<end))
    // Few points are answered before anybody could ask how far they are.
    if let progress, count > chunkSize, progress.ends(at: Double(end) / Double(count)) {
      throw .telling(CancellationError())
    }
  }
}
