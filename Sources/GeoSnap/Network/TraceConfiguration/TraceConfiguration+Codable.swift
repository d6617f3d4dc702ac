// The JSON is the `traceConfiguration` of Esri's services. Every key is written; none is required.
// A key that has no property is kept in `otherKeys`; one within a condition, function and so on is
// named in `ignoredKeys`. A request of a service has it under its key `traceConfiguration`.

extension TraceConfiguration: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case domainNetworkName, tierName, targetTierName, subnetworkName
    case includeContainers, includeContent, includeStructures, includeBarriers, includeIsolated
    case includeUpToFirstSpatialContainer, validateConsistency, validateLocatability
    case ignoreBarriersAtStartingPoints, allowIndeterminateFlow, useDigitizedDirection
    case synthesizeGeometries, traversabilityScope, conditionBarriers, functionBarriers
    case filterScope, filterBarriers, filterFunctionBarriers, filterBitsetNetworkAttributeName
    case nearestNeighbor, outputFilters, outputConditions, functions, propagators
    case shortestPathNetworkAttributeName
  }

  private static let switches:
    [(CodingKeys, any WritableKeyPath<TraceConfiguration, Bool> & Sendable)] = [
      (.includeContainers, \.includesContainers), (.includeContent, \.includesContent),
      (.includeStructures, \.includesStructures), (.includeBarriers, \.includesBarriers),
      (.includeIsolated, \.includesIsolatedFeatures),
      (.includeUpToFirstSpatialContainer, \.includesUpToFirstSpatialContainer),
      (.validateConsistency, \.validatesConsistency),
      (.validateLocatability, \.validatesLocatability),
      (.ignoreBarriersAtStartingPoints, \.ignoresBarriersAtStartingPoints),
      (.allowIndeterminateFlow, \.allowsIndeterminateFlow),
      (.useDigitizedDirection, \.usesDigitizedDirection),
      (.synthesizeGeometries, \.synthesizesGeometries),
    ]

  /// Names that services write as an empty text where there is none.
  private static let names:
    [(CodingKeys, any WritableKeyPath<TraceConfiguration, String?> & Sendable)] = [
      (.domainNetworkName, \.domainNetworkName), (.tierName, \.tierName),
      (.targetTierName, \.targetTierName), (.subnetworkName, \.subnetworkName),
      (.shortestPathNetworkAttributeName, \.shortestPathAttributeName),
      (.filterBitsetNetworkAttributeName, \.filter.bitsetAttributeName),
    ]

  /// What requests of services call the configuration.
  private static let wrappingKey = AnyKey("traceConfiguration")

  /// Keys that services always write and that mean nothing here, with what they are by default.
  private static let otherDefaults: [String: JSONFragment] = [
    "diagramTemplateName": .text(""), "arcadeExpressionBarrier": .text(""),
    "maxPaths": .integer(-1), "maxHops": .integer(-1),
  ]

  /// Reads the JSON of a service; whatever is missing has its default.
  ///
  /// The conditions of a list become an OR of AND-groups: `combineUsingOr` says how a condition
  /// goes together with the next one, and AND binds tighter. An object with the key
  /// `traceConfiguration` is read as what it holds there; the keys beside it are named in
  /// ``ignoredKeys``.
  ///
  /// - Throws: `DecodingError` with the path of what is of the wrong type or unknown.
  public init(from decoder: any Decoder) throws {
    let wrapping = try decoder.container(keyedBy: AnyKey.self)
    if wrapping.contains(Self.wrappingKey) {
      self = try wrapping.decode(TraceConfiguration.self, forKey: Self.wrappingKey)
      let others = wrapping.allKeys.map(\.stringValue).filter { $0 != Self.wrappingKey.stringValue }
      ignoredKeys += others.sorted()
      return
    }
    self.init()
    let container = try decoder.container(keyedBy: CodingKeys.self)
    for (key, path) in Self.switches {
      guard let value = try container.decodeIfPresent(Bool.self, forKey: key) else { continue }
      self[keyPath: path] = value
    }
    for (key, path) in Self.names {
      let name = try container.decodeIfPresent(String.self, forKey: key)
      self[keyPath: path] = name.flatMap { $0.isEmpty ? nil : $0 }
    }
    var ignored: [String] = []
    func rows<Row: TraceRow>(_ key: CodingKeys) throws -> [Row] {
      guard let list = try container.decodeIfPresent(TraceRows<Row>.self, forKey: key) else {
        return []
      }
      ignored += list.ignoredKeys.map { key.rawValue + $0 }
      return list.rows
    }
    traversability = Traversability(
      barriers: TraceConditionRow.condition(try rows(.conditionBarriers)),
      functionBarriers: try rows(.functionBarriers).map(\TraceFunctionBarrierRow.value),
      scope: try Self.scope(in: container, forKey: .traversabilityScope)
    )
    filter.barriers = TraceConditionRow.condition(try rows(.filterBarriers))
    filter.functionBarriers = try rows(.filterFunctionBarriers).map(
      \TraceFunctionBarrierRow.value
    )
    filter.scope = try Self.scope(in: container, forKey: .filterScope)
    if let search = try container.decodeIfPresent(
      NearestNeighborsRow.self,
      forKey: .nearestNeighbor
    ) {
      filter.nearestNeighbors = search.value
      ignored += search.ignoredKeys.map { CodingKeys.nearestNeighbor.rawValue + $0 }
    }
    output = TraceOutput(
      assetTypes: try rows(.outputFilters).map(\TraceAssetTypeRow.value),
      conditions: TraceConditionRow.condition(try rows(.outputConditions))
    )
    functions = try rows(.functions).map(\TraceFunctionRow.value)
    propagators = try rows(.propagators).map(\TracePropagatorRow.value)
    ignoredKeys = ignored
    let known = Set(CodingKeys.allCases.map(\.rawValue))
    let others = try decoder.container(keyedBy: AnyKey.self)
    for key in others.allKeys where !known.contains(key.stringValue) {
      let value = try others.decode(JSONFragment.self, forKey: key)
      if value != Self.otherDefaults[key.stringValue] { otherKeys[key.stringValue] = value }
    }
  }

  private static func scope(
    in container: KeyedDecodingContainer<CodingKeys>,
    forKey key: CodingKeys
  ) throws -> TraversabilityScope {
    guard let text = try container.decodeIfPresent(String.self, forKey: key), !text.isEmpty else {
      return .junctionsAndEdges
    }
    return try TraversabilityScope(esri: text, prefix: "esriTS") {
      DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: $0)
    }
  }

  /// Writes the JSON of a service, every key of it.
  ///
  /// Conditions are written as an OR of AND-groups, to which they are rearranged where they are
  /// not.
  ///
  /// - Throws: `EncodingError` for a condition that has no such form: one that always or never
  ///   holds, or that takes more than 10000 rows.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    for (key, path) in Self.switches { try container.encode(self[keyPath: path], forKey: key) }
    for (key, path) in Self.names {
      try container.encode(self[keyPath: path] ?? "", forKey: key)
    }
    func rows(_ condition: TraceCondition?, _ key: CodingKeys) throws -> [TraceConditionRow] {
      try TraceConditionRow.rows(of: condition, codingPath: container.codingPath + [key])
    }
    try container.encode(
      try rows(traversability.barriers, .conditionBarriers),
      forKey: .conditionBarriers
    )
    try container.encode(
      traversability.functionBarriers.map(TraceFunctionBarrierRow.init),
      forKey: .functionBarriers
    )
    try container.encode(traversability.scope, forKey: .traversabilityScope)
    try container.encode(try rows(filter.barriers, .filterBarriers), forKey: .filterBarriers)
    try container.encode(
      filter.functionBarriers.map(TraceFunctionBarrierRow.init),
      forKey: .filterFunctionBarriers
    )
    try container.encode(filter.scope, forKey: .filterScope)
    try container.encode(NearestNeighborsRow(filter.nearestNeighbors), forKey: .nearestNeighbor)
    try container.encode(output.assetTypes.map(TraceAssetTypeRow.init), forKey: .outputFilters)
    try container.encode(
      try rows(output.conditions, .outputConditions),
      forKey: .outputConditions
    )
    try container.encode(
      try functions.map { function in
        TraceFunctionRow(function, conditions: try rows(function.conditions, .functions))
      },
      forKey: .functions
    )
    try container.encode(propagators.map(TracePropagatorRow.init), forKey: .propagators)
    var others = encoder.container(keyedBy: AnyKey.self)
    for (key, value) in Self.otherDefaults.merging(otherKeys, uniquingKeysWith: { $1 }) {
      try others.encode(value, forKey: AnyKey(key))
    }
  }
}
