extension Topology {
  /// Warns of values that ``distances(from:cost:configuration:assuming:)`` reads and that are none that their
  /// attribute can have: they count as missing.
  ///
  /// - Returns: A warning for each attribute that has such values.
  /// - Throws: ``TraceError``, as the question itself.
  /// - Complexity: Linear in the tables whose field is of another kind than its attribute.
  package func unreadableValueWarnings(
    from starts: [TraceLocation],
    cost: String,
    configuration: TraceConfiguration?,
    assuming assumptions: TraceAssumptions
  ) throws(TraceError) -> [TraceWarning] {
    let setting = try distanceSetting(from: starts, configuration, assumptions)
    return unreadableValueWarnings(of: setting, besides: cost)
  }

  /// The same for ``disconnected(ofTier:inDomainNetwork:assuming:)``.
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

  /// A warning for each attribute of a trace that has values which it cannot have.
  ///
  /// - Parameters:
  ///   - setting: What the trace reads.
  ///   - cost: The name of the attribute that adds up; nil where none does.
  /// - Returns: The warnings, in the order of the attributes.
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
          "\(features) a value of \(attribute.name) that is no number, such as \(found.value.words) of "
          + "\(network.describe(found.first)). The trace goes on as if there were none; validate lists them."
      )
    }
  }
}

extension AttributeValue {
  /// The value as a warning tells it.
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
