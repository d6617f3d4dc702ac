/// The form of numbers, places and lists in the sentences of the library and the command.
package enum Words {
  /// A number without decimals when it is whole, otherwise to seven digits.
  package static func number(_ number: Double) -> String {
    let magnitude = number.magnitude
    if number == number.rounded(), magnitude < 1e15 { return "\(Int(number))" }
    let parts = "\(number)".split(separator: "e")
    if !(1e-6..<1e15).contains(magnitude), parts.count == 2, let digits = Double(parts[0]) {
      return OrdinateFormat.decimals(6).text(digits) + "e\(parts[1])"
    }
    guard number.isFinite else { return "\(number)" }
    var decimals = 6
    var rest = magnitude
    while rest >= 10 { (rest, decimals) = (rest / 10, decimals - 1) }
    while rest < 1 { (rest, decimals) = (rest * 10, decimals + 1) }
    return OrdinateFormat.decimals(max(decimals, 0)).text(number)
  }

  /// A number with a fixed count of decimals, including zeros; one with an exponent has seven digits.
  package static func number(_ number: Double, decimals: Int) -> String {
    let text = OrdinateFormat.decimals(decimals).text(number)
    if text.contains("e") { return self.number(number) }
    guard decimals > 0, number.isFinite else { return text }
    let written = text.firstIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 }
    return text + (written == nil ? "." : "")
      + String(repeating: "0", count: max(decimals - (written ?? 0), 0))
  }

  /// A place, such as `417831.504 5367588.087`.
  package static func place(_ place: Coordinate) -> String {
    let decimals = decimals(near: place)
    return "\(number(place.x, decimals: decimals)) \(number(place.y, decimals: decimals))"
  }

  /// A distance with as many decimals as places near `place` have.
  package static func distance(_ distance: Double, near place: Coordinate) -> String {
    number(distance, decimals: decimals(near: place))
  }

  private static func decimals(near place: Coordinate) -> Int {
    abs(place.x) <= 180 && abs(place.y) <= 90 ? 7 : 3
  }

  /// A count of things: `1 feature`, `2 features`.
  package static func count(_ number: Int, _ thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
  }

  /// Names to choose from, such as `A and B` or `A, B and 12 more`.
  package static func names(_ names: [String], limit: Int = 30) -> String {
    list(names, "and", limit: limit)
  }

  /// A list, such as `A`, `A or B` or `A, B or 12 more`; empty without things.
  package static func list(_ things: [String], _ conjunction: String, limit: Int = .max) -> String {
    var names = Array(things.prefix(limit))
    if things.count > limit { names.append("\(things.count - limit) more") }
    guard let last = names.popLast() else { return "" }
    return names.isEmpty ? last : "\(names.joined(separator: ", ")) \(conjunction) \(last)"
  }

  /// The sentence that lists the known names: `The only tier is A.`, `The tiers are A, B and 12 more.`; empty without.
  package static func known(_ thing: String, _ names: [String]) -> String {
    if names.isEmpty { return "" }
    return names.count == 1
      ? "The only \(thing) is \(names[0])." : "The \(thing)s are \(self.names(names))."
  }
}

extension String {
  /// Whether two names are equal, compared without case.
  @inline(never)
  func isSpelled(like other: String) -> Bool { lowercased() == other.lowercased() }

  /// The elements of imported files that an origin such as `bus/17;load/3` lists.
  package var originElements: [String] {
    // Most origins name one.
    if !utf8.contains(where: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: " ") }) {
      return isEmpty ? [] : [self]
    }
    return utf8.split(separator: UInt8(ascii: ";")).map { Substring($0).trimmingSpaces }
      .filter { !$0.isEmpty }
  }
}

extension StringProtocol {
  /// The text without spaces at its ends.
  package var trimmingSpaces: String {
    var bytes = Substring(self).utf8
    while bytes.first == UInt8(ascii: " ") { bytes.removeFirst() }
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return String(Substring(bytes))
  }
}

/// An error with the reason for the refusal and the remedy.
protocol AdvisedError: ExplainedError { var advice: (reason: String, remedy: String) { get } }

extension AdvisedError {
  /// The reason for the refusal.
  public var failureReason: String? { advice.reason }
  /// The remedy.
  public var recoverySuggestion: String? { advice.remedy }
}
