internal import GeoSnap

enum Places {
  /// The values that `read` returns for rows, by row label; unreadable cells are counted as unused.
  static func values<Value>(
    of table: DataFrame,
    _ column: DataFrame.Column,
    rows: some Sequence<Int>,
    _ unused: inout CountedNotes,
    _ read: (Int, String) throws(ReadingError) -> Value?
  ) -> [Int: Value] {
    var values: [Int: Value] = [:]
    for row in rows {
      do {
        values[table.index[row]] = try read(row, table.path(row, column))
      } catch {
        unused.add("Cells of '\(table.name)', column '\(column.name)', not used", error)
      }
    }
    return values
  }

  /// The points of a table with the columns `x` and `y` that supplements another.
  static func points(
    _ name: String,
    of owner: DataFrame,
    in document: PandasDocument,
    _ unused: inout CountedNotes
  ) -> [Int: Coordinate] {
    guard
      let (table, columns, rows) = document.drawing(name, columns: ["x", "y"], of: owner, &unused)
    else { return [:] }
    let placed = rows.filter { row in
      if case (.null, .null) = (table.value(row, columns[0]), table.value(row, columns[1])) {
        false
      } else {
        true
      }
    }
    func ordinates(_ column: DataFrame.Column) -> [Int: Double] {
      values(of: table, column, rows: placed, &unused) { (row, path) throws(ReadingError) in
        guard case .number(let ordinate) = table.value(row, column), ordinate.magnitude < 1e15
        else { throw ReadingError(path, "A number within ±1e15 was expected.") }
        return ordinate
      }
    }
    let x = ordinates(columns[0])
    let y = ordinates(columns[1])
    let both = x.compactMap { label, x in y[label].map { (label, Coordinate(x: x, y: $0)) } }
    return Dictionary(uniqueKeysWithValues: both)
  }

  /// The vertices of a table with the column `coords` that supplements another.
  static func paths(
    _ name: String,
    of owner: DataFrame,
    in document: PandasDocument,
    _ unused: inout CountedNotes
  ) -> [Int: [Coordinate]] {
    guard
      let (table, columns, rows) = document.drawing(name, columns: ["coords"], of: owner, &unused)
    else { return [:] }
    return values(of: table, columns[0], rows: rows, &unused) { (row, path) throws(ReadingError) in
      try list(table.value(row, columns[0]), path: path)
    }
  }

  /// The coordinates that `read` makes from the GeoJSON in the column `geo`; empty without the column.
  static func geoColumn<Value>(
    of table: DataFrame,
    type: String,
    _ unused: inout CountedNotes,
    _ read: (ParsedJSON, String) throws(ReadingError) -> Value
  ) -> [Int: Value] {
    guard let geo = try? table.column("geo") else { return [:] }
    return values(of: table, geo, rows: 0..<table.count, &unused) {
      (row, path) throws(ReadingError) in
      guard let value = try geoJSON(table.value(row, geo), type: type, path: path) else {
        return nil
      }
      return try read(value, path)
    }
  }

  /// A position such as `[7.87, 48.45]`; further ordinates are ignored.
  static func coordinate(_ value: ParsedJSON, path: String) throws(ReadingError) -> Coordinate {
    guard case .array(let ordinates) = value, (2...4).contains(ordinates.count),
      case .number(let x) = ordinates[0], case .number(let y) = ordinates[1], x.isFinite,
      y.isFinite, abs(x) < 1e15, abs(y) < 1e15
    else {
      throw ReadingError(
        path,
        "A position of two to four numbers, with x and y within ±1e15, was expected."
      )
    }
    return Coordinate(x: x, y: y)
  }

  static func coordinates(_ value: ParsedJSON, path: String) throws(ReadingError) -> [Coordinate] {
    guard case .array(let positions) = value else {
      throw ReadingError(path, "A list of positions was expected; this is \(value.kind).")
    }
    var coordinates: [Coordinate] = []
    for position in positions { coordinates.append(try coordinate(position, path: path)) }
    return coordinates
  }

  /// The value of a `coords` cell: a list, or a list written as text; nil for an empty cell.
  static func list(_ value: ParsedJSON, path: String) throws(ReadingError) -> [Coordinate]? {
    switch value {
    case .null: return nil
    case .number(let number) where number.isNaN: return nil
    case .string(let text):
      return try coordinates(
        JSONParser.parse(Array(text.utf8), path: path, isEmbedded: true),
        path: path
      )
    default: return try coordinates(value, path: path)
    }
  }

  /// The value of a `geo` cell: GeoJSON of the expected type as text; nil for an empty cell.
  static func geoJSON(_ value: ParsedJSON, type: String, path: String) throws(ReadingError)
    -> ParsedJSON?
  {
    var value = value
    switch value {
    case .null: return nil
    case .number(let number) where number.isNaN: return nil
    case .string(let text):
      if text.isEmpty { return nil }
      value = try JSONParser.parse(Array(text.utf8), path: path, isEmbedded: true)
    default: break
    }
    guard case .object(let members) = value, case .string(type)? = members["type"],
      let coordinates = members["coordinates"]
    else { throw ReadingError(path, "A GeoJSON \(type) was expected; this is \(value.kind).") }
    return coordinates
  }
}
