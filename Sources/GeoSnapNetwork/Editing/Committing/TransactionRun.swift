/// Carries out the edits of one transaction on a copy of the network, and records problems, edits and their inverses.
struct TransactionRun {
  private(set) var network: EditedNetwork
  /// Whether this repeats checked edits: without rules and without cascaded deletions.
  let isReplay: Bool
  private(set) var problems: [TransactionProblem] = []
  private(set) var touched: [FeatureID] = []
  /// Associations to check at the end, with the edit that requires it.
  private(set) var suspects: [Suspect] = []
  private(set) var restrictions: [Restriction] = []
  private var done: [NetworkEdit] = []
  /// The number of the original edit of each completed edit.
  private var doneNumbers: [Int] = []
  private var undoing: [NetworkEdit] = []
  private var current = 0
  /// The last edit that touched a feature, by the feature's number.
  private(set) var lastEdits: [Int: Int] = [:]
  /// The edits without a global id, by the generated one.
  var openIDs: [GlobalID: Int32] = [:]
  /// The edits without a row id, by the feature's number.
  private(set) var openRows: [Int: Int] = [:]
  /// The numbers of splits, which may name terminals for the ends that they make.
  private(set) var splits: Set<Int> = []
  /// The global ids of features whose insertion was refused: references to them are not reported as well.
  private var refused: [GlobalID: Int32] = [:]

  struct Suspect {
    let association: GlobalID
    let edit: Int
    let isNew: Bool
  }

  struct Restriction {
    let container: Feature
    let table: String
    let contents: [FeatureID]
    let edit: Int
  }

  init(_ network: EditedNetwork, isReplay: Bool) {
    self.network = network
    self.isReplay = isReplay
  }

  func commit(_ name: String, from before: EditedNetwork) -> NetworkCommit {
    NetworkCommit(
      transaction: NetworkTransaction(name, done),
      inverse: NetworkTransaction(name, undoing.reversed()),
      before: before,
      after: network,
      touched: touched,
      numbering: EditNumbering(doneNumbers, openIDs: openIDs.mapValues { Int($0) })
    )
  }

  @inline(never)
  private mutating func note(_ edit: NetworkEdit, undoneBy inverse: NetworkEdit) {
    done.append(edit)
    doneNumbers.append(current)
    undoing.append(inverse)
  }

  mutating func forgetReservedRowIDs() { network = network.reserving(rowIDs: nil) }

  @inline(never)
  mutating func carryOut(_ transaction: NetworkTransaction) {
    let numbering = transaction.numbering
    for (id, number) in numbering?.openIDs ?? [:] { openIDs[id] = Int32(number) }
    for (index, edit) in transaction.edits.enumerated() {
      carryOut(edit, numbering?.numbers[index] ?? index)
    }
  }

  private mutating func carryOut(_ edit: NetworkEdit, _ index: Int) {
    current = index
    switch edit {
    case .insertFeature(let feature, let table): insert(feature, table, index)
    case .setGeometry(let key, let geometry): setGeometry(key, geometry, index)
    case .setAttributes(let key, let values): setAttributes(key, values, index)
    case .setAssetType(let key, let group, let type): setAssetType(key, group, type, index)
    case .setOrigin(let key, let origin): setOrigin(key, origin, index)
    case .insertVertex(let key, let place, let z): insertVertex(key, at: place, z, index)
    case .splitLine(let key, let places, let newIDs):
      splits.insert(index)
      split(key, at: places, newIDs, index)
    case .mergeLines(let key, let other): merge(key, with: other, index)
    case .deleteFeature(let key): delete(key, index)
    case .insertAssociation(let association): insert(association, index)
    case .deleteAssociation(let globalID):
      guard let association = network.association(globalID: globalID) else {
        return report(
          .unknownAssociation,
          index,
          Self.associations,
          "\(globalID)",
          network.setAside.contains(association: globalID)
            ? "The row of that association is set aside: correct or delete it with QGIS or ogrinfo -sql."
            : "There is no association with that global id."
        )
      }
      delete(association)
    }
  }

  static let associations = "associations"

  @inline(never)
  mutating func report(
    _ code: TransactionProblem.Code,
    _ edit: Int?,
    _ table: String?,
    _ row: String?,
    _ message: String
  ) {
    problems.append(TransactionProblem(code, edit: edit, table: table, row: row, message))
  }

