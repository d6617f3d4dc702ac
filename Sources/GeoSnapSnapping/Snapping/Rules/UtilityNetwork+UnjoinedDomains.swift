extension UtilityNetwork {
  /// The domain networks of two asset types, when they differ and no rule lets anything of the one join
  /// anything of the other by place.
  ///
  /// Then no rule is missing between them: gas and power are two networks that lie in one street.
  ///
  /// - Complexity: Linear in the number of rules where they differ.
  func unjoinedDomains(
    _ edited: AssetTypeID,
    _ other: AssetTypeID
  ) -> (edited: DomainNetwork, other: DomainNetwork)? {
    guard let one = definition.domainNetwork(ofSource: edited.sourceID),
      let another = definition.domainNetwork(ofSource: other.sourceID), one.id != another.id
    else { return nil }
    let (own, others) = (Set(one.sources.map(\.sourceID)), Set(another.sources.map(\.sourceID)))
    let isJoined = rules.contains { rule in
      guard rule.kind == .junctionEdge || rule.kind == .edgeJunctionEdge else { return false }
      let sides = rule.sourceIDs
      return sides.contains(where: own.contains) && sides.contains(where: others.contains)
    }
    return isJoined ? nil : (one, another)
  }

  /// The sources of the domain networks of two asset types: what advice about joining them may name.
  func sourcesOfDomains(_ edited: AssetTypeID, _ other: AssetTypeID) -> Set<Int> {
    Set(
      [edited, other].compactMap { definition.domainNetwork(ofSource: $0.sourceID) }
        .flatMap { $0.sources.map(\.sourceID) }
    )
  }
}

extension NetworkRule {
  /// The sources of its sides.
  var sourceIDs: [Int] { [from, via, to].compactMap { $0?.assetType.sourceID } }
}
