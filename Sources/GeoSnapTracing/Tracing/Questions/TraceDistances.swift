internal import GeoSnapSupport

extension Topology {
  /// The distance of a feature from the starts.
  public struct Distance: Equatable, Sendable {
    /// The feature.
    public let feature: FeatureID
    /// The least cost: of a line to its nearer end, of a device to its nearest terminal.
    public let value: Double
  }

  /// The asynchronous twin of `distances(from:cost:configuration:assuming:progress:)`, with progress; throws
  /// `CancellationError` when its task is cancelled.
  ///
  /// `progress` receives the number of elements visited, from one thread at a time.
  @concurrent
  public func distances(
    from starts: [TraceLocation],
    cost: String,
    configuration: TraceConfiguration? = nil,
    assuming assumptions: TraceAssumptions = TraceAssumptions(),
    progress: (@Sendable (_ visited: Int) -> Void)?
  ) async throws -> [Distance] {
    try cancellable { () throws(TraceError) in
      try distances(
        from: starts,
        cost: cost,
        configuration: configuration,
        assuming: assumptions,
        progress: progress
      )
    }
  }

  /// The given configuration, or else that of the tier's definition.
  func configuration(
    _ given: TraceConfiguration?,
    of type: TraceType,
    from starts: [TraceLocation]
  ) throws(TraceError) -> TraceConfiguration {
    if let given { return given }
    return try defaultConfiguration(of: type, from: starts)
  }

  func distanceSetting(
    from starts: [TraceLocation],
    _ configuration: TraceConfiguration?,
    _ assumptions: TraceAssumptions
  ) throws(TraceError) -> TraceSetting {
    var bars = try self.configuration(configuration, of: .shortestPath, from: starts)
    bars.propagators = []
    return try TraceSetting(bars, of: self, assuming: assumptions)
  }

  /// The least cost of reaching each feature from any of some starts.
  ///
  /// - Parameters:
  ///   - starts: The starting points.
  ///   - cost: The name of the attribute to add up; elements without a value cost nothing.
  ///   - configuration: The configuration with the barriers; nil for the tier's definition.
  ///   - assumptions: Assumptions that replace values and barriers of the network.
  ///   - progress: Receives the number of elements visited.
  /// - Returns: The features that are reached, in the order of features.
  /// - Throws: ``TraceError`` as ``trace(_:)``, with code `badCost` for a negative cost.
  /// - Complexity: O(n log n) for n elements that are reached.
  public func distances(
    from starts: [TraceLocation],
    cost: String,
    configuration: TraceConfiguration? = nil,
    assuming assumptions: TraceAssumptions = TraceAssumptions(),
    progress: ((_ visited: Int) -> Void)? = nil
  ) throws(TraceError) -> [Distance] {
    var setting = try distanceSetting(from: starts, configuration, assumptions)
    setting.ignoresDirection = true
    var origins: [TraceOrigin] = []
    for start in starts { origins += try self.origins(of: start, takingAllTerminals: true) }
    guard !origins.isEmpty else {
      throw TraceError(.startMissing, "No start was given: name a feature to measure from.")
    }
    let region = try region(from: sides(of: origins, setting), setting, progress)
    var ways = try CheapestWays(GrowingRegion(explored: region, setting), setting, costing: cost)
    try ways.run(
      fromNodes: region.openStartNodes,
      edges: region.startEdges.indices.map { region.start(onEdge: $0) }
    )
    try TraceError.checkCancellation()
    var nearest = NearestValues(self, expecting: region.nodes.count + region.edges.count)
    var taken = 0
    func take(_ feature: Int32, _ value: Double) throws(TraceError) {
      taken += 1
      if taken & (Exploration.pace - 1) == 0 { try TraceError.checkCancellation() }
      if feature >= 0 && value.isFinite { nearest.take(feature, value) }
    }
    for node in ways.order where region.nodes[Int(node)] >= 0 {
      try take(featureOrdinal(ofNode: Int(region.nodes[Int(node)])), ways.costs[Int(node)])
    }
    for edge in region.edges.indices {
      let number = Int(region.edges[edge])
      guard number >= 0, isLine(number) else { continue }
      try take(
        featureOrdinal(ofEdge: number),
        region.startEdges.contains(Int32(edge))
          ? 0 : min(ways.costs[Int(region.from[edge])], ways.costs[Int(region.to[edge])])
      )
    }
    return nearest.distances(in: network)
  }
}

/// The least value of each feature that has one: in an array when most features have one, otherwise by feature.
private struct NearestValues {
  private var all: [Double] = []
  private var some: [Int32: Double] = [:]
  private var count = 0

  init(_ topology: Topology, expecting count: Int) {
    let limit = topology.network.ordinalLimit
    if topology.edits == nil && count > limit / 16 {
      all = [Double](repeating: .infinity, count: limit)
    }
  }

  mutating func take(_ feature: Int32, _ value: Double) {
    if all.isEmpty {
      some[feature] = min(some[feature] ?? .infinity, value)
    } else {
      let known = all[Int(feature)]
      if known == .infinity { count += 1 }
      if value < known { all[Int(feature)] = value }
    }
  }

  func distances(in network: EditedNetwork) -> [Topology.Distance] {
    if all.isEmpty {
      return some.map { Topology.Distance(feature: network.feature(ordinal: $0), value: $1) }
        .rising { Int($0.feature.table) << 32 | Int($0.feature.row) }
    }
    var found: [Topology.Distance] = []
    found.reserveCapacity(count)
    for table in network.base.tables.indices {
      let first = Int(network.base.firstOrdinals[table])
      for row in 0..<network.base.tables[table].count where all[first + row].isFinite {
        let feature = FeatureID(table: table, row: row)
        found.append(Topology.Distance(feature: feature, value: all[first + row]))
      }
    }
    return found
  }
}
