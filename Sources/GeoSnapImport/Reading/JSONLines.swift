internal import GeoSnap

/// Finds the lines at which values of a JSON document begin; the document must be valid.
struct JSONLines {
  private let wanted: Set<String>
  private var scanner: JSONScanner
  /// The line of the byte at the offset `counted`.
  private var line = 1
  private var counted = 0
  private var found: [String: Int] = [:]

  /// The line of each path; for a path that does not exist, the line of its nearest ancestor.
  static func lines(of paths: Set<String>, in bytes: [UInt8]) -> [String: Int] {
    var lines = JSONLines(
      wanted: paths.union(paths.flatMap(ancestors)),
      scanner: JSONScanner(offset: ByteOrderMark.length(bytes))
    )
    try? lines.visit("$", bytes.span)
    var result: [String: Int] = [:]
    for path in paths {
      result[path] = lines.found[path] ?? ancestors(of: path).compactMap { lines.found[$0] }.first
    }
    return result
  }

  private static func ancestors(of path: String) -> [String] {
    path.indices.filter { path[$0] == "." || path[$0] == "[" }.reversed()
      .map { String(path[..<$0]) }
  }

  private mutating func visit(_ path: String, _ bytes: Span<UInt8>) throws(FormatError) {
    let first = scanner.peek(bytes)
    if wanted.contains(path) {
      line += lineEnds(bytes.extracting(counted..<scanner.offset))
      counted = scanner.offset
      found[path] = line
    }
    switch first {
    case JSONByte.openBrace:
      var goesOn = try scanner.beginObject(bytes)
      while goesOn {
        let name = try scanner.readName(bytes)
        let text = try JSONScanner.text(name, in: bytes, replacingHalves: true)
        try visit("\(path).\(text)", bytes)
        goesOn = try scanner.continueObject(bytes)
      }
    case JSONByte.openBracket:
      var index = 0
      var goesOn = try scanner.beginArray(bytes)
      while goesOn {
        try visit("\(path)[\(index)]", bytes)
        index += 1
        goesOn = try scanner.continueArray(bytes)
      }
    case JSONByte.quote: _ = try scanner.passString(bytes)
    default:
      // A number or a word, also one of Python.
      let ends = [JSONByte.comma, JSONByte.closeBracket, JSONByte.closeBrace]
      while scanner.offset < bytes.count, bytes[scanner.offset] > 0x20,
        !ends.contains(bytes[scanner.offset])
      { scanner.offset += 1 }
    }
  }
}

/// Finds places in a JSON document, for messages about documents that other code reads.
package enum JSONDocument {
  /// Returns the syntax error of a JSON document and its line; nil for a valid document.
  package static func syntaxProblem(in bytes: [UInt8]) -> (line: Int?, message: String)? {
    do {
      _ = try JSONParser.parse(bytes, path: "$")
      return nil
    } catch {
      return (error.line, error.message)
    }
  }

  /// The line of the value at a path such as `$.edits[0]` of a valid document, or of its nearest ancestor.
  package static func line(of path: String, in bytes: [UInt8]) -> Int? {
    JSONLines.lines(of: [path], in: bytes)[path]
  }
}
