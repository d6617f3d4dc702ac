/// A network in the form of `pandapower.to_json` and `pandapipes.to_json`: named pandas tables.
struct PandasDocument {
  let members: [String: ParsedJSON]
  let tableNames: [String]

  /// Reads a document with a network of a class such as `pandapowerNet`.
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
    tableNames = members.keys.sorted().filter { name in
      // Only tables have an orientation, so a table with a damaged class name is found too.
      guard case .object(let table)? = members[name] else { return false }
      if case .string("DataFrame")? = table["_class"] { return true }
      return table["orient"] != nil
    }
  }

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

  /// A display table with the rows that belong to another table; nil without rows, and other rows are noted.
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

/// A pandas table in the form of `to_json(orient="split")`, with typed access by row and column.
struct DataFrame {
  let name: String
  let path: String
  /// The labels of the rows: distinct whole numbers.
  let index: [Int]
  private let columns: [String: Int]
  private let rows: [[ParsedJSON]]

  struct Column {
    let position: Int
    let name: String
  }

  init(name: String, value: ParsedJSON) throws(ReadingError) {
    self.name = name
    path = "$._object.\(name)"
    let frame = try Self.frame(value, path: path)
    if case .bool(true)? = frame["is_multiindex"] {
      throw ReadingError(path, "Tables with several index levels are not supported.")
    }
    let content = try Self.content(frame["_object"], path: path + "._object")
    columns = try Self.columns(content, declared: frame["dtype"], path: path)
    rows = try Self.rows(content, width: columns.count, path: path)
    index = try Self.index(content, count: rows.count, path: path)
  }

  /// The number of rows of a table that is only counted; its labels may repeat, as in pandapower's `group`.
  static func rowCount(name: String, value: ParsedJSON) throws(ReadingError) -> Int {
    let path = "$._object.\(name)"
    let frame = try frame(value, path: path)
    let content = try content(frame["_object"], path: path + "._object")
    return try list(content, "data", path).count
  }

  var count: Int { rows.count }

  func has(_ column: String) -> Bool { columns[column] != nil }

  private static func frame(_ value: ParsedJSON, path: String) throws(ReadingError) -> [String:
    ParsedJSON]
  {
    guard case .object(let frame) = value else {
      throw ReadingError(path, "A table was expected; this is \(value.kind).")
    }
    guard case .string("DataFrame")? = frame["_class"] else {
      throw ReadingError(path + "._class", "'DataFrame' was expected.")
    }
    if case .string(let orient)? = frame["orient"], orient != "split" {
      throw ReadingError(
        path + ".orient",
        "Only tables written with orient 'split' are supported, not '\(orient)': write the file with to_json."
      )
    }
    return frame
  }

  private static func content(_ value: ParsedJSON?, path: String) throws(ReadingError) -> [String:
    ParsedJSON]
  {
    var value = value ?? .null
    if case .string(let text) = value {
      value = try JSONParser.parse(Array(text.utf8), path: path, isEmbedded: true)
    }
    guard case .object(let content) = value else {
      throw ReadingError(path, "The content of a table was expected; this is \(value.kind).")
    }
    return content
  }

  private static func list(_ content: [String: ParsedJSON], _ member: String, _ path: String)
    throws(ReadingError) -> [ParsedJSON]
  {
    guard case .array(let values)? = content[member] else {
      throw ReadingError("\(path)._object", "The table has no list '\(member)'.")
    }
    return values
  }

  /// The display columns, which a table may lack.
  private static let drawing: Set<String> = ["geo", "x", "y", "coords", "name", "type", "std_type"]

  private static func columns(_ content: [String: ParsedJSON], declared: ParsedJSON?, path: String)
    throws(ReadingError) -> [String: Int]
  {
    var columns: [String: Int] = [:]
    for (position, value) in try list(content, "columns", path).enumerated() {
      guard case .string(let name) = value, columns.updateValue(position, forKey: name) == nil
      else {
        throw ReadingError(
          "\(path)._object.columns[\(position)]",
          "A column name must be a text, and differ from all others."
        )
      }
    }
    if case .object(let types)? = declared {
      for name in types.keys.sorted() where columns[name] == nil && !drawing.contains(name) {
        throw ReadingError(
          "\(path)._object.columns",
          "The column '\(name)' that the table declares in its dtype is missing."
        )
      }
    }
    return columns
  }

