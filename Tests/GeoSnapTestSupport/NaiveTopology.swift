public import GeoSnap

/// The topology by its definition: every vertex compared with every other, rules looked up in the
/// list, no table, no index and no number shared with what is tested.
public struct NaiveTopology {
  let network: UtilityNetwork
  let tolerance: CoincidenceTolerance

  private struct Junction {
    let feature: FeatureID
    let type: AssetTypeID
    let terminals: [Terminal]
    let place: Coordinate?
    let z: Double?
    let firstNode: Int
    let isStructure: Bool
  }

  private struct Line {
    let feature: FeatureID
    let type: AssetTypeID
    let anyVertex: Bool
    let isStructure: Bool
    let path: CoordinateSequence?
    let named: (Int?, Int?)
    var start = -1
    var end = -1
    /// Where it is cut: position, order, node.
    var cuts: [(Double, Int, Int)] = []
  }

  private var junctions: [Junction] = []
  private var lines: [Line] = []
  private var names: [String?] = []
  private var edges: [(name: String, from: Int, to: Int)] = []
  private var problems: [String] = []

  public static func form(_ network: UtilityNetwork, _ tolerance: CoincidenceTolerance) -> GraphForm
  {
    var naive = NaiveTopology(network: network, tolerance: tolerance)
    naive.gather()
    naive.joinLines()
    naive.joinAssociations()
    naive.emit()
    return GraphForm(edges: naive.edges, names: naive.names, problems: naive.problems)
  }

  private init(network: UtilityNetwork, tolerance: CoincidenceTolerance) {
    self.network = network
    self.tolerance = tolerance
  }

  private func id(_ feature: FeatureID) -> String {
    network.tables[Int(feature.table)].origins[Int(feature.row)] ?? "?"
  }

  private mutating func gather() {
    let structures = Set(
      network.definition.domainNetworks.filter(\.isStructureNetwork)
        .flatMap { $0.sources.map(\.sourceID) }
    )
    for (tableIndex, table) in network.tables.enumerated() {
      guard let source = network.definition.sources.first(where: { $0.sourceID == table.sourceID })
      else { continue }
      for row in 0..<table.count {
        let feature = FeatureID(table: tableIndex, row: row)
        guard let type = table.assetTypeID(of: row),
          let known = source.assetGroup(code: type.assetGroup)?.assetTypes
            .first(where: { $0.code == type.assetType })
        else { continue }
        switch source.usage {
        case .device, .junction, .structureJunction, .junctionObject, .structureJunctionObject:
          let configuration = network.definition.terminalConfigurations
            .first { $0.id == known.terminalConfigurationID }
          var point: Point?
          if case .point(let own)? = table.geometries[row] { point = own }
          junctions.append(
            Junction(
              feature: feature,
              type: type,
              terminals: configuration?.terminals ?? [],
              place: point?.coordinate,
              z: point?.z,
              firstNode: names.count,
              isStructure: structures.contains(source.sourceID)
            )
          )
          for terminal in configuration?.terminals ?? [Terminal(id: 1, name: "")] {
            names.append("\(id(feature))#\(terminal.id)")
          }
        case .line, .structureLine, .edgeObject, .structureEdgeObject:
          var path: CoordinateSequence?
          if case .lineString(let line)? = table.geometries[row] { path = line.coordinates }
          if case .multiLineString(let line)? = table.geometries[row], line.partEnds.count == 1 {
            path = line.coordinates
          }
          let isObject = source.usage.geometryType == nil
          if path == nil && !isObject { continue }
          func field(_ name: String) -> Int? {
            guard let column = table.fields.firstIndex(where: { $0.name.uppercased() == name }),
              case .integer(let number) = table.attributes[column][row]
            else { return nil }
            return Int(number)
          }
          lines.append(
            Line(
              feature: feature,
              type: type,
              anyVertex: known.connectivityPolicy == .anyVertex && !isObject,
              isStructure: structures.contains(source.sourceID),
              path: path,
              named: (field("FROMDEVICETERMINAL"), field("TODEVICETERMINAL"))
            )
          )
        default: continue
        }
      }
    }
  }

