internal import GeoSnap
internal import GeoSnapSupport

struct GISRules {
  let layers: [GISLayerTypes]
  let configurations: [TerminalConfiguration]
  /// The greatest number of rules from one mapping; more are treated as an error.
  private static let limit = 200_000

  // MARK: Named rules

  /// The rules that a mapping lists; a name with `*` gives a rule for each asset type.
  func rules(_ listed: [GISMapping.Rule]) throws(ReadingError) -> [NetworkRule] {
    var list = RuleList(origin: "mapping", firstID: 1)
    for rule in listed {
      var sides: [[NetworkRule.Side]] = []
      for (position, side) in rule.sides.enumerated() {
        sides.append(try resolve(side, position, rule.kind))
      }
      let via = rule.kind == .edgeJunctionEdge ? sides[1].map { Optional($0) } : [nil]
      // An overflow counts as too many.
      let count = sides.reduce(1) {
        $0.multipliedReportingOverflow(by: $1.count).overflow ? .max : $0 * $1.count
      }
      guard count <= Self.limit - list.rules.count else {
        throw ReadingError(
          rule.path,
          "This rule and earlier rules would make more than \(GISRules.limit) rules: name fewer asset types."
        )
      }
      for from in sides[0] {
        for to in sides[sides.count - 1] {
          for via in via { list.add(rule.kind, from, to, via: via) }
        }
      }
    }
    return list.rules
  }

  private func resolve(_ side: GISMapping.Side, _ position: Int, _ kind: NetworkRuleKind)
    throws(ReadingError) -> [NetworkRule.Side]
  {
    let (types, isKnown) = assetTypes(side.assetType)
    guard isKnown else {
      let known = Words.known("asset type", assetTypes("*").types.compactMap(name))
      throw ReadingError(
        side.path,
        "No asset type is called '\(side.assetType.prefix(80))': write Source/Asset type or "
          + "Source/Asset group/Asset type, with * for all of a source."
          + (known.isEmpty ? "" : " \(known)")
      )
    }
    let sources = Set(types.map(\.sourceID))
    let isWhole = side.assetType.contains("*") || layers.contains { $0.isNamed(side.assetType) }
    guard sources.count <= 1 || side.assetType == "*", types.count <= 1 || isWhole else {
      let names = Words.names(types.compactMap(name))
      throw ReadingError(
        side.path,
        "Several asset types have this name: \(names). Name the source and the asset group too."
      )
    }
    let fitting = types.filter { isExpected($0, position, kind) }
    if fitting.isEmpty, let first = types.first {
      throw ReadingError(
        side.path,
        "\(name(first) ?? side.assetType) cannot be the \(["first", "second", "third"][position]) "
          + "of a rule of kind \(kind.name). \(Self.order(kind))"
      )
    }
    guard let terminal = side.terminal else { return fitting.map { NetworkRule.Side($0) } }
    var sides: [NetworkRule.Side] = []
    for type in fitting {
      guard let number = self.terminal(terminal, of: type) else {
        throw ReadingError(
          side.path,
          "\(name(type) ?? side.assetType) has no terminal '\(terminal.prefix(40))'."
        )
      }
      sides.append(NetworkRule.Side(type, terminalID: number))
    }
    return sides
  }

  private func isExpected(_ type: AssetTypeID, _ position: Int, _ kind: NetworkRuleKind) -> Bool {
    let isEdge = usage(type)?.elementKind == .edge
    switch kind {
    case .junctionJunction: return !isEdge
    case .junctionEdge: return isEdge == (position == 1)
    case .edgeJunctionEdge: return isEdge == (position != 1)
    case .containment, .attachment: return true
    }
  }

  private static func order(_ kind: NetworkRuleKind) -> String {
    switch kind {
    case .junctionJunction: "Both must be points."
    case .junctionEdge: "Write the point first, then the line."
    case .edgeJunctionEdge: "Write the point between the two lines."
    case .containment, .attachment: "Any asset type may be there."
    }
  }

  private func usage(_ type: AssetTypeID) -> NetworkSourceUsage? {
    layers.first { $0.sourceID == type.sourceID }?.layer.usage
  }

  private func assetTypes(_ name: String) -> (types: [AssetTypeID], isKnown: Bool) {
    let name = name.lowercased()
    var found: [AssetTypeID] = []
    var isKnown = name == "*"
    for layer in layers {
      let source = layer.layer.name.lowercased()
      if name == source || name == "\(source)/*" { isKnown = true }
      for group in layer.groups {
        let group = (name: group.name.lowercased(), code: group.code, types: group.assetTypes)
        for type in group.types {
          let typeName = type.name.lowercased()
          let names = [
            "*", source, "\(source)/*", "\(source)/\(group.name)/*", "\(source)/\(typeName)",
            "\(source)/\(group.name)/\(typeName)", typeName,
          ]
          guard names.contains(name) else { continue }
          isKnown = true
          found.append(
            AssetTypeID(sourceID: layer.sourceID, assetGroup: group.code, assetType: type.code)
          )
        }
      }
    }
    return (found, isKnown)
  }

  func name(_ id: AssetTypeID) -> String? {
    guard let layer = layers.first(where: { $0.sourceID == id.sourceID }),
      let group = layer.groups.first(where: { $0.code == id.assetGroup }),
      let type = group.assetTypes.first(where: { $0.code == id.assetType })
    else { return nil }
    return "\(layer.layer.name)/\(group.name)/\(type.name)"
  }

  func terminal(_ name: String, of type: AssetTypeID) -> Int? {
    terminals(of: type).first { $0.name.lowercased() == name.lowercased() }?.id
  }

