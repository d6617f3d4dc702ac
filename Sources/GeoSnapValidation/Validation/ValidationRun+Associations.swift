extension ValidationRun {
  /// Finds associations without a rule; the topology reports those between features that connect.
  mutating func checkAssociations(_ positions: Range<Int>) {
    for association in subject.network.associations[positions] {
      guard let from = subject.network.feature(globalID: association.from.globalID),
        let to = subject.network.feature(globalID: association.to.globalID),
        subject.typeOrdinal(from) >= 0,
        subject.typeOrdinal(to) >= 0
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
    let types = (subject.typeID(from), subject.typeID(to))
    let isAllowed = subject.associationRules.allow(
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
      rule: subject.nearest.search(kind, types.0, types.1),
      fix: .deleteAssociation(association.globalID),
      "\(name(from)) \(verb) \(name(to)), and no rule allows it."
    )
  }

  /// Finds connectivity associations of features that never connect, such as an assembly, which the topology ignores.
  private mutating func checkParts(
    _ association: Association,
    _ from: FeatureID,
    _ to: FeatureID
  ) {
    guard subject.part(from) == .none || subject.part(to) == .none else { return }
    let isEdge = subject.network.assetType(subject.typeID(from))?.source.elementKind == .edge
    let (junction, other) = isEdge ? (to, from) : (from, to)
    let kind: NetworkRuleKind =
      association.kind == .connectivity ? .junctionJunction : .junctionEdge
    gaps.add(kind, subject.typeID(junction), subject.typeID(other))
    add(
      .noConnectivityRule,
      isEdge || kind == .junctionJunction ? [from, to] : [to, from],
      at: place(association),
      association: association.globalID,
      rule: subject.nearest.search(kind, subject.typeID(junction), subject.typeID(other)),
      fix: .deleteAssociation(association.globalID),
      "\(name(from)) and \(name(to)) are associated, and one of them never connects."
    )
  }

  private func place(_ association: Association) -> Coordinate? {
    subject.network.anchor(of: association.from, in: association)
      ?? subject.network.anchor(of: association.to, in: association)
  }
}