  private static func rows(_ content: [String: ParsedJSON], width: Int, path: String)
    throws(ReadingError) -> [[ParsedJSON]]
  {
    var rows: [[ParsedJSON]] = []
    for (number, value) in try list(content, "data", path).enumerated() {
      guard case .array(let row) = value, row.count == width else {
        throw ReadingError(
          "\(path)._object.data[\(number)]",
          "A row of \(width) values, one for each column, was expected."
        )
      }
      rows.append(row)
    }
    return rows
  }

  private static func index(_ content: [String: ParsedJSON], count: Int, path: String)
    throws(ReadingError) -> [Int]
  {
    let values = try list(content, "index", path)
    guard values.count == count else {
      throw ReadingError(
        "\(path)._object.index",
        "The table has \(count) rows but \(values.count) row labels."
      )
    }
    // Tables without rows have labels of any type.
    var index: [Int] = []
    var seen: Set<Int> = []
    for (number, value) in values.enumerated() {
      guard let whole = value.integer.flatMap({ Int(exactly: $0) }), seen.insert(whole).inserted
      else {
        throw ReadingError(
          "\(path)._object.index[\(number)]",
          "A row label must be a whole number, and differ from all others."
        )
      }
      index.append(whole)
    }
    return index
  }
}

// MARK: Cells

extension DataFrame {
  @inline(never)
  func column(_ name: String) throws(ReadingError) -> Column {
    guard let position = columns[name] else {
      throw ReadingError(
        "\(path)._object.columns",
        "The table '\(self.name)' has no column '\(name)'."
      )
    }
    return Column(position: position, name: name)
  }

  func column(_ name: String, formerly old: String) throws(ReadingError) -> Column {
    try column(columns[name] == nil && columns[old] != nil ? old : name)
  }

  func path(_ row: Int, _ column: Column) -> String {
    "\(path)._object.data[\(row)][\(column.position)]"
  }

  private func error(_ row: Int, _ column: Column, _ expected: String) -> ReadingError {
    ReadingError(
      path(row, column),
      "\(name) \(index[row]) needs \(expected) in column '\(column.name)'; this is \(rows[row][column.position].kind)."
    )
  }

  func value(_ row: Int, _ column: Column) -> ParsedJSON { rows[row][column.position] }

  func integer(_ row: Int, _ column: Column) throws(ReadingError) -> Int {
    guard let whole = rows[row][column.position].integer.flatMap({ Int(exactly: $0) })
    else { throw error(row, column, "a whole number") }
    return whole
  }

  func number(_ row: Int, _ column: Column) throws(ReadingError) -> Double {
    guard let value = rows[row][column.position].double, value.isFinite else {
      throw error(row, column, "a finite number")
    }
    return value
  }

  func boolean(_ row: Int, _ column: Column) throws(ReadingError) -> Bool {
    switch rows[row][column.position] {
    case .bool(let value): return value
    case .number(1): return true
    case .number(0): return false
    default: throw error(row, column, "true, false, 1 or 0")
    }
  }

  func text(_ row: Int, _ column: Column) throws(ReadingError) -> String? {
    switch rows[row][column.position] {
    case .string(let text): return text
    case .null: return nil
    case .digits(let digits): return digits
    case .number(let value):
      // Names that are numbers become texts; pandas also writes a missing text as NaN.
      if value.isNaN { return nil }
      return Int(exactly: value).map(String.init) ?? "\(value)"
    default: throw error(row, column, "a text")
    }
  }

  /// The text in a display column; nil when it is missing, and a list or an object is noted as unused.
  func words(_ row: Int, _ name: String, _ unused: inout CountedNotes) -> String? {
    guard let position = columns[name] else { return nil }
    if case .bool(let value) = rows[row][position] { return "\(value)" }
    do {
      return try text(row, Column(position: position, name: name))
    } catch {
      unused.add("Texts in '\(name)' of '\(self.name)' not used", error)
      return nil
    }
  }

  /// The number in an optional column; nil when the column is missing, or the number is missing or not finite.
  func optionalNumber(_ row: Int, _ name: String) throws(ReadingError) -> Double? {
    guard let position = columns[name] else { return nil }
    switch rows[row][position] {
    case .null: return nil
    case .number(let value): return value.isFinite ? value : nil
    case .digits(let digits): return Double(digits)
    default: throw error(row, Column(position: position, name: name), "a number or nothing")
    }
  }
}
