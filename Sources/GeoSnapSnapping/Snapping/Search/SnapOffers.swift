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
    var rows: [Double] = []
    var greatest = 0.0
    /// The row of a source with tolerances, added to the others; -1 if the tolerance of the query applies.
    func row(of source: SnapSourceState, _ kinds: SnapKinds) -> Int32 {
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
        offer.tolerances = row(of: source, kinds)
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
    tolerances = rows
    greatestTolerance = greatest
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

/// The offer of a layer for one class of features, small enough for the innermost loop.
struct SnapOffer {
  /// The kinds of places; empty for no offer.
  var kinds: SnapKinds
  /// The position of the layer in the order of choice, 0 on top.
  var layer: Int32
  /// The index of the scene's filter for the features; -1 for none.
  var filter: Int32 = -1
  /// The offer of the next layer with the class, for features that the filter hides; -1 for none.
  var next: Int32 = -1
  /// The start of the tolerances of the class's kinds; -1 if that of the query applies.
  var tolerances: Int32 = -1
  /// Whether existing lines at the place may prevent a connection.
  var asksForCompanions = false

  static let nothing = SnapOffer(kinds: [], layer: .max)
}

/// One layer, sublayer or overlay with all its resolved switches.
struct SnapSourceState: Sendable {
  let name: String
  let group: String?
  let classes: [Int32]
  /// The position of its layer or overlay in the order of choice, which sublayers share.
  let layer: Int32
  /// Its filter, by index in the scene; -1 for none.
  let filter: Int32
  let isEnabled: Bool
  /// Whether the layer is switched on, irrespective of its sublayer's switch.
  let isLayerEnabled: Bool
  let isVisible: Bool
  let isInScale: Bool
  let scaleRange: ScaleRange
  let kinds: SnapKinds
  private let entries: [SnapSourceSettings]

  var offers: Bool { isEnabled && isVisible && isInScale }

  /// The tolerance for a kind of its places; nil by default.
  func tolerance(of kind: SnapKind) -> SnapTolerance? {
    entries.lazy.compactMap { $0.kindTolerances[kind] }.first
      ?? entries.lazy.compactMap(\.tolerance).first
  }

  /// The state of a layer or overlay, or of a sublayer.
  private init(
    _ name: String,
    _ sublayer: AssetGroupSublayer?,
    _ classes: [Int32],
    layer: Int,
    filter: Int32 = -1,
    isVisible: Bool,
    _ scaleRange: ScaleRange,
    _ settings: SnapSettings,
    _ view: SnapView?
  ) {
    let entry = settings.sourceSettings.first { $0.name == name }
    let child = sublayer.flatMap { sublayer in
      entry?.childSourceSettings.first { $0.assetGroup == sublayer.assetGroup }
    }
    self.name = name
    group = child?.name
    self.classes = classes
    self.layer = Int32(layer)
    self.filter = filter
    isLayerEnabled = entry?.isEnabled == true
    isEnabled = isLayerEnabled && (sublayer == nil || child?.isEnabled == true)
    self.isVisible = isVisible && sublayer?.isVisible != false
    let ranges = [sublayer?.scaleRange, scaleRange].compactMap { $0 }
    isInScale = ranges.allSatisfy { $0.contains(view) }
    self.scaleRange = ranges.first { !$0.contains(view) } ?? scaleRange
    entries = [child, entry].compactMap { $0 }
    kinds = entries.lazy.compactMap(\.kinds).first ?? settings.kinds
  }

  /// The states of all sources of a scene, topmost first.
  static func states(
    of scene: SnapScene,
    _ settings: SnapSettings,
    in view: SnapView?
  ) -> [SnapSourceState] {
    var states: [SnapSourceState] = []
    for (number, layer) in scene.map.layers.enumerated() {
      let filters = scene.filterIndices[number]
      func add(_ sublayer: AssetGroupSublayer?, _ filter: Int32) {
        states.append(
          SnapSourceState(
            layer.name,
            sublayer,
            scene.network.base.classes(ofTable: layer.table, group: sublayer?.assetGroup),
            layer: number,
            filter: filter,
            isVisible: layer.isVisible,
            layer.scaleRange,
            settings,
            view
          )
        )
      }
      if layer.sublayers.isEmpty {
        add(nil, filters[0])
      } else {
        for (sublayer, filter) in zip(layer.sublayers, filters) { add(sublayer, filter) }
      }
    }
    for (number, overlay) in scene.map.overlays.enumerated() {
      states.append(
        SnapSourceState(
          overlay.name,
          nil,
          [scene.overlayClass(number)],
          layer: scene.map.layers.count + number,
          isVisible: overlay.isVisible,
          overlay.scaleRange,
          settings,
          view
        )
      )
    }
    return states
  }
}

extension UtilityNetwork {
  /// The classes of a table's features, or of those in one asset group.
  fileprivate func classes(ofTable name: String, group: Int?) -> [Int32] {
    var classes: [Int32] = []
    for (ordinal, entry) in catalog.entries.enumerated() {
      guard entry.source.name == name, group == nil || entry.group.code == group else { continue }
      classes.append(Int32(ordinal))
    }
    // Without asset type: plain tables, and the lines of subnetworks.
    if group == nil, let table = tables.firstIndex(where: { $0.name == name }) {
      classes.append(Int32(catalog.entries.count + table))
    }
    return classes
  }
}