  /// The terminals that rules name for a junction and a line; nil when none lets them join, empty
  /// when one names none.
  private func terminals(_ junction: AssetTypeID, _ line: AssetTypeID) -> Set<Int>? {
    var named: Set<Int> = []
    var isFree = false
    var isKnown = false
    for rule in network.rules {
      let sides: [NetworkRule.Side]
      switch rule.kind {
      case .junctionEdge
      where rule.from.assetType == junction && rule.to.assetType == line:
        sides = [rule.from]
      case .junctionEdge
      where rule.to.assetType == junction && rule.from.assetType == line:
        sides = [rule.to]
      case .edgeJunctionEdge
      where rule.via?.assetType == junction
        && (rule.from.assetType == line || rule.to.assetType == line):
        sides = [rule.via].compactMap { $0 }
      default: continue
      }
      for side in sides {
        isKnown = true
        if let terminal = side.terminalID { named.insert(terminal) } else { isFree = true }
      }
    }
    return isKnown ? (isFree ? [] : named) : nil
  }

  private func mayMeet(_ one: AssetTypeID, _ other: AssetTypeID, _ junction: AssetTypeID) -> Bool {
    if one == other { return true }
    let triples = network.rules.filter {
      $0.kind == .edgeJunctionEdge && $0.via?.assetType == junction
    }
    if triples.isEmpty { return true }
    if triples.contains(where: {
      Set([$0.from.assetType, $0.to.assetType]) == Set([one, other])
    }) {
      return true
    }
    return [one, other].allSatisfy { line in
      network.rules.contains {
        $0.kind == .junctionEdge
          && Set([$0.from.assetType, $0.to.assetType]) == Set([junction, line])
      }
    }
  }

  private enum Choice {
    case node(Int)
    case wrong(NetworkErrorCode)
  }

  private func choose(_ junction: Junction, _ line: AssetTypeID, _ named: Int?, isInner: Bool)
    -> Choice
  {
    guard let allowed = terminals(junction.type, line) else { return .wrong(.noConnectivityRule) }
    if junction.terminals.count > 1 && isInner { return .wrong(.multiTerminalMidspan) }
    let ids = junction.terminals.isEmpty ? [1] : junction.terminals.map(\.id)
    if let named, !isInner {
      guard let index = ids.firstIndex(of: named), allowed.isEmpty || allowed.contains(named) else {
        return .wrong(.invalidTerminal)
      }
      return .node(junction.firstNode + index)
    }
    if ids.count == 1 { return .node(junction.firstNode) }
    guard allowed.count == 1, let index = ids.firstIndex(where: { allowed.contains($0) }) else {
      return .wrong(.ambiguousTerminal)
    }
    return .node(junction.firstNode + index)
  }

  private func near(_ one: Coordinate, _ z: Double?, _ other: Coordinate, _ otherZ: Double?) -> Bool
  {
    let (dx, dy) = (one.x - other.x, one.y - other.y)
    guard dx * dx + dy * dy <= tolerance.xy * tolerance.xy else { return false }
    guard let z, let otherZ else { return true }
    return abs(z - otherZ) <= tolerance.z
  }

  private struct Loose {
    let line: Int
    let vertex: Int
    let end: Int
  }

  private mutating func joinLines() {
    var loose: [Loose] = []
    var meetings: [(junction: Int, line: Int, vertex: Int, end: Int, node: Int)] = []
    for (number, line) in lines.enumerated() {
      guard let path = line.path else { continue }
      for vertex in 0..<path.count {
        let end = vertex == 0 ? 0 : vertex == path.count - 1 ? 1 : 2
        if end == 2 && !line.anyVertex { continue }
        let place = path[vertex]
        let candidates = junctions.indices.filter { index in
          let junction = junctions[index]
          guard let other = junction.place, near(place, path.z(at: vertex), other, junction.z)
          else { return false }
          return terminals(junction.type, line.type) != nil
            || junction.isStructure == line.isStructure
        }
        func rank(_ index: Int) -> (Int, Double, Int) {
          let junction = junctions[index]
          let other = junction.place ?? place
          let (dx, dy) = (other.x - place.x, other.y - place.y)
          return (terminals(junction.type, line.type) == nil ? 1 : 0, dx * dx + dy * dy, index)
        }
        guard let chosen = candidates.min(by: { rank($0) < rank($1) }) else {
          loose.append(Loose(line: number, vertex: vertex, end: end))
          continue
        }
        let named = end == 0 ? line.named.0 : end == 1 ? line.named.1 : nil
        switch choose(junctions[chosen], line.type, named, isInner: end == 2) {
        case .node(let node): meetings.append((chosen, number, vertex, end, node))
        case .wrong(let code):
          problems.append("\(code) \([id(line.feature), id(junctions[chosen].feature)]) ")
        }
      }
    }
    for junction in junctions.indices {
      var admitted: [Int] = []
      for meeting in meetings where meeting.junction == junction {
        let line = lines[meeting.line]
        let opponent = admitted.first {
          !mayMeet(lines[$0].type, line.type, junctions[junction].type)
        }
        if let opponent {
          problems.append(
            "noConnectivityRule "
              + "\([id(line.feature), id(junctions[junction].feature), id(lines[opponent].feature)]) "
          )
          continue
        }
        admitted.append(meeting.line)
        join(meeting.line, meeting.vertex, meeting.end, meeting.node)
      }
    }
    joinLoose(loose)
    for number in lines.indices {
      if lines[number].start < 0 { lines[number].start = addNode() }
      if lines[number].end < 0 { lines[number].end = addNode() }
    }
  }

