/// A pandas table in the form of `to_json(orient="split")`, with typed access by row and column.
struct DataFrame {
  let name: String
  let path: String
  /// The labels of the rows: distinct whole numbers.
  let index: [Int]
  private let columns: [String: Int]
  private let rows: [[ParsedJSON]]

  /// A column that exists.
  struct Column {
    let position: Int
    let name: String
  }

  init(name: String, value: ParsedJSON) throws(ReadingError) {
    self.name = name
    path = "$._object.\(name)"
    let frame = try DataFrame.frame(value, path: path)
    if case .bool(true)? = frame["is_multiindex"] {
      throw ReadingError(path, "Tables with several index levels are not supported.")
    }
    let content = try DataFrame.content(frame["_object"], path: path + "._object")
    columns = try DataFrame.columns(content, declared: frame["dtype"], path: path)
    rows = try DataFrame.rows(content, width: columns.count, path: path)
    index = try DataFrame.index(content, count: rows.count, path: path)
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

  private static func frame(
    _ value: ParsedJSON,
    path: String
  ) throws(ReadingError) -> [String: ParsedJSON] {
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

  private static func content(
    _ value: ParsedJSON?,
    path: String
  ) throws(ReadingError) -> [String: ParsedJSON] {
    var value = value ?? .null
    if case .string(let text) = value {
      value = try JSONParser.parse(Array(text.utf8), path: path, isEmbedded: true)
    }
    guard case .object(let content) = value else {
      throw ReadingError(path, "The content of a table was expected; this is \(value.kind).")
    }
    return content
  }

  private static func list(
    _ content: [String: ParsedJSON],
    _ member: String,
    _ path: String
  ) throws(ReadingError) -> [ParsedJSON] {
    guard case .array(let values)? = content[member] else {
      throw ReadingError("\(path)._object", "The table has no list '\(member)'.")
    }
    return values
  }

  /// The display columns, which a table may lack.
  private static let drawing: Set<String> = ["geo", "x", "y", "coords", "name", "type", "std_type"]

  private static func columns(
    _ content: [String: ParsedJSON],
    declared: ParsedJSON?,
    path: String
  ) throws(ReadingError) -> [String: Int] {
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
      for name in types.keys.ordered() where columns[name] == nil && !drawing.contains(name) {
        throw ReadingError(
          "\(path)._object.columns",
          "The column '\(name)' that the table declares in its dtype is missing."
        )
      }
    }
    return columns
  }

  private static func rows(
    _ content: [String: ParsedJSON],
    width: Int,
    path: String
  ) throws(ReadingError) -> [[ParsedJSON]] {
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

  private static func index(
    _ content: [String: ParsedJSON],
    count: Int,
    path: String
  ) throws(ReadingError) -> [Int] {
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
      guard let whole = value.integer.flatMap({ Int(exactly: $0) }),
        seen.insert(whole).inserted
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
  /// The column with a name.
  ///
  /// - Throws: ``ReadingError`` when it is missing.
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

  /// The column with a name, or with its name in older files.
  ///
  /// - Throws: ``ReadingError`` when both are missing.
  func column(_ name: String, formerly old: String) throws(ReadingError) -> Column {
    try column(columns[name] == nil && columns[old] != nil ? old : name)
  }

  func path(_ row: Int, _ column: Column) -> String {
    "\(path)._object.data[\(row)][\(column.position)]"
  }

  private func error(_ row: Int, _ column: Column, _ expected: String) -> ReadingError {
    ReadingError(
      path(row, column),
      "\(name) \(index[row]) needs \(expected) in column '\(column.name)'; this is "
        + "\(rows[row][column.position].kind)."
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

  /// True or false, or 1 or 0.
  func boolean(_ row: Int, _ column: Column) throws(ReadingError) -> Bool {
    switch rows[row][column.position] {
    case .bool(let value): return value
    case .number(1): return true
    case .number(0): return false
    default: throw error(row, column, "true, false, 1 or 0")
    }
  }

  /// A text; nil when the file has none.
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

  /// The text in a display column; nil when the column or the text is missing.
  ///
  /// A list or an object is counted as unused.
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
