internal import GeoSnap

/// One row of a query response.
struct ServiceRow {
  /// The file and the position in it, such as `query-9.json, features[3]`.
  let path: String
  /// The values by field name in upper case.
  let values: [String: ParsedJSON]
  let geometry: ParsedJSON?
  let layout: GeometryLayout

  func has(_ field: String) -> Bool { values[field] != nil }

  private func failure(_ field: String, _ message: String) -> ReadingError {
    ReadingError("\(path), \(field)", message)
  }

  /// A whole number; nil when the row has none.
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
        throw failure(field, "'\(text)' is not a whole number of 64 bits.")
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

  /// A number; nil when the row has none.
  func number(_ field: String) throws(ReadingError) -> Double? {
    switch values[field] ?? .null {
    case .null: return nil
    case let value where value.double?.isFinite == true: return value.double
    case let value: throw failure(field, "A finite number was expected; this is \(value.kind).")
    }
  }
}

/// A field of a layer as the service describes it.
struct ServiceField {
  /// In upper case.
  let name: String
  /// The type without `esriFieldType`.
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

/// All rows of a layer or table, from all pages.
struct ServiceTable {
  private(set) var fields: [ServiceField] = []
  private(set) var rows: [ServiceRow] = []

  /// Reads the pages; the last one must end the table.
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
        "exceededTransferLimit: the service has more rows after this page. Fetch the next page with "
          + "resultOffset."
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
