internal import GeoSnap

/// Chooses the fields of a layer that become columns, and converts their values.
struct ServiceColumns {
  /// The names of the fields with the row number and the global id.
  private(set) var objectID = "OBJECTID"
  private(set) var globalID = "GLOBALID"
  private(set) var fields: [AttributeField] = []
  private(set) var notes: [String] = []
  private var sources: [ServiceField] = []
  private var known: Set<String> = []

  private static let storages: [String: AttributeField.Storage] = [
    "SmallInteger": .integer, "Integer": .integer, "BigInteger": .integer, "Double": .real,
    "Single": .real, "String": .text, "GUID": .text, "GlobalID": .text, "XML": .text,
    "Date": .text, "DateOnly": .text, "TimeOnly": .text, "TimestampOffset": .text,
  ]

  /// Chooses the columns, first those of the layer's definition, then further ones of the query responses.
  ///
  /// `own` are the columns that every table has anyway.
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
      // The name ORIGIN is reserved for the origin of a feature.
      var name = field.name
      if name == "ORIGIN" {
        repeat { name += "_" } while all.contains { $0.name.uppercased() == name }
        notes.append("The field ORIGIN is kept as \(name).")
      }
      fields.append(AttributeField(name, storage))
      sources.append(field)
    }
    if !dropped.isEmpty {
      notes.append("Fields that are not kept: \(Words.names(dropped)).")
    }
  }

  func values(of row: ServiceRow) throws(ReadingError) -> [AttributeValue] {
    if let unknown = row.values.keys.filter({ !known.contains($0) }).min() {
      throw ReadingError(
        "\(row.path), \(unknown)",
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

  private func value(
    of field: ServiceField,
    _ storage: AttributeField.Storage,
    _ row: ServiceRow
  ) throws(ReadingError) -> AttributeValue {
    if case .null = row.values[field.name] ?? .null { return .null }
    if field.type == "Date", case .number = row.values[field.name] ?? .null {
      guard let time = try row.integer(field.name), abs(time) <= 253_402_300_799_999 else {
        throw ReadingError(
          "\(row.path), \(field.name)",
          "The time must be within ±253402300799999 ms of 1970, up to the end of the year 9999."
        )
      }
      return .text(UTCTime(milliseconds: time).description)
    }
    switch storage {
    case .integer:
      return try row.integer(field.name).map { .integer(Int64($0)) } ?? .null
    case .real:
      return .optional(try row.number(field.name))
    case .text:
      guard let text = try row.text(field.name) else { return .null }
      guard !text.utf8.contains(0) else {
        throw ReadingError("\(row.path), \(field.name)", "The text contains a NUL character.")
      }
      return .text(text)
    case .blob: return .null
    }
  }
}

/// A date and time in UTC, in milliseconds since the beginning of 1970, as services count it.
package struct UTCTime: CustomStringConvertible {
  let milliseconds: Int

  package init(milliseconds: Int) {
    self.milliseconds = milliseconds
  }

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
