internal import GeoSnapSupport

extension EditedNetwork {
  /// The schema.
  public var definition: NetworkDefinition { base.definition }

  /// The reference system of all geometries; nil when undeclared.
  public var srid: SRID? { base.srid }

  /// The rules.
  public var rules: [NetworkRule] { base.rules }

  /// The table with a name, compared without case; nil when there is none.
  ///
  /// The tables are those of the ``base``, which has their names, sources and fields: edits add no tables.
  public func table(named name: String) -> Int? { packed.lookups.tablesByName[name.lowercased()] }

  /// The table of a network source; nil when the source has no features.
  package func table(sourceID: Int) -> Int? { base.table(sourceID: sourceID) }

  /// The number of features in a table.
  package func featureCount(table: Int) -> Int {
    base.tables.indices.contains(table) ? extent(table: table).live : 0
  }

  /// The number of rows that identifiers of a table may refer to, including those of deleted features.
  package func rowCount(table: Int) -> Int {
    base.tables.indices.contains(table) ? Int(extent(table: table).rows) : 0
  }

  /// The feature with a key; nil when there is none.
  public func feature(_ key: FeatureKey) -> FeatureID? {
    switch key {
    case .globalID(let globalID): feature(globalID: globalID)
    case .row(let name, let rowID): table(named: name).flatMap { feature(table: $0, rowID: rowID) }
    }
  }

  /// Whether a feature existed and was deleted.
  ///
  /// - Complexity: O(1), as for all following functions of a feature.
  @inline(never)
  public func isDeleted(_ feature: FeatureID) -> Bool {
    editedRow(feature).map { $0.feature == nil } ?? false
  }

  /// Whether the feature exists now, which is false for one of a later snapshot.
  public func contains(_ feature: FeatureID) -> Bool {
    if box == nil { return base.contains(feature) }
    return (0..<rowCount(table: Int(feature.table))).contains(Int(feature.row))
      && !isDeleted(feature)
  }

  /// Whether a feature was inserted, updated or deleted, irrespective of its associations.
  package func isChanged(_ feature: FeatureID) -> Bool { editedRow(feature) != nil }

  /// A feature as a value; nil when it is deleted.
  @inline(never)
  public func feature(_ feature: FeatureID) -> Feature? {
    if let row = editedRow(feature) { return row.feature }
    return base.contains(feature) ? base.tables[Int(feature.table)][Int(feature.row)] : nil
  }

  private func editedRow(_ feature: FeatureID) -> EditedRow? { box?.edits.rows.find(feature) }

  /// The global id; nil when the feature has none or is deleted.
  @inlinable
  public func globalID(of feature: FeatureID) -> GlobalID? {
    guard box == nil else { return editedGlobalID(of: feature) }
    let network = packed.network
    return network.contains(feature)
      ? network.tables[Int(feature.table)].globalIDs[Int(feature.row)] : nil
  }

  @usableFromInline
  func editedGlobalID(of feature: FeatureID) -> GlobalID? {
    if let row = editedRow(feature) { return row.feature?.globalID }
    return base.globalID(of: feature)
  }

  /// The row id in the table; nil when the feature is deleted.
  @inline(never)
  public func rowID(of feature: FeatureID) -> Int64? {
    if let row = editedRow(feature) { return row.feature?.rowID }
    return base.rowID(of: feature)
  }

  /// The origin of the feature; nil when unknown or when the feature is deleted.
  public func origin(of feature: FeatureID) -> String? {
    if let row = editedRow(feature) { return row.feature?.origin }
    return base.origin(of: feature)
  }

  /// Appends the origin of the feature in UTF-8; false when unknown or when the feature is deleted.
  package func appendOrigin(of feature: FeatureID, to text: inout [UInt8]) -> Bool {
    if let row = editedRow(feature) {
      guard let origin = row.feature?.origin else { return false }
      text += origin.utf8
      return true
    }
    guard base.contains(feature) else { return false }
    let origins = base.tables[Int(feature.table)].origins
    let appended: Void? = origins.withUTF8(Int(feature.row)) { origin in
      for index in origin.indices { text.append(origin[index]) }
    }
    return appended != nil
  }

  /// The geometry; nil for objects and when the feature is deleted.
  @inlinable
  public func geometry(of feature: FeatureID) -> Geometry? {
    box == nil ? packed.network.geometry(of: feature) : editedGeometry(of: feature)
  }

  @usableFromInline
  func editedGeometry(of feature: FeatureID) -> Geometry? {
    if let row = editedRow(feature) { return row.feature?.geometry }
    return packed.network.geometry(of: feature)
  }

  /// The packed line of an unchanged feature in the ``base``; nil for others than lines of one part.
  package func packedLine(of feature: FeatureID) -> PackedLine? {
    if editedRow(feature) != nil { return nil }
    return PackedLine(base.tables[Int(feature.table)].geometries, row: Int(feature.row))
  }

  /// The type of the geometry, without unpacking it; nil without a geometry.
  @inlinable
  package func geometryType(of feature: FeatureID) -> GeometryType? {
    box == nil
      ? packed.network.tables[Int(feature.table)].geometries.type(Int(feature.row))
      : editedGeometryType(of: feature)
  }

  @usableFromInline
  func editedGeometryType(of feature: FeatureID) -> GeometryType? {
    if let row = editedRow(feature) { return row.feature?.geometry?.type }
    return base.tables[Int(feature.table)].geometries.type(Int(feature.row))
  }

