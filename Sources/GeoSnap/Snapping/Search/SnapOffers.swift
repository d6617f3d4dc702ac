/// Everything that settings, rules and a map say of each class of features, compiled.
struct SnapOffers: Sendable {
  /// For each class the offer of its topmost layer; behind them those of other layers.
  private(set) var offers: [SnapOffer]
  /// Rows of tolerances, one for each kind; NaN where that of the query serves.
  private(set) var tolerances: [Double] = []
  /// The greatest of them that something may use.
  private(set) var greatestTolerance = 0.0
  /// The kinds that at least one class offers.
  private(set) var kinds: SnapKinds = []

  init(
    _ scene: SnapScene,
    _ sources: [SnapSourceState],
    _ settings: SnapSettings,
    in view: SnapView?,
    _ verdict: (Int32) -> (places: SnapPlaces, asksForCompanions: Bool)
  ) {
    offers = Array(repeating: .nothing, count: scene.classCount)
    guard settings.isEnabled, !settings.isSuspended, settings.snapsToFeatures else { return }
    // From below, so that each layer comes before those it covers.
    for source in sources.reversed() {
      for featureClass in source.classes {
        let (places, asks) = verdict(featureClass)
        let kinds = source.kinds.intersection(places.kinds)
        guard source.offers, !kinds.isEmpty else { continue }
        var offer = SnapOffer(kinds: kinds, layer: source.layer)
        offer.filter = source.filter
        offer.asksForCompanions = asks
        offer.tolerances = row(of: source, settings, kinds, view)
        let below = offers[Int(featureClass)]
        if offer.filter >= 0, !below.kinds.isEmpty {
          offer.next = Int32(offers.count)
          offers.append(below)
        }
        offers[Int(featureClass)] = offer
        self.kinds.formUnion(kinds)
      }
    }
  }

  /// The row of tolerances for a source, added if it needs one of its own.
  private mutating func row(
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
      if let tolerance = own[Int(kind.rawValue)] {
        greatestTolerance = max(greatestTolerance, tolerance)
      }
    }
    tolerances += own.map { $0 ?? .nan }
    return Int32(tolerances.count - own.count)
  }

  /// What an ordinal of the scene offers.
  @inline(__always)
  func offer(of ordinal: Int32, in scene: SnapScene) -> SnapOffer {
    let offer = offers[Int(scene.featureClass(of: ordinal))]
    return offer.filter < 0 ? offer : shownOffer(from: offer, of: ordinal, in: scene)
  }

  @inline(never)
  private func shownOffer(
    from first: SnapOffer,
    of ordinal: Int32,
    in scene: SnapScene
  ) -> SnapOffer {
    var offer = first
    while offer.filter >= 0, !scene.filters[Int(offer.filter)].shows(ordinal) {
      guard offer.next >= 0 else { return .nothing }
      offer = offers[Int(offer.next)]
    }
    return offer
  }

  /// How near a place of a kind must be.
  @inline(__always)
  func tolerance(_ offer: SnapOffer, _ kind: SnapKind, _ query: Double) -> Double {
    guard offer.tolerances >= 0 else { return query }
    let own = tolerances[Int(offer.tolerances + kind.rawValue)]
    return own.isNaN ? query : own
  }
}
