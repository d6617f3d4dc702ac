/// The features that are barriers by the tiers' definitions in their domain networks.
///
/// Only conditions on attributes count: a category, such as that of transformers between two levels, ends a tier but
/// does not block the flow.
struct Conduction {
  private let attributes: TraceAttributes
  /// The condition of each domain network; nil when there is none.
  private let programs: [ConditionProgram?]
  /// The attributes that the barriers of each domain network read.
  private let statuses: [[TraceAttributes.Source]]
  private let service: TraceAttributes.Source?
  private let topology: Topology
  private let blocked: Set<Int32>
  private let unblocked: Set<Int32>

  init(
    _ topology: Topology,
    assuming assumptions: TraceAssumptions
  ) throws(TraceError) {
    var attributes = try TraceAttributes(topology, assuming: assumptions.values)
    unblocked = Set(assumptions.unblocked.map { topology.network.ordinal(of: $0) })
    blocked = Set(assumptions.blocked.map { topology.network.ordinal(of: $0) })
      .subtracting(unblocked)
    var programs: [ConditionProgram?] = []
    var statuses: [[TraceAttributes.Source]] = []
    let definition = topology.network.definition
    let serviceName = "In Service"
    service =
      definition.networkAttribute(named: serviceName) == nil
      ? nil : try attributes.source(named: serviceName)
    for domain in definition.domainNetworks {
      let barriers = domain.attributeBarriers
      if let barriers {
        programs.append(try ConditionProgram(barriers, &attributes))
      } else {
        programs.append(nil)
      }
      var names: [TraceAttributes.Source] = []
      for name in barriers?.attributeNames ?? []
      where name.lowercased() != serviceName.lowercased() {
        names.append(try attributes.source(named: name))
      }
      statuses.append(names)
    }
    self.attributes = attributes
    self.programs = programs
    self.statuses = statuses
    self.topology = topology
  }

  private func domain(_ element: TraceElement) -> Int? {
    guard element.type >= 0 else { return nil }
    let domain = topology.rules.classes[Int(element.type)].domain
    return domain < 0 ? nil : Int(domain)
  }

  func bars(_ element: TraceElement) -> Bool {
    if blocked.contains(element.feature) { return true }
    if unblocked.contains(element.feature) { return false }
    guard let domain = domain(element), let program = programs[domain] else { return false }
    return program.holds(at: element, attributes)
  }

  /// Whether an element is in service; true unless an attribute says otherwise.
  func isEnabled(_ element: TraceElement) -> Bool {
    guard let service else { return true }
    return attributes.integer(service, element) != 0
  }

  /// Whether an element has a value of an attribute that barriers read.
  func hasStatus(_ element: TraceElement) -> Bool {
    guard let domain = domain(element) else { return false }
    return statuses[domain].contains { attributes.number($0, element) != nil }
  }
}

extension DomainNetwork {
  /// The barriers of all tiers that read only attributes, as one condition; nil when there are none.
  var attributeBarriers: TraceCondition? {
    var parts: [TraceCondition] = []
    for tier in tiers {
      guard let barriers = tier.traceConfiguration?.traversability.barriers else { continue }
      for part in barriers.alternatives where part.categoryNames.isEmpty && !parts.contains(part) {
        parts.append(part)
      }
    }
    return parts.isEmpty ? nil : .or(parts)
  }
}

extension TraceCondition {
  /// The conditions of which one has to hold.
  var alternatives: [TraceCondition] {
    if case .or(let parts) = self { return parts.flatMap(\.alternatives) }
    return [self]
  }
}
