/// Completes the name of a feature that a user types: `origin:line/42`, `row:Table/12` or global ids.
package struct FeatureNames {
  private let prefix: String
  private let limit: Int
  private var names: [String] = []

  /// Begins with what was typed; at most `limit` names are sought.
  package init(beginningWith prefix: String, limit: Int) {
    self.prefix = prefix
    self.limit = limit
  }

  /// The number of names that may still be found.
  package var room: Int { limit - names.count }

  /// The different names that were found.
  package var found: [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// Adds names of a table; `values` gives those of a column that are like a pattern, with `\` before what is no
  /// wildcard.
  package mutating func add(
    from table: String,
    _ values: (_ column: String, _ pattern: String) throws -> [String]
  ) rethrows {
    func search(_ column: String, _ text: String) throws -> [String] {
      let literal = text.replacing("\\", with: "\\\\").replacing("%", with: "\\%")
        .replacing("_", with: "\\_")
      return try values(column, literal + "%")
    }
    let row = "row:\(table)/"
    if prefix.hasPrefix("origin:") {
      let wanted = String(prefix.dropFirst("origin:".count))
      names += try search("ORIGIN", wanted).flatMap { $0.split(separator: ";") }
        .filter { $0.hasPrefix(wanted) }.map { "origin:\($0)" }
    } else if !prefix.hasPrefix("row:") {
      names += try search("GLOBALID", prefix)
    } else if prefix.lowercased().hasPrefix(row.lowercased()) {
      names += try search("OBJECTID", String(prefix.dropFirst(row.count)))
        .map { row + $0 }
    } else if row.lowercased().hasPrefix(prefix.lowercased()) {
      names.append(row)
    }
  }
}
