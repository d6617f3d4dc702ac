import GeoSnap

/// The parts of an HTTP request that the service reads.
public struct ServiceRequest: Sendable {
  /// The method in capitals, such as `GET`.
  let method: String
  /// The path and the query, as in the first line.
  let target: String
  /// The headers that the service reads, with names in lower case; the first value of each.
  let headers: [String: String]
  /// The body.
  let body: [UInt8]

  /// The names of the headers that the service reads.
  public static let headerNames = [
    "accept", "authorization", "content-type", "host", "if-none-match", "origin", "sec-fetch-mode",
    "sec-fetch-site", "upgrade", "x-forwarded-proto",
  ]

  /// Creates a request.
  public init(method: String, target: String, headers: [String: String] = [:], body: [UInt8] = []) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }
}

struct Target: Sendable {
  let path: [String]
  let query: [(name: String, value: String)]

  init(_ text: String) throws(ServiceRefusal) {
    guard text.utf8.count <= 16_384 else {
      throw ServiceRefusal(
        414,
        "tooLong",
        "The address has more than 16384 bytes: send a longer question by POST."
      )
    }
    // Splits bytes: a combining character must not hide a separator.
    func split(
      _ text: Substring.UTF8View,
      at separator: Unicode.Scalar,
      maxSplits: Int = .max
    ) -> [Substring.UTF8View] {
      text.split(
        separator: UInt8(ascii: separator),
        maxSplits: maxSplits,
        omittingEmptySubsequences: false
      )
    }
    let halves = split(text[...].utf8, at: "?", maxSplits: 1)
    guard halves[0].first == UInt8(ascii: "/") else {
      throw .badRequest("The address does not begin with a slash.")
    }
    var path: [String] = []
    for part in split(halves[0], at: "/").dropFirst() {
      path.append(try Self.decoded(part, plusIsBlank: false))
    }
    if path.last == "" { path.removeLast() }
    self.path = path
    var query: [(name: String, value: String)] = []
    for pair in halves.count > 1 ? split(halves[1], at: "&") : [] where !pair.isEmpty {
      let sides = split(pair, at: "=", maxSplits: 1)
      let value = sides.count > 1 ? try Self.decoded(sides[1], plusIsBlank: true) : ""
      query.append((try Self.decoded(sides[0], plusIsBlank: true), value))
    }
    self.query = query
  }

  private static func decoded(
    _ text: Substring.UTF8View,
    plusIsBlank: Bool
  ) throws(ServiceRefusal) -> String {
    let isPlain = text.allSatisfy { $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "+") }
    guard !isPlain else { return String(Substring(text)) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(HexDigits.value),
          let low = rest.next().flatMap(HexDigits.value)
        else { throw .badRequest("A % in the address must be followed by two hexadecimal digits.") }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsBlank: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw .badRequest("The address is not UTF-8.")
    }
    return decoded
  }
}

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
