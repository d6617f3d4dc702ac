/// The line of a byte in a JSON text, and the path of the value around it.
///
/// The bytes before it should be valid; they are not checked.
package struct JSONPlace {
  /// From 1.
  package let line: Int
  /// The path of the innermost object or array around the byte, such as `$.rules[3]`.
  package let path: String

  /// The greatest number of steps in the path of a deeply nested value.
  private static let stepLimit = 20

  private enum Step {
    case object(member: String)
    case array(index: Int)

    var text: String {
      switch self {
      case .object(let member): member.isEmpty ? "" : ".\(member)"
      case .array(let index): "[\(index)]"
      }
    }
  }

  /// Finds the place of the byte at an offset; `root` is the path of the text.
  package init(of offset: Int, in text: Span<UInt8>, named root: String) {
    let bytes = text.extracting(first: min(offset, text.count))
    var steps: [Step] = []
    var name: JSONName?
    var scanner = JSONScanner(offset: 0)
    while let byte = scanner.peek(bytes) {
      if byte == JSONByte.quote {
        name = try? scanner.passString(bytes)
        continue
      }
      scanner.offset += 1
      switch (byte, steps.last) {
      case (JSONByte.openBrace, _): steps.append(.object(member: ""))
      case (JSONByte.openBracket, _): steps.append(.array(index: 0))
      case (JSONByte.closeBrace, _), (JSONByte.closeBracket, _): _ = steps.popLast()
      case (JSONByte.comma, .array(let index)?):
        steps[steps.count - 1] = .array(index: index + 1)
      case (JSONByte.comma, .object?): steps[steps.count - 1] = .object(member: "")
      case (JSONByte.colon, .object?):
        let member = name.flatMap { String(validating: bytes.extracting($0.range)) }
        steps[steps.count - 1] = .object(member: member ?? "")
      default: break
      }
    }
    line = 1 + lineEnds(bytes)
    let shown = steps.prefix(JSONPlace.stepLimit).map(\.text).joined()
    path = root + shown + (steps.count > JSONPlace.stepLimit ? "..." : "")
  }
}
