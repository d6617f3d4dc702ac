import GeoSnap

/// The graph of nodes and links that a finished network stands for, by origin: `node/...` are
/// nodes, all features of one `link/...` are one link, and `valve/...` stand between.
///
/// Written without any of the importers' parts, from the finished features alone.
struct OriginGraph {
  struct Link: Hashable {
    let origin: String
    /// The nodes at its ends; empty where a blocking valve stands between.
    let from: String
    let to: String
    let conducts: Bool
  }

  private(set) var nodes: [String] = []
  private(set) var links: [Link] = []
  /// The two-terminal devices and their origins.
  private(set) var devices: [(id: GlobalID, origin: String)] = []
  private(set) var mistakes: [String] = []

  private struct Part: Hashable {
    let feature: GlobalID
    /// A terminal of a junction, or 0 and 1 for the ends of an edge.
    let part: Int
  }

  private struct Carrier {
    let origin: String
    let parts: [Int]
    let conducts: Bool
  }

  private var parent: [Int] = []
  private var numbers: [Part: Int] = [:]
  private var carriers: [Carrier] = []
  private var nodeParts: [(part: Int, origin: String)] = []

  /// - Parameters:
  ///   - network: The finished network.
  ///   - prefix: What stands before the origins, with a slash.
  ///   - blocked: Devices that block whatever their status.
  /// - Throws: Nothing that a consistent network gives cause for.
  init(_ network: UtilityNetwork, prefix: String = "", blocked: Set<GlobalID> = []) throws {
    var points: [Coordinate: (id: GlobalID, terminals: [Int])] = [:]
    var ends: [(id: GlobalID, part: Int, place: Coordinate, terminal: Int?)] = []
    for table in network.tables {
      guard let source = network.definition.sources.first(where: { $0.sourceID == table.sourceID })
      else { continue }
      func attribute(_ name: String, _ row: Int) -> AttributeValue? {
        table.fields.firstIndex { $0.name == name }.map { table.attributes[$0][row] }
      }
      for row in 0..<table.count {
        guard let id = table.globalIDs[row], let origin = table.origins[row],
          origin.hasPrefix(prefix)
        else { continue }
        let coordinates = table.geometries[row]?.coordinates
        if source.elementKind == .edge {
          carriers.append(
            Carrier(origin: origin, parts: [number(id, 0), number(id, 1)], conducts: true)
          )
          guard let coordinates, let last = coordinates.last else { continue }
          for (part, place, name) in [
            (0, coordinates[0], "FROMDEVICETERMINAL"), (1, last, "TODEVICETERMINAL"),
          ] {
            var terminal: Int?
            if case .integer(let value)? = attribute(name, row) { terminal = Int(value) }
            ends.append((id, part, place, terminal))
          }
          continue
        }
        let terminals = try Self.terminals(network, id)
        if let place = coordinates?.first,
          points.updateValue((id, terminals), forKey: place) != nil
        {
          mistakes.append("Two points stand at \(place).")
        }
        let parts = terminals.map { number(id, $0) }
        if origin.hasPrefix(prefix + "node/") { nodeParts.append((parts[0], origin)) }
        if parts.count == 2 {
          let isClosed = attribute("DEVICESTATUS", row) == .integer(2)
          let conducts = !isClosed && !blocked.contains(id)
          carriers.append(Carrier(origin: origin, parts: parts, conducts: conducts))
          devices.append((id, origin))
        }
      }
    }
    joinEnds(ends, points)
    join(Array(network.associations))
    findContacts(network)
    for carrier in carriers where carrier.origin.hasPrefix(prefix + "valve/") && carrier.conducts {
      join(carrier.parts[0], carrier.parts[1])
    }
    finish(prefix)
  }

  private static func terminals(_ network: UtilityNetwork, _ id: GlobalID) throws -> [Int] {
    guard let feature = network.feature(globalID: id),
      let configuration = network.assetType(of: feature)?.type.terminalConfigurationID
    else { return [1] }
    return network.definition.terminalConfiguration(id: configuration)?.terminals.map(\.id) ?? [1]
  }

  // MARK: Joining

  private mutating func number(_ feature: GlobalID, _ part: Int) -> Int {
    let key = Part(feature: feature, part: part)
    if let number = numbers[key] { return number }
    numbers[key] = parent.count
    parent.append(parent.count)
    return parent.count - 1
  }

  private func root(_ number: Int) -> Int {
    var number = number
    while parent[number] != number { number = parent[number] }
    return number
  }

  private mutating func join(_ first: Int, _ second: Int) {
    let (first, second) = (root(first), root(second))
    parent[first] = second
  }

