extension DecodingError {
  /// The path at which reading failed, such as `rules.0.id`.
  public var path: String {
    let context =
      switch self {
      case .dataCorrupted(let context), .keyNotFound(_, let context),
        .typeMismatch(_, let context), .valueNotFound(_, let context):
        context
      @unknown default: Context(codingPath: [], debugDescription: "")
      }
    return context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
      .joined(separator: ".")
  }
}
