extension Topology {
  /// How far a feature is from the starts.
  public struct Distance: Hashable, Sendable {
    /// The feature.
    public let feature: FeatureID
    /// The cost of the cheapest way: of a line to its nearer end, of a device to its nearest terminal.
    public let value: Double
  }

  /// What it costs to reach each feature from the nearest of some starts.
  ///
  /// - Parameters:
  ///   - starts: The places to measure from.
  ///   - cost: The name of the attribute that adds up; elements without a value cost nothing.
  ///   - configuration: What bars; nil for the tier's definition.
  ///   - assumptions: What is taken for granted though the network says otherwise.
  /// - Returns: The features that are reached, in the order of features.
  /// - Throws: ``TraceError``.
  /// - Complexity: O(n log n) for n elements that are reached.
  public func distances(
    from starts: [TraceLocation],
    cost: String,
    configuration: TraceConfiguration? = nil,
    assuming assumptions: TraceAssumptions = TraceAssumptions()
  ) throws(TraceError) -> [Distance] {
    var bars: TraceConfiguration
    if let configuration {
      bars = configuration
    } else {
      bars = try defaultConfiguration(of: .shortestPath, from: starts)
    }
    bars.propagators = []
    var setting = try TraceSetting(bars, of: self, assuming: assumptions)
    setting.ignoresDirection = true
    var origins: [TraceOrigin] = []
    for start in starts { origins += try self.origins(of: start, takingAllTerminals: true) }
    guard !origins.isEmpty else {
      throw TraceError(.startMissing, "Name a feature to measure from.")
    }
    let region = try withScratch { scratch throws(TraceError) in
      try Exploration.region(setting, from: origins, &scratch, nil)
    }
    var ways = try CheapestWays(region, setting, costing: cost)
    try ways.run(
      fromNodes: region.startNodes.filter { !region.nodeMarks[Int($0)].contains(.bars) },
      edges: region.startEdges.indices.map { region.start(onEdge: $0) }
    )
    var least: [Int32: Double] = [:]
    func take(_ feature: Int32, _ value: Double) {
      guard feature >= 0, value.isFinite else { return }
      least[feature] = min(least[feature] ?? .infinity, value)
    }
    for node in ways.order where region.nodes[Int(node)] >= 0 {
      take(nodeFeatures[Int(region.nodes[Int(node)])], ways.costs[Int(node)])
    }
    for edge in region.edges.indices {
      let number = Int(region.edges[edge])
      guard number >= 0, number < lineEdges.upperBound else { continue }
      if region.startEdges.contains(Int32(edge)) { take(edgeFeatures[number], 0) }
      take(edgeFeatures[number], ways.costs[Int(region.from[edge])])
      take(edgeFeatures[number], ways.costs[Int(region.to[edge])])
    }
    return least.sorted { $0.key < $1.key }.map {
      Distance(feature: network.feature(ordinal: $0.key), value: $0.value)
    }
  }
}
