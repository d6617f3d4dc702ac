extension Topology {
  /// Traces the network.
  ///
  /// - Parameter parameters: The type of trace, the starts, the barriers and the configuration.
  /// - Returns: The result.
  /// - Throws: ``TraceError`` when no controller is reached, a name is not in the network, a location is not in the
  ///   graph, or the task was cancelled.
  /// - Complexity: Linear in the part of the network that is connected with the starts; O(n log n) for shortest paths
  ///   and nearest neighbours.
  public func trace(_ parameters: TraceParameters) throws(TraceError) -> TraceResult {
    var run = try TraceRun(self, parameters, nil)
    return try run.result()
  }

  /// The asynchronous twin of ``trace(_:)``, off the caller's actor, with progress; throws `CancellationError` when
  /// its task is cancelled.
  ///
  /// ```swift
  /// let search = Task { try await topology.trace(parameters) { visited in show(visited) } }
  /// cancelButton.action = { search.cancel() }
  /// ```
  ///
  /// `progress` receives the number of elements visited, from one thread at a time.
  @concurrent
  public func trace(
    _ parameters: TraceParameters,
    progress: (@Sendable (_ visited: Int) -> Void)?
  ) async throws -> TraceResult {
    try cancellable { () throws(TraceError) in
      var run = try TraceRun(self, parameters, progress)
      return try run.result()
    }
  }

  /// The warnings for distances.
  package func unreadableValueWarnings(
    from starts: [TraceLocation],
    cost: String,
    configuration: TraceConfiguration?,
    assuming assumptions: TraceAssumptions
  ) throws(TraceError) -> [TraceWarning] {
    let setting = try distanceSetting(from: starts, configuration, assumptions)
    return unreadableValueWarnings(of: setting, besides: cost)
  }

  /// The warnings for disconnected features.
  package func unreadableValueWarnings(
    ofTier tierName: String?,
    inDomainNetwork domainNetworkName: String?,
    assuming assumptions: TraceAssumptions
  ) throws(TraceError) -> [TraceWarning] {
    var warnings: [TraceWarning] = []
    for choice in try tierChoices(named: tierName, inDomainNetwork: domainNetworkName) {
      let setting = try TraceSetting(
        choice.tier.traceConfiguration ?? TraceConfiguration(),
        of: self,
        assuming: assumptions
      )
      warnings += unreadableValueWarnings(of: setting).filter { !warnings.contains($0) }
    }
    return warnings
  }

  /// The warnings for attributes with values that they cannot have; `cost` is the attribute that is added up.
  func unreadableValueWarnings(
    of setting: TraceSetting,
    besides cost: String? = nil
  ) -> [TraceWarning] {
    var attributes = setting.attributes.networkAttributes
    if let cost = cost.flatMap({ network.definition.networkAttribute(named: $0) }),
      !attributes.contains(where: { $0.name == cost.name })
    {
      attributes.append(cost)
    }
    return attributes.compactMap { attribute in
      guard let found = unreadableValues(of: attribute) else { return nil }
      let features = found.count == 1 ? "1 feature has" : "\(found.count) features have"
      return TraceWarning(
        code: .valueUnreadable,
        message:
          "\(features) a value of \(attribute.name) that is not a \(attribute.isWhole ? "whole " : "")number, such as "
          + "\(found.value.words) of \(network.describe(found.first)). The trace ignores such values; "
          + "validate lists them."
      )
    }
  }
}

/// Runs work in the current task; throws `CancellationError` when it is cancelled, since results are incomplete then.
func cancellable<Answer>(_ ask: () throws(TraceError) -> Answer) throws -> Answer {
  try Task.checkCancellation()
  do { return try ask() } catch {
    try Task.checkCancellation()
    throw error
  }
}

extension AttributeValue {
  fileprivate var words: String {
    switch self {
    case .null: "nothing"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let text): "\"\(text.prefix(40))\""
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}
