internal import GeoSnap

/// A definition with what rows need to find its parts again.
struct FinishedDefinition {
  let definition: NetworkDefinition
  /// The source ids of the classes.
  let sourceIDs: [String: Int]
  /// For each asset type with terminals their ids.
  let terminalIDs: [DefinitionDraft.Key: [String: Int]]

  /// The asset type that a key names.
  func assetType(_ key: DefinitionDraft.Key) -> AssetTypeID {
    AssetTypeID(
      sourceID: sourceIDs[key.className] ?? 0,
      assetGroup: key.group,
      assetType: key.type
    )
  }
}

extension DefinitionDraft {
  /// What Esri calls the one terminal of a junction that has no configuration.
  static let singleTerminal = "Single Terminal"

  /// The definition.
  ///
  /// Sources are numbered in order, behind the three that every utility network has built in;
  /// terminals in the order of their names.
  func finished() -> FinishedDefinition {
    let configurations = terminalConfigurations
    var sourceIDs: [String: Int] = [:]
    var terminalIDs: [Key: [String: Int]] = [:]
    var domains = domains
    for domain in domains.indices {
      let members = classes.filter { $0.value.domain == domains[domain].id }
      domains[domain].sources = members.sorted { $0.value.order < $1.value.order }.map {
        name,
        member in
        let sourceID = 4 + sourceIDs.count
        sourceIDs[name] = sourceID
        let groups = member.groups.sorted { $0.key < $1.key }.map { code, group in
          AssetGroup(
            code: code,
            name: group.name,
            assetTypes: group.types.sorted { $0.key < $1.key }.map { typeCode, type in
              let configuration = configurations[type.terminals]
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
        terminalConfigurations: configurations.values.sorted { $0.id < $1.id },
        categories: categories,
        networkAttributes: attributes
      ),
      sourceIDs: sourceIDs,
      terminalIDs: terminalIDs
    )
  }

  /// One configuration for each set of terminals that rules name of some asset type.
  private var terminalConfigurations: [Set<String>: TerminalConfiguration] {
    let sets = Set(
      classes.values.flatMap { $0.groups.values.flatMap { $0.types.values.map(\.terminals) } }
    )
    let named = sets.filter { !$0.isEmpty && $0 != [Self.singleTerminal] }
    let ordered = named.map { $0.sorted() }.sorted { $0.lexicographicallyPrecedes($1) }
    return Dictionary(
      uniqueKeysWithValues: ordered.enumerated().map { number, names in
        let configuration = TerminalConfiguration(
          id: number + 1,
          name: names.joined(separator: ", "),
          terminals: names.enumerated().map { Terminal(id: $0.offset + 1, name: $0.element) }
        )
        return (Set(names), configuration)
      }
    )
  }
}

extension DefinitionDraft.Class {
  /// Junctions before edges, as a definition lists them.
  fileprivate var order: Int {
    let isEdge = usage.elementKind == .edge
    let position = NetworkSourceUsage.allCases.firstIndex(of: usage) ?? 0
    return position + (isEdge ? NetworkSourceUsage.allCases.count : 0)
  }
}

extension TerminalConfiguration {
  fileprivate var terminalIDs: [String: Int] {
    Dictionary(uniqueKeysWithValues: terminals.map { ($0.name, $0.id) })
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
