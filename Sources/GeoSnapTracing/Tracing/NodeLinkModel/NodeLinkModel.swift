/// A network as nodes and links, as other programs model it.
///
/// Connectivity associations are contracted, and so are devices on a link, such as a switch at a line's end. The
/// result is the graph of the file that the network was imported from.
public struct NodeLinkModel: Sendable {
  /// A link between two nodes.
  public struct Link: Equatable, Sendable {
    /// The origin of its element, such as `line/42`; several are separated by semicolons.
    ///
    /// It is that of the line if it has one, else of a device that has no status, else of one that has a status.
    public let origin: String
    /// The origins of the devices along it that are not in ``origin``, such as `switch/7`.
    public let via: [String]
    /// The number of the first node.
    public let from: Int
    /// The number of the second node.
    public let to: Int
    /// Whether it has no barrier.
    public let isConducting: Bool
    /// Whether everything along it is in service.
    public let isEnabled: Bool
  }

  /// The origins of the nodes, in the order of features, such as `bus/17`; without one, the global id of a feature there.
  public let nodes: [String]
  /// The links, in the order of edges.
  public let links: [Link]
}

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

  init(_ topology: Topology, assuming assumptions: TraceAssumptions) throws(TraceError) {
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

  func bars(_ element: TraceElement) -> Bool {
    if blocked.contains(element.feature) { return true }
    if unblocked.contains(element.feature) { return false }
    guard let domain = topology.domain(of: element), let program = programs[domain] else {
      return false
    }
    return program.holds(at: element, attributes)
  }

  /// Whether an element is in service; true unless an attribute says otherwise.
  func isEnabled(_ element: TraceElement) -> Bool {
    guard let service else { return true }
    return attributes.integer(service, element) != 0
  }

  /// Whether an element has a value of an attribute that barriers read.
  func hasStatus(_ element: TraceElement) -> Bool {
    guard let domain = topology.domain(of: element) else { return false }
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
