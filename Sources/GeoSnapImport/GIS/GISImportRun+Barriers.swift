internal import GeoSnap

extension GISImportRun {
  /// Sets the barriers of the tiers as the mapping defines.
  mutating func barTiers() throws(ReadingError) {
    let catalog = GISCatalog(mapping: mapping, layers: layers, rules: [], attributes: attributes)
      .catalog
    let definition = CatalogMerge(catalog, into: existing).definition
    for domain in mapping.domains.indices {
      let name = mapping.domains[domain].name
      let usual = definition.usualBarriers(of: name)
      // Tiers of the existing network are not changed.
      let known = existing?.definition.domainNetworks.first { $0.name == name }?.tiers ?? []
      var unbarred: [String] = []
      for (tier, barriers) in mapping.domains[domain].barriers.enumerated() {
        let tierName = mapping.domains[domain].tiers[tier].name
        switch barriers {
        case .none: continue
        case .unsaid:
          if !known.contains(where: { $0.name == tierName }) { unbarred.append(tierName) }
        case .condition(let text, let path):
          var configuration = TraceConfiguration()
          configuration.traversability.barriers = try condition(text, path, definition)
          mapping.domains[domain].tiers[tier].traceConfiguration = configuration
        }
      }
      note(unbarred, of: name, usually: usual, definition)
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

  /// Notes the tiers without barriers when the usual attributes exist.
  private mutating func note(
    _ tiers: [String],
    of domain: String,
    usually configuration: TraceConfiguration,
    _ definition: NetworkDefinition
  ) {
    guard !tiers.isEmpty, let barriers = configuration.traversability.barriers else { return }
    report.notes.append(
      "\(domain)'s \(tiers.count == 1 ? "tier" : "tiers") \(Words.names(tiers)) "
        + "\(tiers.count == 1 ? "has" : "have") no barriers: traces pass devices whatever their status. Set "
        + "\"barriers\" of a tier to a condition that stops them, such as \"\(barriers.expression(in: definition))\", "
        + "or to null for none."
    )
  }
}

extension NetworkDefinition {
  /// The usual barriers: open devices in an electric network, closed ones elsewhere, and features out of service.
  ///
  /// They are only proposed, because a closed hydrant is no barrier for its main.
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
