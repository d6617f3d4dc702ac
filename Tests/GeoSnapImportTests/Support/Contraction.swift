import GeoSnap

/// What remains of a network when every connectivity association, every coincidence and every
/// conducting switch on a line or transformer is contracted: the graph between the source's nodes.
struct Contraction {
  /// The links between nodes, and the switches and valves between two nodes that conduct.
  private(set) var links: [SourceLink] = []
  /// The sets of nodes that became one, if any, and the nodes that are missing.
  let mistakes: [String]

  /// `nodeTables` hold the source's nodes, such as `bus`; `barrier` is the device status that bars,
  /// nil to let everything conduct; `keepsEnds`: whether ends that miss their node were left where
  /// they are.
  init(
    _ network: UtilityNetwork,
    nodeTables: Set<String>,
    barrier: Int64?,
    keepsEnds: Bool = false
  ) {
    func table(_ origin: String) -> String {
      String(origin.split(separator: "/").dropLast().last ?? "")
    }
    var contacts = Contacts(network, keepsEnds: keepsEnds, of: \.conducts)
    let nodes = contacts.features.flatMap { row, parts in
      row.origins.filter { nodeTables.contains(table($0)) }.map { (part: parts[0], origin: $0) }
    }
    let carriers = contacts.features.filter { $0.parts.count > 1 }.map { row, parts in
      let isBarred = barrier != nil && !row.isEdge && row.integer("DEVICESTATUS") == barrier
      return (origin: row.origins[0], parts: parts, conducts: !isBarred)
    }
    let nodeAt = contacts.nodes(nodes)
    mistakes = contacts.mistakes
    // A switch with a side that reaches no node stands on a line or at a transformer; links of
    // other kinds always reach nodes once those are contracted.
    let isOnLine = carriers.map { carrier in
      ["switch", "valve", "valve_pipe"].contains(table(carrier.origin))
        && carrier.parts.contains { nodeAt[contacts.root($0)] == nil }
    }
    for (carrier, isOnLine) in zip(carriers, isOnLine) where isOnLine && carrier.conducts {
      contacts.join(carrier.parts)
    }
    let merged = Dictionary(nodes.map { (contacts.root($0.part), $0.origin) }) { $1 }
    let names = Set(zip(carriers, isOnLine).filter(\.1).map(\.0.origin))
    for carrier in carriers where !names.contains(carrier.origin) {
      if ["switch", "valve", "valve_pipe"].contains(table(carrier.origin)) && !carrier.conducts {
        continue
      }
      links.append(
        SourceLink(carrier.origin, carrier.parts.map { merged[contacts.root($0)] ?? "" })
      )
    }
  }

  /// The number of connected parts that hold at least one of the nodes.
  func partCount(holding nodes: [String]) -> Int {
    var groups = Groups<String>()
    for link in links { groups.join(all: link.ends.filter { !$0.isEmpty }) }
    return Set(nodes.map(groups.root)).count
  }
}