  private mutating func addNode() -> Int {
    names.append(nil)
    return names.count - 1
  }

  private mutating func join(_ line: Int, _ vertex: Int, _ end: Int, _ node: Int) {
    switch end {
    case 0: lines[line].start = node
    case 1: lines[line].end = node
    default:
      guard let path = lines[line].path else { return }
      lines[line].cuts.append((path.vertexPositions[vertex], vertex, node))
    }
  }

  private mutating func joinLoose(_ loose: [Loose]) {
    func vertex(_ item: Loose) -> (Coordinate, Double?) {
      let path = lines[item.line].path ?? []
      return (path[item.vertex], path.z(at: item.vertex))
    }
    // Of vertices of one asset type that are the same to the last bit the first speaks for all.
    let speakers = loose.indices.map { one in
      loose.indices.first { other in
        let (first, second) = (vertex(loose[one]), vertex(loose[other]))
        return first.0 == second.0 && first.1 == second.1
          && lines[loose[one].line].type == lines[loose[other].line].type
      } ?? one
    }
    func hasEnd(_ speaker: Int) -> Bool {
      loose.indices.contains { speakers[$0] == speaker && loose[$0].end != 2 }
    }
    var group = Array(loose.indices)
    for one in loose.indices {
      for other in 0..<one {
        let (first, second) = (vertex(loose[one]), vertex(loose[other]))
        guard near(first.0, first.1, second.0, second.1) else { continue }
        let (line, otherLine) = (lines[loose[one].line], lines[loose[other].line])
        if line.type == otherLine.type {
          let (to, from) = (group[one], group[other])
          for index in group.indices where group[index] == from { group[index] = to }
        } else if speakers[one] == one && speakers[other] == other
          && (hasEnd(one) || hasEnd(other)) && line.isStructure == otherLine.isStructure
        {
          problems.append(
            "noJunctionBetweenLines \(Set([id(line.feature), id(otherLine.feature)]).sorted()) "
          )
        }
      }
    }
    var nodes: [Int: Int] = [:]
    for index in loose.indices {
      let members = loose.indices.filter { group[$0] == group[index] }
      let hasEnd = members.contains { loose[$0].end != 2 }
      let lineCount = Set(members.map { loose[$0].line }).count
      guard hasEnd || members.count > 1 else { continue }
      // A line that meets only itself goes on as one.
      guard lineCount > 1 || loose[index].end != 2 else { continue }
      let node = nodes[group[index]] ?? addNode()
      nodes[group[index]] = node
      join(loose[index].line, loose[index].vertex, loose[index].end, node)
    }
  }

  private mutating func joinAssociations() {
    for association in network.associations where association.kind.isConnectivity {
      let junctionEnds = [association.from, association.to].compactMap { end in
        junctions.first { network.feature(globalID: end.globalID) == $0.feature }.map { ($0, end) }
      }
      if association.kind == .connectivity {
        guard junctionEnds.count == 2 else { continue }
        associate(association, junctionEnds[0], junctionEnds[1])
        continue
      }
      let line = lines.firstIndex { line in
        [association.from, association.to].contains {
          network.feature(globalID: $0.globalID) == line.feature
        }
      }
      guard let line, let (junction, end) = junctionEnds.first else { continue }
      switch choose(junction, lines[line].type, end.terminalID, isInner: false) {
      case .wrong(let code):
        problems.append(
          "\(code) \([id(lines[line].feature), id(junction.feature)]) \(association.globalID)"
        )
      case .node(let node):
        let fraction =
          association.kind == .junctionEdgeFromConnectivity
          ? 1
          : association.kind == .junctionEdgeToConnectivity
            ? 0 : association.fractionAlongEdge ?? 0.5
        var target = fraction == 0 ? lines[line].start : lines[line].end
        if fraction > 0 && fraction < 1 {
          target = addNode()
          lines[line].cuts.append((fraction, .max, target))
        }
        edges.append(("association \(association.globalID)", node, target))
      }
    }
  }

