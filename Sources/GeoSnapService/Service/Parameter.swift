import GeoSnap
import GeoSnapTool

/// A parameter in the path or the query of a route.
package struct Parameter: Sendable {
  /// The kind of its values.
  enum Kind: Sendable {
    case text
    /// A text that matches a pattern, and the message for other texts.
    case shaped(String, otherwise: String)
    /// A global id, row:TABLE/ROW or origin:NAME.
    case feature
    case integer(ClosedRange<Int>)
    /// A number from 0 to a maximum.
    case number(most: Double)
    case flag
    /// X,Y.
    case place
    /// XMIN,YMIN,XMAX,YMAX.
    case extent
    /// Four or six numbers: the minima of two or three axes, then the maxima.
    case box
    case choice([String])
  }

  package let name: String
  let kind: Kind
  package var isInPath = false
  var isRequired = false
  var isRepeated = false
  /// The default value in the description.
  var standard: JSONValue?
  let summary: String

  func check(_ value: String) throws(ServiceRefusal) {
    guard value.utf8.count <= 8_192 else { throw wrong(value.prefix(40) + "...", "too long") }
    switch kind {
    case .text:
      guard !value.isEmpty else { throw .badRequest("\(name) is empty: \(summary)") }
    case .shaped(let pattern, let otherwise):
      guard Self.matches(pattern, value) else { throw wrong(value, otherwise) }
    case .feature:
      guard Self.namesFeature(value) else {
        throw wrong(value, "neither a global id nor row:TABLE/ROW nor origin:NAME")
      }
    case .integer(let range):
      guard let number = Int(value), range.contains(number) else {
        throw wrong(value, "not a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
    case .number(let most):
      guard let number = Double(value), number >= 0, number <= most else {
        throw wrong(value, "not a number from 0 to \(most)")
      }
    case .flag:
      guard ["true", "false"].contains(value) else {
        throw wrong(value, "neither true nor false")
      }
    case .place:
      guard Self.numbers(value, count: 2) != nil else { throw wrong(value, "not a place X,Y") }
    case .extent:
      guard let numbers = Self.numbers(value, count: 4) else {
        throw wrong(value, "not an extent XMIN,YMIN,XMAX,YMAX")
      }
      guard numbers[0] <= numbers[2], numbers[1] <= numbers[3] else {
        throw .noAnswer("\(name) is \(value): a minimum is greater than its maximum.")
      }
    case .box:
      guard Self.numbers(value, count: 4) ?? Self.numbers(value, count: 6) != nil else {
        throw wrong(value, "neither four numbers nor six")
      }
    case .choice(let words):
      guard words.contains(value) else {
        throw wrong(value, "not one of \(Words.names(words))")
      }
    }
  }

  private func wrong(_ value: some StringProtocol, _ why: String) -> ServiceRefusal {
    .badRequest("\(name) is \(value): \(why).")
  }

  /// The finite numbers in a comma-separated list of `count`; nil for any other text.
  static func numbers(_ text: String, count: Int) -> [Double]? {
    finiteNumbers(text).flatMap { $0.count == count ? $0 : nil }
  }

  /// The schema in the description of the service.
  var schema: JSONValue {
    var one: [String: JSONValue] =
      switch kind {
      case .text: ["type": "string", "minLength": 1]
      case .shaped(let pattern, _): ["type": "string", "pattern": .string("^(\(pattern))$")]
      case .feature: ["type": "string", "pattern": .string("^(\(Self.featurePattern))$")]
      case .integer(let range):
        [
          "type": "integer", "minimum": .integer(range.lowerBound),
          "maximum": .integer(range.upperBound),
        ]
      case .number(let most): ["type": "number", "minimum": 0, "maximum": .number(most)]
      case .flag: ["type": "boolean"]
      case .place, .extent: Self.numberList(kind)
      case .box: Self.boxSchema
      case .choice(let words): ["type": "string", "enum": JSONValue(words)]
      }
    one["default"] = standard
    return .object(isRepeated ? ["type": "array", "items": .object(one)] : one)
  }

  private static let globalIDPattern = "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
  private static let featurePattern =
    #"\#(globalIDPattern)|\{\#(globalIDPattern)\}|row:[^/]+/[0-9]{1,18}|origin:[^;][\s\S]*"#
  /// Whether it matches `featurePattern`, without the cost of matching it: a request may have a thousand values.
  private static func namesFeature(_ value: String) -> Bool {
    func rest(behind prefix: String) -> Substring? {
      guard value.utf8.starts(with: prefix.utf8) else { return nil }
      return Substring(value.utf8.dropFirst(prefix.utf8.count))
    }
    if let origin = rest(behind: "origin:") {
      return !origin.isEmpty && origin.utf8.first != UInt8(ascii: ";")
    }
    if let row = rest(behind: "row:") {
      let parts = row.utf8.split(
        separator: UInt8(ascii: "/"),
        omittingEmptySubsequences: false
      )
      return parts.count == 2 && !parts[0].isEmpty && (1...18).contains(parts[1].count)
        && parts[1].allSatisfy { (0x30...0x39).contains($0) }
    }
    return GlobalID(value) != nil
  }

  private static func matches(_ pattern: String, _ value: String) -> Bool {
    // Matches as readers of the description do: a character that combines with a colon is separate from it.
    (try? Regex(pattern).matchingSemantics(.unicodeScalar).wholeMatch(in: value)) != nil
  }

  private static func numberList(_ kind: Kind) -> [String: JSONValue] {
    let count = if case .place = kind { 2 } else { 4 }
    return [
      "type": "array", "items": .object(["type": "number"]), "minItems": .integer(count),
      "maxItems": .integer(count),
    ]
  }

  /// The schema of OGC API - Features, which also excludes five numbers.
  private static let boxSchema: [String: JSONValue] = {
    let counts: [JSONValue] = [4, 6]
    return [
      "type": "array", "items": .object(["type": "number"]), "minItems": 4, "maxItems": 6,
      "oneOf": .array(counts.map { .object(["minItems": $0, "maxItems": $0]) }),
    ]
  }()

  var document: JSONValue {
    var members: [String: JSONValue] = [
      "name": .string(name), "in": isInPath ? "path" : "query",
      "required": .bool(isRequired || isInPath), "description": .string(summary), "schema": schema,
    ]
    if isInPath { return .object(members) }
    // Numbers in a list are separated by commas; repeated parameters are repeated.
    members["style"] = "form"
    members["explode"] = .bool(isRepeated)
    return .object(members)
  }
}
