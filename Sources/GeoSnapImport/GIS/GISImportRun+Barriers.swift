internal import GeoSnap

extension GISImportRun {
  /// Gives the tiers what bars them, as the mapping says or as other imports have it.
  mutating func barTiers() throws(ReadingError) {
    let catalog = GISCatalog(mapping: mapping, layers: layers, rules: [], attributes: attributes)
      .catalog
    let definition = CatalogMerge(catalog, into: existing).definition
    for domain in mapping.domains.indices {
      let name = mapping.domains[domain].name
      let usual = definition.usualBarriers(of: name)
      // A tier that the network appended to has is kept as it is.
      let known = existing?.definition.domainNetworks.first { $0.name == name }?.tiers ?? []
      var barred: [String] = []
      for (tier, barriers) in mapping.domains[domain].barriers.enumerated() {
        let tierName = mapping.domains[domain].tiers[tier].name
        var configuration = TraceConfiguration()
        switch barriers {
        case .none: continue
        case .usual:
          guard usual.traversability.barriers != nil else { continue }
          configuration = usual
          if !known.contains(where: { $0.name == tierName }) { barred.append(tierName) }
        case .condition(let text, let path):
          configuration.traversability.barriers = try condition(text, path, definition)
        }
        mapping.domains[domain].tiers[tier].traceConfiguration = configuration
      }
      note(barred, of: name, by: usual, definition)
    }
  }

  private func condition(
    _ text: String,
    _ path: String,
    _ definition: NetworkDefinition
  ) throws(ReadingError) -> TraceCondition {
    do throws(TraceExpressionError) {
      return try TraceCondition(parsing: text, in: definition)
    } catch {
      throw ReadingError(path, "\(error)")
    }
  }

  /// Says what was taken for granted.
  private mutating func note(
    _ tiers: [String],
    of domain: String,
    by configuration: TraceConfiguration,
    _ definition: NetworkDefinition
  ) {
    guard !tiers.isEmpty, let barriers = configuration.traversability.barriers else { return }
    report.notes.append(
      "Barriers of \(domain)'s \(tiers.count == 1 ? "tier" : "tiers") "
        + "\(tiers.joined(separator: ", ")): \(barriers.expression(in: definition)). "
        + "\"barriers\" of a tier says otherwise."
    )
  }
}

extension NetworkDefinition {
  /// What bars the tiers of a domain network where nobody says it: devices that are open in an
  /// electric network, closed ones in any other, and what is out of service.
  fileprivate func usualBarriers(of domain: String) -> TraceConfiguration {
    let sources = Set(
      domainNetworks.filter { $0.name == domain }.flatMap(\.sources).map(\.sourceID)
    )
    func isAssigned(_ attribute: String) -> Bool {
      networkAttribute(named: attribute)?.assignments.contains { sources.contains($0.sourceID) }
        ?? false
    }
    // Only electric networks have phases.
    let name = domain.lowercased()
    let isElectric =
      name.contains("electr") || name.contains("power") || isAssigned("Phases Current")
    return .barred(
      byStatus: isElectric ? TraceConfiguration.openStatus : TraceConfiguration.closedStatus,
      where: isAssigned
    )
  }
}
