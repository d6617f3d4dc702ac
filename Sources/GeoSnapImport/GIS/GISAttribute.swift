internal import GeoSnap

/// A network attribute of a GIS import, and the column with its values.
struct GISAttribute {
  let name: String
  let column: String
  let type: NetworkAttribute.DataType
  let isApportionable: Bool

  var storage: AttributeField.Storage {
    type == .integer || type == .boolean ? .integer : .real
  }

  /// The column of an attribute: the one that all imports use, or the name in capitals.
  static func column(of name: String) -> String {
    if let known = AttributeNumber.all.first(where: { $0.name == name }) { return known.field }
    let letters = name.uppercased().filter { $0.isLetter || $0.isNumber || $0 == "_" }
    return letters.isEmpty ? "ATTRIBUTE" : letters
  }

  /// The number that an attribute has for a word.
  static func word(_ text: String, of attribute: String) -> Double? {
    let word = text.lowercased()
    switch attribute {
    case "Device Status": return ["unknown": 0, "open": 1, "closed": 2][word]
    case "In Service": return ["true": 1, "false": 0][word]
    case "Phases Current":
      var bits = 0
      for letter in word {
        guard let bit = ["a": 4, "b": 2, "c": 1][letter], bits & bit == 0 else { return nil }
        bits |= bit
      }
      return bits == 0 ? nil : Double(bits)
    default: return nil
    }
  }

  /// The range of an attribute's numbers; nil for any.
  private var range: ClosedRange<Double>? {
    switch name {
    case "Device Status": 0...2
    case "In Service": 0...1
    case "Phases Current": 0...7
    default: type == .boolean ? 0...1 : nil
    }
  }

  /// The value of a row, converted as a mapping defines.
  ///
  /// - Throws: The problem, as the end of a sentence.
  func value(
    _ value: AttributeValue,
    _ column: GISMapping.AttributeColumn
  ) throws(Refusal) -> AttributeValue {
    let number: Double?
    if let values = column.values {
      number = value.key.flatMap { GISMapping.listed($0, in: values) } ?? column.other
      if number == nil, let key = value.key, !key.isEmpty {
        throw Refusal(
          "has \(column.field) '\(key.prefix(40))', which the mapping does not list: list it in "
            + "\"values\" of \(name)."
        )
      }
    } else {
      number = try plain(value, column) ?? column.other
    }
    guard let number else { return .null }
    if column.values == nil, let whole = GISAttribute.whole(value), Int64(exactly: number) != whole,
      GISAttribute.word("\(whole)", of: name) == nil
    {
      // A double cannot hold it exactly.
      if storage == .integer, range == nil { return .integer(whole) }
      throw Refusal("has \(column.field) \(whole), which \(name) does not hold exactly.")
    }
    if let range, !range.contains(number) {
      throw Refusal(
        "has \(column.field) \(AttributeValue.text(of: number)); \(name) must be between "
          + "\(Int(range.lowerBound)) and \(Int(range.upperBound))."
      )
    }
    guard storage == .integer else { return .real(number) }
    guard let integer = Int64(exactly: number) else {
      throw Refusal("has \(column.field) \(number); \(name) must be a whole number of 64 bits.")
    }
    return .integer(integer)
  }

  private static func whole(_ value: AttributeValue) -> Int64? {
    switch value {
    case .integer(let number): number
    case .text(let text): wholeNumber(text)
    case .null, .real, .blob: nil
    }
  }

  private func plain(
    _ value: AttributeValue,
    _ column: GISMapping.AttributeColumn
  ) throws(Refusal) -> Double? {
    switch value {
    case .null, .text(""): return nil
    case .integer(let integer): return Double(integer)
    case .real(let number) where number.isFinite: return number
    case .text(let text):
      if let number = GISAttribute.word(text, of: name) { return number }
      if type == .boolean, let flag = Bool(text.lowercased()) { return flag ? 1 : 0 }
      if let number = Double(text), number.isFinite { return number }
    default: break
    }
    throw Refusal(
      "has \(column.field) '\((value.key ?? "bytes").prefix(40))', which is not a value of "
        + "\(name). Correct it in the data, or list all values of \(column.field) in \"values\": with "
        + "\"values\", only listed values are read."
    )
  }
}

/// A problem of a row, as the end of a sentence that begins with the row.
struct Refusal: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
