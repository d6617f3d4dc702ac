public import GeoSnapSupport

/// A utility network with edits laid over it, as one immutable value.
///
/// The packed network below stays as it is; what edits change stands in small trees above it, which
/// copies share until one of them changes. So a copy is a snapshot that costs a few references, an
/// edit copies little whatever the size of the network, and reading from any number of threads is
/// safe. ``rebased()`` packs it all anew, when many edits have piled up.
///
/// A ``FeatureID`` is good for the life of the edited network and all its snapshots: features that
/// are inserted get rows behind those of their table, rows of deleted features are not used again,
/// except by the same row id: undoing a deletion brings the feature back under its old identifier.
///
/// Values of this type come from ``committing(_:checks:)``, which checks edits, and from
/// ``NetworkEditor``. They are always consistent, as a ``UtilityNetwork`` is.
public struct EditedNetwork: Sendable {
  @usableFromInline package let packed: EditingBase
  /// For each feature, the ordinal of its asset type; -1 when it has none or is deleted.
  @usableFromInline var types: FeatureClasses
  /// The rows that are not as in the packed network.
  @usableFromInline var rows = PersistentMap<FeatureID, EditedRow>()
  /// For each table, how many rows it has.
  private(set) var extents: [TableExtent]
  /// Rows behind the packed ones, by row id.
  private var addedRows = PersistentMap<RowKey, Int32>()
  private var featuresByGlobalID = PersistentMap<GlobalID, Int?>()
  private var originChanges = PersistentMap<String, OriginChange>()

  /// Associations by position, where not as in the packed network; nil for those deleted.
  package private(set) var changedAssociations = PersistentMap<Int32, Association?>()
  private var associationPositions = PersistentMap<GlobalID, Int?>()
  /// The positions of the associations of features where not as in the packed network.
  private var associationsOfFeature = PersistentMap<FeatureID, [Int32]>()
  private var nextAssociation: Int32
  /// The number of associations.
  public private(set) var associationCount: Int
  /// The number of features in all tables.
  public private(set) var featureCount: Int
  /// Another one after every edit, nil before the first: networks over one packed network that have
  /// the same mark are the same.
  package private(set) var mark: EditMark?

  /// Begins editing a network.
  ///
  /// - Complexity: Linear in the number of associations, and in that of rows to see that their ids
  ///   ascend.
  public init(_ network: UtilityNetwork) {
    self.init(EditingBase(network))
  }

  /// The network of the same ``base`` without edits.
  package var withoutEdits: EditedNetwork { EditedNetwork(packed) }

  private init(_ packed: EditingBase) {
    let network = packed.network
    self.packed = packed
    types = FeatureClasses(network.assetTypeOrdinals)
    extents = network.tables.indices.map { table in
      let count = network.tables[table].count
      return TableExtent(
        rows: Int32(count),
        live: count,
        nextRowID: nil
      )
    }
    nextAssociation = Int32(network.associations.count)
    associationCount = network.associations.count
    featureCount = network.featureCount
  }

  private struct RowKey: Hashable {
    let table: Int32
    let rowID: Int64
  }

  // MARK: Finding

  /// The packed network that edits are laid over.
  @inlinable public var base: UtilityNetwork { packed.network }

  /// The feature with a global id; nil when there is none.
  ///
  /// - Complexity: O(1).
  @inline(never)
  public func feature(globalID: GlobalID) -> FeatureID? {
    if let found = featuresByGlobalID.find(globalID) { return found.map { FeatureID(number: $0) } }
    return base.featuresByGlobalID[globalID]
  }

  /// The features that stand for an element of the file the network was imported from: several when
  /// the element was split, none when there is no such element.
  ///
  /// - Complexity: O(1) unless edits have changed them; then O(k log k) for k of them.
  public func features(origin: String) -> [FeatureID] {
    let packed = base.featuresByOrigin[origin] ?? []
    guard let change = originChanges.find(origin) else { return packed }
    return
      (packed.filter { !change.removed.contains($0.number) }
      + change.added.map { FeatureID(number: $0) }).inOrder
  }

  /// The feature of a table with a row id; nil when there is none.
  ///
  /// - Complexity: O(log n) for n rows of the table.
  public func feature(table: Int, rowID: Int64) -> FeatureID? {
    row(table: table, rowID: rowID).flatMap { isDeleted($0) ? nil : $0 }
  }

  /// The row that a row id has or had.
  private func row(table: Int, rowID: Int64) -> FeatureID? {
    let row =
      packed.lookups.rows[table].row(rowID)
      ?? addedRows.find(RowKey(table: Int32(table), rowID: rowID))
    return row.map { FeatureID(table: table, row: Int($0)) }
  }

  /// The association with a global id; nil when there is none.
  ///
  /// - Complexity: O(1).
  @inline(never)
  public func association(globalID: GlobalID) -> Association? {
    position(of: globalID).flatMap { association(at: $0) }
  }

  private func position(of globalID: GlobalID) -> Int32? {
    if let found = associationPositions.find(globalID) { return found.map { Int32($0) } }
    return packed.lookups.associationPositions[globalID]
  }

  /// The association at a position; nil for one that is deleted, and where none is yet.
  ///
  /// Those of the ``base`` are at their places in its list; those that edits insert come behind, and no
  /// position is used twice.
  @inline(never)
  public func association(at position: Int32) -> Association? {
    if let changed = changedAssociations.find(position) { return changed }
    let packed = base.associations
    return packed.indices.contains(Int(position)) ? packed[Int(position)] : nil
  }

