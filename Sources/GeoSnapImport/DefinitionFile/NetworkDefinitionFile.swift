public import GeoSnap

/// A network definition with its rules as a JSON file, with names in place of numbers.
///
/// `Documentation/network-definition.schema.json` is its schema. Missing numbers become the least free ones.
public struct NetworkDefinitionFile: Equatable, Sendable {
  package let definition: NetworkDefinition
  package let rules: [NetworkRule]
  /// The fields of the sources' tables, by source id.
  package let fields: [Int: [AttributeField]]

  package init(
    definition: NetworkDefinition,
    rules: [NetworkRule] = [],
    fields: [Int: [AttributeField]] = [:]
  ) {
    self.definition = definition
    self.rules = rules
    self.fields = fields.filter { !$0.value.isEmpty }
  }

  /// Creates a file from the definition, rules and fields of a network.
  public init(_ network: UtilityNetwork) {
    var fields: [Int: [AttributeField]] = [:]
    for table in network.tables {
      if let sourceID = table.sourceID { fields[sourceID] = table.fields }
    }
    self.init(definition: network.definition, rules: network.rules, fields: fields)
  }

  /// Reads a file; `name` is its name in errors.
  ///
  /// - Throws: ``ImportError`` with path, line and message of every problem.
  public init(bytes: [UInt8], named name: String) throws(ImportError) {
    let (file, problems) = Self.read(bytes)
    guard let file, problems.isEmpty else {
      throw ImportError(file: name, problems: Array(problems.prefix(ImportError.problemLimit)))
    }
    self = file
  }

  /// Reads a valid file; it does not count towards the progress of an import, and is never cancelled.
  package init(valid bytes: [UInt8]) {
    self = ImportMonitor.$current.withValue(nil) {
      var reader = DefinitionFileReader()
      guard let root = try? JSONParser.parse(bytes, path: "$") else {
        preconditionFailure("A definition that the program carries is no JSON")
      }
      let file = reader.file(DefinitionNode(value: root, path: DefinitionPath("$")))
      precondition(reader.problems.isEmpty, "\(reader.problems)")
      return file
    }
  }

  /// Returns the problems of a file in reading order; empty when the file is valid.
  public static func problems(in bytes: [UInt8]) -> [ImportProblem] { read(bytes).problems }

  /// Creates a network without features: an empty table for each source, and all rules.
  ///
  /// - Parameter srid: The reference system; nil for none.
  /// - Returns: The network.
  /// - Throws: ``NetworkError`` when definition and rules are inconsistent; those of a file that was read never are.
  public func network(srid: SRID?) throws(NetworkError) -> UtilityNetwork {
    try UtilityNetwork(
      definition: definition,
      srid: srid,
      tables: definition.sources.map { source in
        FeatureTable(
          name: source.name,
          sourceID: source.sourceID,
          geometryType: source.usage.geometryType,
          fields: fields[source.sourceID] ?? []
        )
      },
      rules: rules
    )
  }

  private static func read(
    _ bytes: [UInt8]
  ) -> (file: NetworkDefinitionFile?, problems: [ImportProblem]) {
    func refusal(_ message: String) -> (file: NetworkDefinitionFile?, problems: [ImportProblem]) {
      (nil, [ImportProblem(path: "$", message: message)])
    }
    if bytes.starts(with: "SQLite format 3".utf8) {
      return refusal(
        "This is a GeoPackage, not a definition. `geosnap definition show FILE --json` writes the definition of a network; "
          + "name other tables in a mapping for `geosnap import gis`."
      )
    }
    let root: ParsedJSON
    do {
      root = try JSONParser.parse(bytes, path: "$")
    } catch {
      return (nil, [ImportProblem(error)])
    }
    if let other = ForeignFile.sentence(root, for: .definition) { return refusal(other) }
    var reader = DefinitionFileReader()
    let file = reader.file(DefinitionNode(value: root, path: DefinitionPath("$")))
    guard !reader.problems.isEmpty else {
      do {
        _ = try file.network(srid: nil)
        return (file, [])
      } catch {
        return (nil, error.problems.map { ImportProblem(path: "$", message: "\($0)") })
      }
    }
    let lines = JSONLines.lines(of: Set(reader.problems.map(\.path)), in: bytes)
    let problems = reader.problems.map {
      ImportProblem(path: $0.path, line: lines[$0.path], message: $0.message)
    }
    return (nil, problems)
  }
}

