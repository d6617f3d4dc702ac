internal import GeoSnap

/// A definition with the ids that rows refer to by name.
struct FinishedDefinition {
  let definition: NetworkDefinition
  /// The source ids by class name.
  let sourceIDs: [String: Int]
  /// The terminal ids by name, for each asset type with terminals.
  let terminalIDs: [DefinitionDraft.Key: [String: Int]]

  func assetType(_ key: DefinitionDraft.Key) -> AssetTypeID {
    AssetTypeID(sourceIDs[key.className] ?? 0, key.group, key.type)
  }
}

extension DefinitionDraft {
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

  /// One configuration for each set of terminals that rules name for an asset type.
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
  /// The names of all terminals in one text, separated by NUL.
  fileprivate var terminalNames: String { terminals.ordered().joined(separator: "\u{0}") }
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
      categories: draft.categories.ordered()
    )
  }
}
