/// The common interface of an opened network and of one with edits: features, by name and in words.
///
/// The functions `describe(_:)` return sentences as the command prints them; see `Documentation/Howto-Rules.md`.
public protocol NetworkReading: Sendable {
  /// The network below the edits, with tables, fields, rules and definition; a network without edits is its own base.
  var base: UtilityNetwork { get }

  /// Whether the feature exists now.
  func contains(_ feature: FeatureID) -> Bool

  /// The features of a table, in the order of rows.
  func features(table: Int) -> [FeatureID]

  /// The feature with a global id; nil when there is none.
  func feature(globalID: GlobalID) -> FeatureID?

  /// The feature with a key; nil when there is none.
  func feature(_ key: FeatureKey) -> FeatureID?

  /// The global id; nil when the feature has none or is deleted.
  func globalID(of feature: FeatureID) -> GlobalID?

  /// The row id in the table; nil when the feature is deleted.
  func rowID(of feature: FeatureID) -> Int64?

  /// The origin of the feature; nil when unknown or when the feature is deleted.
  func origin(of feature: FeatureID) -> String?

  /// The geometry; nil for objects and when the feature is deleted.
  func geometry(of feature: FeatureID) -> Geometry?

  /// The asset type of a feature with its group; nil in a plain table and when it is deleted.
  func assetType(of feature: FeatureID) -> (group: AssetGroup, type: AssetType)?

  /// The id of a feature's asset type; nil in a plain table and when it is deleted.
  func assetTypeID(of feature: FeatureID) -> AssetTypeID?

  /// The value of a field, by its position among the table's fields; nil when the feature is deleted.
  func attribute(_ field: Int, of feature: FeatureID) -> AttributeValue?

  /// The associations of a feature, on either side; only those of `kind` unless it is nil.
  func associations(of feature: FeatureID, kind: AssociationKind?) -> [Association]
}

extension NetworkReading {
  /// All features, table by table, in the order of rows, including those of tables without a source.
  ///
  /// ```swift
  /// let open = network.features.filter { network[$0, "STATUS"] == .integer(1) }
  /// ```
  ///
  /// - Complexity: Linear in the number of features.
  public var features: [FeatureID] { base.tables.indices.flatMap { features(table: $0) } }

  /// The associations of a feature, on either side.
  public func associations(of feature: FeatureID) -> [Association] {
    associations(of: feature, kind: nil)
  }

  /// The features on the to-side of a feature's associations of a kind, such as the content of a container.
  package func features(toSideOf feature: FeatureID, kind: AssociationKind) -> [FeatureID] {
    let globalID = globalID(of: feature)
    return associations(of: feature, kind: kind)
      .filter { $0.from.globalID == globalID }
      .compactMap { self.feature(globalID: $0.to.globalID) }
  }
}

extension EditedNetwork: NetworkReading {}

extension UtilityNetwork: NetworkReading {
  /// The network itself, which has no edits.
  public var base: UtilityNetwork { self }

  /// Whether the identifier is that of a feature of this network.
  @inlinable
  public func contains(_ feature: FeatureID) -> Bool {
    let table = Int(feature.table)
    guard table >= 0, table + 1 < firstOrdinals.count else { return false }
    return feature.row >= 0 && feature.row < firstOrdinals[table + 1] - firstOrdinals[table]
  }

  /// The features of a table, in the order of rows; empty for a table that does not exist.
  public func features(table: Int) -> [FeatureID] {
    guard tables.indices.contains(table) else { return [] }
    return (0..<tables[table].count).map { FeatureID(table: table, row: $0) }
  }

  /// The feature with a key; nil when there is none.
  ///
  /// - Complexity: O(1) by global id, linear in the rows of the table by row.
  public func feature(_ key: FeatureKey) -> FeatureID? {
    switch key {
    case .globalID(let globalID): feature(globalID: globalID)
    case .row(let name, let rowID):
      tables.firstIndex { $0.name.isSpelled(like: name) }.flatMap { table in
        tables[table].rowIDs.firstIndex(of: rowID).map { FeatureID(table: table, row: $0) }
      }
    }
  }

  /// The global id; nil when the feature has none or is one of another network.
  public func globalID(of feature: FeatureID) -> GlobalID? {
    contains(feature) ? tables[Int(feature.table)].globalIDs[Int(feature.row)] : nil
  }

  /// The row id in the table; nil for a feature of another network.
  public func rowID(of feature: FeatureID) -> Int64? {
    contains(feature) ? tables[Int(feature.table)].rowIDs[Int(feature.row)] : nil
  }

  /// The origin of the feature; nil when unknown.
  public func origin(of feature: FeatureID) -> String? {
    contains(feature) ? tables[Int(feature.table)].origins[Int(feature.row)] : nil
  }

  /// The id of a feature's asset type; nil in a plain table, and for a feature of another network.
  public func assetTypeID(of feature: FeatureID) -> AssetTypeID? {
    guard contains(feature) else { return nil }
    let ordinal = assetTypeOrdinals[Int(self.ordinal(of: feature))]
    return ordinal < 0 ? nil : catalog.entries[Int(ordinal)].id
  }

  /// The value of a field, by its position among the table's fields; nil when there is no such field or feature.
  public func attribute(_ field: Int, of feature: FeatureID) -> AttributeValue? {
    guard contains(feature) else { return nil }
    let columns = tables[Int(feature.table)].attributes
    return columns.indices.contains(field) ? columns[field][Int(feature.row)] : nil
  }
}
