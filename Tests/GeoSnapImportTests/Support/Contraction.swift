import GeoSnap

/// What remains of a network when every connectivity association, every coincidence and every
/// conducting switch on a line or transformer is contracted: the graph between the source's nodes.
///
/// Written without any of the importer's own parts, from the finished features alone.
struct Contraction {
  /// The links between nodes, and the switches and valves between two nodes that conduct.
  private(set) var links: [SourceLink] = []
  /// The sets of nodes that became one, if any, and the nodes that are missing.
  private(set) var mistakes: [String] = []

  private struct Key: Hashable {
    let feature: GlobalID
    /// A terminal of a junction, or 0 and 1 for the ends of a line.
    let part: Int
  }

  private struct Carrier {
    let origin: String
    let parts: [Int]
    let conducts: Bool
  }

  private var parent: [Int] = []
  private var numbers: [Key: Int] = [:]

  private mutating func number(_ key: Key) -> Int {
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

  /// - Parameters:
  ///   - network: The finished network.
  ///   - nodeTable: The table whose elements are the source's nodes, such as `bus`.
  ///   - otherNodes: Further tables of nodes.
  ///   - barrier: The device status that bars; nil to let everything conduct.
  /// - Throws: Nothing that a consistent network gives cause for.
  init(_ network: UtilityNetwork, nodeTable: String, otherNodes: Set<String> = [], barrier: Int64?)
    throws
  {
    var pointAt: [Coordinate: (id: GlobalID, terminals: [Int])] = [:]
    var nodes: [(part: Int, origin: String)] = []
    var carriers: [Carrier] = []
    var lines: [(id: GlobalID, table: FeatureTable, row: Int)] = []
    for table in network.tables {
      let source = network.definition.sources.first { $0.sourceID == table.sourceID }
      guard let source, !source.name.hasPrefix("Structure"), source.usage != .assembly else {
        continue
      }
      let status = table.fields.firstIndex { $0.name == "DEVICESTATUS" }
      for row in 0..<table.count {
        guard let id = table.globalIDs[row] else { continue }
        let origins = (table.origins[row] ?? "").split(separator: ";").map(String.init)
        if source.elementKind == .edge {
          carriers.append(
            Carrier(
              origin: origins[0],
              parts: [number(Key(feature: id, part: 0)), number(Key(feature: id, part: 1))],
              conducts: true
            )
          )
          lines.append((id, table, row))
          continue
        }
        let terminals = try Self.terminals(network, id)
        let parts = terminals.map { number(Key(feature: id, part: $0)) }
        if let place = table.geometries[row]?.coordinates.first {
          if pointAt.updateValue((id, terminals), forKey: place) != nil {
            mistakes.append("Two points stand at \(place).")
          }
        }
        for origin in origins {
          let table = String(origin.split(separator: "/").dropLast().last ?? "")
          if table == nodeTable || otherNodes.contains(table) { nodes.append((parts[0], origin)) }
        }
        if parts.count > 1 {
          let isBarred = status.map { table.attributes[$0][row] } == barrier.map { .integer($0) }
          carriers.append(
            Carrier(origin: origins[0], parts: parts, conducts: barrier == nil || !isBarred)
          )
        }
      }
    }
    for line in lines { joinEnds(line.id, line.table, line.row, pointAt) }
    findContacts(network, lines, pointAt)
    for association in network.associations where association.kind.isConnectivity {
      let to =
        switch association.kind {
        case .junctionEdgeToConnectivity: 0
        case .junctionEdgeFromConnectivity: 1
        default: association.to.terminalID ?? 1
        }
      join(
        number(
          Key(feature: association.from.globalID, part: association.from.terminalID ?? 1)
        ),
        number(Key(feature: association.to.globalID, part: to))
      )
    }
    finish(nodes, carriers)
  }

  private static func terminals(_ network: UtilityNetwork, _ id: GlobalID) throws -> [Int] {
    guard let feature = network.feature(globalID: id),
      let configuration = network.assetType(of: feature)?.type.terminalConfigurationID
    else { return [1] }
    return network.definition.terminalConfiguration(id: configuration)?.terminals.map(\.id) ?? [1]
  }

  private mutating func joinEnds(
    _ id: GlobalID,
    _ table: FeatureTable,
    _ row: Int,
    _ pointAt: [Coordinate: (id: GlobalID, terminals: [Int])]
  ) {
    guard let coordinates = table.geometries[row]?.coordinates, let last = coordinates.last else {
      return
    }
    for (part, place, name) in [
      (0, coordinates[0], "FROMDEVICETERMINAL"), (1, last, "TODEVICETERMINAL"),
    ] {
      guard let point = pointAt[place] else { continue }
      var terminal = point.terminals[0]
      if point.terminals.count > 1,
        let field = table.fields.firstIndex(where: { $0.name == name }),
        case .integer(let value) = table.attributes[field][row]
      {
        terminal = Int(value)
      }
      join(number(Key(feature: id, part: part)), number(Key(feature: point.id, part: terminal)))
    }
  }

  /// Inner vertices of any-vertex lines connect, so they must stand alone.
  private mutating func findContacts(
    _ network: UtilityNetwork,
    _ lines: [(id: GlobalID, table: FeatureTable, row: Int)],
    _ pointAt: [Coordinate: (id: GlobalID, terminals: [Int])]
  ) {
    var owner: [Coordinate: GlobalID] = [:]
    for line in lines {
      guard let feature = network.feature(globalID: line.id),
        network.assetType(of: feature)?.type.connectivityPolicy == .anyVertex,
        let vertices = line.table.geometries[line.row]?.coordinates
      else { continue }
      for vertex in vertices.dropFirst().dropLast() {
        if let point = pointAt[vertex] {
          mistakes.append("\(line.id) passes through the point \(point.id).")
        }
        if let other = owner.updateValue(line.id, forKey: vertex), other != line.id {
          mistakes.append("\(line.id) and \(other) share a vertex at \(vertex).")
        }
      }
    }
  }

  private mutating func finish(_ nodes: [(part: Int, origin: String)], _ carriers: [Carrier]) {
    var nodeAt: [Int: String] = [:]
    for node in nodes {
      if let other = nodeAt.updateValue(node.origin, forKey: root(node.part)) {
        mistakes.append("\(node.origin) and \(other) became one.")
      }
    }
    // A switch with a side that reaches no node stands on a line or at a transformer; links of
    // other kinds always reach nodes once those are contracted.
    func isSwitch(_ carrier: Carrier) -> Bool {
      ["switch", "valve", "valve_pipe"].contains(
        carrier.origin.split(separator: "/").dropLast().last ?? ""
      )
    }
    let onLine = carriers.filter { carrier in
      isSwitch(carrier) && carrier.parts.contains { nodeAt[root($0)] == nil }
    }
    for carrier in onLine where carrier.conducts { join(carrier.parts[0], carrier.parts[1]) }
    var merged: [Int: String] = [:]
    for node in nodes { merged[root(node.part)] = node.origin }
    let names = Set(onLine.map(\.origin))
    for carrier in carriers where !names.contains(carrier.origin) {
      if isSwitch(carrier) && !carrier.conducts { continue }
      links.append(SourceLink(carrier.origin, carrier.parts.map { merged[root($0)] ?? "" }))
    }
  }
}

extension Contraction {
  /// The number of connected parts that hold at least one of the nodes.
  func partCount(holding nodes: [String]) -> Int {
    var group: [String: String] = [:]
    func root(_ node: String) -> String {
      var node = node
      while let next = group[node], next != node { node = next }
      return node
    }
    for link in links {
      let ends = link.ends.filter { !$0.isEmpty }.map(root)
      for end in ends.dropFirst() where root(end) != root(ends[0]) {
        group[root(end)] = root(ends[0])
      }
    }
    return Set(nodes.map(root)).count
  }
}
