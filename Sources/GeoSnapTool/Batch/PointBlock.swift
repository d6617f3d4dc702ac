import GeoSnap
import GeoSnapProjection

/// The points in a block of records, and the rows that are none.
struct PointBlock: Sendable {
  /// A row that cannot be read.
  struct BadRow: Sendable {
    let line: Int
    let message: String
  }

  let block: CSVBlock
  let columns: PointColumns
  private let way: CoordinateTransformation?
  /// The places, in the order of the rows.
  private(set) var places: [Coordinate] = []
  /// For each place its record in the block.
  private(set) var records: [Int] = []
  private(set) var badRows: [BadRow] = []

  /// Reads the places.
  ///
  /// - Parameters:
  ///   - block: The records.
  ///   - columns: Which columns are the ordinates.
  ///   - needsText: Whether all fields must be UTF-8.
  ///   - skipsBadRows: Whether to go on after a row that cannot be read.
  ///   - way: What brings the places into the network's reference system; nil when they are in it.
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
        badRows.append(BadRow(line: line, message: problem.message))
        guard skipsBadRows else { return }
      }
    }
  }

  /// The number of a point's row in the file, from 1, header and blank lines not counted.
  func number(of point: Int) -> Int {
    block.precedingRecords + records[point] + (columns.hasHeader ? 0 : 1)
  }

  /// Replaces `fields` by where the fields of a point's row lie in the block.
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
    /// Where in the block; nil for the row as a whole.
    let offset: Int?
  }

  private func place(_ fields: [Range<Int>], _ needsText: Bool) -> Result<Coordinate, Problem> {
    guard fields.count == columns.names.count else {
      return .failure(
        Problem(
          message: "the row has \(count(fields.count, "field")), the first row has "
            + "\(columns.names.count).",
          offset: nil
        )
      )
    }
    if needsText, let problem = textProblem(fields) { return .failure(problem) }
    guard let x = number(fields[columns.x]) else { return .failure(problem(columns.x, fields)) }
    guard let y = number(fields[columns.y]) else { return .failure(problem(columns.y, fields)) }
    let place = Coordinate(x: x, y: y)
    guard let way else { return .success(place) }
    do throws(ProjectionError) { return .success(try way.transform(place)) } catch {
      return .failure(Problem(message: "\(error)", offset: fields[columns.x].lowerBound))
    }
  }

  private func number(_ field: Range<Int>) -> Double? {
    let bytes = block.bytes.span
    guard !field.isEmpty, bytes[field.lowerBound] == CSVByte.quote else {
      return DecimalNumber.read(bytes, field)
    }
    let value = CSVFields.value(bytes, field)
    return DecimalNumber.read(value.span, 0..<value.count)
  }

  private func problem(_ column: Int, _ fields: [Range<Int>]) -> Problem {
    let value = CSVFields.value(block.bytes.span, fields[column])
    let text = String(decoding: value.prefix(40), as: UTF8.self)
    let advice =
      if value.isEmpty {
        "is empty: a point needs both coordinates."
      } else if value.contains(UInt8(ascii: ",")) {
        "is \"\(text)\", no number: write a point for decimals."
      } else {
        "is \"\(text)\", no finite number."
      }
    return Problem(
      message: "column \(columns.names[column]) \(advice)",
      offset: fields[column].lowerBound
    )
  }

  private func textProblem(_ fields: [Range<Int>]) -> Problem? {
    for (column, field) in fields.enumerated() {
      guard CSVFields.text(block.bytes.span, field) == nil else { continue }
      return Problem(
        message: "column \(columns.names[column]) is not UTF-8: convert the file, such as with "
          + "iconv -f LATIN1 -t UTF-8, or write CSV, which keeps bytes as they are.",
        offset: field.lowerBound
      )
    }
    return nil
  }
}
