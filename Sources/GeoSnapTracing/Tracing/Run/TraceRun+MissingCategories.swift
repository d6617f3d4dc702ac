extension TraceRun {
  /// Warns of filter categories that no asset type of the domain network has.
  ///
  /// Another domain network may have them, so this is not an error.
  mutating func warnOfMissingCategories(in choice: TierChoice) {
    guard let filter = configuration.filter.barriers else { return }
    let types = zip(topology.network.catalog.entries, topology.rules.classes)
    let known = Set(
      types.filter { $0.1.domain == choice.domain }.flatMap(\.0.type.categories)
        .map { $0.lowercased() }
    )
    let missing = filter.shuttingCategories.filter { !known.contains($0.lowercased()) }
    guard !missing.isEmpty else { return }
    let suggested = topology.suggestedIsolationFilter(from: parameters.starts)
      .map { " A condition that fits: \($0.expression(in: topology.network.definition))" }
    for name in missing {
      warnings.append(
        TraceWarning(
          code: .categoryMissing,
          message: "No asset type of \(choice.domainNetwork.name) has the category '\(name)': "
            + "nothing can be shut by it.\(suggested ?? "")"
        )
      )
    }
  }
}

extension TraceCondition {
  /// The categories that elements must have, each once.
  fileprivate var shuttingCategories: [String] {
    switch self {
    case .hasCategory(let name): [name]
    case .and(let parts), .or(let parts):
      parts.flatMap(\.shuttingCategories).reduce(into: []) { names, name in
        if !names.contains(name) { names.append(name) }
      }
    case .attribute, .attributes, .lacksCategory: []
    }
  }
}
