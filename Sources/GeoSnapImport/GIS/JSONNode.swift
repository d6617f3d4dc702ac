/// A value of a JSON document that knows its path, so that every complaint can name it.
struct JSONNode {
  let value: ParsedJSON
  let path: String

  /// A complaint about this value.
  @inline(never)
  func error(_ message: String) -> ReadingError { ReadingError(path, message) }

  private func expected(_ what: String) -> ReadingError {
    error("\(what) was expected; this is \(value.kind).")
  }

  /// The members of an object, none of which may have another name than these.
  @inline(never)
  func members(_ names: Set<String>) throws(ReadingError) -> JSONMembers {
    let members = try namedMembers()
    for name in members.keys.ordered() where !names.contains(name) {
      throw ReadingError(
        "\(path).\(name)",
        "There is no such member here: \(names.ordered().joined(separator: ", ")) are known."
      )
    }
    return JSONMembers(members: members, path: path)
  }

  /// The members of an object whose names are the user's own.
  func namedMembers() throws(ReadingError) -> [String: JSONNode] {
    guard case .object(let members) = value else { throw expected("An object") }
    var nodes: [String: JSONNode] = [:]
    for (name, value) in members { nodes[name] = JSONNode(value: value, path: "\(path).\(name)") }
    return nodes
  }

  /// The elements of an array.
  @inline(never)
  func elements() throws(ReadingError) -> [JSONNode] {
    guard case .array(let values) = value else { throw expected("An array") }
    return values.enumerated().map { JSONNode(value: $1, path: "\(path)[\($0)]") }
  }

  /// A text that is not empty.
  @inline(never)
  func text() throws(ReadingError) -> String {
    guard case .string(let text) = value else { throw expected("A text") }
    if text.isEmpty || text.utf8.contains(0) {
      throw error("A text that is not empty was expected.")
    }
    return text
  }

  /// A list of texts.
  func texts() throws(ReadingError) -> [String] {
    var texts: [String] = []
    for element in try elements() { texts.append(try element.text()) }
    return texts
  }

  func flag() throws(ReadingError) -> Bool {
    guard case .bool(let flag) = value else { throw expected("true or false") }
    return flag
  }

  /// A finite number of at least zero.
  func distance() throws(ReadingError) -> Double {
    guard let number = value.double, number.isFinite, number >= 0 else {
      throw expected("A number of at least 0")
    }
    return number
  }

  /// A whole number within bounds.
  func integer(_ range: ClosedRange<Int> = 0...Int(Int32.max)) throws(ReadingError) -> Int {
    guard case .number(let number) = value, let integer = Int(exactly: number),
      range.contains(integer)
    else {
      throw expected("A whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  /// One of the words that a type has for its cases.
  func word<Word: RawRepresentable & CaseIterable>(_ type: Word.Type) throws(ReadingError) -> Word
  where Word.RawValue == String {
    let text = try text()
    guard let word = Word(rawValue: text) else {
      throw unknown(text, Word.allCases.map(\.rawValue))
    }
    return word
  }

  private func unknown(_ word: String, _ known: [String]) -> ReadingError {
    error("There is no '\(word.prefix(40))' here: \(known.joined(separator: ", ")) are known.")
  }

  /// Whether the value is an object.
  var isObject: Bool { if case .object = value { true } else { false } }
}

/// The members of an object whose names are known.
struct JSONMembers {
  let members: [String: JSONNode]
  let path: String

  /// A member; nil when it is absent or null.
  subscript(name: String) -> JSONNode? {
    guard let node = members[name] else { return nil }
    if case .null = node.value { return nil }
    return node
  }

  /// A text that is not empty; nil when it is absent or null.
  @inline(never)
  func text(_ name: String) throws(ReadingError) -> String? { try self[name]?.text() }

  /// A list of texts; nil when it is absent or null.
  func texts(_ name: String) throws(ReadingError) -> [String]? { try self[name]?.texts() }

  /// Whether a member says so; not when it is absent or null.
  func flag(_ name: String) throws(ReadingError) -> Bool { try self[name]?.flag() ?? false }

  /// The elements of an array; none when it is absent or null.
  @inline(never)
  func elements(_ name: String) throws(ReadingError) -> [JSONNode] {
    try self[name]?.elements() ?? []
  }

  /// A text that must be there.
  @inline(never)
  func requiredText(_ name: String) throws(ReadingError) -> String { try required(name).text() }

  /// A member that must be there.
  @inline(never)
  func required(_ name: String) throws(ReadingError) -> JSONNode {
    guard let node = self[name] else {
      throw ReadingError(path, "The member '\(name)' is missing.")
    }
    return node
  }
}