  private mutating func joinEnds(
    _ ends: [(id: GlobalID, part: Int, place: Coordinate, terminal: Int?)],
    _ points: [Coordinate: (id: GlobalID, terminals: [Int])]
  ) {
    var loose: [Coordinate: GlobalID] = [:]
    for end in ends {
      guard let point = points[end.place] else {
        if loose.updateValue(end.id, forKey: end.place) != nil {
          mistakes.append("Two lines end at \(end.place), where no point stands.")
        }
        continue
      }
      if point.terminals.count > 1 && end.terminal == nil {
        mistakes.append("\(end.id) ends at \(point.id) and names no terminal.")
      }
      join(number(end.id, end.part), number(point.id, end.terminal ?? point.terminals[0]))
    }
  }

  private mutating func join(_ associations: [Association]) {
    for association in associations where association.kind.isConnectivity {
      let to =
        switch association.kind {
        case .junctionEdgeToConnectivity: 0
        case .junctionEdgeFromConnectivity: 1
        default: association.to.terminalID ?? 1
        }
      join(
        number(association.from.globalID, association.from.terminalID ?? 1),
        number(association.to.globalID, to)
      )
    }
  }

  /// What could connect but is not meant to keeps more than the tolerance apart: points, loose
  /// ends, and vertices of lines that connect at any.
  private mutating func findContacts(_ network: UtilityNetwork) {
    var places: [(place: Coordinate, id: GlobalID)] = []
    for table in network.tables {
      for row in 0..<table.count {
        guard let id = table.globalIDs[row], let coordinates = table.geometries[row]?.coordinates,
          let feature = network.feature(globalID: id)
        else { continue }
        let policy = network.assetType(of: feature)?.type.connectivityPolicy
        if coordinates.count == 1 {
          places.append((coordinates[0], id))
        } else if policy == .anyVertex {
          places += coordinates.dropFirst().dropLast().map { ($0, id) }
        }
      }
    }
    let tolerance = network.coincidenceTolerance.xy
    places.sort { $0.place.x < $1.place.x }
    for (index, first) in places.enumerated() {
      for second in places[(index + 1)...] {
        if second.place.x - first.place.x > tolerance { break }
        if first.id != second.id, first.place.distance(to: second.place) <= tolerance {
          mistakes.append("\(first.id) and \(second.id) touch at \(first.place).")
        }
      }
    }
  }

  // MARK: Links

  private mutating func finish(_ prefix: String) {
    nodes = nodeParts.map(\.origin)
    var nodeAt: [Int: String] = [:]
    for node in nodeParts {
      if let other = nodeAt.updateValue(node.origin, forKey: root(node.part)) {
        mistakes.append("\(node.origin) and \(other) became one.")
      }
    }
    var touching: [Int: Int] = [:]
    for carrier in carriers {
      for part in carrier.parts { touching[root(part), default: 0] += 1 }
    }
    let groups = Dictionary(grouping: carriers, by: \.origin)
    for (origin, group) in groups where origin.hasPrefix(prefix + "link/") {
      var rest = group
      let starts = rest.indices.filter { index in
        let start = root(rest[index].parts[0])
        return nodeAt[start] != nil || !rest.contains { root($0.parts[1]) == start }
      }
      guard starts.count == 1 else {
        mistakes.append("\(origin) has \(starts.count) starts.")
        continue
      }
      var chain = [rest.remove(at: starts[0])]
      while let last = chain.last,
        let next = rest.firstIndex(where: { root($0.parts[0]) == root(last.parts[1]) })
      {
        let joint = root(last.parts[1])
        if nodeAt[joint] != nil || touching[joint] != 2 {
          mistakes.append("\(origin) is joined to something in between.")
        }
        chain.append(rest.remove(at: next))
      }
      if !rest.isEmpty { mistakes.append("\(origin) falls into parts.") }
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

  /// The nodes and links that hang together when every valve of the layer blocks and nothing else
  /// does.
  mutating func segments(prefix: String = "") -> Set<Set<String>> {
    for carrier in carriers where carrier.origin.hasPrefix(prefix + "link/") {
      join(carrier.parts[0], carrier.parts[1])
    }
    var groups: [Int: Set<String>] = [:]
    for node in nodeParts { groups[root(node.part), default: []].insert(node.origin) }
    for carrier in carriers where carrier.origin.hasPrefix(prefix + "link/") {
      groups[root(carrier.parts[0]), default: []].insert(carrier.origin)
    }
    return Set(groups.values)
  }
}
