extension TransactionRun {
  /// Checks the result of all edits: the rules of associations, and that restricted containers were empty.
  mutating func checkOutcome() {
    for suspect in suspects {
      // A later edit may have deleted it.
      guard let association = network.association(globalID: suspect.association) else { continue }
      check(association, suspect)
    }
    for restriction in restrictions {
      let rest = restriction.contents.filter { !network.isDeleted($0) }
      guard !rest.isEmpty else { continue }
      report(
        .restrictedDeletion,
        restriction.edit,
        restriction.table,
        "\(restriction.container.rowID)",
        "The asset type does not allow deleting a feature while other features (\(rest.count)) are contained in or "
          + "attached to it: first delete those features, or the associations with them, in the same transaction."
      )
    }
  }

  /// A new association between two features; nil, with a report, when it is invalid.
  mutating func association(
    _ new: NewAssociation,
    _ globalID: GlobalID,
    _ from: FeatureID,
    _ to: FeatureID,
    _ index: Int
  ) -> Association? {
    func refuse(_ code: TransactionProblem.Code, _ message: String) -> Association? {
      report(code, index, Self.associations, "\(globalID)", message)
      return nil
    }
    if from == to { return refuse(.selfAssociation, "A feature cannot be associated with itself.") }
    if network.association(globalID: globalID) != nil {
      return refuse(.globalIDInUse, "Another association has that global id.")
    }
    if network.setAside.contains(association: globalID) {
      return refuse(
        .globalIDInUse,
        "That global id belongs to an association whose row is set aside, because it cannot be read."
      )
    }
    let sources = network.packed.lookups.sources
    guard let fromSource = sources[Int(from.table)], let toSource = sources[Int(to.table)] else {
      return refuse(.wrongKind, "Features of plain tables cannot have associations.")
    }
    if new.origin?.utf8.contains(0) == true {
      return refuse(.wrongValue, "The origin contains a NUL character, which cannot be stored.")
    }
    func end(_ end: NewAssociation.End, _ source: NetworkSource) -> Association.End {
      Association.End(sourceID: source.sourceID, globalID: end.globalID, terminalID: end.terminalID)
    }
    return Association(
      globalID: globalID,
      kind: new.kind,
      from: end(new.from, fromSource),
      to: end(new.to, toSource),
      isContentVisible: new.isContentVisible,
      fractionAlongEdge: new.fractionAlongEdge,
      origin: new.origin
    )
  }

  /// One side of an association with the data for its checks.
  private struct Side {
    let feature: FeatureID
    let assetType: AssetTypeID
    let type: AssetType
    let source: NetworkSource
    let terminalID: Int?
    let terminals: [Terminal]
    let path: String

    /// The side for rules, at the terminal that it names or its only one.
    var forRules: NetworkRule.Side {
      let only = terminals.count == 1 ? terminals.first?.id : nil
      return NetworkRule.Side(assetType, terminalID: terminalID ?? only)
    }
  }

  private mutating func check(_ association: Association, _ suspect: Suspect) {
    guard let from = side(association.from), let to = side(association.to) else {
      return report(.wrongKind, suspect, "An end has no asset type, so no rule allows it.")
    }
    let edges = [from, to].count { $0.source.elementKind == .edge }
    if let message = wrongKind(association.kind, from, edges: edges) {
      return report(.wrongKind, suspect, message)
    }
    let before = problems.count
    if let message = wrongTerminal(association.kind, from) {
      report(.wrongTerminal, suspect, "The from-side: " + message)
    }
    if let message = wrongTerminal(association.kind, to) {
      report(.wrongTerminal, suspect, "The to-side: " + message)
    }
    if let message = wrongFraction(association) { report(.wrongFraction, suspect, message) }
    guard problems.count == before else { return }
    if suspect.isNew {
      if let other = duplicate(of: association, from.feature, to.feature) {
        report(.duplicateAssociation, suspect, "Association \(other) already says this.")
      }
      if association.kind == .containment, contains(to.feature, from.feature) {
        report(
          .containmentCycle,
          suspect,
          "The content contains the container, directly or indirectly."
        )
      }
    }
    if let message = missingRule(association.kind, from, to) { report(.noRule, suspect, message) }
  }

  @inline(never)
  private mutating func report(
    _ code: TransactionProblem.Code,
    _ suspect: Suspect,
    _ message: String
  ) {
    report(code, suspect.edit, Self.associations, "\(suspect.association)", message)
  }

