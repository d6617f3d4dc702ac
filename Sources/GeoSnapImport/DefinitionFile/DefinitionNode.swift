internal import GeoSnap

/// A JSON path, such as `$.rules[3].from`; the text is built only for messages.
struct DefinitionPath: CustomStringConvertible {
  private let list: String
  private var index = -1
  private var key: String?

  init(_ text: String) { list = text }

  var description: String { list + (index < 0 ? "" : "[\(index)]") + (key.map { ".\($0)" } ?? "") }

  func member(_ key: String) -> DefinitionPath {
    var path = self.key == nil ? self : DefinitionPath(description)
    path.key = key
    return path
  }

  func entry(_ index: Int) -> DefinitionPath {
    var path = key == nil && self.index < 0 ? self : DefinitionPath(description)
    path.index = index
    return path
  }
}

struct DefinitionNode {
  let value: ParsedJSON
  let path: DefinitionPath
}

struct DefinitionObject {
  let path: DefinitionPath
  fileprivate let members: [String: ParsedJSON]

  func has(_ key: String) -> Bool { members[key] != nil }

  func node(_ key: String) -> DefinitionNode? {
    members[key].map { DefinitionNode(value: $0, path: path.member(key)) }
  }

  func path(_ key: String) -> DefinitionPath { members[key] == nil ? path : path.member(key) }
}

extension DefinitionFileReader {
  @inline(never)
  mutating func report(_ path: DefinitionPath, _ message: String) {
    problems.append(ImportProblem(path: "\(path)", message: message))
  }

  /// The members of an object, with unknown keys as problems; marks `path` as lost if the value is no object.
  mutating func object(_ node: DefinitionNode, _ keys: [String], losing path: String? = nil)
    -> DefinitionObject?
  {
    guard case .object(let members) = node.value else {
      report(node.path, "An object was expected; this is \(node.value.kind).")
      if let path { lost.insert(path) }
      return nil
    }
    guard members.keys.contains(where: { !keys.contains($0) }) else {
      return DefinitionObject(path: node.path, members: members)
    }
    var meant = members
    let missing = keys.filter { members[$0] == nil }
    for key in members.keys.sorted() where !keys.contains(key) {
      report(node.path.member(key), "'\(key)' is unknown; the known keys are \(list(keys)).")
      // A misspelt key is reported once; its value is read as if the key were correct.
      let near = missing.filter { key.differsLittle(from: $0) }
      if near.count == 1 || missing.contains("name") {
        meant[near.count == 1 ? near[0] : "name"] = members[key]
      }
    }
    return DefinitionObject(path: node.path, members: meant)
  }

  @inline(never)
  func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : Words.names(names)
  }

  @inline(never)
  func alternatives(_ names: [String]) -> String {
    names.isEmpty ? "; there are none." : ". Choose from: \(Words.names(names))."
  }

  mutating func nodes(_ object: DefinitionObject, _ key: String) -> [DefinitionNode] {
    guard let node = object.node(key) else { return [] }
    guard case .array(let values) = node.value else {
      report(node.path, "A list was expected; this is \(node.value.kind).")
      lost.insert("")
      for kind in UnreadNames.Kind.allCases { lost.insert(kind) }
      return []
    }
    let path = DefinitionPath("\(node.path)")
    return values.enumerated().map {
      DefinitionNode(value: $0.element, path: path.entry($0.offset))
    }
  }

  @inline(never)
  mutating func name(_ object: DefinitionObject, _ key: String = "name") -> String? {
    guard let text = text(object, key) else {
      if !object.has(key) { report(object.path, "'\(key)' is missing.") }
      return nil
    }
    return text
  }

  @inline(never)
  mutating func text(_ object: DefinitionObject, _ key: String) -> String? {
    object.node(key).flatMap { text($0) }
  }

  @inline(never)
  mutating func text(_ node: DefinitionNode) -> String? {
    guard case .string(let text) = node.value else {
      report(node.path, "A text was expected; this is \(node.value.kind).")
      return nil
    }
    return text
  }

  mutating func number(_ object: DefinitionObject, _ key: String) -> Double? {
    guard let node = object.node(key) else { return nil }
    guard let number = node.value.double, number.isFinite else {
      report(node.path, "A finite number was expected; this is \(node.value.kind).")
      return nil
    }
    return number
  }

  /// A whole number from 0 that fits into 32 bits, as all ids and codes do.
  mutating func identifier(_ object: DefinitionObject, _ key: String) -> Int? {
    guard let whole = integer(object, key) else { return nil }
    guard whole >= 0 else {
      report(object.path(key), "'\(key)' must be 0 or more; this is \(whole).")
      return nil
    }
    return whole
  }

  mutating func integer(_ object: DefinitionObject, _ key: String) -> Int? {
    guard let number = number(object, key) else { return nil }
    guard let whole = Int32(exactly: number) else {
      report(object.path(key), "A 32-bit integer was expected; this is \(number).")
      return nil
    }
    return Int(whole)
  }

  mutating func flag(_ object: DefinitionObject, _ key: String) -> Bool {
    guard let node = object.node(key) else { return false }
    guard case .bool(let flag) = node.value else {
      report(node.path, "true or false was expected; this is \(node.value.kind).")
      return false
    }
    return flag
  }

  /// The value of one of some words; the first when the member is missing.
  mutating func choice<Value>(
    _ object: DefinitionObject,
    _ key: String,
    _ choices: [(String, Value)]
  ) -> Value {
    guard let text = text(object, key) else { return choices[0].1 }
    if let choice = choices.first(where: { $0.0 == text }) { return choice.1 }
    report(object.path(key), "'\(text)' is not one of \(list(choices.map(\.0))).")
    return choices[0].1
  }

  /// Numbers for all entries: those that state none get the least free ones.
  mutating func numbers(_ stated: [(number: Int?, path: DefinitionPath)], from first: Int) -> [Int]
  {
    var used: Set<Int> = []
    for entry in stated {
      guard let number = entry.number else { continue }
      if !used.insert(number).inserted { report(entry.path, "The number \(number) is used twice.") }
    }
    var next = first
    return stated.map { entry in
      if let number = entry.number { return number }
      while used.contains(next) { next += 1 }
      used.insert(next)
      return next
    }
  }

  mutating func checkNames(_ names: [(name: String, path: DefinitionPath)], _ what: String) {
    var known: Set<String> = []
    for (name, path) in names where !known.insert(name.lowercased()).inserted {
      report(path, "Two \(what) are named '\(name)' (case is ignored).")
    }
  }

  mutating func reportUnknown(_ name: String, _ path: DefinitionPath, _ message: String) {
    let key = name.lowercased()
    if unknownNames[key] != nil {
      unknownNames[key]?.repetitions += 1
    } else {
      unknownNames[key] = (problems.count, 0)
      report(path, message)
    }
  }

  mutating func countRepetitions() {
    for (problem, repetitions) in unknownNames.values where repetitions > 0 {
      problems[problem].message += " The same problem is in \(repetitions) more places."
    }
  }
}

