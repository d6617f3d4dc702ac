internal import GeoSnap

struct ServiceRow {
  /// The file and the position in it, such as `query-9.json, features[3]`.
  let path: String
  let values: [String: ParsedJSON]
  let geometry: ParsedJSON?
  let layout: GeometryLayout

  func has(_ field: String) -> Bool { values[field] != nil }

  func failure(_ field: String, _ message: String) -> ReadingError {
    ReadingError("\(path), \(field)", message)
  }

  func integer(_ field: String) throws(ReadingError) -> Int? {
    switch values[field] ?? .null {
    case .null: return nil
    case .number(let number):
      // Greater numbers are not exact.
      guard let whole = Int(exactly: number), abs(whole) <= 1 << 53 else {
        throw failure(field, "'\(number)' is not a whole number that can be read exactly.")
      }
      return whole
    case .digits(let digits):
      guard let whole = Int(whole: digits) else {
        throw failure(field, "'\(digits.prefix(40))' is beyond 64 bits.")
      }
      return whole
    case .string(let text):
      guard let whole = Int(whole: text) else {
        throw failure(field, "'\(text)' is not a 64-bit integer.")
      }
      return whole
    case let value: throw failure(field, "A whole number was expected; this is \(value.kind).")
    }
  }

  /// A required whole number of 32 bits; all ids and codes are such numbers.
  func code(_ field: String) throws(ReadingError) -> Int {
    guard let number = try integer(field) else { throw failure(field, "The value is missing.") }
    guard let code = Int32(exactly: number) else {
      throw failure(field, "The number \(number) is beyond 32 bits.")
    }
    return Int(code)
  }

  func text(_ field: String) throws(ReadingError) -> String? {
    switch values[field] ?? .null {
    case .null: return nil
    case .string(let text): return text
    case let value: throw failure(field, "A text was expected; this is \(value.kind).")
    }
  }

  /// A required global id, with or without braces, in upper or lower case.
  func globalID(_ field: String) throws(ReadingError) -> GlobalID {
    guard let text = try text(field) else { throw failure(field, "The global id is missing.") }
    guard let id = GlobalID(text) else {
      throw failure(field, "'\(text)' is not a global id such as {1234ABCD-....}.")
    }
    return id
  }

  func number(_ field: String) throws(ReadingError) -> Double? {
    switch values[field] ?? .null {
    case .null: return nil
    case let value where value.double?.isFinite == true: return value.double
    case let value: throw failure(field, "A finite number was expected; this is \(value.kind).")
    }
  }
}

struct ServiceField {
  let name: String
  let type: String
  let domain: ParsedJSON?

  init?(_ value: ParsedJSON) {
    guard case .object(let members) = value, case .string(let name)? = members["name"] else {
      return nil
    }
    self.name = name.uppercased()
    let prefix = "esriFieldType"
    if case .string(let type)? = members["type"] {
      self.type = type.hasPrefix(prefix) ? String(type.dropFirst(prefix.count)) : type
    } else {
      type = "String"
    }
    domain = members["domain"]
  }
}

struct ServiceTable {
  private(set) var fields: [ServiceField] = []
  private(set) var rows: [ServiceRow] = []

  init(_ pages: [ServiceFiles.File], _ problems: inout [ImportProblem]) {
    for (index, page) in pages.enumerated() {
      do {
        try read(page, isLast: index == pages.count - 1)
      } catch {
        problems.append(ImportProblem(error))
      }
    }
  }

  private mutating func read(_ page: ServiceFiles.File, isLast: Bool) throws(ReadingError) {
    guard case .object(let members) = page.root, case .array(let features)? = members["features"]
    else {
      throw ReadingError(
        page.name,
        "There is no list 'features': this is not an answer to a query with f=json."
      )
    }
    if isLast, case .bool(true)? = members["exceededTransferLimit"] {
      throw ReadingError(
        page.name,
        "exceededTransferLimit: the service has more rows after this page. Fetch the next page with resultOffset."
      )
    }
    for case let field? in Self.list(members["fields"]).map(ServiceField.init)
    where !fields.contains(where: { $0.name == field.name }) {
      fields.append(field)
    }
    let layout = try GeometryLayout(members, path: page.name)
    rows.reserveCapacity(rows.count + features.count)
    for (index, feature) in features.enumerated() {
      let path = "\(page.name), features[\(index)]"
      guard case .object(let feature) = feature,
        case .object(let attributes)? = feature["attributes"]
      else { throw ReadingError(path, "A feature with 'attributes' was expected.") }
      var values: [String: ParsedJSON] = [:]
      for (name, value) in attributes {
        guard values.updateValue(value, forKey: name.uppercased()) == nil else {
          throw ReadingError(path, "Two fields are named \(name) (case is ignored).")
        }
      }
      rows.append(
        ServiceRow(path: path, values: values, geometry: feature["geometry"], layout: layout)
      )
    }
  }