  /// The positions of the associations of a feature, older ones first.
  package func associationPositions(of feature: FeatureID) -> [Int32] {
    associationsOfFeature.find(feature) ?? packed.associationList(of: feature)
  }

  /// A row id that no row of a table has had.
  func nextRowID(table: Int) -> Int64 {
    extents[table].nextRowID ?? packed.lookups.rows[table].greatest &+ 1
  }

  // MARK: Changing

  /// Adds a feature whose global id and row id no other has.
  mutating func insert(_ feature: Feature, table: Int) -> FeatureID {
    mark = EditMark()
    let id: FeatureID
    if let row = row(table: table, rowID: feature.rowID) {
      id = row
    } else {
      id = FeatureID(table: table, row: Int(extents[table].rows))
      extents[table].rows += 1
      addedRows.set(id.row, for: RowKey(table: id.table, rowID: feature.rowID))
    }
    extents[table].live += 1
    extents[table].nextRowID = max(nextRowID(table: table), feature.rowID &+ 1)
    featureCount += 1
    store(feature, at: id)
    if let globalID = feature.globalID { setFeature(id, for: globalID) }
    for element in Self.elements(feature.origin) { add(id, to: element) }
    return id
  }

  /// Replaces a feature by one of the same global id and row id.
  mutating func replace(_ id: FeatureID, by feature: Feature) {
    mark = EditMark()
    let origin = self.origin(of: id)
    store(feature, at: id)
    guard feature.origin != origin else { return }
    for element in Self.elements(origin) { remove(id, from: element) }
    for element in Self.elements(feature.origin) { add(id, to: element) }
  }

  /// Deletes a feature that has no associations.
  mutating func delete(_ id: FeatureID) {
    mark = EditMark()
    if let globalID = globalID(of: id) { setFeature(nil, for: globalID) }
    for element in Self.elements(origin(of: id)) { remove(id, from: element) }
    rows.set(EditedRow(nil), for: id)
    types.set(-1, of: ordinal(of: id))
    extents[Int(id.table)].live -= 1
    featureCount -= 1
  }

  /// Adds an association whose ends are there.
  mutating func insert(_ association: Association) {
    mark = EditMark()
    let position = nextAssociation
    nextAssociation += 1
    associationCount += 1
    changedAssociations.set(association, for: position)
    associationPositions.set(Int(position), for: association.globalID)
    let packed = packed
    for feature in ends(of: association) {
      associationsOfFeature.modify(feature, orBeginWith: packed.associationList(of: feature)) {
        $0.append(position)
      }
    }
  }

  /// Deletes an association that is there.
  mutating func delete(_ association: Association) {
    guard let position = position(of: association.globalID) else { return }
    mark = EditMark()
    associationCount -= 1
    if Int(position) < base.associations.count {
      changedAssociations.set(nil, for: position)
    } else {
      changedAssociations.remove(position)
    }
    if packed.lookups.associationPositions[association.globalID] == nil {
      associationPositions.remove(association.globalID)
    } else {
      associationPositions.set(nil, for: association.globalID)
    }
    let packed = packed
    for feature in ends(of: association) {
      associationsOfFeature.modify(feature, orBeginWith: packed.associationList(of: feature)) {
        if let index = $0.lastIndex(of: position) { $0.remove(at: index) }
      }
    }
  }

  /// The features at the ends of an association.
  @inline(never)
  package func ends(of association: Association) -> [FeatureID] {
    [association.from, association.to].compactMap { feature(globalID: $0.globalID) }
  }

  private mutating func store(_ feature: Feature, at id: FeatureID) {
    let table = base.tables[Int(id.table)]
    let type = table.sourceID.flatMap {
      base.catalog.ordinal(
        AssetTypeID(sourceID: $0, assetGroup: feature.assetGroup, assetType: feature.assetType)
      )
    }
    types.set(type ?? -1, of: ordinal(of: id))
    if packed.contains(id), table[Int(id.row)] == feature {
      rows.remove(id)
    } else {
      rows.set(EditedRow(feature), for: id)
    }
  }

  private mutating func setFeature(_ id: FeatureID?, for globalID: GlobalID) {
    if base.featuresByGlobalID[globalID] == id {
      featuresByGlobalID.remove(globalID)
    } else {
      featuresByGlobalID.set(id?.number, for: globalID)
    }
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
    let origin = base.tables[Int(id.table)].origins[Int(id.row)]
    return origin?.originElements.contains(element) ?? false
  }
}

/// The features that came to stand for an element, and those that no longer do, by number: a set of
/// whole numbers is one that the standard library has.
struct OriginChange: Sendable {
  var added: Set<Int> = []
  var removed: Set<Int> = []
}

/// Tells one state of an edited network from all others, by its identity.
package final class EditMark: Sendable {}

/// How many rows a table has.
struct TableExtent: Sendable {
  /// Rows in all, those of deleted features among them.
  var rows: Int32
  /// Rows of features that are there.
  var live: Int
  /// A row id that no row has had; nil before rows were added.
  var nextRowID: Int64?
}

/// A row that edits have changed, shared by the snapshots that have it.
@usableFromInline
final class EditedRow: Sendable {
  /// The feature as it is now; nil when it is deleted.
  let feature: Feature?

  init(_ feature: Feature?) { self.feature = feature }
}
