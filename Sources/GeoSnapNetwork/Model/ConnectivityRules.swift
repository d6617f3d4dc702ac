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
    let pairs = pairs[Int(junction)]
    if pairs.isEmpty { return true }
    for first in stride(from: 0, to: pairs.count, by: 2) {
      let (one, two) = (pairs[first], pairs[first + 1])
      if (one == line && two == other) || (one == other && two == line) { return true }
    }
    return joint(junction, line)?.isDirect == true && joint(junction, other)?.isDirect == true
  }

  /// Whether some rule has the junction between two lines, so that not all lines may meet at it.
  package func limitsMeetings(at junction: AssetTypeID) -> Bool {
    catalog.ordinal(junction).map { !pairs[Int($0)].isEmpty } ?? false
  }
}
