internal import Foundation

package enum DecodingExplanation {
  package static func of(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .dataCorrupted(let context): return at(context.codingPath) + sentence(context)
    case .keyNotFound(let key, let context):
      return at(context.codingPath) + "Key \(key.stringValue) is missing."
    case .typeMismatch(let type, let context):
      return at(context.codingPath) + "This must be \(noun(type))."
    case .valueNotFound(let type, let context):
      return at(context.codingPath) + "This is null; it must be \(noun(type))."
    @unknown default: return "\(error)"
    }
  }

  /// The description for a value of the right type; the decoder's own text for numbers speaks in terms of Swift.
  private static func sentence(_ context: DecodingError.Context) -> String {
    let text = context.debugDescription
    if ["not representable in Swift", "does not fit in"].contains(where: text.contains) {
      return "This must be a whole number within the range of its type."
    }
    guard text.contains("not valid JSON") else { return text }
    return "This is not valid JSON, or a number in it is too large or not whole."
  }

  private static func noun(_ type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    default: "\(type)".hasPrefix("Array") ? "a list" : "an object"
    }
  }

  /// The path of the value that the decoder refuses, such as `$.edits[0]`.
  package static func path(of error: any Error) -> String {
    let path: [any CodingKey] =
      switch error as? DecodingError {
      case .dataCorrupted(let context), .keyNotFound(_, let context),
        .typeMismatch(_, let context), .valueNotFound(_, let context):
        context.codingPath
      default: []
      }
    return "$" + steps(path)
  }

  private static func steps(_ path: [any CodingKey]) -> String {
    path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
  }

  private static func at(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "" : "at \(steps(path).drop { $0 == "." }): "
  }
}

/// A value as JSON with sorted keys, so that the same value always gives the same text.
package func sortedJSON(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}
