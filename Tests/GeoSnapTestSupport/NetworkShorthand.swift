public import GeoSnap

// What networks for tests are made of, in few words.

extension Coordinate {
  public init(_ x: Double, _ y: Double) { self.init(x: x, y: y) }
}

extension AssetTypeID {
  public init(_ source: Int, _ group: Int = 1, _ type: Int = 1) {
    self.init(sourceID: source, assetGroup: group, assetType: type)
  }
}

extension AssetType {
  package init(
    _ code: Int,
    _ name: String,
    _ policy: ConnectivityPolicy? = nil,
    role: AssociationRole = .none,
    terminals: Int? = nil
  ) {
    self.init(
      code: code,
      name: name,
      associationRole: role,
      terminalConfigurationID: terminals,
      connectivityPolicy: policy
    )
  }
}

extension NetworkSource {
  public init(
    _ id: Int,
    _ name: String,
    _ usage: NetworkSourceUsage,
    group: Int = 1,
    _ types: [AssetType]
  ) {
    let group = AssetGroup(code: group, name: "Group", assetTypes: types)
    self.init(sourceID: id, name: name, usage: usage, assetGroups: [group])
  }

  public var assetTypes: [AssetTypeID] {
    assetGroups.flatMap { group in
      group.assetTypes.map { AssetTypeID(sourceID, group.code, $0.code) }
    }
  }
}

extension DomainNetwork {
  public static func structure(_ sources: NetworkSource...) -> DomainNetwork {
    DomainNetwork(id: 1, name: "Structure", isStructureNetwork: true, sources: sources)
  }

  public init(_ name: String, _ sources: NetworkSource...) {
    self.init(id: 2, name: name, sources: sources)
  }
}

extension NetworkDefinition {
  public var assetTypes: [AssetTypeID] { sources.flatMap(\.assetTypes) }
}

extension TerminalConfiguration {
  /// Terminals by name, with ids from 1 on unless given; the first is upstream where direction counts.
  public init(
    _ id: Int,
    _ name: String,
    _ terminals: [String],
    ids: [Int]? = nil,
    isDirectional: Bool = false,
    hasUpstream: Bool = false,
    paths: KeyValuePairs<String, String> = ["All": "All"],
    defaultPath: String = "All"
  ) {
    self.init(
      id: id,
      name: name,
      isDirectional: isDirectional,
      terminals: terminals.enumerated().map { number, name in
        let isUpstream = (isDirectional || hasUpstream) && number == 0
        return Terminal(id: ids?[number] ?? number + 1, name: name, isUpstream: isUpstream)
      },
      validPaths: paths.enumerated().map { .init(id: $0 + 1, name: $1.key, description: $1.value) },
      defaultPath: defaultPath
    )
  }
}

extension CodedValueDomain {
  public init(_ name: String, _ names: KeyValuePairs<Int64, String>) {
    self.init(name: name, codedValues: names.map { CodedValue(code: $0.key, name: $0.value) })
  }
}

extension NewAssociation {
  public init(
    _ kind: AssociationKind,
    _ from: GlobalID,
    _ to: GlobalID,
    terminal: Int? = nil,
    id: GlobalID? = nil
  ) { self.init(globalID: id, kind: kind, from: .init(from, terminalID: terminal), to: .init(to)) }
}

extension NetworkRule {
  public init(
    _ id: Int,
    _ kind: NetworkRuleKind,
    _ from: AssetTypeID,
    _ to: AssetTypeID,
    via: AssetTypeID? = nil
  ) { self.init(id: id, kind: kind, from: .init(from), to: .init(to), via: via.map { .init($0) }) }
}

extension Feature {
  /// A feature of an asset type; one of a plain table has none.
  public init(
    _ row: Int,
    _ type: AssetTypeID?,
    _ id: GlobalID?,
    _ geometry: Geometry?,
    origin: String? = nil,
    _ attributes: [AttributeValue] = []
  ) {
    self.init(
      rowID: Int64(row),
      globalID: id,
      assetGroup: type?.assetGroup ?? 0,
      assetType: type?.assetType ?? 0,
      origin: origin,
      geometry: geometry,
      attributes: attributes
    )
  }
}

extension FeatureTable {
  public init(_ source: NetworkSource, _ fields: [AttributeField] = []) {
    let type = source.usage.geometryType
    self.init(name: source.name, sourceID: source.sourceID, geometryType: type, fields: fields)
  }

  public var features: [Feature] { (0..<count).map { self[$0] } }

  public func changing(_ change: (inout Feature) throws -> Void) rethrows -> FeatureTable {
    holding(
      try features.map {
        var feature = $0
        try change(&feature)
        return feature
      }
    )
  }

  /// The same table with other features, and with more fields.
  public func holding(
    _ features: some Sequence<Feature>,
    adding more: [AttributeField] = []
  ) -> FeatureTable {
    var table = FeatureTable(
      name: name,
      sourceID: sourceID,
      geometryType: geometryType,
      fields: fields + more
    )
    for feature in features { table.append(feature) }
    return table
  }
}

extension UtilityNetwork {
  public init(
    _ definition: NetworkDefinition,
    _ tables: [FeatureTable],
    _ associations: [Association] = [],
    rules: [NetworkRule] = []
  ) throws(NetworkError) {
    try self.init(
      definition: definition,
      srid: nil,
      tables: tables,
      associations: associations,
      rules: rules
    )
  }

  public func with(
    definition: NetworkDefinition? = nil,
    srid: SRID? = nil,
    tables: [FeatureTable]? = nil,
    associations: [Association]? = nil,
    rules: [NetworkRule]? = nil
  ) throws(NetworkError) -> UtilityNetwork {
    try UtilityNetwork(
      definition: definition ?? self.definition,
      srid: srid ?? self.srid,
      tables: tables ?? self.tables,
      associations: associations ?? Array(self.associations),
      rules: rules ?? self.rules
    )
  }
}

extension NewFeature {
  public init(
    _ type: AssetTypeID,
    _ geometry: Geometry?,
    id: GlobalID? = nil,
    attributes: [String: AttributeValue] = [:]
  ) {
    self.init(
      globalID: id,
      assetGroup: type.assetGroup,
      assetType: type.assetType,
      geometry: geometry,
      attributes: attributes
    )
  }
}

extension SnapSettings {
  public mutating func enableAllSources() {
    for source in sourceSettings.indices {
      sourceSettings[source].isEnabled = true
      for child in sourceSettings[source].childSourceSettings.indices {
        sourceSettings[source].childSourceSettings[child].isEnabled = true
      }
    }
  }
}
