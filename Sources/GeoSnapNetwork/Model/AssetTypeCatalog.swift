/// All asset types of a definition with dense numbers, so that hot paths can index arrays.
@usableFromInline
package struct AssetTypeCatalog: Sendable {
  package struct Entry: Sendable {
    package let id: AssetTypeID
    package let source: NetworkSource
    package let group: AssetGroup
    package let type: AssetType

    /// The path by names, such as `PipelineJunction/Fitting/Tap`.
    package var path: String { "\(source.name)/\(group.name)/\(type.name)" }
  }

  package let entries: [Entry]
  private let ordinals: [AssetTypeID: Int32]

  init(_ definition: NetworkDefinition) {
    entries = definition.assetTypeEntries
    var ordinals: [AssetTypeID: Int32] = [:]
    for (ordinal, entry) in entries.enumerated() { ordinals[entry.id] = Int32(ordinal) }
    self.ordinals = ordinals
  }

  @inline(never)
  package func ordinal(_ id: AssetTypeID) -> Int32? { ordinals[id] }
}

extension NetworkDefinition {
  package var assetTypeEntries: [AssetTypeCatalog.Entry] { sources.flatMap(\.assetTypeEntries) }
}

extension NetworkSource {
  package var assetTypeEntries: [AssetTypeCatalog.Entry] {
    assetGroups.flatMap { group in
      group.assetTypes.map { type in
        let id = AssetTypeID(sourceID: sourceID, assetGroup: group.code, assetType: type.code)
        return AssetTypeCatalog.Entry(id: id, source: self, group: group, type: type)
      }
    }
  }
}

package struct TerminalCatalog: Sendable {
  private let configurations: [TerminalConfiguration]
  private var positions: [Int: Int] = [:]

  package init(_ definition: NetworkDefinition) {
    configurations = definition.terminalConfigurations
    for (position, configuration) in configurations.enumerated().reversed() {
      positions[configuration.id] = position
    }
  }

  /// The terminals of an asset type; without a configuration, only terminal 1.
  package func terminals(of type: AssetType) -> [Terminal] {
    type.terminalConfigurationID.flatMap { terminals(configurationID: $0) }
      ?? [Terminal(id: 1, name: "Single terminal")]
  }

  func terminals(configurationID id: Int) -> [Terminal]? {
    positions[id].map { configurations[$0].terminals }
  }
}

package enum TerminalField {
  package static let from = "FROMDEVICETERMINAL"
  package static let to = "TODEVICETERMINAL"
  /// The name or id of a device's set of paths.
  package static let paths = "TERMINALCONFIGURATION"
  package static let all: Set<String> = [from, to, paths]

  /// The beginning of the advice to set a field to one of some terminals.
  package static func setting(_ field: String) -> String { "Set \(field) of the line to" }
}

package enum ControllerField {
  package static let name = "SUBNETWORKCONTROLLERNAME"
  /// The tiers, separated by semicolons if there are several.
  package static let tier = "TIERNAME"
  /// The terminal's id or name for each tier.
  package static let terminal = "CONTROLLERTERMINAL"

  package static func words(_ value: String?) -> [String] {
    (value ?? "").split(separator: ";").map(\.trimmingSpaces).filter { !$0.isEmpty }
  }
}

extension Terminal {
  package func isCalled(_ word: String) -> Bool {
    "\(id)" == word || name.lowercased() == word.lowercased()
  }
}

extension UtilityNetwork {
  /// The terminals of a junction's asset type; empty for one without a configuration.
  package func terminals(of type: AssetType) -> [Terminal] {
    type.terminalConfigurationID
      .flatMap { definition.terminalConfiguration(id: $0)?.terminals } ?? []
  }
}
