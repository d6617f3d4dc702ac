internal import GeoSnapSupport

/// The rules that let junctions and lines coincide, by junction and by line.
package struct ConnectivityRules: Sendable {
  /// The permission of a junction asset type and a line asset type to connect.
  package struct Joint: Sendable {
    /// The rule for messages: a junction-edge rule before an edge-junction-edge rule, then the lowest id.
    package let ruleID: Int
    let isDirect: Bool
    /// The junction's terminals that rules name for the line; empty if a rule allows every terminal.
    package var terminalIDs: Set<Int>
    fileprivate var namesNone: Bool
  }

  private struct Link {
    let other: Int32
    var joint: Joint
  }

  private let catalog: AssetTypeCatalog
  /// The joints of each asset type, in the order of the other types.
  private var links: [[Link]]
  /// For each junction asset type that some rule has between two lines: the pairs of lines, one after the other.
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
        // The via side has to be a junction: a rule with a line as via allows nothing.
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
    guard let one = catalog.ordinal(junction.assetType), let other = catalog.ordinal(line.assetType)
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
    let place = links[Int(one)].firstPosition(after: { $0.other < other })
    if place < links[Int(one)].count, links[Int(one)][place].other == other {
      links[Int(one)][place].joint = joint
    } else {
      links[Int(one)].insert(Link(other: other, joint: joint), at: place)
    }
  }

  /// The joint of two asset types, in either order; nil when they may not connect.
  package func joint(_ one: AssetTypeID, _ other: AssetTypeID) -> Joint? {
    guard let one = catalog.ordinal(one), let other = catalog.ordinal(other) else { return nil }
    return joint(one, other)
  }

  package func joint(_ one: Int32, _ other: Int32) -> Joint? {
    let links = links[Int(one)]
    let place = links.firstPosition(after: { $0.other < other })
    return place < links.count && links[place].other == other ? links[place].joint : nil
  }

  /// Whether two lines of different asset types may meet at a junction that both may connect to.
  ///
  /// True if no rule has the junction between lines, one has it between these, or junction-edge rules join both.
  package func mayMeet(_ line: AssetTypeID, _ other: AssetTypeID, at junction: AssetTypeID) -> Bool
  {
    guard let junction = catalog.ordinal(junction), let line = catalog.ordinal(line),
      let other = catalog.ordinal(other)
    else { return true }
    return mayMeet(line, other, at: junction)
  }

  package func mayMeet(_ line: Int32, _ other: Int32, at junction: Int32) -> Bool {
    if pairs[Int(junction)].isEmpty || isNamed(line, other, at: junction) { return true }
    return joint(junction, line)?.isDirect == true && joint(junction, other)?.isDirect == true
  }

  private func isNamed(_ line: Int32, _ other: Int32, at junction: Int32) -> Bool {
    let pairs = pairs[Int(junction)]
    return stride(from: 0, to: pairs.count, by: 2).contains { first in
      let (one, two) = (pairs[first], pairs[first + 1])
      return (one == line && two == other) || (one == other && two == line)
    }
  }

  /// The junctions to offer between two lines, the simplest first.
  ///
  /// Fittings come first, then valves and switches, then rare types; of each, the junctions that a rule names between
  /// these two lines come first. Types that feed, store, pump or end a line are not offered.
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

  /// Whether some rule has the junction between two lines, which limits the lines that may meet at it.
  package func limitsMeetings(at junction: AssetTypeID) -> Bool {
    catalog.ordinal(junction).map { !pairs[Int($0)].isEmpty } ?? false
  }
}

extension AssetTypeCatalog.Entry {
  /// How simple a joint between two lines is, 0 for a fitting; nil for types that do not join lines.
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

  /// Words for types that feed, store, pump or end a line.
  private static let ends: Set<Substring> = [
    "cap", "plug", "reservoir", "tank", "storage", "source", "pump", "compressor", "generator",
    "outfall",
  ]
  private static let valves: Set<Substring> = ["valve", "switch"]
  private static let controls: Set<Substring> = [
    "control", "check", "pressure", "flow", "relief", "regulating", "reducing",
  ]
}
