internal import GeoSnap

/// Readable JSON: members in a given order, and short values on one line.
indirect enum JSONText {
  case value(String)
  case list([JSONText])
  case object([(String, JSONText)])
  /// An object that is always on one line.
  case row([(String, JSONText)])

  private static let width = 100

  static func text(_ text: String) -> JSONText { .value(text.jsonQuoted(.blanks)) }
  static func integer(_ number: Int) -> JSONText { .value("\(number)") }
  static let yes = JSONText.value("true")

  /// A number: whole ones without a fraction, those that are not finite as null.
  static func real(_ value: Double) -> JSONText {
    var bytes: [UInt8] = []
    bytes.appendShortJSON(value)
    return .value(String(decoding: bytes, as: UTF8.self))
  }

  init(_ value: ParsedJSON) {
    self =
      switch value {
      case .null: .value("null")
      case .bool(let truth): .value("\(truth)")
      case .number(let number): .real(number)
      case .digits(let digits): .value(digits)
      case .string(let text): .text(text)
      case .array(let values): .list(values.map { JSONText($0) })
      case .object(let members):
        .object(members.orderedByName(\.key).map { ($0.key, JSONText($0.value)) })
      }
  }

  /// The document, with a final line end.
  var document: String {
    var text = ""
    write(to: &text, indent: 0)
    return text + "\n"
  }

  var line: String {
    switch self {
    case .value(let text): text
    case .list(let entries): "[\(entries.map(\.line).joined(separator: ", "))]"
    case .object(let members), .row(let members):
      "{\(members.map { "\($0.0.jsonQuoted(.blanks)): \($0.1.line)" }.joined(separator: ", "))}"
    }
  }

  /// Whether the value fits on a line that already has `used` characters.
  private func fits(_ used: Int) -> Bool {
    switch self {
    case .value, .row: return true
    case .list(let entries) where entries.count > 20: return false
    default:
      let line = line
      return line.utf8.count + used <= Self.width
    }
  }

  private func write(to text: inout String, indent: Int, used: Int = 0) {
    guard !fits(indent + used) else {
      text += line
      return
    }
    let space = String(repeating: " ", count: indent + 2)
    func end(_ mark: String) { text += "\n" + String(repeating: " ", count: indent) + mark }
    switch self {
    case .value, .row: text += line
    case .list(let entries):
      text += "["
      for (index, entry) in entries.enumerated() {
        text += (index > 0 ? ",\n" : "\n") + space
        entry.write(to: &text, indent: indent + 2)
      }
      end("]")
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        let key = member.0.jsonQuoted(.blanks) + ": "
        text += (index > 0 ? ",\n" : "\n") + space + key
        member.1.write(to: &text, indent: indent + 2, used: key.utf8.count)
      }
      end("}")
    }
  }
}