  static func list(_ value: ParsedJSON?) -> [ParsedJSON] {
    if case .array(let values)? = value { return values }
    return []
  }
}

struct ServiceColumns {
  private(set) var objectID = "OBJECTID"
  private(set) var globalID = "GLOBALID"
  private(set) var fields: [AttributeField] = []
  private(set) var notes: [String] = []
  private(set) var renamed: [String: String] = [:]
  private var sources: [ServiceField] = []
  private var known: Set<String> = []

  private static let storages: [String: AttributeField.Storage] = [
    "SmallInteger": .integer, "Integer": .integer, "BigInteger": .integer, "Double": .real,
    "Single": .real, "String": .text, "GUID": .text, "GlobalID": .text, "XML": .text,
    "Date": .text, "DateOnly": .text, "TimeOnly": .text, "TimestampOffset": .text,
  ]

  /// The storage of the network's own columns, which fields of another storage must not fill; nil for all fields.
  private static let reserved: [String: AttributeField.Storage?] = [
    "ORIGIN": nil, FieldName.controllerName: .text, FieldName.tierName: .text,
    FieldName.controllerTerminal: .integer,
  ]

  /// Chooses the columns, those of the layer's definition first; `own` are those that every table has.
  init(_ described: [ServiceField], _ queried: [ServiceField], own: Set<String>) {
    var all = described
    for field in queried where !all.contains(where: { $0.name == field.name }) { all.append(field) }
    known = Set(all.map(\.name))
    objectID = all.first { $0.type == "OID" }?.name ?? objectID
    globalID = all.first { $0.type == "GlobalID" }?.name ?? globalID
    var dropped: [String] = []
    for field in all
    where field.name != objectID && field.name != globalID && field.type != "Geometry" {
      if own.contains(field.name) { continue }
      guard let storage = Self.storages[field.type] else {
        dropped.append("\(field.name) (\(field.type))")
        continue
      }
      var name = field.name
      if let own = Self.reserved[name], own != storage {
        repeat { name += "_" } while all.contains { $0.name.uppercased() == name }
        notes.append("The field \(field.name) is kept as \(name).")
        renamed[field.name] = name
      }
      fields.append(AttributeField(name, storage))
      sources.append(field)
    }
    if !dropped.isEmpty { notes.append("Fields that are not kept: \(Words.names(dropped)).") }
  }

  func values(of row: ServiceRow) throws(ReadingError) -> [AttributeValue] {
    if let unknown = row.values.keys.filter({ !known.contains($0) }).min() {
      throw row.failure(
        unknown,
        "The field is not among the layer's fields: fetch the definition and the rows at the same time."
      )
    }
    var values: [AttributeValue] = []
    values.reserveCapacity(sources.count)
    for (field, storage) in zip(sources, fields.lazy.map(\.storage)) {
      values.append(try value(of: field, storage, row))
    }
    return values
  }

  private func value(of field: ServiceField, _ storage: AttributeField.Storage, _ row: ServiceRow)
    throws(ReadingError) -> AttributeValue
  {
    if case .null = row.values[field.name] ?? .null { return .null }
    if field.type == "Date", case .number = row.values[field.name] ?? .null {
      guard let time = try row.integer(field.name), abs(time) <= 253_402_300_799_999 else {
        throw row.failure(
          field.name,
          "The time must be within ±253402300799999 ms of 1970, up to the end of the year 9999."
        )
      }
      return .text(UTCTime(milliseconds: time).description)
    }
    switch storage {
    case .integer: return try row.integer(field.name).map { .integer(Int64($0)) } ?? .null
    case .real: return .optional(try row.number(field.name))
    case .text:
      guard let text = try row.text(field.name) else { return .null }
      guard !text.utf8.contains(0) else {
        throw row.failure(field.name, "The text contains a NUL character.")
      }
      return .text(text)
    case .blob: return .null
    }
  }
}

package struct UTCTime: CustomStringConvertible {
  let milliseconds: Int

  package init(milliseconds: Int) { self.milliseconds = milliseconds }

  /// The ISO 8601 form, such as `2021-05-07T09:09:06.000Z`.
  package var description: String {
    let dayLength = 86_400_000
    var days = milliseconds / dayLength
    var rest = milliseconds % dayLength
    if rest < 0 {
      days -= 1
      rest += dayLength
    }
    // Converts days to a Gregorian date, by eras of 400 years that begin in March.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = "\(abs(number))"
      return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count))
        + digits
    }
    let date =
      "\(padded(year, 4))-\(padded(month < 10 ? month + 3 : month - 9, 2))-\(padded(day, 2))"
    let time =
      "\(padded(rest / 3_600_000, 2)):\(padded(rest / 60_000 % 60, 2)):"
      + "\(padded(rest / 1000 % 60, 2)).\(padded(rest % 1000, 3))"
    return "\(date)T\(time)Z"
  }
}