  /// The feature that an edit names; nil, with a report, when it does not exist.
  @inline(never)
  mutating func find(_ key: FeatureKey, _ index: Int) -> (id: FeatureID, value: Feature)? {
    if let id = network.feature(key), let value = network.feature(id) { return (id, value) }
    switch key {
    case .globalID(let globalID):
      if refused[globalID] == nil {
        report(
          .unknownFeature,
          index,
          nil,
          nil,
          network.setAside.contains(feature: globalID)
            ? "The row of feature \(globalID) cannot be read and is set aside: correct it with QGIS or ogrinfo -sql."
            : "There is no feature \(globalID)."
        )
      }
    case .row(let table, let rowID):
      if network.table(named: table) == nil {
        reportUnknown(table: table, index)
      } else {
        report(
          .unknownFeature,
          index,
          table,
          "\(rowID)",
          network.setAside.contains(rowID: rowID, ofTable: table)
            ? "The row cannot be read and is set aside: correct it with QGIS or ogrinfo -sql."
            : "There is no such row."
        )
      }
    }
    return nil
  }

  private mutating func reportUnknown(table: String, _ index: Int) {
    let names = Words.names(network.base.tables.map(\.name))
    report(.unknownTable, index, table, nil, "There is no such table; the tables are \(names).")
  }

  @inline(never)
  private mutating func touch(_ feature: FeatureID) {
    if lastEdits.updateValue(current, forKey: feature.number) == nil { touched.append(feature) }
  }

  @inline(never)
  func key(_ feature: Feature, _ id: FeatureID) -> FeatureKey {
    feature.globalID.map { .globalID($0) }
      ?? .row(table: network.base.tables[Int(id.table)].name, rowID: feature.rowID)
  }

  // MARK: Features

  /// Inserts a feature; nil, with a report, when it is invalid.
  @discardableResult
  mutating func insert(_ new: NewFeature, _ tableName: String, _ index: Int) -> FeatureID? {
    guard let tableIndex = network.table(named: tableName) else {
      if let globalID = new.globalID { refused[globalID] = Int32(index) }
      reportUnknown(table: tableName, index)
      return nil
    }
    let table = network.base.tables[tableIndex]
    let source = network.packed.lookups.sources[tableIndex]
    var check = FeatureCheck(network: network, table: tableIndex, edit: index, row: new.rowID)
    let feature = Feature(
      rowID: new.rowID ?? network.nextRowID(table: tableIndex),
      globalID: new.globalID ?? (source == nil ? nil : .random()),
      assetGroup: new.assetGroup,
      assetType: new.assetType,
      origin: new.origin,
      geometry: new.geometry.map { check.geometry($0) },
      attributes: check.attributes(
        new.attributes,
        over: Array(repeating: .null, count: table.fields.count)
      )
    )
    check.assetType(group: new.assetGroup, type: new.assetType)
    check.origin(new.origin)
    if let row = new.rowID, row < 1, !isReplay {
      check.report(
        .wrongValue,
        "Row ids of new rows begin at 1: give such an id, or leave the id out to get the next free one."
      )
    }
    if feature.rowID >= Int64.max - Int64(UInt32.max) {
      check.report(
        .wrongValue,
        "Row id \(feature.rowID) leaves no ids for later rows: give a smaller row id."
      )
    }
    check.identifiers(of: feature)
    guard check.problems.isEmpty else {
      problems += check.problems
      if let globalID = new.globalID, network.feature(globalID: globalID) == nil {
        refused[globalID] = Int32(index)
      }
      return nil
    }
    let id = network.insert(feature, table: tableIndex)
    touch(id)
    if new.globalID == nil, let globalID = feature.globalID { openIDs[globalID] = Int32(index) }
    if new.rowID == nil { openRows[id.number] = index }
    note(
      .insertFeature(NewFeature(feature, fields: table.fields), table: table.name),
      undoneBy: .deleteFeature(key(feature, id))
    )
    return id
  }

  mutating func setGeometry(_ key: FeatureKey, _ geometry: Geometry?, _ index: Int) {
    change(key, index) { check, feature in
      feature.geometry = geometry.map { check.geometry($0) }
    } edit: { own, feature, _, _ in
      .setGeometry(own, feature.geometry)
    }
  }

  mutating func setAttributes(_ key: FeatureKey, _ values: [String: AttributeValue], _ index: Int) {
    change(key, index) { check, feature in
      feature.attributes = check.attributes(values, over: feature.attributes)
    } edit: { own, feature, before, table in
      .setAttributes(own, feature.values(of: table.fields, changedFrom: before))
    }
  }

