extension Topology {
  /// Warnings for attributes of ``distances(from:cost:configuration:assuming:)`` with values that they cannot have,
  /// which count as missing.
  ///
  /// Throws as the trace itself. The time is linear in the tables whose field has another type than the attribute.
  package func unreadableValueWarnings(
    from starts: [TraceLocation],
    cost: String,
    configuration: TraceConfiguration?,
    assuming assumptions: TraceAssumptions
  ) throws(TraceError) -> [TraceWarning] {
    let setting = try distanceSetting(from: starts, configuration, assumptions)
    return unreadableValueWarnings(of: setting, besides: cost)
  }

  /// The warnings for ``disconnected(ofTier:inDomainNetwork:assuming:)``.
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

  /// The warnings for attributes of a trace with values that they cannot have, in the order of the attributes; `cost`
  /// is the attribute that is added up.
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
      let isWhole = attribute.dataType == .integer || attribute.dataType == .boolean
      return TraceWarning(
        code: .valueUnreadable,
        message:
          "\(features) a value of \(attribute.name) that is not a \(isWhole ? "whole " : "")number, such as "
          + "\(found.value.words) of \(network.describe(found.first)). The trace ignores such values; "
          + "validate lists them."
      )
    }
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
