/// The media types of a request's Accept header, with their weights (RFC 9110, 12.5.1).
struct AcceptedTypes: Sendable {
  private var weights: [String: Double] = [:]

  init(_ header: String?) {
    for item in (header ?? "").lowercased().split(separator: ",") {
      let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let type = parts.first, !type.isEmpty else { continue }
      // A malformed weight is ignored.
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap {
        Double($0.dropFirst(2))
      }
      weights[type] = weight.map { min(max($0, 0), 1) } ?? 1
    }
  }

  /// The weight of a type such as `text/html`; 0 when it is not accepted.
  ///
  /// The most specific entry counts. `*/*` counts only with `orAny`.
  func weight(of type: String, orAny: Bool = false) -> Double {
    let family = "\(type.prefix { $0 != "/" })/*"
    return weights[type] ?? weights[family] ?? (orAny ? weights["*/*"] : nil) ?? 0
  }
}
