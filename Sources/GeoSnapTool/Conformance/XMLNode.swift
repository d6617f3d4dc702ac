/// An element of an XML document: as much of XML as test files use.
struct XMLNode {
  let name: String
  let attributes: [String: String]
  private(set) var children: [XMLNode] = []
  /// The text directly inside, without that of children.
  private(set) var text = ""
  /// The line it begins on.
  let line: Int

  /// The first child of a name.
  func child(_ name: String) -> XMLNode? { children.first { $0.name == name } }

  /// The children of a name.
  func children(_ name: String) -> [XMLNode] { children.filter { $0.name == name } }

  /// Reads a document.
  ///
  /// - Throws: ``XMLError`` with the line.
  static func parse(_ bytes: [UInt8]) throws(XMLError) -> XMLNode {
    var parser = XMLParser(bytes)
    return try parser.parseDocument()
  }

  fileprivate mutating func add(_ child: XMLNode) { children.append(child) }
  fileprivate mutating func add(_ more: String) { text += more }
}

/// What is wrong with an XML document, and on which line.
struct XMLError: Error, CustomStringConvertible {
  let message: String
  let line: Int

  var description: String { "\(message) (line \(line))" }
}

private struct XMLParser {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func parseDocument() throws(XMLError) -> XMLNode {
    if starts(with: "\u{FEFF}") { advance(3) }
    while true {
      skipSpace()
      guard !isAtEnd else { throw error("There is no element.") }
      if try skipMarkup() { continue }
      return try parseElement()
    }
  }

  /// Skips a comment, a declaration or an instruction; false when there is none.
  private mutating func skipMarkup() throws(XMLError) -> Bool {
    if starts(with: "<!--") {
      try skip(past: "-->")
    } else if starts(with: "<?") {
      try skip(past: "?>")
    } else if starts(with: "<!") && !starts(with: "<![CDATA[") {
      try skip(past: ">")
    } else {
      return false
    }
    return true
  }

  /// Elements that are open are kept in a list, not on the stack: nesting has no limit.
  private mutating func parseElement() throws(XMLError) -> XMLNode {
    var open: [XMLNode] = []
    while true {
      guard !isAtEnd else { throw error("'\(open.last?.name ?? "")' is not closed.") }
      if try skipMarkup() { continue }
      if open.isEmpty, !starts(with: "<") || starts(with: "<![CDATA[") {
        throw error("Text stands where an element should begin.")
      }
      if starts(with: "<![CDATA[") {
        advance(9)
        let start = offset
        try skip(past: "]]>")
        open[open.count - 1].add(String(decoding: bytes[start..<offset - 3], as: UTF8.self))
      } else if starts(with: "</") {
        advance(2)
        let name = readName()
        skipSpace()
        guard starts(with: ">"), let closed = open.popLast(), closed.name == name else {
          throw error("'</\(name)>' closes nothing.")
        }
        advance(1)
        if open.isEmpty { return closed }
        open[open.count - 1].add(closed)
      } else if starts(with: "<") {
        let (node, isEmpty) = try parseTag()
        if !isEmpty {
          open.append(node)
        } else if open.isEmpty {
          return node
        } else {
          open[open.count - 1].add(node)
        }
      } else {
        let start = offset
        while !isAtEnd, bytes[offset] != UInt8(ascii: "<") { advance(1) }
        open[open.count - 1].add(unescaped(bytes[start..<offset]))
      }
    }
  }

  private mutating func parseTag() throws(XMLError) -> (XMLNode, isEmpty: Bool) {
    let start = line
    advance(1)
    let name = readName()
    guard !name.isEmpty else { throw error("'<' stands without a name.") }
    var attributes: [String: String] = [:]
    while true {
      skipSpace()
      if starts(with: "/>") {
        advance(2)
        return (XMLNode(name: name, attributes: attributes, line: start), true)
      }
      if starts(with: ">") {
        advance(1)
        return (XMLNode(name: name, attributes: attributes, line: start), false)
      }
      let attribute = readName()
      skipSpace()
      guard !attribute.isEmpty, starts(with: "=") else {
        throw error("'\(name)' has an attribute without a value.")
      }
      advance(1)
      skipSpace()
      guard !isAtEnd, bytes[offset] == UInt8(ascii: "\"") || bytes[offset] == UInt8(ascii: "'")
      else { throw error("The value of '\(attribute)' has no quotes.") }
      let quote = bytes[offset]
      advance(1)
      let valueStart = offset
      while !isAtEnd, bytes[offset] != quote { advance(1) }
      guard !isAtEnd else { throw error("The value of '\(attribute)' does not end.") }
      attributes[attribute] = unescaped(bytes[valueStart..<offset])
      advance(1)
    }
  }

  // MARK: Characters

  private var isAtEnd: Bool { offset >= bytes.count }

  private func error(_ message: String) -> XMLError { XMLError(message: message, line: line) }

  private func starts(with text: String) -> Bool { bytes[offset...].starts(with: text.utf8) }

  private mutating func advance(_ count: Int) {
    for _ in 0..<count where !isAtEnd {
      if bytes[offset] == UInt8(ascii: "\n") { line += 1 }
      offset += 1
    }
  }

  private mutating func skip(past text: String) throws(XMLError) {
    let start = line
    while !isAtEnd {
      if starts(with: text) {
        advance(text.utf8.count)
        return
      }
      advance(1)
    }
    throw XMLError(message: "'\(text)' is missing.", line: start)
  }

  private mutating func skipSpace() {
    while !isAtEnd, bytes[offset] <= UInt8(ascii: " ") { advance(1) }
  }

  private mutating func readName() -> String {
    let start = offset
    while !isAtEnd, bytes[offset] > UInt8(ascii: " "),
      !"=/><\"'".utf8.contains(bytes[offset])
    { advance(1) }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    var text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    for (name, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&"),
    ] {
      text = text.split(separator: name, omittingEmptySubsequences: false)
        .joined(separator: character)
    }
    return text
  }
}
