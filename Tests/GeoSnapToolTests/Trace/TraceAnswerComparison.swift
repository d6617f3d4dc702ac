import Foundation
import Testing

/// Says where documents of the program are otherwise than the answers of one file.
///
/// Only the origins of buses and nodes are compared: open devices and stubs of lines are rightly in a
/// result. `Scripts/Oracles/ask_geosnap.py` has the same rules.
struct TraceAnswerComparison {
  private let nodes: [String]
  /// The phases each node has when nothing is assumed.
  private var carried: [String: Int] = [:]

  private typealias Rows = [[String: Any]]
  private static let nodeTables: Set = ["bus", "node"]
  private static let isolationTables: Set = ["valve", "node", "bus", "switch", "ext_grid"]
  private static let phaseMasks = [
    "None": 0, "C": 1, "B": 2, "BC": 3, "A": 4, "AC": 5, "AB": 6, "ABC": 7,
  ]
  /// The member of the document that has what a member of an answer is about.
  private static let places = [
    "disconnected": "disconnected", "subnetworks": "subnetworks", "features": "features",
    "controllers": "features", "distances": "distances", "error": "error", "reached": "reached",
    "segments": "segments", "region": "isolation", "boundary": "isolation",
    "needed": "isolation", "controllersInside": "isolation", "phases": "elements",
    "lost": "elements",
  ]

  init(_ file: TraceAnswerFile) throws {
    try self.init(
      nodes: file.nodes,
      phases: file.questions.lazy.compactMap { $0.answer["phases"] as? String }.first
    )
  }

  init(nodes: [String], phases: String? = nil) throws {
    self.nodes = nodes
    if let phases { carried = try digits(phases) }
  }

  /// Each member of an answer with what is otherwise; an answer that says nothing is told as well.
  func differences(_ answer: [String: Any], _ document: [String: Any]) throws -> [String] {
    if let error = document["error"], answer["error"] == nil { return ["error: \(error)"] }
    let members = answer.keys.filter { $0 != "unclear" }.sorted()
    if members.isEmpty { return ["nothing to compare"] }
    return try members.compactMap { member in
      guard let place = Self.places[member] else { return "\(member): not known" }
      guard let found = document[place] else {
        return "\(member): no '\(place)' in \(document.keys.sorted())"
      }
      let unclear = try answer["unclear"].map { try expand($0) } ?? []
      let difference = try difference(member, answer[member] as Any, found, unclear)
      return difference.isEmpty ? nil : "\(member): \(difference)"
    }
  }

