internal import GeoSnap

/// A CSV table with a header: its rows, columns by name, and problems.
struct OpenDSSTable {
  struct Row {
    let line: Int
    let fields: [String]
  }

  let name: String
  private(set) var rows: [Row] = []
  private(set) var problems: [ImportProblem] = []
  /// The columns that are not read.
  private(set) var unknownColumns: [String] = []
  private var columns: [String: Int] = [:]

  /// Reads a table; rows that are longer or shorter than the header are problems.
  ///
  /// - Throws: ``ReadingError`` when the text cannot be read or a required column is missing.
  init(
    _ file: ImportFile,
    needed: [String],
    optional: [String] = [],
    isKnown: (String) -> Bool = { _ in false }
  ) throws(ReadingError) {
    name = file.name.split(separator: "/").last.map(String.init) ?? file.name
    let records = try CSVRecord.records(of: file.bytes, path: name)
    guard let header = records.first else {
      throw ReadingError(
        name,
        "The table is empty: a header with \(needed.joined(separator: ",")) was expected."
      )
    }
    for (position, column) in header.fields.enumerated() {
      let key = column.withoutBlanks.lowercased()
      if columns.updateValue(position, forKey: key) != nil {
        throw ReadingError(
          "\(name), line \(header.line)",
          line: header.line,
          "Two columns are named '\(key)' (case and blanks are ignored)."
        )
      }
      if !needed.contains(key) && !optional.contains(key) && !isKnown(key) {
        unknownColumns.append(key)
      }
    }
    let missing = needed.filter { columns[$0] == nil }
    if !missing.isEmpty {
      if header.fields.count == 1, header.fields[0].contains(";") {
        throw ReadingError(
          "\(name), line \(header.line)",
          line: header.line,
          "The first row has one column: separate the fields by commas."
        )
      }
      throw ReadingError(
        "\(name), line \(header.line)",
        line: header.line,
        "Columns are missing: \(Words.names(missing))."
      )
    }
    for record in records.dropFirst() {
      if record.fields.count == header.fields.count {
        rows.append(Row(line: record.line, fields: record.fields.map(\.withoutBlanks)))
      } else {
        let count = record.fields.count
        report(
          record.line,
          nil,
          "The row has \(count) fields, but the header has \(header.fields.count): a comma or "
            + "a quote is missing or superfluous."
        )
      }
    }
  }

  func has(_ column: String) -> Bool { columns[column] != nil }

  /// The trimmed text of a field; empty when the table has no such column.
  @inline(never)
  func text(_ row: Row, _ column: String) -> String {
    columns[column].map { row.fields[$0] } ?? ""
  }

  /// A finite number; nil for an empty field; other texts are problems.
  mutating func number(_ row: Row, _ column: String) -> Double? {
    let text = text(row, column)
    guard !text.isEmpty else { return nil }
    if let number = Double(text), number.isFinite { return number }
    report(row, column, "A finite number was expected; this is '\(text)'.")
    return nil
  }

  /// A whole number in a range, which may be written as `3.0`; nil for an empty field.
  mutating func integer(_ row: Row, _ column: String, in range: ClosedRange<Int>) -> Int? {
    guard let number = number(row, column) else { return nil }
    if let whole = Int(exactly: number), range.contains(whole) { return whole }
    report(
      row,
      column,
      "A whole number from \(range.lowerBound) to \(range.upperBound) was expected; this is "
        + "'\(text(row, column))'."
    )
    return nil
  }

  /// A Boolean field; `missing` when it is empty.
  mutating func flag(_ row: Row, _ column: String, missing: Bool) -> Bool {
    switch text(row, column).lowercased() {
    case "": return missing
    case "1", "1.0", "true", "yes": return true
    case "0", "0.0", "false", "no": return false
    default:
      report(row, column, "1 or 0 was expected; this is '\(text(row, column))'.")
      return missing
    }
  }

  /// Whole numbers with a separator, such as `1.2.3`.
  mutating func list(_ row: Row, _ column: String, separator: Character) -> [Int] {
    let text = text(row, column)
    guard !text.isEmpty else { return [] }
    var numbers: [Int] = []
    for part in text.split(separator: separator, omittingEmptySubsequences: false) {
      guard let number = Int(whole: String(part)), (0...1_000_000).contains(number) else {
        report(
          row,
          column,
          "Whole numbers joined by '\(separator)' were expected; this is '\(text)'."
        )
        return []
      }
      numbers.append(number)
    }
    return numbers
  }

  mutating func report(_ row: Row, _ column: String, _ message: String) {
    report(row.line, column, message)
  }

  private mutating func report(_ line: Int, _ column: String?, _ message: String) {
    guard problems.count < ImportError.problemLimit else { return }
    let place = "\(name), line \(line)" + (column.map { ", \($0)" } ?? "")
    problems.append(ImportProblem(path: place, line: line, message: message))
  }
}

extension String {
  var withoutBlanks: String {
    let kept = drop { $0.isWhitespace }
    guard let last = kept.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(kept[...last])
  }
}
