/// Answers pointer positions with the place to snap to.
///
/// Made for one scene, one state of the settings, one view and one asset type being edited. It
/// is immutable: the same arguments give the same answer, on any number of threads.
///
/// The choice is a total order: the rank of the kind (``SnapKind/rank``), then the distance, then the
/// layer that lies higher, then the feature that comes first (tables in order, rows in order), then the
/// lowest part and vertex.
public final class Snapper: Sendable {
  /// What can be snapped to.
  public let scene: SnapScene
  /// The switches.
  public let settings: SnapSettings
  /// The rules for the asset type being edited; nil when no rules are in force.
  public let rules: SnapRules?
  /// How the map is looked at; nil when nothing depends on it.
  public let view: SnapView?

  /// What each class of features offers to a point and to the end of a line.
  let offers: SnapOffers
  /// What it offers to an inner vertex of a line.
  let innerOffers: SnapOffers
  /// The centres of areas, when there are any and they are snapped to.
  let centroids: FeatureIndex?
  /// Each layer, sublayer and overlay in the order of choice.
  let sources: [SnapSourceState]
  /// What rules say of each class; nil when none are in force.
  let answers: [ClassAnswer]?
  /// Whether the tolerance of a kind or source is in pixels, and there is no view.
  private let lacksView: Bool

  /// Creates a snapper.
  ///
  /// - Parameters:
  ///   - scene: What can be snapped to.
  ///   - settings: The switches. What they do not list is disabled.
  ///   - rules: The rules for the asset type being edited; nil when no rules are in force.
  ///   - view: How the map is looked at: needed by tolerances in pixels and by scale ranges, which
  ///     without one hold always.
  /// - Complexity: Linear in the number of asset types, tables and layers; the first time that
  ///   centroids are asked for, in the coordinates of areas.
  public init(
    _ scene: SnapScene,
    settings: SnapSettings,
    rules: SnapRules? = nil,
    view: SnapView? = nil
  ) {
    self.scene = scene
    self.settings = settings
    self.rules = rules
    self.view = view
    lacksView = view == nil && settings.hasOwnTolerancesInPixels
    let sources = SnapSourceState.states(of: scene, settings, in: view)
    self.sources = sources
    let verdicts = scene.verdicts(rules, isInner: false)
    offers = SnapOffers(scene, sources, settings, in: view, verdicts)
    innerOffers =
      rules?.elementKind == .edge
      ? SnapOffers(scene, sources, settings, in: view, scene.verdicts(rules, isInner: true))
      : offers
    answers = ClassAnswer.answers(scene, rules)
    let centroids = offers.kinds.contains(.centroid) ? scene.centroids() : nil
    self.centroids = centroids?.segmentCount == 0 ? nil : centroids
  }

  /// Creates a snapper for everything a network has.
  public convenience init(_ index: NetworkIndex, settings: SnapSettings, rules: SnapRules? = nil) {
    self.init(SnapScene(index), settings: settings, rules: rules)
  }

  /// The place to snap to from a pointer position.
  ///
  /// - Parameters:
  ///   - coordinate: The pointer position.
  ///   - tolerance: The radius around it, in coordinate units, for kinds and sources without a
  ///     tolerance of their own; its border counts. Negative or NaN finds nothing. Nil takes that of
  ///     the settings.
  ///   - role: What part of the edited feature follows the pointer; nil for what fits the asset type:
  ///     ``SnapRole/lineEnd`` for a line, otherwise ``SnapRole/point``.
  ///   - edited: The feature being edited, whose stored copy is never snapped to; one that the network
  ///     does not have plays no part.
  ///   - sketch: The geometry being edited, for its guides; nil when there are none.
  ///   - previous: The answer to the pointer position before, from a scene of the same network, which then lets go less easily: see
  ///     ``SnapStickiness``. It is looked up anew; one that is no longer offered plays no part.
  /// - Returns: nil when nothing within the tolerance may be snapped to.
  /// - Throws: ``SnapRuleError`` with code `wrongRole` when the role does not fit the asset type whose rules
  ///   are in force, or `missingView` when a tolerance is in pixels and there is no view.
  /// - Complexity: O(log n + k) for k segments within the tolerance, with intersections k squared;
  ///   allocates nothing until the winner is known.
  public func snap(
    at coordinate: Coordinate,
    tolerance: Double? = nil,
    role: SnapRole? = nil,
    editing edited: FeatureID? = nil,
    sketch: SnapSketch? = nil,
    previous: SnapMatch? = nil
  ) throws(SnapRuleError) -> SnapMatch? {
    // Switched off, nothing needs a view.
    guard isOn else { return nil }
    try check(role, tolerance)
    return match(for: query(coordinate, tolerance, role, edited), sketch, previous)
  }

  /// Whether anything is snapped to at all.
  var isOn: Bool { settings.isEnabled && !settings.isSuspended }

