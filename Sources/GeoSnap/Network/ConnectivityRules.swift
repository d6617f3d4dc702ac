/// The rules that let junctions and lines share a place, by junction and by line.
struct ConnectivityRules: Sendable {
  /// How one junction asset type and one line asset type may join.
  struct Joint: Sendable {
    /// The rule that is named for it: a junction-edge rule before an edge-junction-edge rule, then
    /// the lowest id, so that the answer does not depend on the order of rows.
    let ruleID: Int
    /// Whether a junction-edge rule holds both.
    let isDirect: Bool
    /// The junction's terminals that rules name for the line; empty when one of them names none, so
    /// that every terminal will do.
    var terminalIDs: Set<Int>
    fileprivate var namesNone: Bool
  }

  private var joints: [AssetTypeID: [AssetTypeID: Joint]] = [:]
  /// For each junction asset type that stands between two lines in some rule: the pairs of lines.
  private var pairs: [AssetTypeID: Set<Set<AssetTypeID>>] = [:]

  init(_ network: UtilityNetwork) {
    let ordered = network.rules.sorted { ($0.kind.rawValue, $0.id) < ($1.kind.rawValue, $1.id) }
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
        pairs[via.assetType, default: []].insert([rule.from.assetType, rule.to.assetType])
      case .junctionJunction, .containment, .attachment: continue
      }
    }
  }

  private mutating func record(
    _ junction: NetworkRule.Side,
    _ line: NetworkRule.Side,
    _ rule: NetworkRule
  ) {
    let known = joints[junction.assetType]?[line.assetType]
    var joint =
      known
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
    joints[junction.assetType, default: [:]][line.assetType] = joint
    joints[line.assetType, default: [:]][junction.assetType] = joint
  }

  /// How two asset types may join, whichever of them is the junction; nil when they may not.
  func joint(_ one: AssetTypeID, _ other: AssetTypeID) -> Joint? { joints[one]?[other] }

  /// The joints of an asset type with all others.
  func joints(of type: AssetTypeID) -> [AssetTypeID: Joint] { joints[type] ?? [:] }

  /// Whether two lines of different asset types may meet at a junction that both may join.
  ///
  /// They may when no rule has the junction between two lines, when one has it between these two,
  /// or when each has a junction-edge rule with it.
  func mayMeet(_ line: AssetTypeID, _ other: AssetTypeID, at junction: AssetTypeID) -> Bool {
    guard let pairs = pairs[junction] else { return true }
    if pairs.contains([line, other]) { return true }
    return joint(junction, line)?.isDirect == true && joint(junction, other)?.isDirect == true
  }

  /// Whether some rule has the junction between two lines, so that not all lines may meet at it.
  func limitsMeetings(at junction: AssetTypeID) -> Bool { pairs[junction] != nil }
}
