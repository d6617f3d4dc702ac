import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport

struct FeatureRow {
  let network: UtilityNetwork
  let table: FeatureTable
  let row: Int
  let id: GlobalID
  let source: NetworkSource?

  var origin: String { table.origins[row] ?? "" }
  var origins: [String] { origin.split(separator: ";").map(String.init) }
  var places: [Coordinate] { table.geometries[row].map { Array($0.coordinates) } ?? [] }
  var isEdge: Bool { source?.elementKind == .edge }
  /// Whether it is neither structure nor container nor plain row.
  var conducts: Bool {
    source.map { [.device, .junction, .line, .junctionObject, .edgeObject].contains($0.usage) }
      ?? false
  }
  var type: AssetTypeID? { table.assetTypeID(of: row) }
  var assetType: (source: NetworkSource, group: AssetGroup, type: AssetType)? {
    type.flatMap { network.assetType($0) }
  }
  var terminals: [Int] {
    guard let id = assetType?.type.terminalConfigurationID else { return [1] }
    return network.definition.terminalConfiguration(id: id)?.terminals.map(\.id) ?? [1]
  }

  /// An attribute; nil where the row has no value or the table no such field.
  subscript(_ field: String) -> AttributeValue? {
    guard let column = table.fields.firstIndex(where: { $0.name == field }) else { return nil }
    let value = table.attributes[column][row]
    return value == .null ? nil : value
  }

  func integer(_ field: String) -> Int64? {
    if case .integer(let value)? = self[field] { value } else { nil }
  }

  func real(_ field: String) -> Double? {
    if case .real(let value)? = self[field] { value } else { nil }
  }

  func text(_ field: String) -> String? {
    if case .text(let value)? = self[field] { value } else { nil }
  }
}

extension UtilityNetwork {
  var rows: [FeatureRow] {
    tables.indices.flatMap { table in rows(of: table, tables[table].globalIDs.indices) }
  }

  func rows(origin: String) -> [FeatureRow] {
    features(origin: origin).flatMap { rows(of: Int($0.table), Int($0.row)..<Int($0.row) + 1) }
  }

  /// An attribute of the first feature of an element that has a value in it.
  func value(_ field: String, of origin: String) -> AttributeValue? {
    rows(origin: origin).compactMap { $0[field] }.first
  }

  func assetTypes(of origin: String) -> [String] {
    rows(origin: origin).map { $0.assetType.map { "\($0.group.name)/\($0.type.name)" } ?? "?" }
      .sorted()
  }

  func length(of origin: String) -> Double {
    rows(origin: origin).compactMap { $0.real("LENGTH") }.reduce(0, +)
  }

  private func rows(of number: Int, _ range: Range<Int>) -> [FeatureRow] {
    let table = tables[number]
    let source = definition.sources.first { $0.sourceID == table.sourceID }
    return range.compactMap { row in
      table.globalIDs[row].map {
        FeatureRow(network: self, table: table, row: row, id: $0, source: source)
      }
    }
  }
}

struct Groups<Element: Hashable> {
  private var parent: [Element: Element] = [:]
  private var size: [Element: Int] = [:]

  func root(_ element: Element) -> Element {
    var element = element
    while let next = parent[element] { element = next }
    return element
  }

  mutating func join(_ first: Element, _ second: Element) {
    var (small, large) = (root(first), root(second))
    guard small != large else { return }
    if size[small, default: 1] > size[large, default: 1] { swap(&small, &large) }
    parent[small] = large
    size[large] = size[large, default: 1] + size[small, default: 1]
  }

  mutating func join(all elements: some Collection<Element>) {
    for element in elements.dropFirst() { join(elements.first ?? element, element) }
  }
}

func repositoryFile(_ path: String) throws -> [UInt8] {
  var folder = URL(fileURLWithPath: #filePath)
  for _ in 0..<4 { folder.deleteLastPathComponent() }
  return [UInt8](try Data(contentsOf: folder.appendingPathComponent(path)))
}

/// Files of the repository's examples, each under the last part of its path.
func exampleFiles(_ paths: String...) throws -> [ImportFile] {
  try paths.map { path in
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return ImportFile(name: name, bytes: try repositoryFile("Examples/\(path)"))
  }
}

/// An answer that a script in Scripts/Oracles stored.
func storedAnswer(_ name: String) throws -> [String: Any] {
  let file = try repositoryFile("Tests/GeoSnapImportTests/Answers/\(name).json")
  return try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any] ?? [:]
}

extension ImportFile {
  init(_ name: String, _ text: String) { self.init(name: name, bytes: Array(text.utf8)) }
}

extension NetworkImporter {
  func read(_ text: String) throws(ImportError) -> ImportResult {
    try read([ImportFile("f", text)], named: "f", appendingTo: nil)
  }
}

extension SeededGenerator {
  mutating func happens(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }
}
