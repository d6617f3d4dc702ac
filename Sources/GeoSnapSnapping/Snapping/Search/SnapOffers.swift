/// The compiled effect of settings, rules and a map on each class of features.
final class SnapOffers: Sendable {
  private let scene: SnapScene
  // A copy of the scene's: reading a member of such a large struct in an object copies all of it.
  private let plainClasses: Column<Int32>
  /// The offer of the topmost layer for each class, followed by those of other layers.
  private let offers: [SnapOffer]
  /// Rows of tolerances, one for each kind; NaN if that of the query applies.
  private let tolerances: [Double]
  /// The greatest tolerance in use.
  let greatestTolerance: Double
  /// The kinds that at least one class offers.
  let kinds: SnapKinds

  init(
    _ scene: SnapScene,
    _ sources: [SnapSourceState],
    _ settings: SnapSettings,
    in view: SnapView?,
    _ verdicts: [(places: SnapPlaces, asksForCompanions: Bool)]
  ) {
    var offers = [SnapOffer](repeating: .nothing, count: scene.classCount)
    var table = ToleranceTable()
    var all: SnapKinds = []
    let isOn =
      settings.isEnabled && !settings.isSuspended && settings.snapsToFeatures
      && settings.scaleRange.contains(view)
    // From below, so that each layer comes before those it covers.
    for source in isOn ? sources.reversed() : [] {
      for featureClass in source.classes {
        let (places, asks) = verdicts[Int(featureClass)]
        let kinds = source.kinds.intersection(places.kinds)
        guard source.offers, !kinds.isEmpty else { continue }
        var offer = SnapOffer(kinds: kinds, layer: source.layer)
        offer.filter = source.filter
        offer.asksForCompanions = asks
        offer.tolerances = table.row(of: source, settings, kinds, view)
        let below = offers[Int(featureClass)]
        if offer.filter >= 0, !below.kinds.isEmpty {
          offer.next = Int32(offers.count)
          offers.append(below)
        }
        offers[Int(featureClass)] = offer
        all.formUnion(kinds)
      }
    }
    self.scene = scene
    plainClasses = scene.index.classes.plain
    self.offers = offers
    kinds = all
    tolerances = table.rows
    greatestTolerance = table.greatest
  }

  @inline(__always)
  func featureClass(of ordinal: Int32) -> Int32 {
    let place = Int(ordinal)
    return place < plainClasses.count ? plainClasses[place] : otherClass(of: ordinal)
  }

  @inline(never)
  private func otherClass(of ordinal: Int32) -> Int32 { scene.featureClass(of: ordinal) }

  @inline(__always)
  func offer(of ordinal: Int32) -> SnapOffer {
    let offer = offers[Int(featureClass(of: ordinal))]
    return offer.filter < 0 ? offer : shownOffer(from: offer, of: ordinal)
  }

  @inline(never)
  private func shownOffer(from first: SnapOffer, of ordinal: Int32) -> SnapOffer {
    var offer = first
    while offer.filter >= 0, !scene.shows(ordinal, filter: offer.filter) {
      guard offer.next >= 0 else { return .nothing }
      offer = offers[Int(offer.next)]
    }
    return offer
  }

  @inline(__always)
  func tolerance(_ offer: SnapOffer, _ kind: SnapKind, _ query: Double) -> Double {
    guard offer.tolerances >= 0 else { return query }
    let own = tolerances[Int(offer.tolerances + kind.rawValue)]
    return own.isNaN ? query : own
  }
}

/// Collects the tolerances of sources with separate ones.
private struct ToleranceTable {
  var rows: [Double] = []
  var greatest = 0.0

  /// The row for a source, added if necessary; -1 if the tolerance of the query applies.
  mutating func row(
    of source: SnapSourceState,
    _ settings: SnapSettings,
    _ kinds: SnapKinds,
    _ view: SnapView?
  ) -> Int32 {
    let own = SnapKind.allCases.map { kind in
      (source.tolerance(of: kind) ?? settings.kindTolerances[kind])?.mapUnits(in: view)
    }
    guard own.contains(where: { $0 != nil }) else { return -1 }
    for kind in kinds.kinds {
      if let tolerance = own[Int(kind.rawValue)] { greatest = max(greatest, tolerance) }
    }
    rows += own.map { $0 ?? .nan }
    return Int32(rows.count - own.count)
  }
}
