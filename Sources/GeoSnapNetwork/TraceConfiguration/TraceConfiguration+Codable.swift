internal import GeoSnapSupport

// The JSON is the `traceConfiguration` of Esri's services. All keys are written, and none is required. Keys without a
// property are kept in `otherKeys`; unknown keys within a condition, function and so on are listed in `ignoredKeys`.

extension TraceConfiguration: Codable {
  private static let known = [
    "domainNetworkName", "tierName", "targetTierName", "subnetworkName", "includeContainers",
    "includeContent", "includeStructures", "includeBarriers", "includeIsolated",
    "includeUpToFirstSpatialContainer", "validateConsistency", "validateLocatability",
    "ignoreBarriersAtStartingPoints", "allowIndeterminateFlow", "useDigitizedDirection",
    "synthesizeGeometries", "traversabilityScope", "conditionBarriers", "functionBarriers",
    "filterScope", "filterBarriers", "filterFunctionBarriers",
    "filterBitsetNetworkAttributeName", "nearestNeighbor", "outputFilters", "outputConditions",
    "functions", "propagators", "shortestPathNetworkAttributeName",
  ]

  private static let switches:
    [(AnyKey, any WritableKeyPath<TraceConfiguration, Bool> & Sendable)] = [
      ("includeContainers", \.includesContainers), ("includeContent", \.includesContent),
      ("includeStructures", \.includesStructures), ("includeBarriers", \.includesBarriers),
      ("includeIsolated", \.includesIsolatedFeatures),
      ("includeUpToFirstSpatialContainer", \.includesUpToFirstSpatialContainer),
      ("validateConsistency", \.validatesConsistency),
      ("validateLocatability", \.validatesLocatability),
      ("ignoreBarriersAtStartingPoints", \.ignoresBarriersAtStartingPoints),
      ("allowIndeterminateFlow", \.allowsIndeterminateFlow),
      ("useDigitizedDirection", \.usesDigitizedDirection),
      ("synthesizeGeometries", \.synthesizesGeometries),
    ]

  /// Names that services write as an empty text for no name.
  private static let names:
    [(AnyKey, any WritableKeyPath<TraceConfiguration, String?> & Sendable)] = [
      ("domainNetworkName", \.domainNetworkName), ("tierName", \.tierName),
      ("targetTierName", \.targetTierName), ("subnetworkName", \.subnetworkName),
      ("shortestPathNetworkAttributeName", \.shortestPathAttributeName),
      ("filterBitsetNetworkAttributeName", \.filter.bitsetAttributeName),
    ]

  /// The key of the configuration in requests to services.
  private static let wrappingKey: AnyKey = "traceConfiguration"

  /// Keys that services always write but that have no meaning in this library, with their default values.
  private static let otherDefaults: [String: JSONFragment] = [
    "diagramTemplateName": .text(""), "arcadeExpressionBarrier": .text(""),
    "maxPaths": .integer(-1), "maxHops": .integer(-1),
  ]

