extension Snapper {
  /// Snaps, and tells of every place within the tolerance that was refused and why.
  ///
  /// Arguments as for ``snap(at:tolerance:role:editing:)``, and the same winner. Meant for a
  /// person who asks; it costs more than a snap.
  public func explain(
    at coordinate: Coordinate,
    tolerance: Double,
    role: SnapRole = .point,
    editing edited: FeatureID? = nil
  ) -> SnapExplanation {
    let match = snap(at: coordinate, tolerance: tolerance, role: role, editing: edited)
    let excluded = edited.map { index.network.ordinal(of: $0) } ?? -1
    let isRoleRefused = refusesRole(role)

    struct Key: Hashable {
      let feature: Int32
      let kind: SnapKind
    }
    var refused: [Key: (candidate: SnapCandidate, reason: SnapRefusalReason)] = [:]
    var offered: Set<Key> = []
    index.features.forEachSegment(within: tolerance, of: coordinate) { hit in
      guard hit.feature != excluded else { return }
      let featureClass = Int(index.classes[Int(hit.feature)])
      forEachPlace(of: hit, near: coordinate, within: tolerance) { candidate, place in
        let key = Key(feature: candidate.feature, kind: candidate.kind)
        guard let reason = refusal(of: featureClass, place, isRoleRefused) else {
          offered.insert(key)
          return
        }
        if refused[key].map({ candidate.wins(over: $0.candidate) }) ?? true {
          refused[key] = (candidate, reason)
        }
      }
    }
    // An inner vertex that is refused beside an end that is offered is no news.
    let news = refused.filter { !offered.contains($0.key) }.values
      .sorted { $0.candidate.wins(over: $1.candidate) }
    let fits = fits(news.lazy.filter { $0.reason == .needsJunction }.map(\.candidate))
    return SnapExplanation(
      match: match,
      refused: news.map { refusal in
        let place = self.place(refusal.candidate)
        let table = index.network.tables[Int(place.feature.table)]
        let type = table.assetTypeID(of: Int(place.feature.row))
        return SnapRefusal(
          place: place,
          reason: refusal.reason,
          fits: refusal.reason == .needsJunction ? type.flatMap { fits[$0] } ?? [] : []
        )
      }
    )
  }

  /// Why a place is refused; nil when it is offered.
  private func refusal(
    of featureClass: Int,
    _ place: SnapCandidate.Place,
    _ isRoleRefused: Bool
  ) -> SnapRefusalReason? {
    if !isUnruled(featureClass), let rules {
      // Classes behind the asset types are generated subnetwork lines.
      guard featureClass < rules.verdicts.count else { return .noConnectivity }
      if let refusal = rules.verdicts[featureClass].refusal { return refusal }
      if isRoleRefused { return .innerVertex }
      if !offers[featureClass].allows(place) { return .endVertexOnly }
    }
    return isEnabled[featureClass] ? nil : .disabled
  }

  /// For each asset type of refused lines, the junctions that may stand between it and the edited
  /// line.
  private func fits(_ refused: some Sequence<SnapCandidate>) -> [AssetTypeID: [AssetTypeID]] {
    guard let rules else { return [:] }
    let entries = index.network.catalog.entries
    var fits: [AssetTypeID: [AssetTypeID]] = [:]
    var joins: ConnectivityRuleIndex?
    for candidate in refused {
      let other = entries[Int(index.classes[Int(candidate.feature)])].id
      guard fits[other] == nil else { continue }
      let known = joins ?? ConnectivityRuleIndex(index.network)
      joins = known
      let withOther = known.joins(with: other)
      let withEdited = known.joins(with: rules.assetType)
      fits[other] = entries.map(\.id).filter { withOther[$0] != nil && withEdited[$0] != nil }
    }
    return fits
  }
}
