internal import GeoSnapSupport

extension Snapper {
  /// Snaps, and returns all refused places within the tolerance, with reasons and remedies.
  ///
  /// Arguments and errors are those of ``snap(at:tolerance:role:editing:sketch:previous:)``, and the winner is its
  /// result without `previous`. The refused places are vertices, places on segments and, if switched on anywhere,
  /// midpoints. It takes longer than a snap.
  public func explain(
    at coordinate: Coordinate,
    tolerance: Double? = nil,
    role: SnapRole? = nil,
    editing edited: FeatureID? = nil,
    sketch: SnapSketch? = nil
  ) throws(SnapRuleError) -> SnapExplanation {
    try check(role, tolerance)
    return explanation(for: query(coordinate, tolerance, role, edited), sketch)
  }

  func explanation(for query: SnapQuery, _ sketch: SnapSketch?) -> SnapExplanation {
    SnapExplanation(match: match(for: query, sketch, nil), refused: SnapRefusals(self, query).all())
  }
}

/// Finds the refused places of a query with their reasons.
struct SnapRefusals {
  private let snapper: Snapper
  private var query: SnapQuery
  private var offers: SnapOffers
  private let rules: ConnectivityRules?
  /// The layers of each class, topmost first.
  private let sourcesOfClass: [Int32: [SnapSourceState]]
  /// The kinds that may be refused.
  private let kinds: SnapKinds

  init(_ snapper: Snapper, _ query: SnapQuery) {
    self.snapper = snapper
    self.query = query
    offers = query.isInner ? snapper.innerOffers : snapper.offers
    rules = snapper.rules?.connectivity
    var sourcesOfClass: [Int32: [SnapSourceState]] = [:]
    for source in snapper.sources {
      for featureClass in source.classes {
        sourcesOfClass[featureClass, default: []].append(source)
      }
    }
    self.sourcesOfClass = sourcesOfClass
    kinds = snapper.sources.reduce(SnapKinds.standard) { $0.union($1.kinds) }
  }

  /// Creates the refusals of another query for the same snapper, with the shared compiled parts.
  init(_ other: SnapRefusals, _ query: SnapQuery) {
    self = other
    self.query = query
    offers = query.isInner ? snapper.innerOffers : snapper.offers
  }

  private struct Obstacle {
    let reason: SnapRefusalReason
    let remedy: SnapRemedy
    var fits: [AssetTypeID] = []
    var companion: Int32?
  }

  func all() -> [SnapRefusal] {
    refusedCandidates().map { candidate in
      let obstacle = obstacle(candidate)
      return SnapRefusal(
        place: SnapPlace(SnapFinding(candidate, near: query.point), by: snapper),
        reason: obstacle.reason,
        fits: obstacle.fits,
        companion: obstacle.companion.map { snapper.scene.target(of: $0) },
        remedy: obstacle.remedy
      )
    }
  }

  /// The reason for the refusal of the nearest refused place; nil when there is none.
  ///
  /// At equal distances, the place that would have won.
  func nearestReason() -> SnapRefusalReason? {
    refusedCandidates().min { $0.squaredDistance < $1.squaredDistance }.map { reason($0) }
  }

  /// The reason for a refusal, without a remedy if that takes a search.
  private func reason(_ candidate: SnapCandidate) -> SnapRefusalReason {
    let featureClass = snapper.scene.featureClass(of: candidate.feature)
    if let rules = snapper.rules, Int(featureClass) < rules.verdicts.count,
      let refusal = rules.verdicts[Int(featureClass)].refusal
    {
      return refusal
    }
    return obstacle(candidate).reason
  }

  private func refusedCandidates() -> [SnapCandidate] {
    func name(_ feature: Int32, rank: Int32) -> SegmentKey {
      SegmentKey(layer: rank, feature: feature, part: 0, vertex: 0)
    }
    var refused: [SegmentKey: SnapCandidate] = [:]
    var offered: Set<SegmentKey> = []
    snapper.scene.features.forEachSegment(within: query.radius, of: query.point) { hit in
      guard hit.feature != query.excluded else { return }
      let offer = offers.offer(of: hit.feature)
      let layer = offer.kinds.isEmpty ? topmostLayer(of: hit.feature) : offer.layer
      for candidate in snapper.places(of: hit, kinds, layer: layer, near: query.point) {
        guard candidate.squaredDistance.squareRoot() <= query.radius else { continue }
        let key = name(candidate.feature, rank: candidate.rank)
        if isOffered(candidate, offer) {
          offered.insert(key)
        } else if refused[key].map({ candidate.wins(over: $0) }) ?? true {
          refused[key] = candidate
        }
      }
    }
    // Omits a refused inner vertex beside an offered end, and a segment at a listed vertex.
    return refused.values.filter { candidate in
      if offered.contains(name(candidate.feature, rank: candidate.rank)) { return false }
      let vertices = name(candidate.feature, rank: 0)
      let isTold = offered.contains(vertices) || refused[vertices] != nil
      return candidate.rank == 0 || !isTold || !SnapFinding(candidate, near: query.point).isAtVertex
    }
    .ordered { $0.wins(over: $1) }
  }