  /// Reads the JSON of a service, with defaults for missing keys.
  ///
  /// A list of conditions becomes an OR of AND-groups: `combineUsingOr` combines a condition with the next one. The
  /// configuration may be under a key `traceConfiguration`; ``ignoredKeys`` then lists the keys beside it.
  ///
  /// - Throws: `DecodingError` with the path of a value that is unknown or of the wrong type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    if container.contains(Self.wrappingKey) {
      self = try container.decode(TraceConfiguration.self, forKey: Self.wrappingKey)
      ignoredKeys += try decoder.otherKeys(than: [Self.wrappingKey.stringValue])
      return
    }
    self.init()
    for (key, path) in Self.switches {
      guard let value = try container.decodeIfPresent(Bool.self, forKey: key) else { continue }
      self[keyPath: path] = value
    }
    for (key, path) in Self.names {
      self[keyPath: path] = try container.name(key)
    }
    var ignored: [String] = []
    func rows<Row: TraceRow>(_ key: AnyKey) throws -> [Row] {
      guard let list = try container.decodeIfPresent(TraceRows<Row>.self, forKey: key) else {
        return []
      }
      ignored += list.ignoredKeys.map { key.stringValue + $0 }
      return list.rows
    }
    traversability = Traversability(
      barriers: TraceConditionRow.condition(try rows("conditionBarriers")),
      functionBarriers: try rows("functionBarriers").map(\TraceFunctionBarrierRow.value),
      scope: try Self.scope(in: container, forKey: "traversabilityScope")
    )
    filter.barriers = TraceConditionRow.condition(try rows("filterBarriers"))
    filter.functionBarriers = try rows("filterFunctionBarriers").map(
      \TraceFunctionBarrierRow.value
    )
    filter.scope = try Self.scope(in: container, forKey: "filterScope")
    if let search = try container.decodeIfPresent(
      NearestNeighborsRow.self,
      forKey: "nearestNeighbor"
    ) {
      filter.nearestNeighbors = search.value
      ignored += search.ignoredKeys.map { "nearestNeighbor" + $0 }
    }
    output = TraceOutput(
      assetTypes: try rows("outputFilters"),
      conditions: TraceConditionRow.condition(try rows("outputConditions"))
    )
    functions = try rows("functions").map(\TraceFunctionRow.value)
    propagators = try rows("propagators").map(\TracePropagatorRow.value)
    ignoredKeys = ignored
    for key in container.allKeys where !Self.known.contains(key.stringValue) {
      let value = try container.decode(JSONFragment.self, forKey: key)
      if value != Self.otherDefaults[key.stringValue] { otherKeys[key.stringValue] = value }
    }
  }

  private static func scope(
    in container: KeyedDecodingContainer<AnyKey>,
    forKey key: AnyKey
  ) throws -> TraversabilityScope {
    try container.name(key) == nil ? .junctionsAndEdges : container.choice(key, prefix: "esriTS")
  }

  /// Writes the JSON of a service with all keys; conditions become an OR of AND-groups.
  ///
  /// - Throws: `EncodingError` for a condition that always or never holds, or takes more than 10000 rows.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    for (key, path) in Self.switches { try container.encode(self[keyPath: path], forKey: key) }
    for (key, path) in Self.names {
      try container.encode(self[keyPath: path] ?? "", forKey: key)
    }
    func rows(_ condition: TraceCondition?, _ key: AnyKey) throws -> [TraceConditionRow] {
      try TraceConditionRow.rows(of: condition, codingPath: container.codingPath + [key])
    }
    try container.encode(
      try rows(traversability.barriers, "conditionBarriers"),
      forKey: "conditionBarriers"
    )
    try container.encode(
      traversability.functionBarriers.map(TraceFunctionBarrierRow.init),
      forKey: "functionBarriers"
    )
    try container.encode(traversability.scope, forKey: "traversabilityScope")
    try container.encode(try rows(filter.barriers, "filterBarriers"), forKey: "filterBarriers")
    try container.encode(
      filter.functionBarriers.map(TraceFunctionBarrierRow.init),
      forKey: "filterFunctionBarriers"
    )
    try container.encode(filter.scope, forKey: "filterScope")
    try container.encode(NearestNeighborsRow(filter.nearestNeighbors), forKey: "nearestNeighbor")
    try container.encode(output.assetTypes, forKey: "outputFilters")
    try container.encode(
      try rows(output.conditions, "outputConditions"),
      forKey: "outputConditions"
    )
    try container.encode(
      try functions.map { function in
        TraceFunctionRow(function, conditions: try rows(function.conditions, "functions"))
      },
      forKey: "functions"
    )
    try container.encode(propagators.map(TracePropagatorRow.init), forKey: "propagators")
    for (key, value) in Self.otherDefaults.merging(otherKeys, uniquingKeysWith: { $1 }) {
      try container.encode(value, forKey: AnyKey(key))
    }
  }
}
