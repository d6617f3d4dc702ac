package import GeoSnapColumns
internal import GeoSnapSupport

/// A utility network as one immutable value: definition, features, associations and rules.
///
/// A network is consistent: every feature has an asset type of the definition, and every association and rule refers
/// to existing items. Only a tolerantly created network may have features of unknown asset type, which connect to
/// nothing. Any number of threads may read a network.
public struct UtilityNetwork: Sendable {
  /// The schema.
  public let definition: NetworkDefinition
  /// The reference system of all geometries; nil when undeclared.
  public let srid: SRID?
  /// The features: tables of network sources in definition order, then plain tables.
  public let tables: [FeatureTable]
  /// The rules.
  public let rules: [NetworkRule]

  @usableFromInline package let catalog: AssetTypeCatalog
  /// The ordinal of each table's first feature; one more entry at the end.
  @usableFromInline package let firstOrdinals: [Int32]
  /// The asset type's ordinal of each feature; -1 in plain tables, for subnetwork lines and unknown types.
  package let assetTypeOrdinals: Column<Int32>
  private let lookups: NetworkLookups

  /// Creates a network and checks that it is consistent.
  ///
  /// There is at most one table for each network source, and any number of plain tables. A source without a table has
  /// no features. The `srid` is the reference system of all geometries, nil when undeclared.
  ///
  /// - Throws: ``NetworkError`` with one problem for each error: an unknown or repeated source, an unknown asset
  ///   type, a missing or repeated global id, a geometry of the wrong type, in another reference system or with an
  ///   ordinate that is not finite, an association or a rule that refers to a missing item.
  /// - Complexity: Linear in the size of the network.
  public init(
    definition: NetworkDefinition,
    srid: SRID?,
    tables: [FeatureTable],
    associations: some Collection<Association> = [],
    rules: [NetworkRule] = []
  ) throws(NetworkError) {
    let ordered = UtilityNetwork.inDefinitionOrder(tables, definition)
    var check = NetworkCheck(definition: definition, srid: srid)
    check.visit(ordered)
    for association in associations { check.visit(association, tables: ordered) }
    for rule in rules { check.visit(rule) }
    if !check.problems.isEmpty { throw NetworkError(check.problems) }
    self.init(check, tables: ordered, associations: AssociationColumn(associations), rules: rules)
  }

  /// Creates a network from data that may have errors, and adds them to `problems`, each with its code.
  ///
  /// Features of unknown asset group or type are kept and connect to nothing. Other erroneous rows are set aside,
  /// which means left out: features whose global id is missing or repeated, or whose geometry does not suit their
  /// table; associations without an end, or of an unsuitable kind or terminal; rules that refer to missing items.
  /// Rows that share a global id are all left out. ``NetworkValidation`` turns the problems into errors.
  ///
  /// - Throws: ``NetworkError`` with all problems for a broken definition or a table without source.
  /// - Complexity: Linear in the size of the network.
  public init(
    definition: NetworkDefinition,
    srid: SRID?,
    tables: [FeatureTable],
    associations: some Collection<Association> = [],
    rules: [NetworkRule] = [],
    tolerating problems: inout [NetworkProblem]
  ) throws(NetworkError) {
    try self.init(
      definition: definition,
      srid: srid,
      tables: tables,
      associations: associations,
      rules: rules,
      toleratesAssetTypes: true,
      settingAside: &problems
    )
  }

  /// Creates a network of the valid rows, and adds the problems of the others, each with its code.
  @inline(never)
  package init(
    definition: NetworkDefinition,
    srid: SRID?,
    tables: [FeatureTable],
    associations: some Collection<Association>,
    rules: [NetworkRule],
    besides rows: SetAsideRows = SetAsideRows(),
    toleratesAssetTypes: Bool = false,
    settingAside problems: inout [NetworkProblem]
  ) throws(NetworkError) {
    var parts = SoundParts(
      definition: definition,
      srid: srid,
      tables: UtilityNetwork.inDefinitionOrder(tables, definition),
      associations: Array(associations),
      rules: rules,
      setAside: rows,
      toleratesAssetTypes: toleratesAssetTypes
    )
    let check = try parts.checked()
    problems += parts.problems
    self.init(
      check,
      tables: parts.tables,
      associations: AssociationColumn(parts.associations),
      rules: parts.rules
    )
  }

