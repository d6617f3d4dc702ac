internal import GeoSnap

struct JSONNode {
  let value: ParsedJSON
  let path: String

  @inline(never)
  func error(_ message: String) -> ReadingError { ReadingError(path, message) }

  private func expected(_ what: String) -> ReadingError {
    error("\(what) was expected; this is \(value.kind).")
  }

  /// The members of an object; others than `names` are an error.
  @inline(never)
  func members(_ names: Set<String>) throws(ReadingError) -> JSONMembers {
    let members = try namedMembers()
    for name in members.keys.sorted() where !names.contains(name) {
      throw ReadingError(
        "\(path).\(name)",
        "There is no such member here. \(Words.known("member", names.sorted()))"
      )
    }
    return JSONMembers(members: members, path: path)
  }

  func namedMembers() throws(ReadingError) -> [String: JSONNode] {
    guard case .object(let members) = value else { throw expected("An object") }
    var nodes: [String: JSONNode] = [:]
    for (name, value) in members { nodes[name] = JSONNode(value: value, path: "\(path).\(name)") }
    return nodes
  }

  @inline(never)
  func elements() throws(ReadingError) -> [JSONNode] {
    guard case .array(let values) = value else { throw expected("An array") }
    return values.enumerated().map { JSONNode(value: $1, path: "\(path)[\($0)]") }
  }

  @inline(never)
  func text() throws(ReadingError) -> String {
    guard case .string(let text) = value else { throw expected("A text") }
    if text.isEmpty || text.utf8.contains(0) {
      throw error("A text was expected that is not empty and has no NUL character.")
    }
    return text
  }

  func texts() throws(ReadingError) -> [String] {
    var texts: [String] = []
    for element in try elements() { texts.append(try element.text()) }
    return texts
  }

  func flag() throws(ReadingError) -> Bool {
    guard case .bool(let flag) = value else { throw expected("true or false") }
    return flag
  }

  func distance() throws(ReadingError) -> Double {
    guard let number = value.double, number.isFinite, number >= 0 else {
      throw expected("A finite number of at least 0")
    }
    return number
  }

  func integer(_ range: ClosedRange<Int> = 0...Int(Int32.max)) throws(ReadingError) -> Int {
    guard case .number(let number) = value, let integer = Int(exactly: number),
      range.contains(integer)
    else { throw expected("A whole number from \(range.lowerBound) to \(range.upperBound)") }
    return integer
  }

  func word<Word: RawRepresentable & CaseIterable>(_ type: Word.Type) throws(ReadingError) -> Word
  where Word.RawValue == String {
    try choice(Word.allCases.map { ($0.rawValue, $0) })
  }

  func choice<Value>(_ choices: [(String, Value)]) throws(ReadingError) -> Value {
    let text = try text()
    if let choice = choices.first(where: { $0.0 == text }) { return choice.1 }
    let known = Words.known("choice", choices.map(\.0))
    throw error("There is no '\(text.prefix(40))' here. \(known)")
  }

  var isObject: Bool { if case .object = value { true } else { false } }
}

struct JSONMembers {
  let members: [String: JSONNode]
  let path: String

  subscript(name: String) -> JSONNode? {
    guard let node = members[name] else { return nil }
    if case .null = node.value { return nil }
    return node
  }

  @inline(never)
  func text(_ name: String) throws(ReadingError) -> String? { try self[name]?.text() }

  func texts(_ name: String) throws(ReadingError) -> [String]? { try self[name]?.texts() }

  func flag(_ name: String) throws(ReadingError) -> Bool { try self[name]?.flag() ?? false }

  @inline(never)
  func elements(_ name: String) throws(ReadingError) -> [JSONNode] {
    try self[name]?.elements() ?? []
  }

  @inline(never)
  func requiredText(_ name: String) throws(ReadingError) -> String { try required(name).text() }

  @inline(never)
  func required(_ name: String) throws(ReadingError) -> JSONNode {
    guard let node = self[name] else {
      throw ReadingError(path, "The member '\(name)' is missing.")
    }
    return node
  }
}
