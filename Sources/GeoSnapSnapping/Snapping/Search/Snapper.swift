/// Finds the place to snap to for pointer positions.
///
/// A snapper is for one scene, one state of the settings, one view and one edited asset type. It is immutable: the
/// same arguments give the same result, on any number of threads.
///
/// The choice is a total order: the rank of the ``SnapKind``, then the distance, then the upper layer,
/// then the first feature in the order of tables and rows, then the lowest part and vertex.
public final class Snapper: Sendable {
  /// The content to snap to.
  package let scene: SnapScene
  /// The switches.
  package let settings: SnapSettings
  /// The rules for the edited asset type; nil for no rules.
  package let rules: SnapRules?
  /// The view of the map; nil if no setting depends on it.
  package let view: SnapView?

  /// The offers for a point and for the end of a line.
  let offers: SnapOffers
  /// The offers for an inner vertex of a line.
  let innerOffers: SnapOffers
  /// The centres of areas, if these are snapped to.
  let centroids: FeatureIndex?
  /// The layers, sublayers and overlays in the order of choice.
  let sources: [SnapSourceState]
  /// The effect of rules on each class; nil without rules.
  let answers: [ClassAnswer]?
  /// Whether the tolerance of a kind or source is in pixels although there is no view.
  private let lacksView: Bool

  /// Creates a snapper.
  ///
  /// - Parameters:
  ///   - scene: The content to snap to.
  ///   - settings: The switches; sources that are not listed are disabled.
  ///   - rules: The rules for the edited asset type; nil for no rules.
  ///   - view: The view of the map, which tolerances in pixels require; without a view, all scale ranges apply.
  /// - Complexity: Linear in asset types, tables and layers; for the first use of centroids, in the areas'
  ///   coordinates.
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

  /// Creates a snapper for the whole network.
  public convenience init(_ index: NetworkIndex, settings: SnapSettings, rules: SnapRules? = nil) {
    self.init(SnapScene(index), settings: settings, rules: rules)
  }

  /// The place to snap to at a pointer position.
  ///
  /// - Parameters:
  ///   - coordinate: The pointer position.
  ///   - tolerance: The radius around it, border included, in coordinate units, for kinds and sources without a
  ///     separate tolerance. Nil for that of the settings; negative or NaN finds no place.
  ///   - role: The part of the edited feature that follows the pointer; nil for ``SnapRole/lineEnd`` if the asset
  ///     type is a line, otherwise ``SnapRole/point``.
  ///   - edited: The edited feature, whose stored copy is ignored; one that the network does not have has no effect.
  ///   - sketch: The edited geometry, for its guides; nil for none.
  ///   - previous: The result for the previous pointer position, from a scene of the same network, which is
  ///     preferred: another place of its rank wins if it is nearer by a tenth of the tolerance. It has no effect if
  ///     it is no longer offered.
  /// - Returns: nil when no place within the tolerance is allowed.
  /// - Throws: ``SnapRuleError`` with code `wrongRole` when the role does not suit the asset type of the rules, or
  ///   `missingView` when a tolerance is in pixels and there is no view.
  /// - Complexity: O(log n + k), with intersections O(log n + k²), for k segments in the tolerance.
  public func snap(
    at coordinate: Coordinate,
    tolerance: Double? = nil,
    role: SnapRole? = nil,
    editing edited: FeatureID? = nil,
    sketch: SnapSketch? = nil,
    previous: SnapMatch? = nil
  ) throws(SnapRuleError) -> SnapMatch? {
    // While snapping is off, no view is necessary.
    guard isOn else { return nil }
    try check(role, tolerance)
    return match(for: query(coordinate, tolerance, role, edited), sketch, previous)
  }

  var isOn: Bool { settings.isEnabled && !settings.isSuspended }

  func match(for query: SnapQuery, _ sketch: SnapSketch?, _ previous: SnapMatch?) -> SnapMatch? {
    guard isOn else { return nil }
    let best = find(query, sketch)
    guard let previous else { return best.map { match($0, query) } }
    let kept = found(again: previous, query, sketch)
    return SnapStickiness.choice(best, kept).map { match($0, query) }
  }

  /// A query with a checked role and tolerance.
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

  /// Refuses invalid arguments.
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

  /// The intersection that wins over the best place on a segment, which is also found.
  @inline(never)
  private func bestCrossing(
    _ query: SnapQuery,
    _ offers: SnapOffers,
    _ best: inout SnapCandidate?
  ) -> SnapFinding? {
    var crossing = CrossingSegments()
    scene.features.forEachSegment(within: query.radius, of: query.point) { hit in
      consider(hit, query, offers, &best)
      // Intersections are unnecessary if a place wins over all of them.
      if allowsCrossing(best), let found = crossingSegment(hit, query, offers) {
        crossing.append(found)
      }
    }
    return allowsCrossing(best) ? bestCrossing(of: crossing, query, offers) : nil
  }

  /// Stores the best place of a segment if it wins over the best so far.
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
  /// The kinds of places on a single segment.
  static let onSegments = standard.union(SnapKinds(.midpoint))
}

extension SnapScene {
  /// For each class, the places where it may connect, and whether existing lines matter.
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
    // Classes after the asset types are generated subnetwork lines.
    guard Int(featureClass) < rules.verdicts.count else { return (.none, false) }
    let verdict = rules.verdicts[Int(featureClass)]
    return (isInner ? verdict.innerPlaces : verdict.places, verdict.excludedCompanions != nil)
  }

  /// Whether rules apply to a class of features, since it is part of the network.
  func isRuled(_ featureClass: Int32) -> Bool {
    let table = Int(featureClass) - network.catalog.entries.count
    return table < 0
      || (table < network.base.tables.count && network.base.tables[table].sourceID != nil)
  }
}
