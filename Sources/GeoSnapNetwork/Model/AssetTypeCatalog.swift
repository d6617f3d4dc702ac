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
  /// The asset types of all sources, in definition order.
  package var assetTypeEntries: [AssetTypeCatalog.Entry] { sources.flatMap(\.assetTypeEntries) }
}

extension NetworkSource {
  /// The asset types, in definition order.
  package var assetTypeEntries: [AssetTypeCatalog.Entry] {
    assetGroups.flatMap { group in
      group.assetTypes.map { type in
        let id = AssetTypeID(sourceID: sourceID, assetGroup: group.code, assetType: type.code)
        return AssetTypeCatalog.Entry(id: id, source: self, group: group, type: type)
      }
    }
  }
}
