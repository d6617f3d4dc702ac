/// The path and the query of a request, without percent signs.
struct Target: Sendable {
  /// The parts of the path between slashes; none for the root.
  let path: [String]
  /// Names and values of the query, in order.
  let query: [(name: String, value: String)]

  /// - Throws: A refusal of what is longer than any that makes sense, or is no UTF-8.
  init(_ text: String) throws(ServiceRefusal) {
    guard text.utf8.count <= 16_384 else {
      throw ServiceRefusal(
        status: 414,
        code: "tooLong",
        message: "The address has more than 16384 bytes: send a longer question by POST."
      )
    }
    guard text.hasPrefix("/") else {
      throw .badRequest("The address does not begin with a slash.")
    }
    let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var path: [String] = []
    for part in halves[0].split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      path.append(try Self.decoded(part, plusIsBlank: false))
    }
    if path.last == "" { path.removeLast() }
    self.path = path
    var query: [(name: String, value: String)] = []
    for pair in halves.count > 1 ? halves[1].split(separator: "&") : [] {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = sides.count > 1 ? try Self.decoded(sides[1], plusIsBlank: true) : ""
      query.append((try Self.decoded(sides[0], plusIsBlank: true), value))
    }
    self.query = query
  }

  private static func decoded(
    _ text: Substring,
    plusIsBlank: Bool
  ) throws(ServiceRefusal) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else {
          throw .badRequest("Two hexadecimal digits belong behind a % in the address.")
        }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsBlank: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw .badRequest("The address is not UTF-8.")
    }
    return decoded
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
