internal import GeoSnap

enum PropertyFileKind: String, CaseIterable {
  case domainNetworks = "DomainNetworks"
  case networkRules = "NetworkRules"
  case networkCategories = "NetworkCategories"
  case fields = "Fields"

  /// The kind of a file named `DATE_TIME_NETWORK_KIND.csv`; `NoNetworkRules.csv` is not a rules file.
  init?(ofFileNamed name: String) {
    let name = name.lowercased()
    let kind = Self.allCases.first {
      let end = $0.rawValue.lowercased() + ".csv"
      return name == end || name.hasSuffix("_" + end)
    }
    guard let kind else { return nil }
    self = kind
  }
}

final class PropertyFile {
  enum Use {
    case carried(String)
    case checked(String)
    case notCarried(String)
  }

  let name: String
  private let records: [CSVRecord]
  private var uses: [Use?]
  private(set) var problems: [ImportProblem] = []
  private(set) var columnsNotCarried: [String] = []
  private(set) var unknownColumns: [String] = []

  init(name: String, bytes: [UInt8]) throws(ReadingError) {
    self.name = name
    records = try CSVRecord.records(of: bytes, path: name)
    uses = Array(repeating: nil, count: records.count)
  }

  func report(_ row: PropertyRow, _ column: String, _ message: String) {
    problems.add("\(name), line \(row.line), \(column)", line: row.line, message)
  }

  func use(_ row: PropertyRow, _ use: Use) { uses[row.index] = use }

  func readHead(before words: [String]) -> [String: String] {
    var properties: [String: String] = [:]
    for (index, record) in records.enumerated() {
      if words.contains(where: { record.begins(with: $0) }) { break }
      uses[index] = .carried("head")
      let fields = record.fields.filter { !$0.isEmpty }
      guard fields.count > 1 else { continue }
      // The first row has the time and the title.
      if index == 0 { properties["Written"] = fields[0] } else { properties[fields[0]] = fields[1] }
    }
    return properties
  }

  /// The rows between the headers that begin with `word` and `next`; `ignored` columns are known, but not read.
  func section(
    _ word: String,
    before next: String? = nil,
    needed: [String],
    optional: [String] = [],
    ignored: [String] = []
  ) -> [PropertyRow] {
    guard let header = records.firstIndex(where: { $0.begins(with: word) }) else {
      problems.add(name, "No row begins with '\(word)': the file is of another kind, or cut short.")
      return []
    }
    uses[header] = .checked("headers")
    var columns: [String: Int] = [:]
    for (position, column) in records[header].fields.enumerated() where !column.isEmpty {
      if columns.updateValue(position, forKey: column.lowercased()) != nil {
        reportHeader(header, "Two columns are named \(column) (case is ignored).")
      }
      let known = [word] + needed + optional + ignored
      if !known.contains(where: { $0.lowercased() == column.lowercased() }) {
        unknownColumns.append(column)
      }
    }
    columnsNotCarried += ignored.filter { columns[$0.lowercased()] != nil }
    let missing = needed.filter { columns[$0.lowercased()] == nil }
    if !missing.isEmpty {
      reportHeader(header, "Columns are missing: \(Words.names(missing)).")
      return []
    }
    let rest = records.indices.dropFirst(header + 1)
    let end = rest.first { index in next.map { records[index].begins(with: $0) } ?? false }
    let width = records[header].fields.count
    return rest.prefix { $0 < end ?? records.count }.map { index in
      let row = PropertyRow(index: index, record: records[index], columns: columns)
      if records[index].fields.dropFirst(width).contains(where: { !$0.isEmpty }) {
        report(
          row,
          "column \(width + 1)",
          "The row is longer than its header: a quote may be missing."
        )
      }
      return row
    }
  }

  private func reportHeader(_ header: Int, _ message: String) {
    let line = records[header].line
    problems.add("\(name), line \(line)", line: line, message)
  }

  var summary: EsriPropertiesReport.File {
    var file = EsriPropertiesReport.File(name: name)
    file.rows = records.count
    file.columnsNotCarried = columnsNotCarried
    file.unknownColumns = unknownColumns
    for use in uses {
      switch use {
      case .carried(let label): file.carried[label, default: 0] += 1
      case .checked(let label): file.checked[label, default: 0] += 1
      case .notCarried(let label): file.notCarried[label, default: 0] += 1
      case nil: file.notCarried["rows of no known section", default: 0] += 1
      }
    }
    return file
  }
}

struct PropertyRow {
  let index: Int
  let record: CSVRecord
  let columns: [String: Int]

  var line: Int { record.line }

  subscript(column: String) -> String {
    guard let position = columns[column.lowercased()], position < record.fields.count else {
      return ""
    }
    return record.fields[position].withoutBlanks
  }

  var lastText: String { record.fields.last { !$0.isEmpty }?.withoutBlanks ?? "" }
}

extension CSVRecord {
  fileprivate func begins(with word: String) -> Bool {
    fields.first?.withoutBlanks.lowercased() == word.lowercased()
  }
}
