import GeoSnap

// What networks for tests are made of, in few words.

extension NetworkSource {
  /// A source of one asset group.
  init(_ id: Int, _ name: String, _ usage: NetworkSourceUsage, _ types: [AssetType]) {
    let group = AssetGroup(code: 1, name: "Group", assetTypes: types)
    self.init(sourceID: id, name: name, usage: usage, assetGroups: [group])
  }

  var assetTypes: [AssetTypeID] {
    assetGroups[0].assetTypes.map {
      AssetTypeID(sourceID: sourceID, assetGroup: 1, assetType: $0.code)
    }
  }
}

extension TerminalConfiguration {
  /// Terminals by name, with ids from 1 on unless given; the first is upstream where direction counts.
  init(
    _ id: Int,
    _ name: String,
    _ terminals: [String],
    ids: [Int]? = nil,
    isDirectional: Bool = false,
    paths: KeyValuePairs<String, String> = ["All": "All"],
    defaultPath: String = "All"
  ) {
    self.init(
      id: id,
      name: name,
      isDirectional: isDirectional,
      terminals: terminals.enumerated().map { number, name in
        Terminal(
          id: ids?[number] ?? number + 1,
          name: name,
          isUpstream: isDirectional && number == 0
        )
      },
      validPaths: paths.enumerated().map { number, path in
        .init(id: number + 1, name: path.key, description: path.value)
      },
      defaultPath: defaultPath
    )
  }
}

extension NetworkAttribute {
  /// An attribute whose fields have its name, in capitals and without blanks.
  init(
    _ id: Int,
    _ name: String,
    _ type: DataType,
    of sources: [Int],
    isApportionable: Bool = false,
    bitSize: Int? = nil,
    substitutes: String? = nil,
    domain: String? = nil
  ) {
    let field = name.uppercased().filter { $0 != " " }
    self.init(
      id: id,
      name: name,
      dataType: type,
      isApportionable: isApportionable,
      isNullable: true,
      bitSize: bitSize,
      substitutedAttributeName: substitutes,
      domainName: domain,
      assignments: sources.map { .init(sourceID: $0, fieldName: field) }
    )
  }
}

extension [NetworkRule] {
  /// Adds a rule for every pair.
  mutating func add(_ kind: NetworkRuleKind, _ from: [AssetTypeID], _ to: [AssetTypeID]) {
    for one in from {
      for other in to {
        append(NetworkRule(id: count + 1, kind: kind, from: .init(one), to: .init(other)))
      }
    }
  }
}

extension FeatureTable {
  init(_ source: NetworkSource, _ fields: [AttributeField] = []) {
    let type = source.usage.geometryType
    self.init(name: source.name, sourceID: source.sourceID, geometryType: type, fields: fields)
  }

  /// The same table with other features.
  func holding(_ features: [Feature]) -> FeatureTable {
    var table = FeatureTable(
      name: name,
      sourceID: sourceID,
      geometryType: geometryType,
      fields: fields
    )
    for feature in features { table.append(feature) }
    return table
  }

  /// Adds a feature in the next row.
  mutating func add(
    _ id: GlobalID,
    _ type: Int,
    _ origin: String,
    _ geometry: Geometry?,
    _ attributes: [AttributeValue] = []
  ) {
    append(
      Feature(
        rowID: Int64(count + 1),
        globalID: id,
        assetGroup: 1,
        assetType: type,
        origin: origin,
        geometry: geometry,
        attributes: attributes
      )
    )
  }
}

extension UtilityNetwork {
  /// The same network with other tables or another definition.
  func with(
    tables: [FeatureTable]? = nil,
    definition: NetworkDefinition? = nil
  ) throws -> UtilityNetwork {
    try UtilityNetwork(
      definition: definition ?? self.definition,
      srid: srid,
      tables: tables ?? self.tables,
      associations: Array(associations),
      rules: rules
    )
  }
}
