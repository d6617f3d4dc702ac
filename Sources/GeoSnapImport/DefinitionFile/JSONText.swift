/// Readable JSON: members in a given order, and short values on one line.
indirect enum JSONText {
  case value(String)
  case list([JSONText])
  case object([(String, JSONText)])
  /// An object that is always on one line.
  case row([(String, JSONText)])

  private static let width = 100

  static func text(_ text: String) -> JSONText { .value(quoted(text)) }
  static func integer(_ number: Int) -> JSONText { .value("\(number)") }
  static func real(_ value: Double) -> JSONText { .value(number(value)) }
  static let yes = JSONText.value("true")

  /// A number: whole ones without a fraction, those that are not finite as null.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if let whole = Int64(exactly: value), abs(value) < 9e15 { return "\(whole)" }
    return "\(value)"
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case let control where control.value < 0x20:
        let digits = String(control.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// The document, with a final line end.
  var document: String {
    var text = ""
    write(to: &text, indent: 0)
    return text + "\n"
  }

  private var line: String {
    switch self {
    case .value(let text): text
    case .list(let entries): "[\(entries.map(\.line).joined(separator: ", "))]"
    case .object(let members), .row(let members):
      "{\(members.map { "\(Self.quoted($0.0)): \($0.1.line)" }.joined(separator: ", "))}"
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
        let key = Self.quoted(member.0) + ": "
        text += (index > 0 ? ",\n" : "\n") + space + key
        member.1.write(to: &text, indent: indent + 2, used: key.utf8.count)
      }
      end("}")
    }
  }
}
