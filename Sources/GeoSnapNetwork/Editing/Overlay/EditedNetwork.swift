internal import GeoSnapSupport

/// A utility network with edits on top of it, as one immutable value.
///
/// The packed network stays unchanged. Small trees above it hold the edits; copies share them. A copy is therefore a
/// snapshot that costs a few references, an edit copies little in a network of any size, and any number of threads
/// may read. The function ``rebased()`` packs everything again after many edits.
///
/// A ``FeatureID`` is valid for all snapshots of the edited network: inserted features get rows after those of their
/// table. The row of a deleted feature is reused only for the same row id, so that undo restores the identifier.
///
/// Values of this type come from ``committing(_:checks:)``, which checks edits, and from ``NetworkEditor``. They are
/// always consistent, as a ``UtilityNetwork`` is.
public struct EditedNetwork: Sendable {
  @usableFromInline package let packed: EditingBase
  /// The ordinals of the asset types of packed features; empty when edits have changed one.
  @usableFromInline private(set) var plainTypes: Column<Int32>
  /// The edits; nil before the first.
  ///
  /// A box, so that a copy of the network always costs three references.
  @usableFromInline package private(set) var box: EditBox?
  /// The rows of the file that are not part of the network; nil when they are those of the base.
  private var currentSetAside: SetAsideBox?

  /// The next row ids for each table; nil for the one after all existing ids.
  private var reservedRowIDs: [Int64?]?

  /// Starts to edit a network.
  ///
  /// - Complexity: Linear in the number of associations, and in that of rows for the test that their ids ascend.
  public init(_ network: UtilityNetwork) {
    self.init(EditingBase(network))
  }

  package var withoutEdits: EditedNetwork { EditedNetwork(packed) }

  private init(_ packed: EditingBase) {
    self.packed = packed
    plainTypes = packed.network.assetTypeOrdinals
  }

  /// The rows of the file that are not part of the network: new rows do not get their identifiers.
  package var setAside: SetAsideRows { currentSetAside?.rows ?? base.setAside }

  /// The network with other rows set aside.
  package func settingAside(_ rows: SetAsideRows) -> EditedNetwork {
    var network = self
    network.currentSetAside = SetAsideBox(rows)
    return network
  }

  /// The network with reserved ids for new rows of each table, since other editors may insert rows at the same time.
  ///
  /// An id of nil stands for the one after all existing ids. The result of a transaction has no reservation.
  package func reserving(rowIDs first: [Int64?]?) -> EditedNetwork {
    var network = self
    network.reservedRowIDs = first
    return network
  }

  /// The number of associations.
  public var associationCount: Int { box?.edits.associationCount ?? base.associations.count }

  /// The number of features in all tables.
  public var featureCount: Int { box?.edits.featureCount ?? base.featureCount }

  /// Whether two networks over equal packed networks are in the same state.
  package func isSameState(as other: EditedNetwork) -> Bool {
    guard box === other.box else { return false }
    // States without edits differ only in their packed network.
    return box != nil || packed === other.packed || base.isLike(other.base)
  }

  /// Whether two snapshots are identical.
  package func isSame(as other: EditedNetwork) -> Bool {
    packed === other.packed && isSameState(as: other)
  }

  // MARK: Finding

  /// The packed network under the edits.
  @inlinable public var base: UtilityNetwork { packed.network }

  /// The feature with a global id, in O(1); nil when there is none.
  @inline(never)
  public func feature(globalID: GlobalID) -> FeatureID? {
    if let found = box?.edits.featuresByGlobalID.find(globalID) {
      return found.map { FeatureID(number: $0) }
    }
    return base.featuresByGlobalID[globalID]
  }

  /// The features that represent an element of the imported file; several when the element was split.
  ///
  /// - Complexity: O(log n) for n elements, plus O(k log k) for k features that edits have changed.
  public func features(origin: String) -> [FeatureID] {
    let packed = base.features(origin: origin)
    guard let change = box?.edits.originChanges.find(origin) else { return packed }
    return
      (packed.filter { !change.removed.contains($0.number) }
      + change.added.map { FeatureID(number: $0) }).inOrder
  }

  /// The feature of a table with a row id, in O(log n) for n rows; nil when there is none.
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
  /// The first call costs O(n) for n associations, later calls O(1).
  @inline(never)
  public func association(globalID: GlobalID) -> Association? {
    position(of: globalID).flatMap { association(at: $0) }
  }

  private func position(of globalID: GlobalID) -> Int32? {
    if let found = box?.edits.associationPositions.find(globalID) { return found.map { Int32($0) } }
    return packed.position(of: globalID)
  }

  /// The association at a position; nil for a deleted one and a position after the last.
  ///
  /// Associations of the ``base`` have their positions in its list. Inserted ones follow, and no position is reused.
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

  func extent(table: Int) -> TableExtent {
    box?.edits.extents[table] ?? TableExtent(rows: base.tables[table].count)
  }

  /// The id of the table's next new row.
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

  mutating func replace(_ id: FeatureID, by feature: Feature) {
    let origin = self.origin(of: id)
    write { edits in
      edits.store(feature, at: id)
      if feature.origin != origin { edits.setOrigin(of: id, from: origin, to: feature.origin) }
    }
  }

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

  mutating func insert(_ association: Association) {
    let ends = ends(of: association)
    write { $0.insert(association, ends: ends) }
  }

  mutating func delete(_ association: Association) {
    guard let position = position(of: association.globalID) else { return }
    let ends = ends(of: association)
    write { $0.delete(association.globalID, at: position, ends: ends) }
  }

  @inline(never)
  package func ends(of association: Association) -> [FeatureID] {
    [association.from, association.to].compactMap { feature(globalID: $0.globalID) }
  }

  /// Lets `body` change the edits outside their box: trees with a single owner are not copied.
  private mutating func write(_ body: (inout NetworkEdits) -> Void) {
    var edits = box?.edits ?? NetworkEdits(packed)
    box = nil
    body(&edits)
    if !edits.hasPlainTypes { plainTypes = [] }
    box = EditBox(edits)
  }
}

/// A reference to the rows that are not part of a network, shared by snapshots.
private final class SetAsideBox: Sendable {
  let rows: SetAsideRows

  init(_ rows: SetAsideRows) { self.rows = rows }
}
