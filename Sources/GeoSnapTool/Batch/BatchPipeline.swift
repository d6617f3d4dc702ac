import GeoSnapProjection

/// Reads, answers and writes a batch block by block.
///
/// All cores answer blocks; they are written in the order of the input. A bounded number of blocks is in memory.
struct BatchPipeline<Question: BatchQuestion, Sink: RowSink, Output: BatchOutput>
where Sink.Rows == Output.Rows {
  let question: Question
  let columns: PointColumns
  let needsText: Bool
  let skipsBadRows: Bool
  /// Transforms the places into the network's reference system; nil when they are in it.
  let way: CoordinateTransformation?
  let reach: BatchReach
  let makeSink: @Sendable (PointBlock) -> Sink
  /// The number of blocks in progress at most.
  private var window: Int { 8 }

  private struct Answered: Sendable {
    let number: Int
    let rows: Sink.Rows
    let pointCount: Int
    /// The number of points whose tolerance reaches beyond the extent that was read.
    let unknownCount: Int
    let badRows: [PointBlock.BadRow]
    let hasSoundRows: Bool
  }

  /// Runs from `first`, a block that was read already to find the columns, to the end of the input.
  func run(
    first: CSVBlock?,
    _ reader: inout CSVReader,
    _ output: inout Output,
    _ report: inout BatchReport
  ) async throws {
    try await withThrowingTaskGroup(of: Answered.self) { group in
      var started = 0
      var written = 0
      var waiting: [Int: Answered] = [:]
      var next = first
      while true {
        while started - written < window, let block = try next ?? reader.next() {
          next = nil
          let number = started
          started += 1
          group.addTask { try answer(block, number) }
        }
        guard let answered = try await group.next() else { break }
        waiting[answered.number] = answered
        while let answered = waiting.removeValue(forKey: written) {
          written += 1
          try output.write(answered.rows)
          try report.note(
            points: answered.pointCount,
            unknown: answered.unknownCount,
            badRows: answered.badRows,
            hasSoundRows: answered.hasSoundRows,
            bytes: reader.byteCount
          )
        }
      }
    }
    try output.finish()
  }

  private func answer(_ block: CSVBlock, _ number: Int) throws -> Answered {
    let points = PointBlock(
      block,
      columns,
      needsText: needsText,
      skipsBadRows: skipsBadRows,
      way: way
    )
    var sink = makeSink(points)
    try question.answer(points, into: &sink)
    return Answered(
      number: number,
      rows: sink.rows,
      pointCount: points.places.count,
      unknownCount: reach.unknownCount(points.places),
      badRows: points.badRows,
      hasSoundRows: points.hasSoundRows
    )
  }
}
