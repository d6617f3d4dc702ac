/// Says in one sentence what is wrong with JSON, and where.
package enum DecodingExplanation {
  /// What a decoder complains about, with the path of the value in the JSON.
  package static func of(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .dataCorrupted(let context): return at(context.codingPath) + context.debugDescription
    case .keyNotFound(let key, let context):
      return at(context.codingPath) + "Key \(key.stringValue) is missing."
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      return at(context.codingPath) + "Expected \(type). \(context.debugDescription)"
    @unknown default: return "\(error)"
    }
  }

  private static func at(_ path: [any CodingKey]) -> String {
    guard !path.isEmpty else { return "" }
    let steps = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }
    return "at \(steps.joined().drop { $0 == "." }): "
  }
}
