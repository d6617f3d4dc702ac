import GeoSnap
import GeoSnapProjection

/// The points in a block of records, and the rows that have none.
struct PointBlock: Sendable {
  struct BadRow: Sendable {
    let line: Int
    let message: String
    /// What the user can do; nil to correct the row.
    let remedy: String?
  }

  let block: CSVBlock
  let columns: PointColumns
  private let way: CoordinateTransformation?
  private(set) var places: [Coordinate] = []
  /// The index of each place's record in the block.
  private(set) var records: [Int] = []
  private(set) var badRows: [BadRow] = []
  /// Whether rows after the bad one at which reading ended can be read.
  private(set) var hasSoundRows = false

  /// Reads the places.
  ///
  /// - `needsText`: Whether a row with a field that is not UTF-8 is a bad row.
  /// - `skipsBadRows`: Whether reading continues after a bad row.
  /// - `way`: Transforms the places into the network's reference system; nil when they are in it.
  init(
    _ block: CSVBlock,
    _ columns: PointColumns,
    needsText: Bool,
    skipsBadRows: Bool,
    way: CoordinateTransformation? = nil
  ) {
    self.way = way
    self.block = block
    self.columns = columns
    places.reserveCapacity(block.records.count)
    records.reserveCapacity(block.records.count)
    var fields: [Range<Int>] = []
    for (number, record) in block.records.enumerated() {
      CSVFields.split(block.bytes.span, record, delimiter: columns.delimiter, into: &fields)
      switch place(fields, needsText) {
      case .success(let place):
        places.append(place)
        records.append(number)
      case .failure(let problem):
        let line = block.line(at: problem.offset ?? record.lowerBound)
        badRows.append(BadRow(line: line, message: problem.message, remedy: problem.remedy))
        guard skipsBadRows else {
          hasSoundRows =
            !places.isEmpty
            || block.records[(number + 1)...].contains { record in
              CSVFields.split(
                block.bytes.span,
                record,
                delimiter: columns.delimiter,
                into: &fields
              )
              if case .success = place(fields, needsText) { return true }
              return false
            }
          return
        }
      }
    }
  }

  /// The number of a point's row in the file, from 1, without header and blank lines.
  func number(of point: Int) -> Int {
    block.precedingRecords + records[point] + (columns.hasHeader ? 0 : 1)
  }

  /// Replaces `fields` by the ranges of the fields of a point's row.
  func split(_ point: Int, into fields: inout [Range<Int>]) {
    CSVFields.split(
      block.bytes.span,
      block.records[records[point]],
      delimiter: columns.delimiter,
      into: &fields
    )
  }

  private struct Problem: Error {
    let message: String
    var remedy: String?
    /// The offset in the block; nil for the row as a whole.
    let offset: Int?
  }

  private func place(_ fields: [Range<Int>], _ needsText: Bool) -> Result<Coordinate, Problem> {
    if let (message, offset) = block.problem(fields, names: columns.names) {
      return .failure(Problem(message: message, offset: offset))
    }
    if needsText, let problem = textProblem(fields) { return .failure(problem) }
    let bytes = block.bytes.span
    guard let x = columns.number(bytes, fields[columns.x]) else {
      return .failure(problem(columns.x, fields))
    }
    guard let y = columns.number(bytes, fields[columns.y]) else {
      return .failure(problem(columns.y, fields))
    }
    let place = Coordinate(x: x, y: y)
    guard let way else { return .success(place) }
    do throws(ProjectionError) { return .success(try way.transform(place)) } catch {
      return .failure(Problem(message: "\(error)", offset: fields[columns.x].lowerBound))
    }
  }

  private func problem(_ column: Int, _ fields: [Range<Int>]) -> Problem {
    let (message, remedy) = columns.problem(block.bytes.span, fields, column)
    return Problem(message: message, remedy: remedy, offset: fields[column].lowerBound)
  }

  private func textProblem(_ fields: [Range<Int>]) -> Problem? {
    for (column, field) in fields.enumerated() {
      guard CSVFields.text(block.bytes.span, field) == nil else { continue }
      return Problem(
        message: "Column \(columns.names[column]) is not UTF-8: convert the file, for example "
          + "with iconv -f LATIN1 -t UTF-8, or write CSV, which keeps bytes as they are.",
        offset: field.lowerBound
      )
    }
    return nil
  }
}
