package import GeoSnapColumns
internal import GeoSnapSupport

/// One feature of a network: its table and its row in that table.
public struct FeatureID: Hashable, BitwiseCopyable, Sendable {
  /// The index of the table in ``UtilityNetwork/tables``.
  public var table: Int32
  /// The index of the row.
  public var row: Int32

  /// Creates an identifier; numbers that no network has become the greatest and the least of 32 bits.
  public init(table: Int, row: Int) {
    self.table = Int32(clamping: table)
    self.row = Int32(clamping: row)
  }

  /// Table and row as one number.
  var number: Int { Int(table) << 32 | Int(row) }

  /// The feature of a ``number``.
  init(number: Int) { self.init(table: number >> 32, row: number & 0xFFFF_FFFF) }
}

/// A utility network as one immutable value: definition, features, associations and rules.
///
/// A network that exists is consistent: every feature has an asset type that the definition
/// names, every association and rule refers to something that is there. Only a network that was made
/// tolerantly may have features of unknown asset type, which take part in nothing. Reading a network
/// from any number of threads is safe.
public struct UtilityNetwork: Sendable {
  /// What the network may hold.
  public let definition: NetworkDefinition
  /// The reference system of all geometries; nil when undeclared.
  public let srid: SRID?
  /// The features: network sources in definition order, then plain tables.
  public let tables: [FeatureTable]
  /// The rules.
  public let rules: [NetworkRule]

  @usableFromInline package let catalog: AssetTypeCatalog
  /// For each table, the ordinal of its first feature; one more entry at the end.
  @usableFromInline package let firstOrdinals: [Int32]
  /// For each feature, the ordinal of its asset type; -1 in plain tables, of subnetwork lines and of
  /// what was tolerated though its type is unknown.
  package let assetTypeOrdinals: Column<Int32>
  private let lookups: NetworkLookups

  /// Creates a network and checks that it is consistent.
  ///
  /// - Parameters:
  ///   - definition: What the network may hold.
  ///   - srid: The reference system of all geometries; nil when undeclared.
  ///   - tables: At most one table for each network source of the definition, and any number of
  ///     plain ones. A source without a table has no features.
  ///   - associations: The associations.
  ///   - rules: The rules.
  /// - Throws: ``NetworkError`` with one problem for each thing that is wrong: an unknown or
  ///   doubly used source, an unknown asset type, a global id that is missing or used twice, a
  ///   geometry of the wrong type, in another reference system or with an ordinate that is no
  ///   finite number, an association or a rule that refers to something that is not there.
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
    self.init(
      check,
      tables: ordered,
      associations: AssociationColumn(associations),
      rules: rules
    )
  }

  /// Creates a network from data that need not be right, and lists what is wrong with it.
  ///
  /// Features of unknown asset group or type are kept and take part in nothing. All else that is wrong is
  /// set aside, which means left out: features whose global id is missing or used twice, or whose geometry
  /// does not belong into their table; associations whose ends are missing, or whose kind or terminals do
  /// not fit; rules that name what is not there. Of rows that share a global id none is kept.
  /// ``NetworkValidation`` makes errors of the problems.
  ///
  /// - Parameters:
  ///   - definition: What the network may hold.
  ///   - srid: The reference system of all geometries; nil when undeclared.
  ///   - tables: At most one table for each network source of the definition, and any number of
  ///     plain ones.
  ///   - associations: The associations.
  ///   - rules: The rules.
  ///   - problems: Receives what was tolerated or set aside, each with its code.
  /// - Throws: ``NetworkError`` with all problems when one of them leaves no network: a broken
  ///   definition, or a table of no source.
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

  /// Creates a network of all that is right, and lists what is set aside.
  ///
  /// - Parameters:
  ///   - definition: What the network may hold.
  ///   - srid: The reference system of all geometries; nil when undeclared.
  ///   - tables: At most one table for each network source of the definition, and any number of
  ///     plain ones.
  ///   - associations: The associations.
  ///   - rules: The rules.
  ///   - rows: What was set aside before.
  ///   - toleratesAssetTypes: Whether features of unknown asset type are kept.
  ///   - problems: Receives what is wrong, each with its code.
  /// - Throws: ``NetworkError`` with all problems when one of them leaves no network.
  /// - Complexity: Linear in the size of the network; where something is wrong, three times as much.
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
    var parts = WholeParts(
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

  /// Takes what a check has found right.
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

  /// Reads what ``write(to:)`` has written; the definition is kept apart.
  package init(
    definition: NetworkDefinition,
    from image: inout ImageReader
  ) throws(ImageError) {
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

  /// Writes all but the definition.
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
  /// The rows of the file that are no part of the network.
  package var setAside: SetAsideRows { lookups.setAside }
  package var associationsOfFeature: FeatureAssociations { lookups.associationsOfFeature }

  /// The smallest envelope around all features, found once; nil when none has a place.
  var plainEnvelope: Envelope? { lookups.envelope(of: tables) }

  /// Whether another network is the same, or has as many features of the same definition: it may have been read anew.
  func isLike(_ other: UtilityNetwork) -> Bool {
    lookups === other.lookups
      || (firstOrdinals == other.firstOrdinals && definition == other.definition)
  }

  /// The number of features in all tables.
  public var featureCount: Int { assetTypeOrdinals.count }

  /// The feature with a global id; nil when there is none.
  public func feature(globalID: GlobalID) -> FeatureID? { featuresByGlobalID[globalID] }

  /// The features that stand for an element of the file the network was imported from, such as
  /// `line/42`: several when the element was split, none when there is no such element.
  public func features(origin: String) -> [FeatureID] {
    lookups.featuresByOrigin.features(origin) { tables[$0].origins }.map { feature(ordinal: $0) }
  }

  /// The table of a network source; nil when the source has no features.
  public func table(sourceID: Int) -> Int? { lookups.tablesBySourceID[sourceID] }

  /// The asset type of a feature with its group; nil in a plain table, and for a feature of another network.
  public func assetType(of feature: FeatureID) -> (group: AssetGroup, type: AssetType)? {
    guard contains(feature) else { return nil }
    let ordinal = assetTypeOrdinals[Int(self.ordinal(of: feature))]
    guard ordinal >= 0 else { return nil }
    let entry = catalog.entries[Int(ordinal)]
    return (entry.group, entry.type)
  }

  /// The asset type with an id, and what it belongs to; nil when the definition has none such.
  public func assetType(
    _ id: AssetTypeID
  ) -> (source: NetworkSource, group: AssetGroup, type: AssetType)? {
    guard let ordinal = catalog.ordinal(id) else { return nil }
    let entry = catalog.entries[Int(ordinal)]
    return (entry.source, entry.group, entry.type)
  }

  /// The feature's number among all features: tables in order, rows in order.
  ///
  /// It is the number under which ``NetworkIndex/features`` knows the feature; of a feature of another network
  /// it says nothing.
  @inlinable
  public func ordinal(of feature: FeatureID) -> Int32 {
    let table = Int(feature.table)
    return firstOrdinals.indices.contains(table) ? firstOrdinals[table] &+ feature.row : -1
  }

  /// The feature that ``NetworkIndex/features`` knows under a number; for a number of none an identifier that
  /// the network does not have.
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

  /// The geometry of a feature; nil for objects, and for a feature of another network.
  @inlinable
  public func geometry(of feature: FeatureID) -> Geometry? {
    contains(feature) ? tables[Int(feature.table)].geometries[Int(feature.row)] : nil
  }
}
