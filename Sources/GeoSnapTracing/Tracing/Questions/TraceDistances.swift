internal import GeoSnapSupport

extension Topology {
  /// How far a feature is from the starts.
  public struct Distance: Equatable, Sendable {
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
    try distances(from: starts, cost, configuration, assumptions, nil)
  }

  /// What it costs to reach each feature, with progress, and so that it can be cancelled.
  ///
  /// - Parameters:
  ///   - starts: As in the other form.
  ///   - cost: As in the other form.
  ///   - configuration: As in the other form.
  ///   - assumptions: As in the other form.
  ///   - progress: Told now and then how many elements were visited; never by two threads at once.
  /// - Returns: The features, as the other form gives them.
  /// - Throws: ``TraceError`` as the other form; `CancellationError` when the task was cancelled.
  /// - Complexity: As the other form.
  @concurrent
  public func distances(
    from starts: [TraceLocation],
    cost: String,
    configuration: TraceConfiguration? = nil,
    assuming assumptions: TraceAssumptions = TraceAssumptions(),
    progress: (@Sendable (_ visited: Int) -> Void)?
  ) async throws -> [Distance] {
    try cancellable { () throws(TraceError) in
      try distances(from: starts, cost, configuration, assumptions, progress)
    }
  }

  private func distances(
    from starts: [TraceLocation],
    _ cost: String,
    _ configuration: TraceConfiguration?,
    _ assumptions: TraceAssumptions,
    _ progress: ((Int) -> Void)?
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
    let region = try region(from: sides(of: origins, setting), setting, progress)
    var ways = try CheapestWays(
      GrowingRegion(explored: region, setting),
      setting,
      costing: cost
    )
    try ways.run(
      fromNodes: region.openStartNodes,
      edges: region.startEdges.indices.map { region.start(onEdge: $0) }
    )
    try TraceError.checkCancellation()
    var found: [Distance] = []
    var numbers: [Int32: Int] = [:]
    var taken = 0
    func take(_ feature: Int32, _ value: Double) throws(TraceError) {
      taken += 1
      if taken & (Exploration.pace - 1) == 0 { try TraceError.checkCancellation() }
      guard feature >= 0, value.isFinite else { return }
      if let known = numbers[feature] {
        if value < found[known].value {
          found[known] = Distance(feature: found[known].feature, value: value)
        }
      } else {
        numbers[feature] = found.count
        found.append(Distance(feature: network.feature(ordinal: feature), value: value))
      }
    }
    for node in ways.order where region.nodes[Int(node)] >= 0 {
      try take(featureOrdinal(ofNode: Int(region.nodes[Int(node)])), ways.costs[Int(node)])
    }
    for edge in region.edges.indices {
      let number = Int(region.edges[edge])
      guard number >= 0, isLine(number) else { continue }
      if region.startEdges.contains(Int32(edge)) { try take(featureOrdinal(ofEdge: number), 0) }
      try take(featureOrdinal(ofEdge: number), ways.costs[Int(region.from[edge])])
      try take(featureOrdinal(ofEdge: number), ways.costs[Int(region.to[edge])])
    }
    return found.ordered {
      $0.feature.table != $1.feature.table
        ? $0.feature.table < $1.feature.table : $0.feature.row < $1.feature.row
    }
  }
}
