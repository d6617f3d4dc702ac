/// The media types that a request wants, as its header Accept weighs them (RFC 9110, 12.5.1).
struct AcceptedTypes: Sendable {
  private var weights: [String: Double] = [:]

  init(_ header: String?) {
    for item in (header ?? "").lowercased().split(separator: ",") {
      let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let type = parts.first, !type.isEmpty else { continue }
      // A weight that is none counts as if there were none.
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap {
        Double($0.dropFirst(2))
      }
      weights[type] = weight.map { min(max($0, 0), 1) } ?? 1
    }
  }

  /// How much a type is wanted: 0 where it is not.
  ///
  /// - Parameters:
  ///   - type: The type, such as `text/html`.
  ///   - orAny: Whether `*/*` stands for it too.
  /// - Returns: The weight, of what names the type most closely.
  func weight(of type: String, orAny: Bool = false) -> Double {
    let family = "\(type.prefix { $0 != "/" })/*"
    return weights[type] ?? weights[family] ?? (orAny ? weights["*/*"] : nil) ?? 0
  }
}