  private func topmostLayer(of ordinal: Int32) -> Int32 {
    sourcesOfClass[snapper.scene.featureClass(of: ordinal)]?.first?.layer ?? 0
  }

  private func isOffered(_ candidate: SnapCandidate, _ offer: SnapOffer) -> Bool {
    offer.kinds.contains(candidate.kind)
      && candidate.squaredDistance.squareRoot()
        <= offers.tolerance(offer, candidate.kind, query.tolerance)
      && !(offer.asksForCompanions && snapper.companion(at: candidate, query) != nil)
  }

  // MARK: Reasons, in the order of precedence

  private func obstacle(_ candidate: SnapCandidate) -> Obstacle {
    let featureClass = snapper.scene.featureClass(of: candidate.feature)
    return ruleObstacle(candidate, featureClass) ?? switchObstacle(candidate, featureClass)
  }

  private func ruleObstacle(_ candidate: SnapCandidate, _ featureClass: Int32) -> Obstacle? {
    guard let snapRules = snapper.rules, let rules, snapper.scene.isRuled(featureClass) else {
      return nil
    }
    let entries = snapper.scene.network.catalog.entries
    // Classes after the asset types are generated subnetwork lines; rules of another network know fewer.
    guard Int(featureClass) < min(entries.count, snapRules.verdicts.count) else {
      return Obstacle(reason: .noConnectivity, remedy: .none)
    }
    let verdict = snapRules.verdicts[Int(featureClass)]
    let other = entries[Int(featureClass)]
    let edited = snapRules.assetType
    // No other rule or junction would help a vertex that cannot connect at all.
    let policy = snapper.scene.network.assetType(edited)?.type.connectivityPolicy
    if query.isInner, policy != .anyVertex, verdict.refusal != .noConnectivity {
      return Obstacle(reason: .innerVertex, remedy: .moveEnd)
    }
    if let refusal = verdict.refusal {
      if refusal == .needsJunction {
        return junctionObstacle(candidate.location(near: query.point), edited, other.id, rules)
      }
      return typeObstacle(refusal, edited, other, rules)
    }
    if !verdict.places.kinds.contains(candidate.kind) {
      return Obstacle(
        reason: .endVertexOnly,
        remedy: nearestEnd(of: candidate).map { .useEnd($0) } ?? .none
      )
    }
    guard verdict.excludedCompanions != nil, let companion = snapper.companion(at: candidate, query)
    else { return nil }
    let present = entries[Int(snapper.scene.featureClass(of: companion))].id
    let isJunctionEdited = snapRules.elementKind == .junction
    let junction = isJunctionEdited ? edited : other.id
    let line = isJunctionEdited ? other.id : edited
    return Obstacle(
      reason: .noMeetingRule,
      remedy: .addRule(.edgeJunctionEdge, [line, junction, present]),
      companion: companion
    )
  }

  /// The obstacle for two lines of different asset types at their meeting.
  private func junctionObstacle(
    _ place: Coordinate,
    _ edited: AssetTypeID,
    _ other: AssetTypeID,
    _ rules: ConnectivityRules
  ) -> Obstacle {
    let scene = snapper.scene
    let between = rules.joints(between: edited, other)
    // Advice to join two domain networks would be useless.
    if scene.network.base.unjoinedDomains(edited, other) != nil {
      return Obstacle(reason: .needsJunction, remedy: .none)
    }
    let standing = between.isEmpty ? [] : scene.junctions(at: place)
    guard let first = standing.first else {
      let fits = scene.joints(between: edited, other, at: place, rules)
      return Obstacle(reason: .needsJunction, remedy: .placeJunction(fits), fits: fits)
    }
    func obstacle(_ remedy: SnapRemedy, _ fits: [AssetTypeID], _ companion: Int32) -> Obstacle {
      Obstacle(reason: .needsJunction, remedy: remedy, fits: fits, companion: companion)
    }
    func assetType(_ junction: Int32) -> AssetTypeID {
      scene.network.catalog.entries[Int(scene.featureClass(of: junction))].id
    }
    // A snap to a junction is at its place, and meets other junctions that are near that place.
    func ownPlace(_ junction: Int32) -> Coordinate {
      scene.geometry(of: junction)?.coordinates.first ?? place
    }
    let joining = standing.first { junction in
      let own = ownPlace(junction)
      return scene.junctions(at: own).allSatisfy {
        scene.mayStand(assetType($0), at: own, beside: edited, isThere: true, rules)
      }
    }
    if let joining { return obstacle(.useJunction, [assetType(joining)], joining) }
    let fits = scene.types(of: first, at: ownPlace(first), among: between, beside: edited, rules)
    return fits.isEmpty
      ? obstacle(.none, between, first) : obstacle(.changeJunction(fits), fits, first)
  }

