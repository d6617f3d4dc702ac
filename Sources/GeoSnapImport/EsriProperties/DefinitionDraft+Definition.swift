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
      domains[domain].sources = members.orderedByNumber(\.value.order).map {
        name,
        member in
        let sourceID = 4 + sourceIDs.count
        sourceIDs[name] = sourceID
        let groups = member.groups.orderedByNumber(\.key).map { code, group in
          AssetGroup(
            code: code,
            name: group.name,
            assetTypes: group.types.orderedByNumber(\.key).map { typeCode, type in
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
        terminalConfigurations: configurations.values.orderedByNumber(\.id),
        categories: categories,
        networkAttributes: attributes
      ),
      sourceIDs: sourceIDs,
      terminalIDs: terminalIDs
    )
  }

  /// One configuration for each set of terminals that rules name of some asset type.
  private var terminalConfigurations: [String: TerminalConfiguration] {
    var sets: [String: [String]] = [:]
    for group in classes.values.flatMap(\.groups.values) {
      for type in group.types.values
      where !type.terminals.isEmpty && type.terminals != [Self.singleTerminal] {
        sets[type.terminalNames] = type.terminals.ordered()
      }
    }
    var configurations: [String: TerminalConfiguration] = [:]
    for (number, set) in sets.orderedByName(\.key).enumerated() {
      configurations[set.key] = TerminalConfiguration(
        id: number + 1,
        name: set.value.joined(separator: ", "),
        terminals: set.value.enumerated().map { Terminal(id: $0.offset + 1, name: $0.element) }
      )
    }
    return configurations
  }
}

extension DefinitionDraft.AssetTypeDraft {
  /// All names of its terminals, as no one of them is.
  fileprivate var terminalNames: String { terminals.ordered().joined(separator: "\u{0}") }
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
      categories: draft.categories.ordered()
    )
  }
}