  /// The terminals of an asset type; empty when it has a single one without a name.
  func terminals(of type: AssetTypeID) -> [Terminal] {
    let traits = layers.first { $0.sourceID == type.sourceID }?.traits[type]
    guard let name = traits?.terminals else { return [] }
    return configurations.first { $0.name == name }?.terminals ?? []
  }

  // MARK: Rules of the data

  /// A junction-edge rule for each pair of a point and a line that touch; one with a single point is only noted.
  func rules(
    touching features: GISFeatures,
    points: GISPoints,
    mapping: GISMapping,
    besides listed: [NetworkRule],
    report: inout ImportReport
  ) -> [NetworkRule] {
    struct Pair: Hashable {
      let point: AssetTypeID
      let line: AssetTypeID
    }
    struct Support {
      var count = 0
      /// The first points of the pair, enough to decide whether it is rare.
      var points: [Int] = []

      static let rareCount = 5

      mutating func note(_ point: Int) {
        count += 1
        if points.count <= Self.rareCount, !points.contains(point) { points.append(point) }
      }
    }
    var proposed = 0
    let isListed = Self.pairs(listed)
    var counts: [Pair: Support] = [:]
    for (position, layer) in features.layers.enumerated() {
      guard mapping.layers[layer.layer].usage?.elementKind == .edge else { continue }
      let anyVertex = layer.assetTypes.map { type in
        type.map { type in layers.first { $0.sourceID == type.sourceID }?.isAnyVertex(type) ?? false
        } ?? false
      }
      let domain = mapping.layers[layer.layer].domain ?? ""
      for (row, number) in features.numbers(position).enumerated() {
        guard let coordinates = features.geometry(number)?.coordinates, coordinates.count > 1,
          let line = layer.assetType(row)
        else { continue }
        var touched: [Int] = []
        for index in coordinates.indices {
          let isEnd = index == 0 || index == coordinates.count - 1
          guard isEnd || anyVertex[layer.typePosition(row)] else { continue }
          touched += points.at(coordinates[index], z: coordinates.z(at: index), domain: domain)
        }
        for (position, point) in touched.enumerated() where !touched[..<position].contains(point) {
          let type = features.assetType(points.feature(point))
          counts[Pair(point: type, line: line), default: Support()].note(point)
        }
      }
    }
    var list = RuleList(origin: "data", firstID: listed.count + 1)
    let ordered = counts.compactMap { pair, support in
      name(pair.point).flatMap { point in
        name(pair.line).map { (point: point, line: $0, pair: pair, support: support) }
      }
    }.rising(by: \.line).rising(by: \.point)
    let nodes = layers.first { $0.layer === mapping.nodes }?.sourceID
    for entry in ordered where !isListed(entry.pair.point, entry.pair.line) {
      let places = entry.support.points
      let times = entry.support.count == 1 ? "once" : "\(entry.support.count) times"
      let rare = places.map { point in
        let place = points.points[point].coordinate
        return "\(features.origin(points.feature(point))) (\(place.x) \(place.y))"
      }.joined(separator: ", ")
      // A generated node joins the lines that meet at it, even if it is the only one.
      if places.count == 1, entry.pair.point.sourceID != nodes {
        report.notes.append(
          "The data makes no rule for \(entry.point) and \(entry.line): they meet only at \(rare). If they "
            + "should connect, write \"rules\": [\"fromData\", {\"junctionEdge\": [\"\(entry.point)\", \"\(entry.line)\"]}]."
        )
        proposed += 1
        continue
      }
      list.add(.junctionEdge, NetworkRule.Side(entry.pair.point), NetworkRule.Side(entry.pair.line))
      report.notes.append(
        "Rule from the data: \(entry.point) may be on \(entry.line), because the data has this \(times)"
          + (places.count > Support.rareCount ? "." : ": at \(rare).")
      )
    }
    report.derived["rules"] = list.rules.count
    if proposed > 0 { report.derived["rules proposed"] = proposed }
    return list.rules
  }

  /// The terminals at which rules let a line of one asset type end at a point of another; empty for all terminals.
  static func terminals(_ rules: [NetworkRule]) -> (AssetTypeID, AssetTypeID) -> Set<Int> {
    var named: [[AssetTypeID]: Set<Int?>] = [:]
    for rule in rules {
      if rule.kind == .junctionEdge {
        named[[rule.to.assetType, rule.from.assetType], default: []].insert(rule.from.terminalID)
      }
      guard let via = rule.via else { continue }
      for line in [rule.from, rule.to] {
        named[[line.assetType, via.assetType], default: []].insert(via.terminalID)
      }
    }
    let all = named
    return { line, point in
      guard let found = all[[line, point]], !found.contains(nil) else { return [] }
      return Set(found.compactMap(\.self))
    }
  }

  static func pairs(_ rules: [NetworkRule]) -> (AssetTypeID, AssetTypeID) -> Bool {
    var lines: [AssetTypeID: Set<AssetTypeID>] = [:]
    for rule in rules {
      if rule.kind == .junctionEdge {
        lines[rule.from.assetType, default: []].insert(rule.to.assetType)
      }
      if let via = rule.via {
        lines[via.assetType, default: []].formUnion([rule.from.assetType, rule.to.assetType])
      }
    }
    let all = lines
    return { point, line in all[point]?.contains(line) ?? false }
  }
}

extension GISLayerTypes {
  func isAnyVertex(_ type: AssetTypeID) -> Bool { traits[type]?.policy == .anyVertex }

  fileprivate func isNamed(_ name: String) -> Bool { layer.name.lowercased() == name.lowercased() }
}
