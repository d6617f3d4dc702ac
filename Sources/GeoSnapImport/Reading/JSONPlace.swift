/// The line of a byte in a JSON document, and the path of the value around it.
///
/// The bytes before it must be valid; they are not checked.
struct JSONPlace {
  /// The position of the byte, from 0.
  let byte: Int
  /// From 1.
  let line: Int
  /// The path of the innermost object or array around the byte, such as `$.rules[3]`.
  let path: String

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

  /// Finds the place of a byte; `root` is the path of the document.
  init(of byte: Int, in bytes: [UInt8], named root: String) {
    var line = 1
    var steps: [Step] = []
    var text: Range<Int>?
    var offset = 0
    let end = min(byte, bytes.count)
    while offset < end {
      switch bytes[offset] {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: "{"): steps.append(.object(member: ""))
      case UInt8(ascii: "["): steps.append(.array(index: 0))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = steps.popLast()
      case UInt8(ascii: ","):
        switch steps.last {
        case .array(let index)?: steps[steps.count - 1] = .array(index: index + 1)
        case .object?: steps[steps.count - 1] = .object(member: "")
        case nil: break
        }
      case UInt8(ascii: ":"):
        if case .object? = steps.last, let text {
          steps[steps.count - 1] = .object(member: String(decoding: bytes[text], as: UTF8.self))
        }
      case UInt8(ascii: "\""):
        let start = offset + 1
        offset = start
        while offset < end, bytes[offset] != UInt8(ascii: "\"") {
          if bytes[offset] == UInt8(ascii: "\n") { line += 1 }
          offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        text = start..<min(offset, end)
      default: break
      }
      offset += 1
    }
    self.byte = byte
    self.line = line
    let shown = steps.prefix(JSONPlace.stepLimit).map(\.text).joined()
    path = root + shown + (steps.count > JSONPlace.stepLimit ? "..." : "")
  }
}