  private mutating func setAssetType(_ key: FeatureKey, _ group: Int, _ type: Int, _ index: Int) {
    let changed = change(key, index) { check, feature in
      feature.assetGroup = group
      feature.assetType = type
      check.assetType(group: group, type: type)
    } edit: { own, feature, _, _ in
      .setAssetType(own, assetGroup: feature.assetGroup, assetType: feature.assetType)
    }
    guard let changed else { return }
    for association in network.associations(of: changed) {
      suspects.append(Suspect(association: association.globalID, edit: index, isNew: false))
    }
  }

  private mutating func setOrigin(_ key: FeatureKey, _ origin: String?, _ index: Int) {
    change(key, index) { check, feature in
      feature.origin = origin
      check.origin(origin)
    } edit: { own, feature, _, _ in
      .setOrigin(own, feature.origin)
    }
  }

  /// Changes a feature, and records the edit from `edit` and its inverse; nil if unchanged or refused.
  @inline(never)
  @discardableResult
  private mutating func change(
    _ key: FeatureKey,
    _ index: Int,
    _ body: (inout FeatureCheck, inout Feature) -> Void,
    edit: (FeatureKey, _ feature: Feature, _ before: Feature, FeatureTable) -> NetworkEdit
  ) -> FeatureID? {
    guard let (id, old) = find(key, index) else { return nil }
    var check = FeatureCheck(network: network, table: Int(id.table), edit: index, row: old.rowID)
    var feature = old
    body(&check, &feature)
    problems += check.problems
    guard check.problems.isEmpty, feature != old else { return nil }
    network.replace(id, by: feature)
    touch(id)
    let own = self.key(old, id)
    let table = network.base.tables[Int(id.table)]
    note(edit(own, feature, old, table), undoneBy: edit(own, old, feature, table))
    return id
  }

  // MARK: Deleting

  mutating func delete(_ key: FeatureKey, _ index: Int) {
    guard let (id, _) = find(key, index) else { return }
    // A cascaded deletion may cause others.
    var doomed = [id]
    while let next = doomed.popLast() { doomed += delete(next, index) }
  }

  private mutating func delete(_ id: FeatureID, _ index: Int) -> [FeatureID] {
    guard let feature = network.feature(id) else { return [] }
    let table = network.base.tables[Int(id.table)]
    let associations = network.associations(of: id)
    if isReplay, !associations.isEmpty {
      report(
        .changedOtherwise,
        index,
        table.name,
        "\(feature.rowID)",
        "The feature has associations that it did not have then."
      )
      return []
    }
    let held = associations.filter {
      !$0.kind.isConnectivity && $0.from.globalID == feature.globalID
    }.compactMap { network.feature(globalID: $0.to.globalID) }
    let semantics = network.assetType(of: id)?.type.deleteSemantics ?? .setToNone
    if semantics == .restricted, !held.isEmpty {
      restrictions.append(
        Restriction(container: feature, table: table.name, contents: held, edit: index)
      )
    }
    // From the end, where removal from a long list is cheap.
    for association in associations.reversed() { delete(association) }
    network.delete(id)
    touch(id)
    note(
      .deleteFeature(key(feature, id)),
      undoneBy: .insertFeature(NewFeature(feature, fields: table.fields), table: table.name)
    )
    return semantics == .cascade ? held : []
  }

  mutating func delete(_ association: Association) {
    for feature in network.ends(of: association) { touch(feature) }
    network.delete(association)
    note(
      .deleteAssociation(association.globalID),
      undoneBy: .insertAssociation(NewAssociation(association))
    )
  }

  // MARK: Associations

  mutating func insert(_ new: NewAssociation, _ index: Int) {
    let globalID = new.globalID ?? .random()
    if new.globalID == nil { openIDs[globalID] = Int32(index) }
    guard let from = find(.globalID(new.from.globalID), index)?.id,
      let to = find(.globalID(new.to.globalID), index)?.id
    else { return }
    guard let association = association(new, globalID, from, to, index) else { return }
    network.insert(association)
    touch(from)
    touch(to)
    suspects.append(Suspect(association: globalID, edit: index, isNew: true))
    note(.insertAssociation(NewAssociation(association)), undoneBy: .deleteAssociation(globalID))
  }
}