  private init(
    _ check: NetworkCheck,
    tables: [FeatureTable],
    associations: AssociationColumn,
    rules: [NetworkRule]
  ) {
    definition = check.definition
    srid = check.srid
    self.tables = tables
    self.rules = rules
    catalog = check.catalog
    firstOrdinals = check.firstOrdinals
    assetTypeOrdinals = check.assetTypeOrdinals
    lookups = NetworkLookups(check, tables: tables, associations: associations)
  }

  package init(definition: NetworkDefinition, from image: inout ImageReader) throws(ImageError) {
    self.definition = definition
    let number: Int? = try image.read("srid")
    srid = number.map { SRID(truncatingIfNeeded: $0) }
    tables = try image.read("tables")
    rules = try [NetworkRule](from: &image)
    catalog = AssetTypeCatalog(definition)
    assetTypeOrdinals = try image.read("assetTypes")
    var firsts: [Int32] = [0]
    for table in tables { firsts.append(firsts[firsts.count - 1] + Int32(table.count)) }
    firstOrdinals = firsts
    lookups = try NetworkLookups(from: &image, tables: tables, firstOrdinals: firsts)
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(srid.map { Int($0) }, "srid")
    try image.write(tables, "tables")
    try rules.write(to: &image)
    try image.write(assetTypeOrdinals, "assetTypes")
    try lookups.write(to: &image, tables: tables)
  }

  private static func inDefinitionOrder(
    _ tables: [FeatureTable],
    _ definition: NetworkDefinition
  ) -> [FeatureTable] {
    var position: [Int: Int] = [:]
    for (index, source) in definition.sources.enumerated() { position[source.sourceID] = index }
    let plain = definition.sources.count
    return tables.rising(by: { $0.sourceID.map { position[$0] ?? plain } ?? plain + 1 })
  }

  /// The associations.
  public var associations: AssociationColumn { lookups.associations }
  var featuresByGlobalID: GlobalIDIndex { lookups.featuresByGlobalID }
  package var setAside: SetAsideRows { lookups.setAside }
  package var associationsOfFeature: FeatureAssociations { lookups.associationsOfFeature }

  /// The smallest envelope around all features, computed once; nil when no feature has a geometry.
  var plainEnvelope: Envelope? { lookups.envelope(of: tables) }

  /// Whether another network is the same or has the same definition and feature counts, as one that is read again.
  func isLike(_ other: UtilityNetwork) -> Bool {
    lookups === other.lookups
      || (firstOrdinals == other.firstOrdinals && definition == other.definition)
  }

  /// The number of features in all tables.
  public var featureCount: Int { assetTypeOrdinals.count }

  /// The feature with a global id; nil when there is none.
  public func feature(globalID: GlobalID) -> FeatureID? { featuresByGlobalID[globalID] }

  /// The features of an element of the imported file, such as `line/42`; several when the element was split.
  public func features(origin: String) -> [FeatureID] {
    lookups.featuresByOrigin.features(origin) { tables[$0].origins }.map { feature(ordinal: $0) }
  }

  /// The table of a network source; nil when the source has no features.
  package func table(sourceID: Int) -> Int? { lookups.tablesBySourceID[sourceID] }

  /// The asset type of a feature with its group; nil in a plain table and for a feature of another network.
  public func assetType(of feature: FeatureID) -> (group: AssetGroup, type: AssetType)? {
    guard contains(feature) else { return nil }
    let ordinal = assetTypeOrdinals[Int(self.ordinal(of: feature))]
    guard ordinal >= 0 else { return nil }
    let entry = catalog.entries[Int(ordinal)]
    return (entry.group, entry.type)
  }

  /// The asset type with an id, its source and group; nil when the definition does not have it.
  public func assetType(
    _ id: AssetTypeID
  ) -> (source: NetworkSource, group: AssetGroup, type: AssetType)? {
    guard let ordinal = catalog.ordinal(id) else { return nil }
    let entry = catalog.entries[Int(ordinal)]
    return (entry.source, entry.group, entry.type)
  }