  @inline(never)
  private func side(_ end: Association.End) -> Side? {
    guard let feature = network.feature(globalID: end.globalID) else { return nil }
    let ordinal = network.assetTypeOrdinal(of: feature)
    guard ordinal >= 0 else { return nil }
    let entry = network.base.catalog.entries[Int(ordinal)]
    return Side(
      feature: feature,
      assetType: entry.id,
      type: entry.type,
      source: entry.source,
      terminalID: end.terminalID,
      terminals: network.packed.lookups.terminals.terminals(of: entry.type),
      path: entry.path
    )
  }

  private func wrongKind(_ kind: AssociationKind, _ from: Side, edges: Int) -> String? {
    switch kind {
    case .connectivity:
      edges == 0 ? nil : "A connectivity association joins two junctions, but one end is an edge."
    case .junctionEdgeFromConnectivity, .junctionMidspanConnectivity, .junctionEdgeToConnectivity:
      edges == 1 ? nil : "A \(kind.name) association joins a junction and an edge."
    // Types without a role are left to the rules.
    case .containment:
      from.type.associationRole != .structure
        ? nil : "\(from.path) is not a container: its asset type has the role of a structure."
    case .attachment:
      from.type.associationRole != .container
        ? nil : "\(from.path) is not a structure: its asset type has the role of a container."
    }
  }

  @inline(never)
  private func wrongTerminal(_ kind: AssociationKind, _ side: Side) -> String? {
    let names = Words.names(side.terminals.map { "\($0.id) \($0.name)" })
    if let terminal = side.terminalID {
      if side.terminals.contains(where: { $0.id == terminal }) { return nil }
      return "\(side.path) has no terminal \(terminal); it has \(names)."
    }
    let isNeeded = kind.isConnectivity && side.source.elementKind == .junction
    guard isNeeded, side.terminals.count > 1 else { return nil }
    return "\(side.path) has several terminals: name one of \(names)."
  }

  private func wrongFraction(_ association: Association) -> String? {
    guard let fraction = association.fractionAlongEdge else {
      return association.kind == .junctionMidspanConnectivity
        ? "A midspan association needs the place along the edge, from 0 to 1." : nil
    }
    return fraction >= 0 && fraction <= 1
      ? nil : "The place along the edge is \(fraction), which is not between 0 and 1."
  }

  private func duplicate(
    of association: Association,
    _ from: FeatureID,
    _ to: FeatureID
  ) -> GlobalID? {
    let (left, right) = (
      network.associationPositions(of: from), network.associationPositions(of: to)
    )
    let new = NewAssociation(association)
    for position in left.count <= right.count ? left : right {
      guard let other = network.association(at: position), other.globalID != association.globalID,
        NewAssociation(other).joins(theSameAs: new),
        other.fractionAlongEdge == association.fractionAlongEdge
      else { continue }
      return other.globalID
    }
    return nil
  }

  /// Whether a feature is, directly or indirectly, in a container.
  private func contains(_ container: FeatureID, _ feature: FeatureID) -> Bool {
    var visited: Set<Int> = [container.number]
    var open = [container]
    while let next = open.popLast() {
      if next == feature { return true }
      for inner in network.features(toSideOf: next, kind: .containment)
      where visited.insert(inner.number).inserted { open.append(inner) }
    }
    return false
  }

  private func missingRule(_ kind: AssociationKind, _ from: Side, _ to: Side) -> String? {
    let ruleKind: NetworkRuleKind =
      switch kind {
      case .connectivity: .junctionJunction
      case .containment: .containment
      case .attachment: .attachment
      default: .junctionEdge
      }
    let isReversed = ruleKind == .junctionEdge && from.source.elementKind == .edge
    let (first, second) = isReversed ? (to, from) : (from, to)
    let rules = network.packed.lookups.rules
    if rules.allow(ruleKind, from: first.forRules, to: second.forRules) { return nil }
    let pair = "\(first.path) and \(second.path)"
    if rules.allowElsewhere(ruleKind, from: first.assetType, to: second.assetType) {
      return "A \(ruleKind.name) rule allows \(pair), but at other terminals."
    }
    let hasOtherTypes = [from, to].contains { $0.source.hasSeveralAssetTypes }
    return "No \(ruleKind.name) rule allows \(pair): "
      + (hasOtherTypes ? "change an asset type, or add a rule." : "add a rule.")
  }
}

extension EditedNetwork {
  /// Whether rules and roles let features of one asset type contain, or carry, those of another.
  package func allows(_ kind: AssociationKind, from: AssetTypeID, to: AssetTypeID) -> Bool {
    guard let role = assetType(from)?.type.associationRole else { return false }
    let isContainment = kind == .containment
    return role != (isContainment ? .structure : .container)
      && packed.lookups.rules.allow(
        isContainment ? .containment : .attachment,
        from: NetworkRule.Side(from),
        to: NetworkRule.Side(to)
      )
  }
}
