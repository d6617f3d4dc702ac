/// A network as `pandapower.to_json` and `pandapipes.to_json` write it: named pandas tables.
struct PandasDocument {
  /// All members of the network's object.
  let members: [String: ParsedJSON]
  /// The names of the tables, sorted.
  let tableNames: [String]

  /// Reads the document, whose network must be of a class such as `pandapowerNet`.
  ///
  /// - Throws: ``ReadingError`` when it is no document of that kind.
  init(_ bytes: [UInt8], networkClass: String, tool: String) throws(ReadingError) {
    // What `to_json` makes with a key: a token of Fernet in Base64, whose version is 0x80.
    let token = Array("gAAAAA".utf8)
    if bytes.starts(with: token) || bytes.dropFirst().starts(with: token) {
      throw ReadingError(
        "$",
        "It looks encrypted. Write it without a key: "
          + "\(tool).to_json(\(tool).from_json(FILE, encryption_key=KEY), OUT)."
      )
    }
    guard case .object(let root) = try JSONParser.parse(bytes, path: "$") else {
      throw ReadingError("$", "An object was expected. Write the file with \(tool).to_json.")
    }
    guard case .string(networkClass)? = root["_class"] else {
      let found = root["_class"].map { "this is \($0.kind)" } ?? "there is none"
      throw ReadingError(
        "$._class",
        "'\(networkClass)' was expected; \(found). Write the file with \(tool).to_json."
      )
    }
    guard case .object(let members)? = root["_object"] else {
      throw ReadingError("$._object", "The network's object is missing.")
    }
    self.members = members
    tableNames = members.keys.ordered().filter { name in
      // A damaged class name must not hide a table: only tables have an orientation.
      guard case .object(let table)? = members[name] else { return false }
      if case .string("DataFrame")? = table["_class"] { return true }
      return table["orient"] != nil
    }
  }

  /// The table with a name.
  ///
  /// - Throws: ``ReadingError`` when there is none: every file has it, if only without rows.
  func table(_ name: String) throws(ReadingError) -> DataFrame {
    guard let value = members[name] else {
      throw ReadingError("$._object", "The table '\(name)' is missing.")
    }
    return try DataFrame(name: name, value: value)
  }

  /// The table with a name; nil when the file has none such.
  func optionalTable(_ name: String) throws(ReadingError) -> DataFrame? {
    members[name] == nil ? nil : try table(name)
  }

  /// The table with a name; nil when the file has none such, or one without rows, whose columns may be any.
  func filledTable(_ name: String) throws(ReadingError) -> DataFrame? {
    try optionalTable(name).flatMap { $0.count > 0 ? $0 : nil }
  }

  /// A table that is only displayed, with the rows that belong to one of another table; nil without rows.
  ///
  /// A table that cannot be read, and a row without a counterpart, is counted.
  func drawing(
    _ name: String,
    columns names: [String],
    of owner: DataFrame,
    _ unused: inout CountedNotes
  ) -> (table: DataFrame, columns: [DataFrame.Column], rows: [Int])? {
    guard members[name] != nil else { return nil }
    do {
      let table = try table(name)
      guard table.count > 0 else { return nil }
      var columns: [DataFrame.Column] = []
      for name in names { columns.append(try table.column(name)) }
      let known = Set(owner.index)
      let rows = (0..<table.count).filter { row in
        let index = table.index[row]
        if known.contains(index) { return true }
        unused.add(
          "Rows of '\(name)' not used",
          "\(table.path)._object.index[\(row)]: There is no \(owner.name) \(index)."
        )
        return false
      }
      return (table, columns, rows)
    } catch {
      unused.add("Tables of coordinates not used", error)
      return nil
    }
  }

  /// The number of rows of each table outside `known`; results (`res_...`) do not count.
  ///
  /// A table that cannot be counted is noted.
  func unknownTables(known: Set<String>, _ unused: inout CountedNotes) -> [String: Int] {
    var counts: [String: Int] = [:]
    for name in tableNames where !known.contains(name) && !name.hasPrefix("res_") {
      do {
        let count = try DataFrame.rowCount(name: name, value: members[name] ?? .null)
        if count > 0 { counts[name] = count }
      } catch {
        unused.add("Tables not imported whose rows cannot be counted", error)
      }
    }
    return counts
  }
}
