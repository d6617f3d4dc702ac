internal import GeoSnapSupport

/// The rules that let junctions and lines share a place, by junction and by line.
package struct ConnectivityRules: Sendable {
  /// How one junction asset type and one line asset type may join.
  package struct Joint: Sendable {
    /// The rule that is named for it: a junction-edge rule before an edge-junction-edge rule, then
    /// the lowest id, so that the answer does not depend on the order of rows.
    package let ruleID: Int
    /// Whether a junction-edge rule holds both.
    let isDirect: Bool
    /// The junction's terminals that rules name for the line; empty when one of them names none, so
    /// that every terminal will do.
    package var terminalIDs: Set<Int>
    fileprivate var namesNone: Bool
  }

  /// A joint and the other asset type that it holds, by its ordinal.
  private struct Link {
    let other: Int32
    var joint: Joint
  }

  private let catalog: AssetTypeCatalog
  /// For each asset type its joints, in the order of the other ones.
  private var links: [[Link]]
  /// For each junction asset type that stands between two lines in some rule: the pairs of lines,
  /// one after the other.
  private var pairs: [[Int32]]

  package init(_ network: UtilityNetwork) {
    catalog = network.catalog
    links = Array(repeating: [], count: catalog.entries.count)
    pairs = Array(repeating: [], count: catalog.entries.count)
    let ordered = network.rules.ordered {
      $0.kind == $1.kind ? $0.id < $1.id : $0.kind.rawValue < $1.kind.rawValue
    }
    func kind(_ side: NetworkRule.Side) -> NetworkElementKind? {
      network.assetType(side.assetType)?.source.elementKind
    }
    for rule in ordered {
      switch rule.kind {
      case .junctionEdge:
        if kind(rule.from) == .edge {
          record(rule.to, rule.from, rule)
        } else {
          record(rule.from, rule.to, rule)
        }
      case .edgeJunctionEdge:
        // The via is the junction: a rule that names a line there says nothing about joining.
        guard let via = rule.via, kind(via) == .junction else { continue }
        record(via, rule.from, rule)
        record(via, rule.to, rule)
        guard let junction = catalog.ordinal(via.assetType),
          let from = catalog.ordinal(rule.from.assetType),
          let to = catalog.ordinal(rule.to.assetType)
        else { continue }
        pairs[Int(junction)] += [from, to]
      case .junctionJunction, .containment, .attachment: continue
      }
    }
  }

  @inline(never)
  private mutating func record(
    _ junction: NetworkRule.Side,
    _ line: NetworkRule.Side,
    _ rule: NetworkRule
  ) {
    guard let one = catalog.ordinal(junction.assetType),
      let other = catalog.ordinal(line.assetType)
    else { return }
    var joint =
      self.joint(one, other)
      ?? Joint(
        ruleID: rule.id,
        isDirect: rule.kind == .junctionEdge,
        terminalIDs: [],
        namesNone: false
      )
    if let terminal = junction.terminalID {
      if !joint.namesNone { joint.terminalIDs.insert(terminal) }
    } else {
      joint.namesNone = true
      joint.terminalIDs = []
    }
    set(joint, one, other)
    if one != other { set(joint, other, one) }
  }

  private mutating func set(_ joint: Joint, _ one: Int32, _ other: Int32) {
    let place = place(of: other, among: links[Int(one)])
    if place < links[Int(one)].count, links[Int(one)][place].other == other {
      links[Int(one)][place].joint = joint
    } else {
      links[Int(one)].insert(Link(other: other, joint: joint), at: place)
    }
  }

  /// The index of the first joint with that asset type or a later one.
  private func place(of other: Int32, among links: [Link]) -> Int {
    var low = 0
    var high = links.count
    while low < high {
      let middle = (low + high) / 2
      if links[middle].other < other { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// How two asset types may join, whichever of them is the junction; nil when they may not.
  package func joint(_ one: AssetTypeID, _ other: AssetTypeID) -> Joint? {
    guard let one = catalog.ordinal(one), let other = catalog.ordinal(other) else { return nil }
    return joint(one, other)
  }

  /// How two asset types may join, by their ordinals in the catalog.
  package func joint(_ one: Int32, _ other: Int32) -> Joint? {
    let links = links[Int(one)]
    let place = place(of: other, among: links)
    return place < links.count && links[place].other == other ? links[place].joint : nil
  }

  /// Whether two lines of different asset types may meet at a junction that both may join.
  ///
  /// They may when no rule has the junction between two lines, when one has it between these two,
  /// or when each has a junction-edge rule with it.
  package func mayMeet(_ line: AssetTypeID, _ other: AssetTypeID, at junction: AssetTypeID) -> Bool
  {
    guard let junction = catalog.ordinal(junction), let line = catalog.ordinal(line),
      let other = catalog.ordinal(other)
    else { return true }
    return mayMeet(line, other, at: junction)
  }

  /// Whether two lines may meet at a junction, by their ordinals in the catalog.
  package func mayMeet(_ line: Int32, _ other: Int32, at junction: Int32) -> Bool {
    if pairs[Int(junction)].isEmpty || isNamed(line, other, at: junction) { return true }
    return joint(junction, line)?.isDirect == true && joint(junction, other)?.isDirect == true
  }

  /// Whether a rule has a junction between two lines.
  private func isNamed(_ line: Int32, _ other: Int32, at junction: Int32) -> Bool {
    let pairs = pairs[Int(junction)]
    return stride(from: 0, to: pairs.count, by: 2).contains { first in
      let (one, two) = (pairs[first], pairs[first + 1])
      return (one == line && two == other) || (one == other && two == line)
    }
  }

  /// What may stand between two lines and is offered to, the plainest first.
  ///
  /// Fittings come first, then valves and switches, then what is rarely there; of each of these what a rule names
  /// between these two lines comes first. What feeds, stores, pumps or ends a line is not offered: lines end there.
  package func joints(between line: AssetTypeID, _ other: AssetTypeID) -> [AssetTypeID] {
    guard let line = catalog.ordinal(line), let other = catalog.ordinal(other) else { return [] }
    var offered: [(type: AssetTypeID, rank: Int)] = []
    for (ordinal, entry) in catalog.entries.enumerated() {
      let junction = Int32(ordinal)
      guard joint(junction, line) != nil, joint(junction, other) != nil,
        mayMeet(line, other, at: junction), let plainness = entry.plainness
      else { continue }
      let isNamed = isNamed(line, other, at: junction)
      offered.append((entry.id, 2 * plainness + (isNamed ? 0 : 1)))
    }
    return offered.rising { $0.rank }.map(\.type)
  }

  /// Whether some rule has the junction between two lines, so that not all lines may meet at it.
  package func limitsMeetings(at junction: AssetTypeID) -> Bool {
    catalog.ordinal(junction).map { !pairs[Int($0)].isEmpty } ?? false
  }
}

extension AssetTypeCatalog.Entry {
  /// How plain a joint between two lines it is, 0 for a fitting; nil for what no lines are joined at.
  fileprivate var plainness: Int? {
    guard source.elementKind == .junction, source.usage.geometryType == .point else { return nil }
    let categories = Set(type.categories.map { $0.lowercased() })
    let words = Set("\(group.name) \(type.name)".lowercased().split { !$0.isLetter })
    if categories.contains("subnetwork controller") || !words.isDisjoint(with: Self.ends) {
      return nil
    }
    if source.usage == .junction { return 0 }
    let isPlainValve = !words.isDisjoint(with: Self.valves) && words.isDisjoint(with: Self.controls)
    return source.usage == .device && (categories.contains("isolating") || isPlainValve) ? 1 : 2
  }

  /// Words for what feeds, stores, pumps or ends a line.
  private static let ends: Set<Substring> = [
    "cap", "plug", "reservoir", "tank", "storage", "source", "pump", "compressor", "generator",
    "outfall",
  ]
  private static let valves: Set<Substring> = ["valve", "switch"]
  /// Words for valves that are rarely there.
  private static let controls: Set<Substring> = [
    "control", "check", "pressure", "flow", "relief", "regulating", "reducing",
  ]
}