  /// The dimensions of the geometry, without unpacking it; nil without a geometry.
  @inlinable
  package func dimensions(of feature: FeatureID) -> CoordinateDimensions? {
    box == nil
      ? packed.network.tables[Int(feature.table)].geometries.dimensions(Int(feature.row))
      : editedDimensions(of: feature)
  }

  @usableFromInline
  func editedDimensions(of feature: FeatureID) -> CoordinateDimensions? {
    if let row = editedRow(feature) {
      return row.feature?.geometry.map { CoordinateDimensions(hasZ: $0.hasZ, hasM: $0.hasM) }
    }
    return base.tables[Int(feature.table)].geometries.dimensions(Int(feature.row))
  }

  /// The value of a field, by its position among the table's fields; nil when the feature is deleted.
  public func attribute(_ field: Int, of feature: FeatureID) -> AttributeValue? {
    guard let row = editedRow(feature) else { return base.attribute(field, of: feature) }
    guard let values = row.feature?.attributes, values.indices.contains(field) else { return nil }
    return values[field]
  }

  /// The value of a field, by its name without case; nil for an unknown field or a deleted feature.
  package func attribute(_ name: String, of feature: FeatureID) -> AttributeValue? {
    self[feature, name]
  }

  /// The asset type of a feature with its group; nil in a plain table and when it is deleted.
  public func assetType(of feature: FeatureID) -> (group: AssetGroup, type: AssetType)? {
    let ordinal = assetTypeOrdinal(of: feature)
    guard ordinal >= 0 else { return nil }
    let entry = base.catalog.entries[Int(ordinal)]
    return (entry.group, entry.type)
  }

  /// The asset type with an id, its source and group; nil when the definition does not have it.
  public func assetType(
    _ id: AssetTypeID
  ) -> (source: NetworkSource, group: AssetGroup, type: AssetType)? {
    base.assetType(id)
  }

  /// The id of a feature's asset type; nil in a plain table and when it is deleted.
  public func assetTypeID(of feature: FeatureID) -> AssetTypeID? {
    let ordinal = assetTypeOrdinal(of: feature)
    return ordinal >= 0 ? base.catalog.entries[Int(ordinal)].id : nil
  }

  /// The number of a feature's asset type in the catalog; -1 when it has none, or for a feature of another network.
  @inlinable
  package func assetTypeOrdinal(of feature: FeatureID) -> Int32 {
    contains(feature) ? assetTypeOrdinal(at: ordinal(of: feature)) : -1
  }

  @inlinable
  package func assetTypeOrdinal(at ordinal: Int32) -> Int32 {
    let place = Int(ordinal)
    return place < plainTypes.count ? plainTypes[place] : editedTypeOrdinal(ordinal)
  }

  @usableFromInline
  func editedTypeOrdinal(_ ordinal: Int32) -> Int32 {
    box?.edits.types.find(ordinal) ?? base.assetTypeOrdinals[Int(ordinal)]
  }

  /// The associations of a feature, on either side, older ones first; only those of `kind` unless it is nil.
  @inline(never)
  public func associations(
    of feature: FeatureID,
    kind: AssociationKind? = nil
  ) -> [Association] {
    associationPositions(of: feature).compactMap { association(at: $0) }
      .filter { kind == nil || $0.kind == kind }
  }

  @inlinable
  package var catalog: AssetTypeCatalog { packed.network.catalog }

  /// The feature's number among all features that ever existed, in O(1).
  ///
  /// Features of the ``base`` keep their number in it; inserted features have later numbers. Indices and topologies
  /// use this number. It depends only on table and row, so that all snapshots agree; not every number has a feature.
  @inlinable
  public func ordinal(of feature: FeatureID) -> Int32 {
    packed.ordinal(of: feature)
  }

  /// An upper bound of the ordinals of features, exclusive.
  package var ordinalLimit: Int {
    let tables = base.tables.indices
    let added = tables.map { rowCount(table: $0) - base.tables[$0].count }.max() ?? 0
    return base.featureCount + added * tables.count
  }

  /// The feature with an ordinal, in O(log t) for t tables.
  @inlinable
  public func feature(ordinal: Int32) -> FeatureID {
    if ordinal < packed.featureCount { return packed.network.feature(ordinal: ordinal) }
    let firsts = packed.network.firstOrdinals
    let tableCount = firsts.count - 1
    let beyond = ordinal - firsts[tableCount]
    let table = Int(beyond) % tableCount
    let row = Int(beyond) / tableCount + Int(firsts[table + 1] - firsts[table])
    return FeatureID(table: table, row: row)
  }
}

extension FeatureTable {
  /// The position of the field with a name, compared without case if there is no exact match; nil when there is none.
  public func field(named name: String) -> Int? {
    if let exact = fields.firstIndex(where: { $0.name == name }) { return exact }
    let name = name.lowercased()
    return fields.firstIndex { $0.name.lowercased() == name }
  }
}

extension EditingBase {
  /// The number of a feature in all states of the network.
  @inlinable
  func ordinal(of feature: FeatureID) -> Int32 {
    let firsts = network.firstOrdinals
    let table = Int(feature.table)
    let tableCount = firsts.count - 1
    // An identifier of another network has an undefined number.
    guard table >= 0, table < tableCount else { return -1 }
    let first = firsts[table]
    let beyond = feature.row &- (firsts[table + 1] - first)
    if beyond < 0 { return first &+ feature.row }
    // Added rows alternate between the tables.
    return firsts[tableCount] &+ beyond &* Int32(tableCount) &+ feature.table
  }
}