  /// The best place for a query that was checked.
  func match(for query: SnapQuery, _ sketch: SnapSketch?, _ previous: SnapMatch?) -> SnapMatch? {
    guard isOn else { return nil }
    let best = find(query, sketch)
    guard let previous else { return best.map { match($0, query) } }
    let kept = found(again: previous, query, sketch)
    return SnapStickiness.choice(best, kept).map { match($0, query) }
  }

  /// A question that was checked, or whose role and tolerance are known to be right.
  @inline(never)
  func query(
    _ point: Coordinate,
    _ tolerance: Double?,
    _ role: SnapRole?,
    _ edited: FeatureID?
  ) -> SnapQuery {
    let tolerance = tolerance ?? settings.tolerance.mapUnits(in: view)
    return SnapQuery(
      point: point,
      tolerance: tolerance,
      radius: max(tolerance, offers.greatestTolerance),
      excluded: edited.flatMap { scene.ordinal(of: .feature($0)) } ?? -1,
      isInner: role == .innerVertex
    )
  }

  /// Refuses what cannot be answered.
  func check(_ role: SnapRole?, _ tolerance: Double?) throws(SnapRuleError) {
    if let role, let rules, (rules.elementKind == .junction) != (role == .point) {
      throw SnapRuleError(wrong: role, for: scene.network.describe(rules.assetType))
    }
    if lacksView || (tolerance == nil && view == nil && settings.tolerance.isInPixels) {
      throw SnapRuleError(
        .missingView,
        "A tolerance is in pixels: give the snapper a view, or tolerances in map units."
      )
    }
  }

  /// The best place for a query.
  private func find(_ query: SnapQuery, _ sketch: SnapSketch?) -> SnapFinding? {
    guard query.tolerance >= 0 else { return nil }
    let offers = query.isInner ? innerOffers : offers
    var best: SnapCandidate?
    if offers.kinds.contains(.intersection) {
      if let crossing = bestCrossing(query, offers, &best) { return crossing }
    } else if !offers.kinds.isDisjoint(with: .onSegments) {
      scene.features.forEachSegment(within: query.radius, of: query.point) { hit in
        consider(hit, query, offers, &best)
      }
    }
    return betterFinding(than: best, query, offers, sketch)
  }

  /// The intersection that wins over the best place on a segment, which is found with it.
  @inline(never)
  private func bestCrossing(
    _ query: SnapQuery,
    _ offers: SnapOffers,
    _ best: inout SnapCandidate?
  ) -> SnapFinding? {
    var crossing = CrossingSegments()
    scene.features.forEachSegment(within: query.radius, of: query.point) { hit in
      consider(hit, query, offers, &best)
      // What wins over every intersection makes them needless.
      if allowsCrossing(best), let found = crossingSegment(hit, query, offers) {
        crossing.append(found)
      }
    }
    return allowsCrossing(best) ? bestCrossing(of: crossing, query, offers) : nil
  }

  /// Keeps the best place of a segment when it wins over the best so far.
  @inline(__always)
  func consider(
    _ hit: SegmentHit,
    _ query: SnapQuery,
    _ offers: SnapOffers,
    _ best: inout SnapCandidate?
  ) {
    guard hit.feature != query.excluded else { return }
    let offer = offers.offer(of: hit.feature)
    guard !offer.kinds.isEmpty else { return }
    forEachPlace(of: hit, offer.kinds, layer: offer.layer, near: query.point) { candidate in
      if let best, !candidate.wins(over: best) { return }
      let tolerance = offers.tolerance(offer, candidate.kind, query.tolerance)
      guard candidate.squaredDistance.squareRoot() <= tolerance else { return }
      if offer.asksForCompanions, companion(at: candidate, query) != nil { return }
      best = candidate
    }
  }
}

extension SnapKinds {
  /// The kinds that a single segment has.
  static let onSegments = standard.union(SnapKinds(.midpoint))
}

extension SnapScene {
  /// For each class where rules let its features be joined, and whether lines already there matter.
  fileprivate func verdicts(
    _ rules: SnapRules?,
    isInner: Bool
  ) -> [(places: SnapPlaces, asksForCompanions: Bool)] {
    (0..<Int32(classCount)).map { verdict($0, rules, isInner: isInner) }
  }

  private func verdict(
    _ featureClass: Int32,
    _ rules: SnapRules?,
    isInner: Bool
  ) -> (places: SnapPlaces, asksForCompanions: Bool) {
    guard let rules, isRuled(featureClass) else { return (.unruled, false) }
    // Classes behind the asset types are generated subnetwork lines.
    guard Int(featureClass) < rules.verdicts.count else { return (.none, false) }
    let verdict = rules.verdicts[Int(featureClass)]
    return (isInner ? verdict.innerPlaces : verdict.places, verdict.excludedCompanions != nil)
  }

  /// Whether rules have something to say about a class of features: it is part of the network.
  func isRuled(_ featureClass: Int32) -> Bool {
    let table = Int(featureClass) - network.catalog.entries.count
    return table < 0
      || (table < network.base.tables.count && network.base.tables[table].sourceID != nil)
  }
}
