import GeoSnap

/// What remains of an imported circuit when every connectivity association, every coincidence and
/// every closed fuse is contracted: for each element the buses it joins.
///
/// Written without any of the importer's own parts, from the finished features alone.
struct CircuitContraction {
  /// For each element with two buses or more the groups of buses it joins, in canonical form.
  private(set) var links: [String: String] = [:]
  /// The origins of the buses found.
  private(set) var buses: Set<String> = []
  /// The sets of buses that became one, if any.
  private(set) var mistakes: [String] = []

  private struct Key: Hashable {
    let feature: GlobalID
    /// A terminal, or 0 and 1 for the ends of a line; from 100 one contact of a device that opens
    /// at its only terminal.
    let part: Int
  }

  private struct Part {
    let key: [Key]
    let isOpenTerminal: Bool
    let conducts: Bool
  }

  private var parent: [Int] = []
  private var numbers: [Key: Int] = [:]
  private var contacts: [GlobalID: [Key]] = [:]

  init(_ network: UtilityNetwork) {
    var parts: [String: [Part]] = [:]
    var pointAt: [Coordinate: (id: GlobalID, terminals: [Int])] = [:]
    var splits: Set<GlobalID> = []
    var busKeys: [(String, Key)] = []
    var lines: [(id: GlobalID, table: FeatureTable, row: Int)] = []
    for table in network.tables {
      guard let source = network.definition.sources.first(where: { $0.sourceID == table.sourceID }),
        source.usage.takesPart
      else { continue }
      for row in 0..<table.count {
        guard let id = table.globalIDs[row] else { continue }
        let origins = (table.origins[row] ?? "").split(separator: ";").map(String.init)
        let isEnabled = table.integer("INSERVICE", row) != 0
        let isOpen = table.integer("DEVICESTATUS", row) == 1
        if source.elementKind == .edge {
          lines.append((id, table, row))
          parts[origins[0], default: []].append(
            Part(
              key: [Key(feature: id, part: 0), Key(feature: id, part: 1)],
              isOpenTerminal: false,
              conducts: isEnabled
            )
          )
          continue
        }
        let terminals = Self.terminals(network, id)
        if let place = table.geometries[row]?.coordinates.first,
          pointAt.updateValue((id, terminals), forKey: place) != nil
        {
          mistakes.append("Two points stand at \(place).")
        }
        for origin in origins where origin.className == "bus" {
          busKeys.append((origin, Key(feature: id, part: terminals[0])))
        }
        guard let origin = origins.first(where: { $0.className != "bus" }) else { continue }
        let keys = terminals.map { Key(feature: id, part: $0) }
        if origin.className == "fuse" {
          if isEnabled && !isOpen { for key in keys.dropFirst() { join(keys[0], key) } }
          continue
        }
        if origin.className == "line" && terminals.count == 1 { splits.insert(id) }
        parts[origin, default: []].append(
          Part(
            key: keys,
            isOpenTerminal: table.text("KIND", row) == "open terminal",
            conducts: isEnabled && !isOpen
          )
        )
      }
    }
    for line in lines { joinEnds(line.id, line.table, line.row, pointAt) }
    for association in network.associations where association.kind.isConnectivity {
      let to =
        switch association.kind {
        case .junctionEdgeToConnectivity: 0
        case .junctionEdgeFromConnectivity: 1
        default: association.to.terminalID ?? 1
        }
      join(
        contact(association.from.globalID, association.from.terminalID ?? 1, splits),
        contact(association.to.globalID, to, splits)
      )
    }
    finish(parts, busKeys, splits)
  }

  private mutating func contact(_ id: GlobalID, _ part: Int, _ splits: Set<GlobalID>) -> Key {
    guard splits.contains(id) else { return Key(feature: id, part: part) }
    let key = Key(feature: id, part: 100 + contacts[id, default: []].count)
    contacts[id, default: []].append(key)
    return key
  }

