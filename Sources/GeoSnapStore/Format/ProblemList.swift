internal import GRDB
package import GeoSnap

/// Collects the problems of a file, and reads cells with a required type.
package struct ProblemList: ProblemCollector {
  package var problems: [NetworkProblem] = []
  /// Whether a part is missing, without which the other parts would seem wrong.
  private(set) var lacksParts = false
  /// Remarks that are not errors.
  package private(set) var notes: [NetworkProblem] = []
  /// Why tables are ignored, by lower-case name.
  private(set) var leftAlone: [String: String] = [:]
  package var setAside = SetAsideRows()
  /// The rows whose asset group or type could not be read.
  private var unclassified: Set<Place> = []

  package init() {}

  private struct Place: Hashable {
    let table: String
    let row: String?
  }

  private struct Arcs {
    let table: String
    let firstRow: String
    let srid: SRID?
    var rowCount = 0
    var count = 0
  }

  private var arcs: [Arcs] = []

  package mutating func noteArcs(_ count: Int, of table: String, row: String, srid: SRID?) {
    noteArcs(Arcs(table: table, firstRow: row, srid: srid, rowCount: 1, count: count))
  }

  private mutating func noteArcs(_ found: Arcs) {
    guard let index = arcs.firstIndex(where: { $0.table == found.table }) else {
      arcs.append(found)
      return
    }
    arcs[index].rowCount += found.rowCount
    arcs[index].count += found.count
  }

  package mutating func tellArcs() {
    for found in arcs {
      let tolerance = UtilityNetwork.coincidenceTolerance(of: nil, srid: found.srid).xy
      note(
        found.table,
        "\(found.count) \(found.count == 1 ? "arc" : "arcs") in \(found.rowCount) "
          + "\(found.rowCount == 1 ? "row" : "rows"), first in row \(found.firstRow), became straight segments "
          + "at most \(tolerance) from the arc."
      )
    }
    arcs = []
  }

  mutating func note(_ table: String, row: String? = nil, _ message: String) {
    notes.append(NetworkProblem(table: table, row: row, message: message))
  }

  mutating func noteOther(_ table: String, _ message: String) {
    leftAlone[table.lowercased()] = message
    note(table, "\(message) The table is not part of the network and is left alone.")
  }

  /// Whether some problem leaves no network, even without the rows that are set aside.
  var leaveNothing: Bool { lacksParts || problems.contains { $0.code == nil } }

  package mutating func append(_ other: ProblemList) {
    problems += other.problems
    lacksParts = lacksParts || other.lacksParts
    notes += other.notes
    for found in other.arcs { noteArcs(found) }
    setAside.add(other.setAside)
    unclassified.formUnion(other.unclassified)
  }

  mutating func leaveUnclassified(_ table: String, _ row: String) {
    unclassified.insert(Place(table: table, row: row))
  }

  /// Adds problems that were tolerated, except those of asset types that have been reported.
  mutating func add(_ tolerated: [NetworkProblem]) {
    problems += tolerated.filter {
      $0.code != .unknownAssetGroup && $0.code != .invalidAssetType
        || !unclassified.contains(Place(table: $0.table, row: $0.row))
    }
  }

  mutating func reportMissing(_ table: String, _ message: String) {
    lacksParts = true
    report(table, nil, message)
  }

  /// Adds problems of consistency, except in rows that are known to be broken.
  mutating func merge(_ others: [NetworkProblem]) {
    let known = Set(problems.map { Place(table: $0.table, row: $0.row) })
    problems += others.filter {
      $0.row == nil || !known.contains(Place(table: $0.table, row: $0.row))
    }
  }

  struct Cell {
    let table: String
    let row: String
    let column: String
    /// The code of a wrong value, when the network can be read without it.
    var code: NetworkErrorCode?
    var globalID: GlobalID?
  }

  /// The end of a sentence about a text that cannot be stored.
  static let brokenText = "holds a text that is not UTF-8, or has a NUL character."

  mutating func report(_ cell: Cell, _ message: String) {
    report(
      cell.table,
      cell.row,
      "\(cell.column) \(message)",
      cell.code,
      cell.globalID,
      column: cell.column
    )
  }

  private mutating func report(_ cell: Cell, _ value: DatabaseValue, expected: String) {
    report(cell, "holds \(value.summary), not \(expected).")
  }

  /// The value, after a report when a cell has none of the expected type; NULL is reported unless it is allowed.
  private mutating func expect<Value>(
    _ expected: String,
    _ found: Value?,
    _ value: DatabaseValue,
    _ cell: Cell,
    allowsNull: Bool = false
  ) -> Value? {
    if found == nil, !(allowsNull && value.isNull) { report(cell, value, expected: expected) }
    return found
  }

  mutating func optionalInteger(_ value: DatabaseValue, _ cell: Cell) -> Int64? {
    expect("an integer", value.integer, value, cell, allowsNull: true)
  }

  mutating func integer(_ value: DatabaseValue, _ cell: Cell) -> Int64? {
    expect("an integer", value.integer, value, cell)
  }

  /// An integer that fits `Int32`.
  mutating func code(_ value: DatabaseValue, _ cell: Cell) -> Int? {
    guard let integer = integer(value, cell) else { return nil }
    guard let code = Int32(exactly: integer) else {
      report(cell, "\(integer) is beyond 32 bits.")
      return nil
    }
    return Int(code)
  }

  mutating func optionalText(_ value: DatabaseValue, _ cell: Cell) -> String? {
    expect("a text", value.text, value, cell, allowsNull: true)
  }

  mutating func text(_ value: DatabaseValue, _ cell: Cell) -> String? {
    expect("a text", value.text, value, cell)
  }

  mutating func optionalGlobalID(_ value: DatabaseValue, _ cell: Cell) -> GlobalID? {
    guard let text = optionalText(value, cell) else { return nil }
    if let globalID = GlobalID(text) { return globalID }
    report(cell, "\(text.excerpt) is not a UUID of 32 hexadecimal digits.")
    return nil
  }

  mutating func globalID(_ value: DatabaseValue, _ cell: Cell) -> GlobalID? {
    if value.isNull { report(cell, value, expected: "a UUID") }
    return optionalGlobalID(value, cell)
  }

  mutating func optionalNumber(_ value: DatabaseValue, _ cell: Cell) -> Double? {
    expect("a number", value.real, value, cell, allowsNull: true)
  }

  /// 0 or 1; NULL counts as 0.
  mutating func flag(_ value: DatabaseValue, _ cell: Cell) -> Bool {
    let integer = optionalInteger(value, cell) ?? 0
    if integer != 0 && integer != 1 { report(cell, "is \(integer), not 0 or 1.") }
    return integer == 1
  }
}

extension DatabaseValue {
  var integer: Int64? { if case .int64(let value) = storage { value } else { nil } }

  var text: String? { if case .string(let value) = storage { value } else { nil } }

  /// The value as a number; nil for other values than numbers.
  var real: Double? {
    switch storage {
    case .double(let value): value
    case .int64(let value): Double(value)
    default: nil
    }
  }

  var summary: String {
    switch storage {
    case .null: "nothing"
    case .int64(let value): "the integer \(value)"
    case .double(let value): "the real number \(value)"
    case .string(let value): "the text \(value.excerpt)"
    case .blob(let data): "\(data.count) bytes"
    }
  }
}

extension String {
  /// The text in quotes, shortened for messages.
  var excerpt: String { count > 40 ? "\"\(prefix(40))...\"" : "\"\(self)\"" }
}

package enum BrokenRows: Sendable {
  /// They are errors: no network is returned.
  case refused
  /// They are left out and listed.
  case setAside
  /// They are listed, and kept without their wrong values, so that references to them are not reported too; rows
  /// without an essential value are set aside.
  case tolerated
}
