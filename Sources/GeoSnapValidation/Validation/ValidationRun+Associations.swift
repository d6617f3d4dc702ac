extension ValidationRun {
  /// Associations that no rule allows.
  ///
  /// Those between features that connect are among the topology's problems.
  mutating func checkAssociations(_ positions: Range<Int>) {
    for association in network.associations[positions] {
      guard let from = network.feature(globalID: association.from.globalID),
        let to = network.feature(globalID: association.to.globalID), typeOrdinal(from) >= 0,
        typeOrdinal(to) >= 0
      else { continue }
      switch association.kind {
      case .containment:
        checkRule(association, from, to, .containment, .noContainmentRule, "contains")
      case .attachment:
        checkRule(association, from, to, .attachment, .noAttachmentRule, "carries")
      default: checkParts(association, from, to)
      }
    }
  }

  private mutating func checkRule(
    _ association: Association,
    _ from: FeatureID,
    _ to: FeatureID,
    _ kind: NetworkRuleKind,
    _ code: NetworkErrorCode,
    _ verb: String
  ) {
    let types = (typeID(from), typeID(to))
    let isAllowed = associationRules.allow(
      kind,
      from: .init(assetType: types.0, terminalID: nil),
      to: .init(assetType: types.1, terminalID: nil)
    )
    if isAllowed { return }
    gaps.add(kind, types.0, types.1)
    add(
      code,
      [from, to],
      at: place(association),
      association: association.globalID,
      rule: nearest.search(kind, types.0, types.1),
      fix: .deleteAssociation(association.globalID),
      "\(name(from)) \(verb) \(name(to)), and no rule allows it."
    )
  }

  /// Connectivity with what never connects, such as an assembly, which the topology passes over.
  private mutating func checkParts(
    _ association: Association,
    _ from: FeatureID,
    _ to: FeatureID
  ) {
    guard part(from) == .none || part(to) == .none else { return }
    let isEdge = network.assetType(typeID(from))?.source.elementKind == .edge
    let (junction, other) = isEdge ? (to, from) : (from, to)
    let kind: NetworkRuleKind =
      association.kind == .connectivity ? .junctionJunction : .junctionEdge
    gaps.add(kind, typeID(junction), typeID(other))
    add(
      .noConnectivityRule,
      isEdge || kind == .junctionJunction ? [from, to] : [to, from],
      at: place(association),
      association: association.globalID,
      rule: nearest.search(kind, typeID(junction), typeID(other)),
      fix: .deleteAssociation(association.globalID),
      "\(name(from)) and \(name(to)) are associated, and one of them never connects."
    )
  }

  private func place(_ association: Association) -> Coordinate? {
    network.anchor(of: association.from, in: association)
      ?? network.anchor(of: association.to, in: association)
  }
}