extension String {
  /// Whether one letter was changed, left out, added or swapped with its neighbour, or only case differs.
  fileprivate func differsLittle(from other: String) -> Bool {
    let one = Array(lowercased())
    let two = Array(other.lowercased())
    guard abs(one.count - two.count) <= 1 else { return false }
    let start = zip(one, two).prefix { $0 == $1 }.count
    let end = zip(one.dropFirst(start).reversed(), two.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    let rest = (one.dropFirst(start).dropLast(end), two.dropFirst(start).dropLast(end))
    return max(rest.0.count, rest.1.count) <= 1
      || rest.0.count == 2 && Array(rest.0.reversed()) == Array(rest.1)
  }
}

/// The names of entries that could not be read, so that references to them are not reported as further problems.
struct UnreadNames {
  enum Kind: CaseIterable {
    case category
    case domain
    case terminalConfiguration
    case terminal
    case attribute
  }

  private var paths: Set<String> = []
  private var kinds: [Kind] = []

  /// Marks a source, `Source/Group` or `Source/Group/Type` as lost; an empty last name stands for all entries there.
  @inline(never)
  mutating func insert(_ path: String) { paths.insert(path.lowercased()) }

  @inline(never)
  mutating func insert(_ kind: Kind) { kinds.append(kind) }

  func contains(_ kind: Kind) -> Bool { kinds.contains(kind) }

  var hasSources: Bool { paths.contains { !$0.contains("/") } }

  func contains(path: String) -> Bool {
    guard !paths.isEmpty else { return false }
    let text = path.lowercased()
    // A lost entry may have any number.
    if text.split(separator: "/").contains(where: { Int(whole: String($0)) != nil }) { return true }
    return paths.contains("") || paths.contains(text)
      || text.indices.contains {
        text[$0] == "/"
          && (paths.contains(String(text[..<$0])) || paths.contains(String(text[...$0])))
      }
  }
}

// The words of a definition file for the values of the model; the first is the default.

enum DefinitionWords {
  static let tierDefinitions: [(String, TierDefinition)] = [
    ("none", .none), ("hierarchical", .hierarchical), ("partitioned", .partitioned),
  ]
  static let controllers: [(String, SubnetworkControllerType)] = [
    ("source", .source), ("sink", .sink),
  ]
  static let topologies: [(String, TierTopology)] = [("radial", .radial), ("mesh", .mesh)]
  static let roles: [(String, AssociationRole)] = [
    ("none", .none), ("container", .container), ("structure", .structure),
  ]
  static let deletes: [(String, AssociationDeleteSemantics)] = [
    ("setToNone", .setToNone), ("cascade", .cascade), ("restricted", .restricted),
  ]
  static let policies: [(String, ConnectivityPolicy?)] = [
    ("none", nil), ("endVertex", .endVertex), ("anyVertex", .anyVertex),
  ]
  static let dataTypes: [(String, NetworkAttribute.DataType)] = [
    ("integer", .integer), ("float", .float), ("double", .double), ("boolean", .boolean),
  ]
  static let storages: [(String, AttributeField.Storage)] = [
    ("text", .text), ("integer", .integer), ("real", .real), ("blob", .blob),
  ]
  static let usages = NetworkSourceUsage.allCases.map { ($0.name, $0) }
  static let ruleKinds = NetworkRuleKind.allCases.map { ($0.name, $0) }

  static func word<Value: Equatable>(_ value: Value, _ words: [(String, Value)]) -> String? {
    words.dropFirst().first { $0.1 == value }?.0
  }

  static var lists:
    [(key: String, usage: NetworkSourceUsage, list: WritableKeyPath<Tier, [AssetTypeCode]>)]
  {
    [
      ("validDevices", .device, \.validDevices), ("validLines", .line, \.validLines),
      ("validJunctions", .junction, \.validJunctions),
      ("validJunctionObjects", .junctionObject, \.validJunctionObjects),
      ("validEdgeObjects", .edgeObject, \.validEdgeObjects),
      ("validSubnetworkControllers", .device, \.validSubnetworkControllers),
      (
        "validJunctionObjectSubnetworkControllers", .junctionObject,
        \.validJunctionObjectSubnetworkControllers
      ),
      ("aggregatedLinesForSubnetLine", .line, \.aggregatedLinesForSubnetLine),
    ]
  }
}
