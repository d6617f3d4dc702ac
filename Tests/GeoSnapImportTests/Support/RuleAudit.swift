import GeoSnap

/// Holds every association and every coincidence of a network against its rules.
struct RuleAudit {
  private(set) var violations: [String] = []

  private struct Key: Hashable {
    let kind: NetworkRuleKind
    let from: NetworkRule.Side
    let to: NetworkRule.Side
    var via: AssetTypeID?
  }

  init(_ network: UtilityNetwork) {
    let rules = Set(
      network.rules.map { Key(kind: $0.kind, from: $0.from, to: $0.to, via: $0.via?.assetType) }
    )
    func allows(_ kind: NetworkRuleKind, _ from: NetworkRule.Side, _ to: NetworkRule.Side) -> Bool {
      for from in [from, NetworkRule.Side(from.assetType)] {
        for to in [to, NetworkRule.Side(to.assetType)] {
          if rules.contains(Key(kind: kind, from: from, to: to)) { return true }
          if kind == .junctionJunction && rules.contains(Key(kind: kind, from: to, to: from)) {
            return true
          }
        }
      }
      return false
    }

    let rows = network.rows
    let rowOf = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
    for association in network.associations {
      let kind: NetworkRuleKind =
        switch association.kind {
        case .connectivity: .junctionJunction
        case .containment: .containment
        case .attachment: .attachment
        default: .junctionEdge
        }
      guard let from = rowOf[association.from.globalID], let to = rowOf[association.to.globalID],
        let fromType = from.type, let toType = to.type,
        !allows(
          kind,
          .init(fromType, terminalID: association.from.terminalID),
          .init(toType, terminalID: association.to.terminalID)
        )
      else { continue }
      violations.append("No rule for \(association.kind) \(fromType) - \(toType).")
    }

    // Where no rule has a type between two lines, all may meet that may join it: sources, outfalls and end caps.
    let joints = Set(rules.filter { $0.kind == .edgeJunctionEdge }.map(\.via))
    let placed = rows.filter { $0.source?.usage.connectsByGeometry == true && $0.type != nil }
    var ends: [Coordinate: [(side: NetworkRule.Side, origin: String)]] = [:]
    for row in placed where row.isEdge {
      for (place, name) in [
        (row.places.first, "FROMDEVICETERMINAL"), (row.places.last, "TODEVICETERMINAL"),
      ] {
        guard let place, let type = row.type else { continue }
        let terminal = row.integer(name).map { Int($0) }
        ends[place, default: []].append((.init(type, terminalID: terminal), row.origin))
      }
    }
    for row in placed where !row.isEdge {
      guard let place = row.places.last, let point = row.type, let meeting = ends[place] else {
        continue
      }
      for (side, origin) in meeting
      where !allows(
        .junctionEdge,
        .init(point, terminalID: side.terminalID),
        .init(side.assetType)
      ) {
        violations.append("No rule for \(row.origin) \(point) at \(origin) \(side.assetType).")
      }
      guard joints.contains(point) else { continue }
      let types = Array(Set(meeting.map(\.side.assetType)))
      for (position, first) in types.enumerated() {
        for second in types[(position + 1)...] {
          let isAllowed = [(first, second), (second, first)].contains { from, to in
            rules.contains(
              Key(kind: .edgeJunctionEdge, from: .init(from), to: .init(to), via: point)
            )
          }
          if !isAllowed {
            violations.append("No rule for \(first) and \(second) at \(row.origin) \(point).")
          }
        }
      }
    }
  }
}