  private static func terminals(_ network: UtilityNetwork, _ id: GlobalID) -> [Int] {
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
      let terminal =
        point.terminals.count > 1
        ? table.integer(name, row).map { Int($0) } : nil
      join(
        Key(feature: id, part: part),
        Key(feature: point.id, part: terminal ?? point.terminals[0])
      )
    }
  }

  // MARK: Links

  private mutating func finish(
    _ parts: [String: [Part]],
    _ busKeys: [(String, Key)],
    _ splits: Set<GlobalID>
  ) {
    var busAt: [Int: String] = [:]
    for (origin, key) in busKeys {
      buses.insert(origin)
      if let other = busAt.updateValue(origin, forKey: root(key)), other != origin {
        mistakes.append("\(origin) and \(other) became one.")
      }
    }
    for (origin, parts) in parts {
      let bodies = parts.filter { !$0.isOpenTerminal }
      if bodies.count != 1 { mistakes.append("\(origin) has \(bodies.count) features.") }
      guard let body = bodies.first else { continue }
      // For each bus whether it is reached without passing an open terminal.
      var reached: [String: Bool] = [:]
      let keys = body.key.flatMap { key in
        splits.contains(key.feature) ? contacts[key.feature] ?? [] : [key]
      }
      for key in keys {
        var (place, isOpen) = (root(key), false)
        for _ in 0...parts.count where busAt[place] == nil {
          guard
            let opening = parts.first(where: { $0.isOpenTerminal && root($0.key[1]) == place })
          else { break }
          (place, isOpen) = (root(opening.key[0]), true)
        }
        if let bus = busAt[place] { reached[bus] = (reached[bus] ?? true) && !isOpen }
      }
      let isSelfLoop = reached.count == 1 && origin.className == "line"
      guard reached.count > 1 || isSelfLoop else { continue }
      links[origin] = Self.canonical(reached, conducts: body.conducts)
    }
  }

  /// The buses joined, and those that are cut off, sorted.
  static func canonical(_ reached: [String: Bool], conducts: Bool) -> String {
    let joined = reached.filter { $0.value && conducts }.keys.sorted()
    let cutOff = reached.filter { !$0.value || !conducts }.keys
    let groups = (joined.isEmpty ? [] : [joined.joined(separator: "+")]) + cutOff
    return groups.sorted().joined(separator: " | ")
  }

  private mutating func number(_ key: Key) -> Int {
    if let number = numbers[key] { return number }
    numbers[key] = parent.count
    parent.append(parent.count)
    return parent.count - 1
  }

  private mutating func root(_ key: Key) -> Int {
    var number = number(key)
    while parent[number] != number {
      parent[number] = parent[parent[number]]
      number = parent[number]
    }
    return number
  }

  private mutating func join(_ first: Key, _ second: Key) {
    let (first, second) = (root(first), root(second))
    parent[first] = second
  }
}

extension String {
  /// The class in an origin, such as `line` in `lv/line/a`; a prefix holds no slash.
  var className: String {
    let words = split(separator: "/", omittingEmptySubsequences: false)
    let known: Set<String> = [
      "bus", "line", "transformer", "autotrans", "reactor", "capacitor", "load", "vsource",
      "isource", "generator", "indmach012", "pvsystem", "storage", "windgen", "fuse",
    ]
    return words.prefix(2).map(String.init).first { known.contains($0) } ?? ""
  }
}

extension NetworkSourceUsage {
  fileprivate var takesPart: Bool {
    [.device, .junction, .line, .junctionObject, .edgeObject].contains(self)
  }
}

extension FeatureTable {
  /// A whole number of a row; nil where there is none.
  func integer(_ field: String, _ row: Int) -> Int64? {
    guard let column = fields.firstIndex(where: { $0.name == field }),
      case .integer(let value) = attributes[column][row]
    else { return nil }
    return value
  }

  /// A number of a row; nil where there is none.
  func real(_ field: String, _ row: Int) -> Double? {
    guard let column = fields.firstIndex(where: { $0.name == field }),
      case .real(let value) = attributes[column][row]
    else { return nil }
    return value
  }

  /// A text of a row; nil where there is none.
  func text(_ field: String, _ row: Int) -> String? {
    guard let column = fields.firstIndex(where: { $0.name == field }),
      case .text(let value) = attributes[column][row]
    else { return nil }
    return value
  }
}
