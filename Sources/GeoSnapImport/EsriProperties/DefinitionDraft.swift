internal import GeoSnap
internal import GeoSnapSupport

struct DefinitionDraft {
  final class Class {
    let domain: Int
    let usage: NetworkSourceUsage
    var groups: [Int: Group] = [:]
    var fields: [AttributeField] = []

    init(domain: Int, usage: NetworkSourceUsage) {
      self.domain = domain
      self.usage = usage
    }
  }

  final class Group {
    let name: String
    var types: [Int: AssetTypeDraft] = [:]

    init(name: String) { self.name = name }
  }

  final class AssetTypeDraft {
    let name: String
    var terminals: Set<String> = []
    var categories: Set<String> = []
    var role = AssociationRole.none

    init(name: String) { self.name = name }
  }

  struct Key: Hashable {
    let className: String
    let group: Int
    let type: Int
  }

  var domains: [DomainNetwork] = []
  var categories: [String] = []
  var attributes: [NetworkAttribute] = []
  private(set) var classes: [String: Class] = [:]

  /// Adds a class of a domain network; returns its name without database and owner, nil for another class.
  mutating func source(_ name: String) -> String? {
    let name = name.split(separator: ".").last.map(String.init) ?? name
    if classes[name] != nil { return name }
    for domain in domains where name.hasPrefix(domain.name) {
      let usage = NetworkSourceUsage(
        suffix: name.dropFirst(domain.name.count),
        isStructure: domain.isStructureNetwork
      )
      if let usage {
        classes[name] = Class(domain: domain.id, usage: usage)
        return name
      }
    }
    return nil
  }

  func add(group code: Int, named name: String, of source: String) -> String? {
    guard let known = classes[source]?.groups[code] else {
      classes[source]?.groups[code] = Group(name: name)
      return nil
    }
    return known.name == name
      ? nil : "Asset group \(code) of \(source) is named \(known.name) elsewhere, but \(name) here."
  }

  func add(type key: Key, named name: String) -> String? {
    guard let known = assetType(key) else {
      classes[key.className]?.groups[key.group]?.types[key.type] = AssetTypeDraft(name: name)
      return nil
    }
    return known.name == name
      ? nil
      : "Asset type \(key.group)/\(key.type) of \(key.className) is named \(known.name) elsewhere, but \(name) here."
  }

  func assetType(_ key: Key) -> AssetTypeDraft? {
    classes[key.className]?.groups[key.group]?.types[key.type]
  }

  func add(field: AttributeField, to source: String) -> String? {
    let known = classes[source]?.fields.first { $0.name.lowercased() == field.name.lowercased() }
    guard let known else {
      classes[source]?.fields.append(field)
      return nil
    }
    return known.storage == field.storage
      ? nil
      : "Field \(field.name) of \(source) is of type \(known.storage.rawValue) in another "
        + "subtype, but \(field.storage.rawValue) here."
  }

  /// Esri's name of the only terminal of a junction without a configuration.
  static let singleTerminal = "Single Terminal"

  /// Creates the definition; source ids follow the three built-in ones, and terminals are numbered by name.
  func finished() -> FinishedDefinition {
    let configurations = terminalConfigurations
    var sourceIDs: [String: Int] = [:]
    var terminalIDs: [Key: [String: Int]] = [:]
    var domains = domains
    for domain in domains.indices {
      let members = classes.filter { $0.value.domain == domains[domain].id }
      domains[domain].sources = Array(members).rising(by: \.value.order).map { name, member in
        let sourceID = 4 + sourceIDs.count
        sourceIDs[name] = sourceID
        let groups = Array(member.groups).rising(by: \.key).map { code, group in
          AssetGroup(
            code: code,
            name: group.name,
            assetTypes: Array(group.types).rising(by: \.key).map { typeCode, type in
              let configuration = configurations[type.terminalNames]
              let key = Key(className: name, group: code, type: typeCode)
              terminalIDs[key] = configuration?.terminalIDs ?? [Self.singleTerminal: 1]
              return AssetType(type, code: typeCode, configuration, of: member.usage)
            }
          )
        }
        return NetworkSource(
          sourceID: sourceID,
          name: name,
          usage: member.usage,
          assetGroups: groups
        )
      }
    }
    return FinishedDefinition(
      definition: NetworkDefinition(
        domainNetworks: domains,
        terminalConfigurations: Array(configurations.values).rising(by: \.id),
        categories: categories,
        networkAttributes: attributes
      ),
      sourceIDs: sourceIDs,
      terminalIDs: terminalIDs
    )
  }

  /// One configuration for each set of terminals that rules name for an asset type.
  private var terminalConfigurations: [String: TerminalConfiguration] {
    var sets: [String: [String]] = [:]
    for group in classes.values.flatMap(\.groups.values) {
      for type in group.types.values
      where !type.terminals.isEmpty && type.terminals != [Self.singleTerminal] {
        sets[type.terminalNames] = type.terminals.sorted()
      }
    }
    var configurations: [String: TerminalConfiguration] = [:]
    for (number, set) in Array(sets).rising(by: \.key).enumerated() {
      configurations[set.key] = TerminalConfiguration(
        id: number + 1,
        name: set.value.joined(separator: ", "),
        terminals: set.value.enumerated().map { Terminal(id: $0.offset + 1, name: $0.element) }
      )
    }
    return configurations
  }
}

extension NetworkSourceUsage {
  /// The usage of a class, from the part of its name after that of the domain network.
  fileprivate init?(suffix: Substring, isStructure: Bool) {
    if suffix.hasPrefix("Structure") { return nil }
    self.init(rawValue: "esriUNFCUT\(isStructure ? "Structure" : "")\(suffix)")
  }
}

struct FinishedDefinition {
  let definition: NetworkDefinition
  let sourceIDs: [String: Int]
  let terminalIDs: [DefinitionDraft.Key: [String: Int]]

  func assetType(_ key: DefinitionDraft.Key) -> AssetTypeID {
    AssetTypeID(sourceIDs[key.className] ?? 0, key.group, key.type)
  }
}

extension DefinitionDraft.AssetTypeDraft {
  fileprivate var terminalNames: String { terminals.sorted().joined(separator: "\u{0}") }
}

extension DefinitionDraft.Class {
  /// The position in the definition, where junctions precede edges.
  fileprivate var order: Int {
    let isEdge = usage.elementKind == .edge
    let position = NetworkSourceUsage.allCases.firstIndex(of: usage) ?? 0
    return position + (isEdge ? NetworkSourceUsage.allCases.count : 0)
  }
}

extension TerminalConfiguration {
  fileprivate var terminalIDs: [String: Int] {
    var ids: [String: Int] = [:]
    for terminal in terminals { ids[terminal.name] = terminal.id }
    return ids
  }
}

extension AssetType {
  fileprivate init(
    _ draft: DefinitionDraft.AssetTypeDraft,
    code: Int,
    _ configuration: TerminalConfiguration?,
    of usage: NetworkSourceUsage
  ) {
    self.init(
      code: code,
      name: draft.name,
      associationRole: draft.role,
      terminalConfigurationID: configuration?.id,
      connectivityPolicy: usage.elementKind == .edge ? .endVertex : nil,
      categories: draft.categories.sorted()
    )
  }
}
