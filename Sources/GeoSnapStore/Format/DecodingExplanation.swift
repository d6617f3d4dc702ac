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

  /// The path of the value that a decoder complains about, such as `$.edits[0]`.
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
