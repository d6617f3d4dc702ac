import GeoSnap

/// The graph of nodes and links that a finished network stands for, by origin: `node/...` are
/// nodes, all features of one `link/...` are one link, and `valve/...` stand between.
struct OriginGraph {
  struct Link: Hashable {
    let origin: String
    /// The nodes at its ends; empty where a blocking valve stands between.
    let from: String
    let to: String
    let conducts: Bool
  }

  private(set) var links: [Link] = []
  private(set) var devices: [(id: GlobalID, origin: String)] = []
  var mistakes: [String] { contacts.mistakes + faults }
  var nodes: [String] { nodeParts.map(\.origin) }

  private struct Carrier {
    let origin: String
    let parts: [Contacts.Part]
    let conducts: Bool
  }

  private var faults: [String] = []
  private var contacts: Contacts
  private var linkCarriers: [Carrier] = []
  private var nodeParts: [(part: Contacts.Part, origin: String)] = []

  /// `prefix` precedes the origins, with a slash; `blocked` devices block in any status.
  init(_ network: UtilityNetwork, prefix: String = "", blocked: Set<GlobalID> = []) {
    contacts = Contacts(network) { $0.table.origins[$0.row] != nil && $0.origin.hasPrefix(prefix) }
    var carriers: [Carrier] = []
    for (row, parts) in contacts.features {
      if !row.isEdge && row.origin.hasPrefix(prefix + "node/") {
        nodeParts.append((parts[0], row.origin))
      }
      guard parts.count == 2 else { continue }
      let isBlocked = row.integer("DEVICESTATUS") == 2 || blocked.contains(row.id)
      if !row.isEdge { devices.append((row.id, row.origin)) }
      carriers.append(Carrier(origin: row.origin, parts: parts, conducts: row.isEdge || !isBlocked))
    }
    for carrier in carriers where carrier.origin.hasPrefix(prefix + "valve/") && carrier.conducts {
      contacts.join(carrier.parts)
    }
    linkCarriers = carriers.filter { $0.origin.hasPrefix(prefix + "link/") }
    addLinks(carriers)
  }

  private mutating func addLinks(_ carriers: [Carrier]) {
    let nodeAt = contacts.nodes(nodeParts)
    let groups = contacts.groups
    func root(_ part: Contacts.Part) -> Contacts.Part { groups.root(part) }
    var touching: [Contacts.Part: Int] = [:]
    for part in carriers.flatMap(\.parts) { touching[root(part), default: 0] += 1 }
    for (origin, group) in Dictionary(grouping: linkCarriers, by: \.origin) {
      var rest = group
      let starts = rest.indices.filter { index in
        let start = root(rest[index].parts[0])
        return nodeAt[start] != nil || !rest.contains { root($0.parts[1]) == start }
      }
      guard starts.count == 1 else {
        faults.append("\(origin) has \(starts.count) starts.")
        continue
      }
      var chain = [rest.remove(at: starts[0])]
      while let last = chain.last,
        let next = rest.firstIndex(where: { root($0.parts[0]) == root(last.parts[1]) })
      {
        let joint = root(last.parts[1])
        if nodeAt[joint] != nil || touching[joint] != 2 {
          faults.append("\(origin) is joined to something in between.")
        }
        chain.append(rest.remove(at: next))
      }
      if !rest.isEmpty { faults.append("\(origin) falls into parts.") }
      links.append(
        Link(
          origin: origin,
          from: nodeAt[root(chain[0].parts[0])] ?? "",
          to: nodeAt[root(chain[chain.count - 1].parts[1])] ?? "",
          conducts: chain.allSatisfy(\.conducts)
        )
      )
    }
  }

  /// The conducting links that reach a node at both ends.
  var conductingLinks: Set<String> {
    Set(links.filter { $0.conducts && !$0.from.isEmpty && !$0.to.isEmpty }.map(\.origin))
  }

  /// The nodes and links that hang together when every valve of the layer blocks and nothing else does.
  func segments() -> Set<Set<String>> {
    var all = contacts
    for carrier in linkCarriers { all.join(carrier.parts) }
    var segments: [Contacts.Part: Set<String>] = [:]
    for (part, origin) in nodeParts + linkCarriers.map({ ($0.parts[0], $0.origin) }) {
      segments[all.root(part), default: []].insert(origin)
    }
    return Set(segments.values)
  }
}