  /// The feature's number in ``NetworkIndex/features``, by table and row; undefined for a feature of another network.
  @inlinable
  public func ordinal(of feature: FeatureID) -> Int32 {
    let table = Int(feature.table)
    return firstOrdinals.indices.contains(table) ? firstOrdinals[table] &+ feature.row : -1
  }

  /// The feature with a number in ``NetworkIndex/features``; one that the network does not have for an unknown
  /// number.
  @inlinable
  public func feature(ordinal: Int32) -> FeatureID {
    // The last table that starts at or before the ordinal and is not empty.
    var low = 0
    var high = tables.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if firstOrdinals[middle] <= ordinal { low = middle } else { high = middle - 1 }
    }
    return FeatureID(table: low, row: Int(ordinal) - Int(firstOrdinals[low]))
  }

  /// The geometry of a feature; nil for objects and for a feature of another network.
  @inlinable
  public func geometry(of feature: FeatureID) -> Geometry? {
    contains(feature) ? tables[Int(feature.table)].geometries[Int(feature.row)] : nil
  }

  /// The position of the field with the features' names in a table; nil without such a field or table.
  package func nameField(table: Int) -> Int? {
    guard tables.indices.contains(table) else { return nil }
    let table = tables[table]
    let named = table.sourceID.flatMap { id in
      definition.domainNetworks.lazy.flatMap(\.sources).first { $0.sourceID == id }?.displayField
    }
    return ([named].compactMap(\.self) + ["NAME", "LABEL", "ID"]).lazy
      .compactMap { table.field(named: $0) }.first
  }

  /// The geometries of all features in the order of their ordinals, nil for none: the input of an index.
  package var geometries: [Geometry?] { tables.flatMap { Array($0.geometries) } }

  /// The largest distance between vertices at one place.
  ///
  /// The definition's tolerance or, without one, 1e-8 degrees for reference systems of longitude and latitude and one
  /// millimetre for others. Most geographic systems have EPSG numbers from 4000 to 4999.
  package var coincidenceTolerance: CoincidenceTolerance {
    Self.coincidenceTolerance(of: definition, srid: srid)
  }

  package static func coincidenceTolerance(
    of definition: NetworkDefinition?,
    srid: SRID?
  ) -> CoincidenceTolerance {
    if let tolerance = definition?.tolerance { return tolerance }
    guard let srid else { return .millimetre }
    let isGeographic =
      (4000..<5000).contains(srid)
      && !SpatialReferenceSystems.projected.contains { $0.contains(srid) }
      || SpatialReferenceSystems.later.contains(srid)
    return isGeographic ? .degrees : .millimetre
  }
}

extension Geometry {
  /// Reads well-known binary; arcs become straight segments within the tolerance of a reference system.
  ///
  /// - Returns: The geometry and the number of arcs.
  /// - Throws: ``FormatError`` as ``straightened(wkb:srid:tolerance:)``.
  package static func straightened(
    wkb: Span<UInt8>,
    srid: SRID?
  ) throws(FormatError) -> (geometry: Geometry, arcCount: Int) {
    try straightened(
      wkb: wkb,
      srid: srid,
      tolerance: UtilityNetwork.coincidenceTolerance(of: nil, srid: srid).xy
    )
  }
}

/// Geographic reference systems with numbers after 4999.
enum SpatialReferenceSystems {
  /// The projected and geocentric systems among EPSG's numbers of geographic systems.
  static let projected: [ClosedRange<SRID>] = [
    4026...4026, 4037...4038, 4048...4051, 4056...4063, 4071...4071, 4082...4083, 4087...4088,
    4217...4217, 4390...4462, 4467...4467, 4471...4471, 4484...4489, 4491...4554, 4568...4589,
    4647...4647, 4652...4656, 4766...4800, 4826...4826, 4839...4839, 4855...4880, 4978...4978,
  ]

  static let later: [SRID] = [
    5681, 6318, 6322, 6325, 6706, 6783, 7844, 8232, 8545, 8818, 9000, 9057, 9755,
  ]
}