/// The asset types by paths such as `ElectricDevice/Switch/Load break`, of names or numbers in any case.
struct AssetTypePaths {
  private var types: [String: [AssetTypeID]] = [:]
  private let definition: NetworkDefinition
  private let names: [AssetTypeID: (source: String, group: String, type: AssetType)]

  init(_ definition: NetworkDefinition) {
    self.definition = definition
    var types: [String: [AssetTypeID]] = [:]
    var names: [AssetTypeID: (source: String, group: String, type: AssetType)] = [:]
    for entry in definition.assetTypeEntries {
      let (source, group, type) = (entry.source, entry.group, entry.type)
      names[entry.id] = (source.name, group.name, type)
      var paths: Set<String> = []
      for first in [source.name, "\(source.sourceID)"] {
        for second in [group.name, "\(group.code)"] {
          for third in [type.name, "\(type.code)"] {
            paths.insert("\(first)/\(second)/\(third)".lowercased())
          }
        }
      }
      for path in paths { types[path, default: []].append(entry.id) }
    }
    self.types = types
    self.names = names
  }

  func assetTypes(_ path: String) -> [AssetTypeID] { types[path.lowercased()] ?? [] }

  func path(_ id: AssetTypeID) -> String {
    guard let (source, group, type) = names[id] else {
      return "\(id.sourceID)/\(id.assetGroup)/\(id.assetType)"
    }
    let forms = [
      "\(source)/\(group)/\(type.name)", "\(source)/\(group)/\(type.code)",
      "\(source)/\(id.assetGroup)/\(type.name)",
    ]
    return forms.first { assetTypes($0) == [id] } ?? "\(source)/\(id.assetGroup)/\(id.assetType)"
  }

  func pathInSource(_ id: AssetTypeID) -> String {
    let path = path(id)
    guard let source = names[id]?.source else { return "\(id.assetGroup)/\(id.assetType)" }
    return String(path.dropFirst(source.count + 1))
  }

  func terminals(_ id: AssetTypeID) -> [Terminal] {
    let configuration = names[id]?.type.terminalConfigurationID.flatMap {
      definition.terminalConfiguration(id: $0)
    }
    return configuration?.terminals ?? [Terminal(id: 1, name: "Single Terminal")]
  }

  func text(_ side: NetworkRule.Side) -> String {
    let path = path(side.assetType)
    guard let id = side.terminalID else { return path }
    let terminals = terminals(side.assetType)
    let name = terminals.first { $0.id == id }?.name ?? "\(id)"
    let isPlain =
      terminals.count { $0.name.lowercased() == name.lowercased() } == 1 && !name.contains("#")
    return "\(path)#\(isPlain ? name : "\(id)")"
  }

  /// The sides of a rule that a text may mean; a terminal is a name or an id.
  func sides(_ text: String) -> [NetworkRule.Side] {
    let whole = assetTypes(text).map { NetworkRule.Side($0) }
    guard whole.isEmpty else { return whole }
    for mark in text.indices.reversed() where text[mark] == "#" {
      let name = text[text.index(after: mark)...].lowercased()
      let sides = assetTypes(String(text[..<mark])).flatMap { id in
        terminals(id).filter { $0.name.lowercased() == name || "\($0.id)" == name }.map {
          NetworkRule.Side(id, terminalID: $0.id)
        }
      }
      if !sides.isEmpty { return sides }
    }
    return []
  }
}
