internal import GeoSnap
internal import GeoSnapQuery
internal import GeoSnapTool

/// The points of a caller, in two arrays that stay valid until the call ends.
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

  func coordinates(_ range: Range<Int>) -> [Coordinate] { range.map { self[$0] } }
}

/// Answers a list in chunks, on the caller's thread or on all cores, and collects the answers in order.
///
/// `progress` is called after each chunk and may end the call.
///
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
    // Few points are answered before progress is of interest.
    if let progress, count > chunkSize, progress.ends(at: Double(end) / Double(count)) {
      throw .telling(CancellationError())
    }
  }
}
