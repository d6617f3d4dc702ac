extension UtilityNetwork {
  /// The domain networks of two asset types, if they differ and no rule joins their features by place.
  ///
  /// Such networks, as of gas and power in one street, miss no rule.
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

  /// The sources of the domain networks of two asset types, which advice may refer to.
  func sourcesOfDomains(_ edited: AssetTypeID, _ other: AssetTypeID) -> Set<Int> {
    Set(
      [edited, other].compactMap { definition.domainNetwork(ofSource: $0.sourceID) }
        .flatMap { $0.sources.map(\.sourceID) }
    )
  }
}

extension NetworkRule {
  var sourceIDs: [Int] { [from, via, to].compactMap { $0?.assetType.sourceID } }
}