  /// The obstacle for two asset types that may never connect.
  private func typeObstacle(
    _ reason: SnapRefusalReason,
    _ edited: AssetTypeID,
    _ other: AssetTypeCatalog.Entry,
    _ rules: ConnectivityRules
  ) -> Obstacle {
    let network = snapper.scene.network
    guard reason == .noRule, network.base.unjoinedDomains(edited, other.id) == nil else {
      return Obstacle(reason: reason, remedy: .none)
    }
    let isJunctionEdited = snapper.rules?.elementKind == .junction
    let pair = isJunctionEdited ? [edited, other.id] : [other.id, edited]
    let sources = network.base.sourcesOfDomains(edited, other.id)
    let fits = network.catalog.entries.map(\.id)
      .filter { sources.contains($0.sourceID) && rules.joint($0, other.id) != nil }
      .rising { $0.unlikeness(edited) }
    return Obstacle(reason: reason, remedy: .addRule(.junctionEdge, pair), fits: fits)
  }

  private func switchObstacle(_ candidate: SnapCandidate, _ featureClass: Int32) -> Obstacle {
    let settings = snapper.settings
    if settings.isSuspended { return Obstacle(reason: .suspended, remedy: .resume) }
    guard settings.isEnabled, settings.snapsToFeatures else {
      return Obstacle(reason: .disabled, remedy: .resume)
    }
    guard settings.scaleRange.contains(snapper.view) else {
      return Obstacle(reason: .outOfScale, remedy: .zoom(settings.scaleRange))
    }
    let sources = sourcesOfClass[featureClass] ?? []
    let shown = sources.filter { $0.offers && !isFiltered(candidate.feature, $0) }
    guard let source = shown.first else { return sourceObstacle(candidate, sources) }
    guard source.kinds.contains(candidate.kind) else {
      return Obstacle(reason: .kindDisabled, remedy: .enableKind(candidate.kind))
    }
    return Obstacle(
      reason: .beyondTolerance,
      remedy: .widen(candidate.squaredDistance.squareRoot())
    )
  }

  /// The reason why no layer offers a feature, for the topmost layer that shows it.
  private func sourceObstacle(
    _ candidate: SnapCandidate,
    _ sources: [SnapSourceState]
  ) -> Obstacle {
    guard let source = sources.first(where: { !isFiltered(candidate.feature, $0) }) else {
      guard let filtering = sources.first else { return Obstacle(reason: .hidden, remedy: .none) }
      return Obstacle(reason: .filteredOut, remedy: .changeFilter(layer: filtering.name))
    }
    if !source.isEnabled {
      return Obstacle(
        reason: .disabled,
        remedy: .enable(source: source.name, group: source.isLayerEnabled ? source.group : nil)
      )
    }
    if !source.isVisible { return Obstacle(reason: .hidden, remedy: .show(layer: source.name)) }
    return Obstacle(reason: .outOfScale, remedy: .zoom(source.scaleRange))
  }

  private func isFiltered(_ ordinal: Int32, _ source: SnapSourceState) -> Bool {
    source.filter >= 0 && !snapper.scene.shows(ordinal, filter: source.filter)
  }

  /// The end of a candidate's part nearest to the pointer; for an edited junction, only an end without a junction.
  private func nearestEnd(of candidate: SnapCandidate) -> Coordinate? {
    guard let path = snapper.scene.geometry(of: candidate.feature)?.path(Int(candidate.part)),
      path.kind == .line
    else { return nil }
    let isJunctionEdited = snapper.rules?.elementKind == .junction
    let ends = [path[0], path[path.count - 1]].filter {
      !isJunctionEdited || snapper.scene.junctions(at: $0).isEmpty
    }
    return ends.min { $0.squaredDistance(to: query.point) < $1.squaredDistance(to: query.point) }
  }
}