  private func difference(
    _ member: String,
    _ expected: Any,
    _ found: Any,
    _ unclear: Set<String>
  ) throws -> String {
    switch member {
    case "disconnected", "features": try told(expand(expected), origins(found))
    case "controllers": try controllers(expected, found)
    case "subnetworks": try subnetworks(expected, found)
    case "distances": try distances(expected, found, unclear)
    case "segments": try segments(expected, found)
    case "phases": try phases(expected, found)
    case "lost": try lost(expected, found, unclear)
    case "error":
      try same(text(expected), text(#require(found as? [String: Any])["code"] as Any))
    case "reached": try same(#require(expected as? Bool), #require(found as? Bool))
    case "region": try told(expand(expected), origins(isolated(member, found)))
    default:
      try told(
        Set(#require(expected as? [String])),
        origins(isolated(member, found), Self.isolationTables)
      )
    }
  }

  // MARK: Members

  private func isolated(_ member: String, _ isolation: Any) throws -> Any {
    try #require(isolation as? [String: Any])[member] as Any
  }

  private func controllers(_ expected: Any, _ found: Any) throws -> String {
    let expected = Set(try #require(expected as? [String]))
    let tables = Set(expected.map { table($0) })
    try #require(!tables.isEmpty)
    return try told(expected, origins(found, tables))
  }

  private func subnetworks(_ expected: Any, _ found: Any) throws -> String {
    let expected = try #require(expected as? [String: Any])
    var subnetworks: [String: Set<String>] = [:]
    for row in try #require(found as? Rows) {
      subnetworks[try text(row["name"] as Any), default: []]
        .formUnion(try origins(row["features"] as Any))
    }
    var parts = [told(Set(expected.keys), Set(subnetworks.keys))]
    for (name, some) in expected.sorted(by: { $0.key < $1.key }) {
      guard let members = subnetworks[name] else { continue }
      let difference = told(try expand(some), members)
      if !difference.isEmpty { parts.append("\(name) \(difference)") }
    }
    return joined(parts)
  }

  private func distances(_ expected: Any, _ found: Any, _ unclear: Set<String>) throws -> String {
    let expected = try #require(expected as? [String: Any])
    let reached = try expand(expected["nodes"] as Any)
    let values = try #require(expected["values"] as? [Double])
    try #require(values.count == reached.count)
    var lengths: [String: Double] = [:]
    for row in try #require(found as? Rows) {
      let value = try #require(row["value"] as? Double)
      for origin in origins(of: row) { lengths[origin] = min(lengths[origin] ?? .infinity, value) }
    }
    var parts = [told(reached.subtracting(unclear), Set(lengths.keys).subtracting(unclear))]
    // The values are in the order of the list.
    for (node, value) in zip(nodes.filter(reached.contains), values) where !unclear.contains(node) {
      guard let length = lengths[node] else { continue }
      // A length that is no number is a difference as well.
      let isClose = abs(length - value) <= 1e-6 * max(1, abs(value))
      if !isClose { parts.append("\(node): \(length) for \(value)") }
    }
    return joined(parts)
  }

  private struct Segment: Hashable {
    let nodes: Set<String>
    let valves: Set<String>
  }

  private func segments(_ expected: Any, _ found: Any) throws -> String {
    func counted(_ segments: [Segment]) -> [Segment: Int] {
      let some = segments.filter { !$0.nodes.isEmpty || !$0.valves.isEmpty }
      return Dictionary(some.map { ($0, 1) }, uniquingKeysWith: +)
    }
    func told(_ word: String, _ some: [Segment: Int], without others: [Segment: Int]) -> String {
      let rest = some.filter { $0.value > others[$0.key] ?? 0 }.keys
      return rest.isEmpty
        ? ""
        : "\(word) \(rest.count): "
          + rest.prefix(3).map {
            "\($0.nodes.sorted().prefix(4)) with \($0.valves.sorted().prefix(4))"
          }.joined(separator: ", ")
    }
    let wanted = counted(
      try #require(expected as? Rows).map {
        Segment(
          nodes: try expand($0["nodes"] as Any),
          valves: Set(try #require($0["valves"] as? [String]))
        )
      }
    )
    let segments = counted(
      try #require(found as? Rows).map {
        let valves = try #require($0["valves"] as? [String]).flatMap {
          origins(of: ["origin": $0], ["valve"])
        }
        return Segment(nodes: try origins($0["features"] as Any), valves: Set(valves))
      }
    )
    return joined([
      told("missing", wanted, without: segments), told("too many", segments, without: wanted),
    ])
  }

  private func phases(_ expected: Any, _ found: Any) throws -> String {
    let supplied = try supplied(found)
    let expected = try digits(text(expected))
    return joined(
      nodes.filter { supplied[$0] ?? 0 != expected[$0] }.prefix(8).map {
        "\($0): \(supplied[$0] ?? 0) for \(expected[$0] ?? 0)"
      }
    )
  }

  private func lost(_ expected: Any, _ found: Any, _ unclear: Set<String>) throws -> String {
    let supplied = try supplied(found)
    let expected = try #require(expected as? [String: Any])
    try #require(Set(expected.keys).isSubset(of: ["A", "B", "C"]) && !carried.isEmpty)
    return joined(
      try [("A", 4), ("B", 2), ("C", 1)].compactMap { name, phase in
        let lost = nodes.filter { (carried[$0] ?? 0) & ~(supplied[$0] ?? 0) & phase != 0 }
        let stored = try expand(expected[name] ?? "")
        let difference = told(stored.subtracting(unclear), Set(lost).subtracting(unclear))
        return difference.isEmpty ? nil : "\(name) \(difference)"
      }
    )
  }

  /// The phases that each node is supplied with.
  private func supplied(_ elements: Any) throws -> [String: Int] {
    var masks: [String: Int] = [:]
    for element in try #require(elements as? Rows) {
      let value = (element["propagated"] as? [String: Any])?["Phases Current"]
      let name = value as? String
      let mask = try name.map { try #require(Self.phaseMasks[$0]) } ?? (value as? Int) ?? 0
      for origin in origins(of: element) { masks[origin, default: 0] |= mask }
    }
    return masks
  }

  // MARK: Values

  private func text(_ value: Any) throws -> String { try #require(value as? String) }

  /// A text with a digit for each node.
  private func digits(_ text: String) throws -> [String: Int] {
    let digits = text.compactMap(\.wholeNumberValue)
    try #require(digits.count == nodes.count)
    return Dictionary(zip(nodes, digits)) { first, _ in first }
  }

  /// The nodes at positions such as `0-17 25`.
  private func expand(_ positions: Any) throws -> Set<String> {
    var found: Set<String> = []
    for part in try text(positions).split(separator: " ") {
      let ends = part.split(separator: "-").compactMap { Int($0) }
      guard
        let first = ends.first, let last = ends.last,
        first <= last, nodes.indices.contains(first), nodes.indices.contains(last)
      else { throw ExampleError(message: "No nodes at \(part)") }
      found.formUnion(nodes[first...last])
    }
    return found
  }

  private func table(_ origin: String) -> String { String(origin.prefix { $0 != "/" }) }

  /// The origins of some tables that features or elements name.
  private func origins(_ rows: Any, _ tables: Set<String> = nodeTables) throws -> Set<String> {
    Set(try #require(rows as? Rows).flatMap { origins(of: $0, tables) })
  }

  private func origins(of row: [String: Any], _ tables: Set<String> = nodeTables) -> [String] {
    (row["origin"] as? String ?? "").split(separator: ";")
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { tables.contains(table($0)) }
  }

  /// What differs between two sets, briefly; nothing when they are the same.
  private func told(_ expected: Set<String>, _ found: Set<String>) -> String {
    joined(
      [("missing", expected.subtracting(found)), ("too many", found.subtracting(expected))]
        .filter { !$0.1.isEmpty }
        .map { "\($0) \($1.count): \($1.sorted().prefix(6).joined(separator: ", "))" }
    )
  }

  private func same<Value: Equatable>(_ expected: Value, _ found: Value) -> String {
    expected == found ? "" : "\(found) for \(expected)"
  }

  private func joined(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.prefix(8).joined(separator: "; ")
  }
}
