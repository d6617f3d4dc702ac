import GeoSnap

/// Holds every association and every coincidence of a network against its rules.
struct RuleAudit {
  private(set) var violations: [String] = []
  /// The origins of the features that no rule joins, several of one feature parted.
  private(set) var violatingOrigins: Set<String> = []
  private(set) var associations = 0
  private(set) var coincidences = 0
  private(set) var meetings = 0

  private struct RuleKey: Hashable {
    let kind: NetworkRuleKind
    let from: AssetTypeID
    let fromTerminal: Int?
    let to: AssetTypeID
    let toTerminal: Int?
    var via: AssetTypeID?
  }

  private struct LineEnd {
    let type: AssetTypeID
    let terminal: Int?
    let origin: String
  }

  init(_ network: UtilityNetwork) throws {
    var rules: Set<RuleKey> = []
    for rule in network.rules {
      rules.insert(
        RuleKey(
          kind: rule.kind,
          from: rule.from.assetType,
          fromTerminal: rule.from.terminalID,
          to: rule.to.assetType,
          toTerminal: rule.to.terminalID,
          via: rule.via?.assetType
        )
      )
    }
    func allows(
      _ kind: NetworkRuleKind,
      _ from: AssetTypeID,
      _ fromTerminal: Int?,
      _ to: AssetTypeID,
      _ toTerminal: Int?
    ) -> Bool {
      for first in [fromTerminal, nil] {
        for second in [toTerminal, nil] {
          let straight = RuleKey(
            kind: kind,
            from: from,
            fromTerminal: first,
            to: to,
            toTerminal: second
          )
          let turned = RuleKey(
            kind: kind,
            from: to,
            fromTerminal: second,
            to: from,
            toTerminal: first
          )
          if rules.contains(straight) { return true }
          if kind == .junctionJunction && rules.contains(turned) { return true }
        }
      }
      return false
    }

    func origins(_ id: GlobalID) -> [String] {
      let feature = network.feature(globalID: id)
      let origin = feature.flatMap { network.tables[Int($0.table)].origins[Int($0.row)] }
      return (origin ?? "").split(separator: ";").map(String.init)
    }

    func type(_ id: GlobalID) -> AssetTypeID? {
      network.feature(globalID: id).flatMap {
        network.tables[Int($0.table)].assetTypeID(of: Int($0.row))
      }
    }
    for association in network.associations {
      let kind: NetworkRuleKind =
        switch association.kind {
        case .connectivity: .junctionJunction
        case .containment: .containment
        case .attachment: .attachment
        default: .junctionEdge
        }
      guard let from = type(association.from.globalID), let to = type(association.to.globalID)
      else { continue }
      associations += 1
      if !allows(kind, from, association.from.terminalID, to, association.to.terminalID) {
        violations.append("No rule for \(association.kind) \(from) - \(to).")
        violatingOrigins.formUnion(origins(association.from.globalID))
        violatingOrigins.formUnion(origins(association.to.globalID))
      }
    }

    var ends: [Coordinate: [LineEnd]] = [:]
    var points: [(Coordinate, AssetTypeID, String)] = []
    for table in network.tables {
      guard let source = network.definition.sources.first(where: { $0.sourceID == table.sourceID }),
        source.usage.connectsByGeometry
      else { continue }
      for row in 0..<table.count {
        guard let coordinates = table.geometries[row]?.coordinates, let last = coordinates.last,
          let id = table.assetTypeID(of: row)
        else { continue }
        let origin = table.origins[row] ?? "?"
        if source.elementKind == .junction {
          points.append((last, id, origin))
          continue
        }
        for (place, name) in [
          (coordinates[0], "FROMDEVICETERMINAL"), (last, "TODEVICETERMINAL"),
        ] {
          var terminal: Int?
          if let field = table.fields.firstIndex(where: { $0.name == name }),
            case .integer(let value) = table.attributes[field][row]
          {
            terminal = Int(value)
          }
          ends[place, default: []].append(LineEnd(type: id, terminal: terminal, origin: origin))
        }
      }
    }
    for (place, point, origin) in points {
      let meeting = ends[place] ?? []
      for end in meeting {
        coincidences += 1
        if !allows(.junctionEdge, point, end.terminal, end.type, nil) {
          violations.append("No rule for \(origin) \(point) at \(end.origin) \(end.type).")
          violatingOrigins.formUnion([origin, end.origin])
        }
      }
      let types = Array(Set(meeting.map(\.type)))
      for (position, first) in types.enumerated() {
        for second in types[(position + 1)...] {
          meetings += 1
          let straight = RuleKey(
            kind: .edgeJunctionEdge,
            from: first,
            fromTerminal: nil,
            to: second,
            toTerminal: nil,
            via: point
          )
          let turned = RuleKey(
            kind: .edgeJunctionEdge,
            from: second,
            fromTerminal: nil,
            to: first,
            toTerminal: nil,
            via: point
          )
          if !rules.contains(straight) && !rules.contains(turned) {
            violations.append("No rule for \(first) and \(second) at \(origin) \(point).")
          }
        }
      }
    }
  }
}
