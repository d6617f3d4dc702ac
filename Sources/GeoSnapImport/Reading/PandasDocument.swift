/// A network in the form of `pandapower.to_json` and `pandapipes.to_json`: named pandas tables.
struct PandasDocument {
  let members: [String: ParsedJSON]
  /// The names of the tables, sorted.
  let tableNames: [String]

  /// Reads a document with a network of a class such as `pandapowerNet`.
  ///
  /// - Throws: ``ReadingError`` when it is not such a document.
  init(_ bytes: [UInt8], networkClass: String, tool: String) throws(ReadingError) {
    // The output of `to_json` with a key: a Base64 Fernet token, which begins with the version 0x80.
    let token = Array("gAAAAA".utf8)
    if bytes.starts(with: token) || bytes.dropFirst().starts(with: token) {
      throw ReadingError(
        "$",
        "The file looks encrypted. Write it without a key: "
          + "\(tool).to_json(\(tool).from_json(FILE, encryption_key=KEY), OUT)"
      )
    }
    let document = try JSONParser.parse(bytes, path: "$")
    guard case .object(let root) = document else {
      throw ReadingError("$", "An object was expected. Write the file with \(tool).to_json.")
    }
    guard case .string(networkClass)? = root["_class"] else {
      if let other = ForeignFile.sentence(document, for: .pandas) { throw ReadingError("$", other) }
      let found = root["_class"].map { "this is \($0.kind)" } ?? "there is none"
      throw ReadingError(
        "$._class",
        "'\(networkClass)' was expected; \(found). Write the file with \(tool).to_json."
      )
    }
    guard case .object(let members)? = root["_object"] else {
      throw ReadingError(
        "$._object",
        "The network's object is missing. Write the file with \(tool).to_json."
      )
    }
    self.members = members
    tableNames = members.keys.ordered().filter { name in
      // Only tables have an orientation, so a table with a damaged class name is found too.
      guard case .object(let table)? = members[name] else { return false }
      if case .string("DataFrame")? = table["_class"] { return true }
      return table["orient"] != nil
    }
  }

  /// The table with a name, which every file has, possibly without rows.
  ///
  /// - Throws: ``ReadingError`` when it is missing.
  func table(_ name: String) throws(ReadingError) -> DataFrame {
    guard let value = members[name] else {
      throw ReadingError("$._object", "The table '\(name)' is missing.")
    }
    return try DataFrame(name: name, value: value)
  }

  func optionalTable(_ name: String) throws(ReadingError) -> DataFrame? {
    members[name] == nil ? nil : try table(name)
  }

  /// The table with a name; nil when it is missing or has no rows, since columns may then be missing.
  func filledTable(_ name: String) throws(ReadingError) -> DataFrame? {
    try optionalTable(name).flatMap { $0.count > 0 ? $0 : nil }
  }

  /// A display table with the rows that belong to rows of another table; nil without rows.
  ///
  /// An unreadable table and rows without a counterpart are counted as unused.
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

  /// The number of rows of each table outside `known`, except results (`res_...`).
  ///
  /// A table whose rows cannot be counted is noted.
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
