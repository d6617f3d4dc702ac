extension GeometryEditor {
  /// Starts to edit a stored feature, at its place in the scene.
  ///
  /// - Throws: ``GeometryEditorError`` with code `alreadyStarted`, `noSuchFeature`, or `unsupportedType` for a
  ///   collection.
  /// - Complexity: Linear in its vertices and in the rules of the network.
  public func start(editing feature: FeatureID) throws(GeometryEditorError) {
    try prepare()
    let subject = EditSubject.feature(feature)
    guard let geometry = base.currentGeometry(of: subject) else {
      throw GeometryEditorError(
        .noSuchFeature,
        "There is no feature with a geometry at row \(feature.row) of table \(feature.table)."
      )
    }
    let type = scene.network.assetTypeID(of: feature)
    try begin(subject, Int(feature.table), type, EditorShape(geometry), geometry)
  }

  /// Starts to edit a created feature that is not stored yet, with its global id and its attributes.
  ///
  /// A transaction of its ``SavedEdit`` changes the feature if an earlier one has stored it, and otherwise inserts it.
  ///
  /// - Throws: The errors of ``start(editing:)``.
  public func start(editingPending number: Int) throws(GeometryEditorError) {
    try prepare()
    let subject = EditSubject.pending(number)
    guard let geometry = base.currentGeometry(of: subject),
      let ordinal = base.ordinal(of: .pending(number))
    else { throw GeometryEditorError(.noSuchFeature, "There is no new feature \(number).") }
    let (table, type) = base.tableAndType(ofClass: base.featureClass(of: ordinal))
    try begin(subject, table, type, EditorShape(geometry), geometry, base.pending[number])
  }

  /// Starts to draw a new feature with the geometry type of its table.
  ///
  /// - Parameters:
  ///   - table: The index of the table in ``UtilityNetwork/tables``.
  ///   - assetType: The asset type, whose rules apply; nil in a plain table.
  ///   - attributes: Further attributes to store, by the names of fields.
  ///   - hasZ: Whether its vertices get heights.
  /// - Throws: ``GeometryEditorError`` with code `alreadyStarted`, `noSuchTable`, `wrongAssetType` or
  ///   `unsupportedType`.
  public func start(
    creatingIn table: Int,
    assetType: AssetTypeID? = nil,
    attributes: [String: AttributeValue] = [:],
    hasZ: Bool = false
  ) throws(GeometryEditorError) {
    try prepare()
    let network = scene.network
    let tables = network.base.tables
    guard tables.indices.contains(table), let type = tables[table].geometryType else {
      throw GeometryEditorError(.noSuchTable, "There is no table \(table) that holds geometries.")
    }
    let isKnown = assetType.map { network.assetType($0) != nil } ?? true
    guard tables[table].sourceID == assetType?.sourceID, isKnown else {
      throw GeometryEditorError(
        .wrongAssetType,
        "\(tables[table].name) has no such asset type: give an asset type of the source, or none "
          + "for a plain table."
      )
    }
    let shape = try EditorShape(type, hasZ ? .xyz : .xy, srid: network.srid)
    try begin(
      .creation(table: table, assetType: assetType),
      table,
      assetType,
      shape,
      nil,
      PendingFeature(assetType, attributes: attributes)
    )
  }

  /// Starts to draw a new feature of an asset type, in the table of its source.
  ///
  /// Arguments and errors are those of ``start(creatingIn:assetType:attributes:hasZ:)``.
  public func start(
    creating assetType: AssetTypeID,
    attributes: [String: AttributeValue] = [:],
    hasZ: Bool = false
  ) throws(GeometryEditorError) {
    try start(
      creatingIn: scene.network.table(sourceID: assetType.sourceID) ?? -1,
      assetType: assetType,
      attributes: attributes,
      hasZ: hasZ
    )
  }

  /// Starts to edit a geometry without a feature, without rules.
  ///
  /// - Throws: ``GeometryEditorError`` with code `alreadyStarted`, `unsupportedType`, or `mixedSpatialReferences`
  ///   when it declares another system than the network.
  public func start(with geometry: Geometry) throws(GeometryEditorError) {
    try prepare()
    try checkSystem(of: geometry)
    try begin(.sketch, nil, nil, EditorShape(geometry), geometry)
  }

  /// Starts to draw a geometry without a feature, without rules.
  ///
  /// - Throws: ``GeometryEditorError`` with code `alreadyStarted` or `unsupportedType`.
  public func start(drawing type: GeometryType, hasZ: Bool = false) throws(GeometryEditorError) {
    try prepare()
    let shape = try EditorShape(type, hasZ ? .xyz : .xy, srid: scene.network.srid)
    try begin(.sketch, nil, nil, shape, nil)
  }

  /// Refuses a geometry that declares another reference system than the network.
  func checkSystem(of geometry: Geometry) throws(GeometryEditorError) {
    if let own = geometry.srid, let other = scene.network.srid, own != other {
      throw GeometryEditorError(
        .mixedSpatialReferences,
        "The geometry is in EPSG:\(own), the network in EPSG:\(other): transform it first."
      )
    }
  }
}
