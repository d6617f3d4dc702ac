import GeoSnap

/// The path and the query of a request, percent-decoded.
struct Target: Sendable {
  /// The parts of the path between slashes; none for the root.
  let path: [String]
  /// Names and values of the query, in order.
  let query: [(name: String, value: String)]

  /// Throws a refusal of a text that is too long, or is not UTF-8.
  init(_ text: String) throws(ServiceRefusal) {
    guard text.utf8.count <= 16_384 else {
      throw ServiceRefusal(
        status: 414,
        code: "tooLong",
        message: "The address has more than 16384 bytes: send a longer question by POST."
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
        else {
          throw .badRequest("A % in the address must be followed by two hexadecimal digits.")
        }
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
