package import GeoSnap

/// A catalog merged into the definition and rules of an existing network, of which no part is changed or duplicated;
/// ids that are already in use are replaced by the next free ones.
package struct CatalogMerge {
  package private(set) var definition: NetworkDefinition
  package private(set) var rules: [NetworkRule]
  private(set) var sourceIDs: [Int: Int] = [:]
  private var configurationIDs: [Int: Int] = [0: 0]

  package init(_ catalog: Catalog, into network: UtilityNetwork?) {
    definition = network?.definition ?? NetworkDefinition()
    rules = network?.rules ?? []
    for configuration in catalog.definition.terminalConfigurations { merge(configuration) }
    for domain in catalog.definition.domainNetworks { merge(domain) }
    for category in catalog.definition.categories where !definition.categories.contains(category) {
      definition.categories.append(category)
    }
    for attribute in catalog.definition.networkAttributes { merge(attribute) }
    for domain in catalog.definition.domains + AttributeNumber.domains { merge(domain) }
    merge(catalog.rules)
  }

  func resolved(_ id: AssetTypeID) -> AssetTypeID {
    var id = id
    id.sourceID = sourceIDs[id.sourceID] ?? id.sourceID
    return id
  }

  // MARK: Definition

  private mutating func merge(_ configuration: TerminalConfiguration) {
    var proposed = configuration
    if let known = definition.terminalConfigurations.first(where: {
      $0.name == configuration.name && $0.terminals == configuration.terminals
    }) {
      configurationIDs[configuration.id] = known.id
      return
    }
    let taken = definition.terminalConfigurations.map(\.id)
    if taken.contains(proposed.id) { proposed.id = (taken.max() ?? 0) + 1 }
    configurationIDs[configuration.id] = proposed.id
    definition.terminalConfigurations.append(proposed)
  }

  private mutating func merge(_ domain: DomainNetwork) {
    let position = definition.domainNetworks.firstIndex {
      domain.isStructureNetwork ? $0.isStructureNetwork : $0.name == domain.name
    }
    guard let position else {
      var added = domain
      let taken = definition.domainNetworks.map(\.id)
      if taken.contains(added.id) { added.id = (taken.max() ?? 0) + 1 }
      added.sources = []
      definition.domainNetworks.append(added)
      for source in domain.sources { merge(source, domain: definition.domainNetworks.count - 1) }
      return
    }
    for source in domain.sources { merge(source, domain: position) }
    var known = definition.domainNetworks[position]
    for group in domain.tierGroups where !known.tierGroups.contains(group) {
      known.tierGroups.append(group)
    }
    for tier in domain.tiers where !known.tiers.contains(where: { $0.name == tier.name }) {
      var tier = tier
      let taken = known.tiers.map(\.id)
      if taken.contains(tier.id) { tier.id = (taken.max() ?? 0) + 1 }
      known.tiers.append(tier)
    }
    definition.domainNetworks[position] = known
  }

  private mutating func merge(_ source: NetworkSource, domain: Int) {
    if let known = definition.source(named: source.name) {
      sourceIDs[source.sourceID] = known.sourceID
      for position in definition.domainNetworks.indices {
        let sources = definition.domainNetworks[position].sources
        guard let index = sources.firstIndex(where: { $0.sourceID == known.sourceID }) else {
          continue
        }
        add(source.assetGroups, to: &definition.domainNetworks[position].sources[index].assetGroups)
      }
      return
    }
    let taken = definition.sources.map(\.sourceID)
    var added = source
    if taken.contains(added.sourceID) { added.sourceID = (taken.max() ?? 0) + 1 }
    sourceIDs[source.sourceID] = added.sourceID
    added.assetGroups = []
    add(source.assetGroups, to: &added.assetGroups)
    definition.domainNetworks[domain].sources.append(added)
  }

  private func add(_ groups: [AssetGroup], to known: inout [AssetGroup]) {
    var groups = groups
    for group in groups.indices {
      for type in groups[group].assetTypes.indices {
        let proposed = groups[group].assetTypes[type].terminalConfigurationID
        groups[group].assetTypes[type].terminalConfigurationID = proposed.map {
          configurationIDs[$0] ?? $0
        }
      }
    }
    known.add(groups, replacing: false)
  }

  private mutating func merge(_ attribute: NetworkAttribute) {
    var attribute = attribute
    attribute.assignments = attribute.assignments.map {
      NetworkAttribute.Assignment(
        sourceID: sourceIDs[$0.sourceID] ?? $0.sourceID,
        fieldName: $0.fieldName
      )
    }
    if let index = definition.networkAttributes.firstIndex(where: { $0.name == attribute.name }) {
      let known = definition.networkAttributes[index].assignments
      definition.networkAttributes[index].assignments += attribute.assignments.filter { added in
        !known.contains { $0.sourceID == added.sourceID }
      }
      return
    }
    let taken = definition.networkAttributes.map(\.id)
    if taken.contains(attribute.id) { attribute.id = (taken.max() ?? 0) + 1 }
    definition.networkAttributes.append(attribute)
  }

  private mutating func merge(_ domain: CodedValueDomain) {
    let isUsed = definition.networkAttributes.contains { $0.domainName == domain.name }
    guard isUsed, definition.domain(named: domain.name) == nil else { return }
    definition.domains.append(domain)
  }

  private mutating func merge(_ added: [NetworkRule]) {
    var known: Set<NetworkRule> = []
    known.reserveCapacity(2 * (rules.count + added.count))
    known.formUnion(rules.flatMap(RuleList.forms))
    var taken = Set(rules.map(\.id))
    var next = max((taken.max() ?? 0), (added.map(\.id).max() ?? 0)) + 1
    for rule in added {
      var rule = rule
      rule.from.assetType = resolved(rule.from.assetType)
      rule.to.assetType = resolved(rule.to.assetType)
      if let via = rule.via {
        rule.via = NetworkRule.Side(resolved(via.assetType), terminalID: via.terminalID)
      }
      let forms = RuleList.forms(of: rule)
      guard let plain = forms.first, !known.contains(plain) else { continue }
      if taken.contains(rule.id) {
        rule.id = next
        next += 1
      }
      taken.insert(rule.id)
      known.formUnion(forms)
      rules.append(rule)
    }
  }
}
