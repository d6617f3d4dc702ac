internal import GeoSnapSupport

/// What edits have changed of a packed network.
struct NetworkEdits: Sendable {
  private let packed: EditingBase
  /// The rows that are not as in the packed network.
  var rows = PersistentMap<FeatureID, EditedRow>()
  /// For each table, how many rows it has.
  var extents: [TableExtent]
  /// Rows behind the packed ones, by row id.
  var addedRows = PersistentMap<RowKey, Int32>()
  /// The asset types that edits have given, by ordinals: of features inserted, deleted or changed.
  private(set) var types = PersistentMap<Int32, Int32>()
  /// Whether all features of the packed network have the asset types that they have there.
  private(set) var hasPlainTypes = true
  private(set) var featuresByGlobalID = PersistentMap<GlobalID, Int?>()
  private(set) var originChanges = PersistentMap<String, OriginChange>()
  var featureCount: Int

  /// Associations by position, where not as in the packed network; nil for those deleted.
  private(set) var associations = PersistentMap<Int32, Association?>()
  private(set) var associationPositions = PersistentMap<GlobalID, Int?>()
  /// The positions of the associations of features where not as in the packed network.
  private(set) var associationsOfFeature = PersistentMap<FeatureID, [Int32]>()
  private(set) var associationCount: Int
  private var nextAssociation: Int32

  init(_ packed: EditingBase) {
    self.packed = packed
    let network = packed.network
    extents = network.tables.map { TableExtent(rows: $0.count) }
    featureCount = network.featureCount
    associationCount = network.associations.count
    nextAssociation = Int32(network.associations.count)
  }

  /// Keeps what a feature is now, which may be what it was.
  mutating func store(_ feature: Feature, at id: FeatureID) {
    let network = packed.network
    let table = network.tables[Int(id.table)]
    let type = table.sourceID.flatMap {
      network.catalog.ordinal(
        AssetTypeID(sourceID: $0, assetGroup: feature.assetGroup, assetType: feature.assetType)
      )
    }
    setType(type ?? -1, of: id)
    if packed.contains(id), table[Int(id.row)] == feature {
      rows.remove(id)
    } else {
      rows.set(EditedRow(feature), for: id)
    }
  }

  mutating func setType(_ type: Int32, of id: FeatureID) {
    let ordinal = packed.ordinal(of: id)
    if packed.contains(id) {
      if (types.find(ordinal) ?? packed.network.assetTypeOrdinals[Int(ordinal)]) == type { return }
      hasPlainTypes = false
    }
    types.set(type, for: ordinal)
  }

  mutating func setFeature(_ id: FeatureID?, for globalID: GlobalID) {
    if packed.network.featuresByGlobalID[globalID] == id {
      featuresByGlobalID.remove(globalID)
    } else {
      featuresByGlobalID.set(id?.number, for: globalID)
    }
  }

  /// Lets a feature stand for the elements of another origin.
  mutating func setOrigin(of id: FeatureID, from old: String?, to new: String?) {
    for element in Self.elements(old) { remove(id, from: element) }
    for element in Self.elements(new) { add(id, to: element) }
  }

  /// The elements that an origin names, each once.
  private static func elements(_ origin: String?) -> [String] {
    (origin?.originElements ?? []).uniqued()
  }

  private mutating func add(_ id: FeatureID, to element: String) {
    let isPacked = hasInPackedNetwork(id, element)
    originChanges.modify(element, orBeginWith: OriginChange()) { change in
      if isPacked { change.removed.remove(id.number) } else { change.added.insert(id.number) }
    }
  }

  private mutating func remove(_ id: FeatureID, from element: String) {
    let isPacked = hasInPackedNetwork(id, element)
    originChanges.modify(element, orBeginWith: OriginChange()) { change in
      if isPacked { change.removed.insert(id.number) } else { change.added.remove(id.number) }
    }
  }

  /// Whether a feature of the packed network stands for an element there.
  private func hasInPackedNetwork(_ id: FeatureID, _ element: String) -> Bool {
    guard packed.contains(id) else { return false }
    let origin = packed.network.tables[Int(id.table)].origins[Int(id.row)]
    return origin?.originElements.contains(element) ?? false
  }

  /// Adds an association between two features.
  mutating func insert(_ association: Association, ends: [FeatureID]) {
    let position = nextAssociation
    nextAssociation += 1
    associationCount += 1
    associations.set(association, for: position)
    associationPositions.set(Int(position), for: association.globalID)
    for feature in ends {
      associationsOfFeature.modify(feature, orBeginWith: packed.associationList(of: feature)) {
        $0.append(position)
      }
    }
  }

  /// Deletes the association that stands at a position, between two features.
  mutating func delete(_ association: GlobalID, at position: Int32, ends: [FeatureID]) {
    associationCount -= 1
    if Int(position) < packed.network.associations.count {
      associations.set(nil, for: position)
    } else {
      associations.remove(position)
    }
    if packed.position(of: association) == nil {
      associationPositions.remove(association)
    } else {
      associationPositions.set(nil, for: association)
    }
    for feature in ends {
      associationsOfFeature.modify(feature, orBeginWith: packed.associationList(of: feature)) {
        if let index = $0.lastIndex(of: position) { $0.remove(at: index) }
      }
    }
  }
}

/// The edits of one state of a network, which copies of that state share.
///
/// Its identity tells that state from all others.
@usableFromInline
package final class EditBox: Sendable {
  let edits: NetworkEdits

  init(_ edits: NetworkEdits) { self.edits = edits }
}

/// A row id in its table.
struct RowKey: Hashable, Sendable {
  let table: Int32
  let rowID: Int64
}

/// The features that came to stand for an element, and those that no longer do, by number: a set of
/// whole numbers is one that the standard library has.
struct OriginChange: Sendable {
  var added: Set<Int> = []
  var removed: Set<Int> = []
}

/// How many rows a table has.
struct TableExtent: Sendable {
  /// Rows in all, those of deleted features among them.
  var rows: Int32
  /// Rows of features that are there.
  var live: Int
  /// A row id that no row has had; nil before rows were added.
  var nextRowID: Int64?

  init(rows: Int) {
    self.rows = Int32(rows)
    live = rows
  }
}

/// A row that edits have changed, shared by the snapshots that have it.
final class EditedRow: Sendable {
  /// The feature as it is now; nil when it is deleted.
  let feature: Feature?

  init(_ feature: Feature?) { self.feature = feature }
}