  private mutating func associate(
    _ association: Association,
    _ from: (Junction, Association.End),
    _ to: (Junction, Association.End)
  ) {
    func options(_ side: (Junction, Association.End)) -> [Int] {
      if let named = side.1.terminalID { return [named] }
      return side.0.terminals.isEmpty ? [1] : side.0.terminals.map(\.id)
    }
    func fits(_ rule: NetworkRule, _ one: Int, _ other: Int, _ isTurned: Bool) -> Bool {
      let (first, second) = isTurned ? (rule.to, rule.from) : (rule.from, rule.to)
      return first.assetType == from.0.type && second.assetType == to.0.type
        && (first.terminalID == nil || first.terminalID == one)
        && (second.terminalID == nil || second.terminalID == other)
    }
    var found: [(Int, Int)] = []
    for one in options(from) {
      for other in options(to) {
        let isAllowed = network.rules.contains { rule in
          rule.kind == .junctionJunction
            && (fits(rule, one, other, false) || fits(rule, one, other, true))
        }
        if isAllowed { found.append((one, other)) }
      }
    }
    let code: NetworkErrorCode? =
      found.isEmpty ? .noConnectivityRule : found.count > 1 ? .ambiguousTerminal : nil
    if let code {
      problems.append("\(code) \([id(from.0.feature), id(to.0.feature)]) \(association.globalID)")
      return
    }
    func node(_ junction: Junction, _ terminal: Int) -> Int {
      junction.firstNode + (junction.terminals.firstIndex { $0.id == terminal } ?? 0)
    }
    edges.append(
      ("association \(association.globalID)", node(from.0, found[0].0), node(to.0, found[0].1))
    )
  }

  private mutating func emit() {
    for line in lines {
      let last = (line.path?.count ?? 1) - 1
      let ends =
        [(0.0, 0, line.start)]
        + line.cuts.sorted(by: { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) })
        + [(1.0, last, line.end)]
      // Vertices in a row at one node are one.
      var kept: [(Double, Int, Int)] = []
      var previous = -2
      for (number, cut) in ends.enumerated() {
        let isEnd = number == ends.count - 1
        let isRow = previous >= 0 && cut.1 == previous + 1 && cut.1 != Int.max && last > 0
        let isRepeat = number > 0 && isRow && cut.2 == kept.last?.2
        previous = cut.1 == .max ? -2 : cut.1
        if isRepeat && (!isEnd || kept.count > 1) {
          if isEnd { kept[kept.count - 1].0 = 1 }
          continue
        }
        kept.append(cut)
      }
      for (one, other) in zip(kept, kept.dropFirst()) {
        edges.append(("\(id(line.feature)) \(one.0)...\(other.0)", one.2, other.2))
      }
    }
    for junction in junctions where junction.terminals.count > 1 { emitInternal(junction) }
  }

  private mutating func emitInternal(_ junction: Junction) {
    let table = network.tables[Int(junction.feature.table)]
    let known = network.definition.sources.first { $0.sourceID == table.sourceID }?
      .assetGroups[0].assetTypes.first { $0.code == junction.type.assetType }
    guard
      let configuration = network.definition.terminalConfigurations
        .first(where: { $0.id == known?.terminalConfigurationID })
    else { return }
    var description = configuration.validPaths
      .first { $0.name == configuration.defaultPath }?.description
    if let column = table.fields.firstIndex(where: { $0.name == "TERMINALCONFIGURATION" }),
      case .text(let chosen) = table.attributes[column][Int(junction.feature.row)]
    {
      description =
        configuration.validPaths
        .first { $0.name.lowercased() == chosen.lowercased() || "\($0.id)" == chosen }?.description
    }
    for first in configuration.terminals.indices {
      for second in configuration.terminals.indices where second > first {
        let (a, b) = (configuration.terminals[first], configuration.terminals[second])
        var isOpen = description == "All"
        for pair in (description ?? "").split(separator: ",") {
          let words = pair.split(separator: "-").map { $0.filter { $0 != " " } }
          if Set(words) == Set([a.name, b.name]) { isOpen = true }
        }
        var passage = isOpen ? 7 : 0
        if isOpen && configuration.isDirectional {
          passage = a.isUpstream && !b.isUpstream ? 5 : b.isUpstream && !a.isUpstream ? 6 : 4
        }
        edges.append(
          (
            "\(id(junction.feature)) internal \(passage)", junction.firstNode + first,
            junction.firstNode + second
          )
        )
      }
    }
  }
}
