/// A value of a JSON document as Python's `json` writes it: NaN and the infinities included.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The kind of value, for messages.
  var kind: String {
    @inline(never) get {
      switch self {
      case .null: "null"
      case .bool: "a boolean"
      case .number(let value): "the number \(value)"
      case .string(let text): "the text '\(text.prefix(40))'"
      case .array: "an array"
      case .object: "an object"
      }
    }
  }
}
