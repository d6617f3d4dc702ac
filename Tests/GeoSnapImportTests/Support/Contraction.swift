import GeoSnap

/// What remains of a network when every conducting device, every connectivity association and
/// every coincidence is contracted: the graph between the source's nodes.
///
/// Written without any of the importer's own parts, from the finished features alone.
struct Contraction {
  /// One link or passing device: its origin, and the nodes its two ends reach without passing
  /// another one.
  struct Passage: Hashable {
    let origin: String
    let ends: [Set<String>]
  }

  private(set) var passages: [Passage] = []
  /// For each group of points that coincide or are associated, the source nodes in it.
  private(set) var nodesOfGroup: [Int: Set<String>] = [:]
  private var parent: [Int] = []

  private struct Key: Hashable {
    let feature: GlobalID
    /// A terminal of a junction, or 0 and 1 for the ends of a line.
    let part: Int
  }

  private struct Place: Hashable {
    let x: Double
    let y: Double
  }

  private var numbers: [Key: Int] = [:]

  private mutating func number(_ key: Key) -> Int {
    if let number = numbers[key] { return number }
    numbers[key] = parent.count
    parent.append(parent.count)
    return parent.count - 1
  }

  private mutating func root(_ number: Int) -> Int {
    var number = number
    while parent[number] != number {
      parent[number] = parent[parent[number]]
      number = parent[number]
    }
    return number
  }

  private mutating func join(_ first: Int, _ second: Int) {
    parent[root(first)] = root(second)
  }

  /// - Parameters:
  ///   - nodeTable: The table whose elements are the source's nodes, such as `bus`.
  init(_ network: UtilityNetwork, nodeTable: String) {
    let sources = Dictionary(
      uniqueKeysWithValues: network.definition.sources.map { ($0.sourceID, $0) }
    )
    var pointAt: [Place: [Int]] = [:]
    var lineParts: [(Place, Int, GlobalID)] = []
    var nodeNumbers: [(Int, String)] = []
    var carriers: [(origin: String, parts: [Int])] = []
    for table in network.tables {
      guard let sourceID = table.sourceID, let source = sources[sourceID] else { continue }
      switch source.usage {
      case .assembly, .structureBoundary, .structureJunction, .structureLine: continue
      default: break
      }
      for row in 0..<table.count {
        guard let id = table.globalIDs[row] else { continue }
        let origins = (table.origins[row] ?? "").split(separator: ";").map(String.init)
        if source.elementKind == .edge {
          let parts = [number(Key(feature: id, part: 0)), number(Key(feature: id, part: 1))]
          carriers.append((origins[0], parts))
          if let coordinates = table.geometries[row]?.coordinates, let last = coordinates.last {
            lineParts.append((Place(x: coordinates[0].x, y: coordinates[0].y), parts[0], id))
            lineParts.append((Place(x: last.x, y: last.y), parts[1], id))
          }
          continue
        }
        let type = network.assetType(of: network.feature(globalID: id)!)!.type
        let terminals =
          type.terminalConfigurationID.flatMap { network.definition.terminalConfiguration(id: $0) }?
          .terminals.map(\.id) ?? [1]
        let parts = terminals.map { number(Key(feature: id, part: $0)) }
        if let place = table.geometries[row]?.coordinates.first {
          pointAt[Place(x: place.x, y: place.y), default: []] += parts
        }
        for origin in origins where origin.split(separator: "/").dropLast().last == nodeTable[...] {
          nodeNumbers.append((parts[0], origin))
        }
        if parts.count > 1 { carriers.append((origins[0], parts)) }
      }
    }
    // A line that ends at a device with several terminals names the one it touches.
    for (place, part, id) in lineParts {
      guard let points = pointAt[place] else { continue }
      if points.count == 1 {
        join(part, points[0])
        continue
      }
      let feature = network.feature(globalID: id)!
      let table = network.tables[Int(feature.table)]
      let isStart = numbers[Key(feature: id, part: 0)] == part
      let field = table.fields.firstIndex {
        $0.name == (isStart ? "FROMDEVICETERMINAL" : "TODEVICETERMINAL")
      }!
      if case .integer(let terminal) = table.attributes[field][Int(feature.row)] {
        let match = numbers.first {
          points.contains($0.value) && $0.key.part == Int(terminal)
        }
        if let match { join(part, match.value) }
      }
    }
    for association in network.associations where association.kind.isConnectivity {
      var ends: [Int] = []
      for (end, isEdge) in [
        (association.from, false), (association.to, association.kind != .connectivity),
      ] {
        let part =
          isEdge ? (association.kind == .junctionEdgeToConnectivity ? 0 : 1) : end.terminalID ?? 1
        ends.append(number(Key(feature: end.globalID, part: part)))
      }
      join(ends[0], ends[1])
    }
    for (number, origin) in nodeNumbers { nodesOfGroup[root(number), default: []].insert(origin) }
    for carrier in carriers {
      let ends = carrier.parts.map { nodesOfGroup[root($0)] ?? ["#\(root($0))"] }
      passages.append(Passage(origin: carrier.origin, ends: ends))
    }
  }
}
