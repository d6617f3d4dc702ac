internal import GeoSnapSupport

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
  /// The ordinals of the asset types of packed features, where edits have changed none of them.
  @usableFromInline private(set) var plainTypes: Column<Int32>
  /// What edits have changed; nil before the first.
  ///
  /// In a box, so that a copy of the network costs three references however much has been edited.
  @usableFromInline package private(set) var box: EditBox?
  /// Rows of the file that are no part of the network, where others than when the base was read.
  private var currentSetAside: SetAsideBox?

  /// Row ids that new rows get, one after the other, by table; nil for those behind all there are.
  private var reservedRowIDs: [Int64?]?

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
    self.packed = packed
    plainTypes = packed.network.assetTypeOrdinals
  }

  /// The rows of the file that are no part of the network: nothing new takes their identifiers.
  package var setAside: SetAsideRows { currentSetAside?.rows ?? base.setAside }

  /// The same network beside other rows that are no part of it.
  package func settingAside(_ rows: SetAsideRows) -> EditedNetwork {
    var network = self
    network.currentSetAside = SetAsideBox(rows)
    return network
  }

  /// The same network, whose new rows get ids from some number on: where others insert rows at the same time, each
  /// has numbers of its own.
  ///
  /// What a transaction leaves has nothing reserved.
  ///
  /// - Parameter first: The first id for each table; nil for the one behind all there are.
  /// - Returns: The network.
  package func reserving(rowIDs first: [Int64?]?) -> EditedNetwork {
    var network = self
    network.reservedRowIDs = first
    return network
  }

  /// The number of associations.
  public var associationCount: Int { box?.edits.associationCount ?? base.associations.count }

  /// The number of features in all tables.
  public var featureCount: Int { box?.edits.featureCount ?? base.featureCount }

  /// Whether two networks over one packed network are in one state.
  package func isSameState(as other: EditedNetwork) -> Bool {
    guard box === other.box else { return false }
    // States without edits differ in nothing but what they are states of.
    return box != nil || packed === other.packed || base.isLike(other.base)
  }

  /// Whether two snapshots are one and the same.
  package func isSame(as other: EditedNetwork) -> Bool {
    packed === other.packed && isSameState(as: other)
  }

  // MARK: Finding

  /// The packed network that edits are laid over.
  @inlinable public var base: UtilityNetwork { packed.network }

  /// The feature with a global id; nil when there is none.
  ///
  /// - Complexity: O(1).
  @inline(never)
  public func feature(globalID: GlobalID) -> FeatureID? {
    if let found = box?.edits.featuresByGlobalID.find(globalID) {
      return found.map { FeatureID(number: $0) }
    }
    return base.featuresByGlobalID[globalID]
  }

  /// The features that stand for an element of the file the network was imported from: several when
  /// the element was split, none when there is no such element.
  ///
  /// - Complexity: O(log n) for n elements; when edits have changed them O(k log k) more for k of them.
  public func features(origin: String) -> [FeatureID] {
    let packed = base.features(origin: origin)
    guard let change = box?.edits.originChanges.find(origin) else { return packed }
    return
      (packed.filter { !change.removed.contains($0.number) }
      + change.added.map { FeatureID(number: $0) }).inOrder
  }

  /// The feature of a table with a row id; nil when there is none.
  ///
  /// - Complexity: O(log n) for n rows of the table.
  public func feature(table: Int, rowID: Int64) -> FeatureID? {
    guard base.tables.indices.contains(table) else { return nil }
    return row(table: table, rowID: rowID).flatMap { isDeleted($0) ? nil : $0 }
  }

  /// The row that a row id has or had.
  private func row(table: Int, rowID: Int64) -> FeatureID? {
    let row =
      packed.rows(table: table).row(rowID)
      ?? box?.edits.addedRows.find(RowKey(table: Int32(table), rowID: rowID))
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
    if let found = box?.edits.associationPositions.find(globalID) { return found.map { Int32($0) } }
    return packed.position(of: globalID)
  }

  /// The association at a position; nil for one that is deleted, and where none is yet.
  ///
  /// Those of the ``base`` are at their places in its list; those that edits insert come behind, and no
  /// position is used twice.
  @inline(never)
  public func association(at position: Int32) -> Association? {
    if let changed = box?.edits.associations.find(position) { return changed }
    let packed = base.associations
    return packed.indices.contains(Int(position)) ? packed[Int(position)] : nil
  }

  /// The positions of the associations of a feature, older ones first.
  package func associationPositions(of feature: FeatureID) -> [Int32] {
    box?.edits.associationsOfFeature.find(feature) ?? packed.associationList(of: feature)
  }

  /// How many rows a table has.
  func extent(table: Int) -> TableExtent {
    box?.edits.extents[table] ?? TableExtent(rows: base.tables[table].count)
  }

  /// The row id that the next new row of a table gets.
  func nextRowID(table: Int) -> Int64 { reservedRowIDs?[table] ?? rowIDBehindAll(table: table) }

  /// A row id that no row of a table has had.
  private func rowIDBehindAll(table: Int) -> Int64 {
    var next = extent(table: table).nextRowID ?? packed.rows(table: table).greatest &+ 1
    let setAside = setAside
    if let greatest = setAside.greatestRowID(ofTable: base.tables[table].name) {
      next = max(next, greatest &+ 1)
    }
    if setAside.isEmpty { return next }
    while setAside.contains(rowID: next, ofTable: base.tables[table].name) { next &+= 1 }
    return next
  }

  // MARK: Changing

  /// Adds a feature whose global id and row id no other has.
  mutating func insert(_ feature: Feature, table: Int) -> FeatureID {
    let known = row(table: table, rowID: feature.rowID)
    let next = max(rowIDBehindAll(table: table), feature.rowID &+ 1)
    if reservedRowIDs?[table] == feature.rowID { reservedRowIDs?[table] = feature.rowID &+ 1 }
    let id = known ?? FeatureID(table: table, row: rowCount(table: table))
    write { edits in
      if known == nil {
        edits.extents[table].rows += 1
        edits.addedRows.set(id.row, for: RowKey(table: id.table, rowID: feature.rowID))
      }
      edits.extents[table].live += 1
      edits.extents[table].nextRowID = next
      edits.featureCount += 1
      edits.store(feature, at: id)
      if let globalID = feature.globalID { edits.setFeature(id, for: globalID) }
      edits.setOrigin(of: id, from: nil, to: feature.origin)
    }
    return id
  }

  /// Replaces a feature by one of the same global id and row id.
  mutating func replace(_ id: FeatureID, by feature: Feature) {
    let origin = self.origin(of: id)
    write { edits in
      edits.store(feature, at: id)
      if feature.origin != origin { edits.setOrigin(of: id, from: origin, to: feature.origin) }
    }
  }

  /// Deletes a feature that has no associations.
  mutating func delete(_ id: FeatureID) {
    let globalID = globalID(of: id)
    let origin = origin(of: id)
    write { edits in
      if let globalID { edits.setFeature(nil, for: globalID) }
      edits.setOrigin(of: id, from: origin, to: nil)
      edits.rows.set(EditedRow(nil), for: id)
      edits.setType(-1, of: id)
      edits.extents[Int(id.table)].live -= 1
      edits.featureCount -= 1
    }
  }

  /// Adds an association whose ends are there.
  mutating func insert(_ association: Association) {
    let ends = ends(of: association)
    write { $0.insert(association, ends: ends) }
  }

  /// Deletes an association that is there.
  mutating func delete(_ association: Association) {
    guard let position = position(of: association.globalID) else { return }
    let ends = ends(of: association)
    write { $0.delete(association.globalID, at: position, ends: ends) }
  }

  /// The features at the ends of an association.
  @inline(never)
  package func ends(of association: Association) -> [FeatureID] {
    [association.from, association.to].compactMap { feature(globalID: $0.globalID) }
  }

  /// Lets `body` change the edits, which are out of their box meanwhile: their trees have one owner then,
  /// and what is written need not be copied, unless another network has them.
  private mutating func write(_ body: (inout NetworkEdits) -> Void) {
    var edits = box?.edits ?? NetworkEdits(packed)
    box = nil
    body(&edits)
    if !edits.hasPlainTypes { plainTypes = [] }
    box = EditBox(edits)
  }
}

/// Rows that are no part of a network, shared by the snapshots that have them.
private final class SetAsideBox: Sendable {
  let rows: SetAsideRows

  init(_ rows: SetAsideRows) { self.rows = rows }
}
