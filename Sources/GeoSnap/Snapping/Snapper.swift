/// Answers pointer positions with the place to snap to.
///
/// A value made for one network, one state of the settings and one asset type being edited. It is
/// immutable: the same arguments give the same answer, on any number of threads.
public struct Snapper: Sendable {
  /// The network and its indexes.
  public let index: NetworkIndex

  let rules: SnapRules?
  /// For each class of features (see ``NetworkIndex/classes``): where they may be snapped to.
  let offers: [SnapPlaces]
  /// For each class: whether its source, its asset group and feature snapping are switched on.
  let isEnabled: [Bool]

  /// Creates a snapper.
  ///
  /// - Parameters:
  ///   - index: The network.
  ///   - settings: The switches. What they do not list is disabled.
  ///   - rules: The rules for the asset type being edited; nil when no rules are in force.
  /// - Complexity: Linear in the number of asset types and tables.
  public init(_ index: NetworkIndex, settings: SnapSettings, rules: SnapRules? = nil) {
    self.index = index
    self.rules = rules
    let network = index.network
    let isOn = settings.isEnabled && settings.snapsToFeatures
    let entries = network.catalog.entries
    var offers: [SnapPlaces] = []
    var isEnabled: [Bool] = []
    let unruled: SnapPlaces = [.vertices, .segments]
    let bySource = Dictionary(
      settings.sourceSettings.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    for (ordinal, entry) in entries.enumerated() {
      let source = bySource[entry.source.name]
      let group = source?.childSourceSettings.first { $0.assetGroup == entry.group.code }
      offers.append(rules.map { $0.verdicts[ordinal].places } ?? unruled)
      isEnabled.append(isOn && source?.isEnabled == true && group?.isEnabled == true)
    }
    for table in network.tables {
      // A network table has a class of its own only for the subnetwork lines, which have no type.
      offers.append(rules == nil || table.sourceID == nil ? unruled : .none)
      isEnabled.append(isOn && bySource[table.name]?.isEnabled == true)
    }
    self.offers = offers
    self.isEnabled = isEnabled
  }

  /// The place to snap to from a pointer position.
  ///
  /// A vertex wins over a place on a segment even when farther away; then the nearest wins, then
  /// the table and the row that come first, then the lowest part and vertex.
  ///
  /// - Parameters:
  ///   - coordinate: The pointer position.
  ///   - tolerance: The radius around it, in coordinate units; its border counts. Negative or NaN
  ///     finds nothing.
  ///   - role: What part of the edited feature follows the pointer.
  ///   - edited: The feature being edited, whose stored copy is never snapped to.
  /// - Returns: nil when nothing within the tolerance may be snapped to.
  /// - Precondition: With rules, the role fits the asset type: `point` for junctions, the others
  ///   for edges.
  /// - Complexity: O(log n + k) for k segments within the tolerance; allocates nothing until the
  ///   winner is known.
  public func snap(
    at coordinate: Coordinate,
    tolerance: Double,
    role: SnapRole = .point,
    editing edited: FeatureID? = nil
  ) -> SnapMatch? {
    checkRole(role)
    if refusesRole(role) {
      return snap(at: coordinate, tolerance, edited, where: { isUnruled($0) })
    }
    return snap(at: coordinate, tolerance, edited, where: { _ in true })
  }

  @inline(__always)
  private func snap(
    at coordinate: Coordinate,
    _ tolerance: Double,
    _ edited: FeatureID?,
    where mayOffer: (Int) -> Bool
  ) -> SnapMatch? {
    let excluded = edited.map { index.network.ordinal(of: $0) } ?? -1
    var best: SnapCandidate?
    index.features.forEachSegment(within: tolerance, of: coordinate) { hit in
      guard hit.feature != excluded else { return }
      consider(hit, near: coordinate, within: tolerance, where: mayOffer, &best)
    }
    return best.map { match($0, near: coordinate) }
  }

  /// Keeps the best place of a segment when it wins over the best so far.
  @inline(__always)
  func consider(
    _ hit: SegmentHit,
    near coordinate: Coordinate,
    within tolerance: Double,
    where mayOffer: (Int) -> Bool,
    _ best: inout SnapCandidate?
  ) {
    let featureClass = Int(index.classes[Int(hit.feature)])
    guard isEnabled[featureClass], mayOffer(featureClass) else { return }
    let places = offers[featureClass]
    forEachPlace(of: hit, near: coordinate, within: tolerance) { candidate, place in
      guard places.allows(place) else { return }
      if best.map({ candidate.wins(over: $0) }) ?? true { best = candidate }
    }
  }

  /// Calls `body` for each place of a segment within the tolerance.
  @inline(__always)
  func forEachPlace(
    of hit: SegmentHit,
    near coordinate: Coordinate,
    within tolerance: Double,
    _ body: (SnapCandidate, SnapCandidate.Place) -> Void
  ) {
    let toStart = hit.geometry.start.squaredDistance(to: coordinate)
    if toStart.squareRoot() <= tolerance {
      let isEnd = hit.flags.contains(.startsPart) && !hit.flags.contains(.ring)
      body(
        SnapCandidate(hit, .vertex, hit.segment, toStart, hit.geometry.start),
        isEnd || hit.flags.contains(.place) ? .end : .inner
      )
    }
    if hit.flags.contains(.place) { return }
    let toEnd = hit.geometry.end.squaredDistance(to: coordinate)
    if toEnd.squareRoot() <= tolerance {
      let isEnd = hit.flags.contains(.endsPart) && !hit.flags.contains(.ring)
      body(
        SnapCandidate(hit, .vertex, hit.segment + 1, toEnd, hit.geometry.end),
        isEnd ? .end : .inner
      )
    }
    body(
      SnapCandidate(
        hit,
        .segment,
        hit.segment,
        hit.squaredDistance,
        hit.location
      ),
      .segment
    )
  }

  // MARK: Rules

  /// Whether no vertex in this role may join the network at all.
  func refusesRole(_ role: SnapRole) -> Bool {
    guard let rules, role == .innerVertex else { return false }
    return index.network.assetType(rules.assetType)?.type.connectivityPolicy != .anyVertex
  }

  /// Whether rules have nothing to say about a class of features.
  func isUnruled(_ featureClass: Int) -> Bool {
    guard rules != nil else { return true }
    let table = featureClass - index.network.catalog.entries.count
    return table >= 0 && index.network.tables[table].sourceID == nil
  }

  func checkRole(_ role: SnapRole) {
    guard let rules else { return }
    precondition(
      (rules.elementKind == .junction) == (role == .point),
      "A junction is edited in the role point, a line in the roles lineEnd and innerVertex"
    )
  }

  // MARK: Answers

  func match(_ candidate: SnapCandidate, near coordinate: Coordinate) -> SnapMatch {
    let featureClass = Int(index.classes[Int(candidate.feature)])
    let permission =
      isUnruled(featureClass) ? nil : rules?.verdicts[featureClass].permission
    return SnapMatch(
      place: place(candidate),
      permission: permission ?? .unruled,
      insertsVertex: candidate.kind == .segment && offers[featureClass].contains(.insertsVertex)
    )
  }

  func place(_ candidate: SnapCandidate) -> SnapPlace {
    let feature = index.network.feature(ordinal: candidate.feature)
    let geometry = index.network.geometry(of: feature)
    let part = Int(candidate.part)
    let vertex = Int(candidate.vertex)
    // The last vertex of a part starts no segment: it is the end of the one before.
    let isLast = candidate.kind == .vertex && vertex > 0
    let segment = isLast ? vertex - 1 : vertex
    return SnapPlace(
      feature: feature,
      kind: candidate.kind,
      part: part,
      vertex: vertex,
      location: candidate.location,
      z: geometry?.z(part: part, segment: segment, closestTo: candidate.location),
      distance: candidate.squaredDistance.squareRoot(),
      fraction: geometry?.fraction(part: part, segment: segment, closestTo: candidate.location)
    )
  }
}
