/// Finds the lines at which values of a JSON document begin; the document must be valid.
struct JSONLines {
  private let bytes: [UInt8]
  private let wanted: Set<String>
  private var offset = 0
  private var line = 1
  private var found: [String: Int] = [:]

  private init(_ bytes: [UInt8], wanted: Set<String>) {
    self.bytes = bytes
    self.wanted = wanted
    offset = ByteOrderMark.length(bytes)
  }

  /// The line of each path; for a path that does not exist, the line of its nearest ancestor.
  static func lines(of paths: Set<String>, in bytes: [UInt8]) -> [String: Int] {
    var wanted = paths
    for path in paths { wanted.formUnion(ancestors(of: path)) }
    var lines = JSONLines(bytes, wanted: wanted)
    lines.visit("$")
    var result: [String: Int] = [:]
    for path in paths {
      result[path] = lines.found[path] ?? ancestors(of: path).compactMap { lines.found[$0] }.first
    }
    return result
  }

  /// The ancestors of a path, the nearest first.
  private static func ancestors(of path: String) -> [String] {
    path.indices.filter { path[$0] == "." || path[$0] == "[" }.reversed()
      .map { String(path[..<$0]) }
  }

  private mutating func advance() {
    if bytes[offset] == UInt8(ascii: "\n") { line += 1 }
    offset += 1
  }

  private mutating func skipSpace() {
    while offset < bytes.count, bytes[offset] <= 0x20 { advance() }
  }

  /// Passes a value; `path` is nil inside values that are not wanted.
  private mutating func visit(_ path: String) {
    skipSpace()
    guard offset < bytes.count else { return }
    if wanted.contains(path) { found[path] = line }
    switch bytes[offset] {
    case UInt8(ascii: "{"):
      advance()
      while next(before: UInt8(ascii: "}")) {
        let name = string()
        skipSpace()
        advance()
        visit("\(path).\(name)")
      }
    case UInt8(ascii: "["):
      advance()
      var index = 0
      while next(before: UInt8(ascii: "]")) {
        visit("\(path)[\(index)]")
        index += 1
      }
    case UInt8(ascii: "\""): _ = string()
    default:
      while offset < bytes.count, !Array(",]} \n\r\t".utf8).contains(bytes[offset]) { advance() }
    }
  }

  /// Passes a comma or the end of a list; returns whether another entry follows.
  private mutating func next(before end: UInt8) -> Bool {
    skipSpace()
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ",") {
      advance()
      skipSpace()
    }
    guard offset < bytes.count else { return false }
    guard bytes[offset] == end else { return true }
    advance()
    return false
  }

  private mutating func string() -> String {
    advance()
    let start = offset
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
      if bytes[offset] == UInt8(ascii: "\\") { advance() }
      if offset < bytes.count { advance() }
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if offset < bytes.count { advance() }
    return text
  }
}
