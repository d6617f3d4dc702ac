internal import GeoSnapSupport

/// A utility network with edits on top of it, as one immutable value.
///
/// The packed network stays unchanged. Small trees above it hold the edits; copies share them. A copy is therefore a
/// snapshot that costs a few references, an edit copies little in a network of any size, and any number of threads
/// may read. After many edits, a session packs everything again.
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
  @usableFromInline package private(set) var box: EditBox?
  /// The rows of the file that are not part of the network; nil when they are those of the base.
  private var currentSetAside: SetAsideBox?

  /// The next row ids for each table; nil for the one after all existing ids.
  private var reservedRowIDs: [Int64?]?

  /// Starts to edit a network.
  ///
  /// - Complexity: Linear in the number of associations, and in that of rows for the test that their ids ascend.
  public init(_ network: UtilityNetwork) { self.init(EditingBase(network)) }

  package var withoutEdits: EditedNetwork { EditedNetwork(packed) }

  private init(_ packed: EditingBase) {
    self.packed = packed
    plainTypes = packed.network.assetTypeOrdinals
  }

  /// The rows of the file that are not part of the network: new rows do not get their identifiers.
  package var setAside: SetAsideRows { currentSetAside?.rows ?? base.setAside }

  package func settingAside(_ rows: SetAsideRows) -> EditedNetwork {
    var network = self
    network.currentSetAside = SetAsideBox(rows)
    return network
  }

  /// The network with reserved ids for new rows of each table, since other editors may insert rows at the same time.
  package func reserving(rowIDs first: [Int64?]?) -> EditedNetwork {
    var network = self
    network.reservedRowIDs = first
    return network
  }

  /// The number of associations.
  package var associationCount: Int { box?.edits.associationCount ?? base.associations.count }

  /// The number of features in all tables.
  public var featureCount: Int { box?.edits.featureCount ?? base.featureCount }

  /// Whether two networks over equal packed networks are in the same state.
  package func isSameState(as other: EditedNetwork) -> Bool {
    guard box === other.box else { return false }
    // States without edits differ only in their packed network.
    return box != nil || packed === other.packed || base.isLike(other.base)
  }

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
  package func feature(table: Int, rowID: Int64) -> FeatureID? {
    guard base.tables.indices.contains(table) else { return nil }
    return row(table: table, rowID: rowID).flatMap { isDeleted($0) ? nil : $0 }
  }

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
  @inline(never)
  package func association(at position: Int32) -> Association? {
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

  func nextRowID(table: Int) -> Int64 { reservedRowIDs?[table] ?? rowIDBehindAll(table: table) }

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

  /// Calls `body` for every feature, in the order of tables and rows.
  package func forEachFeature<Thrown: Error>(
    _ body: (FeatureID) throws(Thrown) -> Void
  ) throws(Thrown) {
    for table in base.tables.indices {
      for row in 0..<rowCount(table: table) {
        let feature = FeatureID(table: table, row: row)
        if box == nil || !isDeleted(feature) { try body(feature) }
      }
    }
  }

  /// The features of a table, in the order of rows.
  public func features(table: Int) -> [FeatureID] {
    var features: [FeatureID] = []
    features.reserveCapacity(featureCount(table: table))
    for row in 0..<rowCount(table: table) {
      let feature = FeatureID(table: table, row: row)
      if box == nil || !isDeleted(feature) { features.append(feature) }
    }
    return features
  }

  /// The inserted, updated and deleted features, including those inserted and then deleted, by table and row.
  public var changedFeatures: [FeatureID] { (box?.edits.rows.keys ?? []).inOrder }

  /// The associations, in the order of the base's list, inserted ones last, in linear time.
  public var associations: AssociationColumn {
    guard let box, !box.edits.associations.isEmpty else { return base.associations }
    let kept = base.associations.indices.lazy.compactMap { association(at: Int32($0)) }
    var associations = AssociationColumn(kept)
    for association in insertedAssociations { associations.append(association) }
    return associations
  }

  /// The associations that the ``base`` does not have, older ones first, including those deleted and inserted again.
  package var insertedAssociations: [Association] {
    changedPositions.filter { Int($0) >= base.associations.count }
      .compactMap { association(at: $0) }
  }

  /// The deleted associations of the ``base``, in its order.
  ///
  /// - Complexity: O(k log k) for k changed ones.
  package var deletedAssociations: [Association] {
    changedPositions.filter { Int($0) < base.associations.count }.map { base.associations[Int($0)] }
  }

  private var changedPositions: [Int32] { (box?.edits.associations.keys ?? []).ordered(by: <) }

  /// Packs the network again, without an overlay, in linear time.
  package func rebased() -> UtilityNetwork { packedAnew().network }

  package func packedAnew() -> RepackedNetwork {
    var isChanged = base.tables.indices.map { featureCount(table: $0) != rowCount(table: $0) }
    for feature in changedFeatures { isChanged[Int(feature.table)] = true }
    let originals = base.tables.indices.map { isChanged[$0] ? packedOrder(table: $0) : nil }
    let tables = base.tables.enumerated().map { number, table in
      originals[number].map { packed(table, $0) } ?? table
    }
    do {
      var problems: [NetworkProblem] = []
      let network = try UtilityNetwork(
        definition: definition,
        srid: srid,
        tables: tables,
        associations: associations,
        rules: rules,
        besides: setAside,
        toleratesAssetTypes: true,
        settingAside: &problems
      )
      // Features of unknown asset type stay as they were.
      if problems.allSatisfy(\.isAboutAssetType) {
        return RepackedNetwork(network: network, originals: originals)
      }
      throw NetworkError(problems)
    } catch { preconditionFailure("What was checked edit by edit is consistent: \(error)") }
  }

  private func packedOrder(table: Int) -> [FeatureID] {
    let features = features(table: table)
    guard packed.rows(table: table).isAscending else { return features }
    return features.ordered { rowID(of: $0) ?? 0 < rowID(of: $1) ?? 0 }
  }

  private func packed(_ old: FeatureTable, _ features: [FeatureID]) -> FeatureTable {
    var table = old.emptied
    for feature in features { if let value = self.feature(feature) { table.append(value) } }
    return table
  }
}

/// A reference to the rows that are not part of a network, shared by snapshots.
private final class SetAsideBox: Sendable {
  let rows: SetAsideRows

  init(_ rows: SetAsideRows) { self.rows = rows }
}

extension [FeatureID] {
  var inOrder: [FeatureID] {
    ordered { $0.table == $1.table ? $0.row < $1.row : $0.table < $1.table }
  }
}

/// A network that was packed again, with the identifiers of its features in the network with edits.
package struct RepackedNetwork: Sendable {
  package let network: UtilityNetwork
  /// The identifiers of each table's features in the edited network, row by row; nil where they are the same.
  let originals: [[FeatureID]?]

  package func original(of feature: FeatureID) -> FeatureID {
    originals[Int(feature.table)]?[Int(feature.row)] ?? feature
  }
}
