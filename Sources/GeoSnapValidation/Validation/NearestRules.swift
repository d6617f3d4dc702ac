internal import GeoSnapSupport

/// Finds the rule most similar to a missing one, with a cache for all threads.
final class NearestRules: Sendable {
  private let rules: [NetworkRule]
  private let edges: Set<Int>
  private let known = Locked<[RuleKey: RuleSearch]>([:])
  private let knownJunctions = Locked<[[AssetTypeID]: [AssetTypeID]]>([:])
  private let knownJoints = Locked<[[AssetTypeID]: [AssetTypeID]]>([:])

  init(_ network: UtilityNetwork) {
    rules = network.rules.ordered { ($0.kind.rawValue, $0.id) < ($1.kind.rawValue, $1.id) }
    edges = Set(network.definition.sources.filter { $0.elementKind == .edge }.map(\.sourceID))
  }

  /// The search for a rule; `from` is the junction of a junction-edge rule.
  func search(
    _ kind: NetworkRuleKind,
    _ from: AssetTypeID,
    _ to: AssetTypeID,
    via: AssetTypeID? = nil
  ) -> RuleSearch {
    let key = RuleKey(kind: kind, from: from, to: to, via: via)
    if let search = known.withLock({ $0[key] }) { return search }
    let search = RuleSearch(kind: kind, from: from, to: to, via: via, nearest: nearest(key))
    known.withLock { $0[key] = search }
    return search
  }

  /// The first of the most similar rules.
  private func nearest(_ wanted: RuleKey) -> NetworkRule? {
    var best: (rule: NetworkRule, unlikeness: Int)?
    for rule in rules {
      guard let unlikeness = unlikeness(rule, wanted), unlikeness < best?.unlikeness ?? .max else {
        continue
      }
      best = (rule, unlikeness)
    }
    return best?.rule
  }

  private func unlikeness(_ rule: NetworkRule, _ wanted: RuleKey) -> Int? {
    switch wanted.kind {
    case .junctionEdge:
      // The same line with another junction comes before another line.
      return joints(rule).compactMap { junction, line in
        let ofLine = line.unlikeness(wanted.to)
        return ofLine < 3 ? 4 * ofLine + junction.unlikeness(wanted.from) : nil
      }.min()
    case .edgeJunctionEdge:
      guard rule.kind == .edgeJunctionEdge, let via = rule.via?.assetType else { return nil }
      let ofVia = wanted.via.map { via.unlikeness($0) } ?? 0
      guard ofVia < 3, let ofLines = pair(rule, wanted) else { return nil }
      return 8 * ofVia + ofLines
    case .junctionJunction: return rule.kind == .junctionJunction ? pair(rule, wanted) : nil
    case .containment, .attachment:
      guard rule.kind == wanted.kind else { return nil }
      let sides = (
        rule.from.assetType.unlikeness(wanted.from), rule.to.assetType.unlikeness(wanted.to)
      )
      return sides.0 < 3 && sides.1 < 3 ? sides.0 + sides.1 : nil
    }
  }

  /// The unlikeness of two sides in any order; nil when neither is of the same source.
  private func pair(_ rule: NetworkRule, _ wanted: RuleKey) -> Int? {
    let (one, other) = (rule.from.assetType, rule.to.assetType)
    let unlikeness = min(
      one.unlikeness(wanted.from) + other.unlikeness(wanted.to),
      other.unlikeness(wanted.from) + one.unlikeness(wanted.to)
    )
    return unlikeness < 5 ? unlikeness : nil
  }

  /// The pairs of a junction and a line that may connect by a rule.
  private func joints(_ rule: NetworkRule) -> [(junction: AssetTypeID, line: AssetTypeID)] {
    switch rule.kind {
    case .junctionEdge:
      let (from, to) = (rule.from.assetType, rule.to.assetType)
      return [edges.contains(from.sourceID) ? (to, from) : (from, to)]
    case .edgeJunctionEdge:
      guard let via = rule.via?.assetType else { return [] }
      return [(via, rule.from.assetType), (via, rule.to.assetType)]
    case .junctionJunction, .containment, .attachment: return []
    }
  }

  /// The junctions to offer between two lines, the simplest first.
  func joints(between lines: [AssetTypeID], _ rules: ConnectivityRules) -> [AssetTypeID] {
    if let joints = knownJoints.withLock({ $0[lines] }) { return joints }
    let joints = rules.joints(between: lines[0], lines[1])
    knownJoints.withLock { $0[lines] = joints }
    return joints
  }

  /// The junction types that may connect to all of some lines, in the order of rules.
  func junctions(joining lines: [AssetTypeID]) -> [AssetTypeID] {
    if let junctions = knownJunctions.withLock({ $0[lines] }) { return junctions }
    let junctions = findJunctions(joining: lines)
    knownJunctions.withLock { $0[lines] = junctions }
    return junctions
  }

  private func findJunctions(joining lines: [AssetTypeID]) -> [AssetTypeID] {
    var found: [[AssetTypeID]] = lines.map { _ in [] }
    for rule in rules {
      for (junction, line) in joints(rule) {
        for (number, wanted) in lines.enumerated()
        where wanted == line && !found[number].contains(junction) { found[number].append(junction) }
      }
    }
    guard let first = found.first else { return [] }
    return first.filter { junction in found.allSatisfy { $0.contains(junction) } }
  }
}
