/// All asset types of a definition with dense numbers, so that hot paths can index arrays.
@usableFromInline
package struct AssetTypeCatalog: Sendable {
  package struct Entry: Sendable {
    package let id: AssetTypeID
    package let source: NetworkSource
    package let group: AssetGroup
    package let type: AssetType
  }

  package let entries: [Entry]
  private let ordinals: [AssetTypeID: Int32]

  init(_ definition: NetworkDefinition) {
    var entries: [Entry] = []
    var ordinals: [AssetTypeID: Int32] = [:]
    for source in definition.sources {
      for group in source.assetGroups {
        for type in group.assetTypes {
          let id = AssetTypeID(
            sourceID: source.sourceID,
            assetGroup: group.code,
            assetType: type.code
          )
          ordinals[id] = Int32(entries.count)
          entries.append(Entry(id: id, source: source, group: group, type: type))
        }
      }
    }
    self.entries = entries
    self.ordinals = ordinals
  }

  @inline(never)
  package func ordinal(_ id: AssetTypeID) -> Int32? { ordinals[id] }
}
