import GeoSnap

/// The page of maps: each stop asks the sample a question and leaves a figure with the answer.
struct DemoWalk {
  let index: NetworkIndex
  let places: DemoPlaces
  private(set) var figures: [MapFigure] = []

  private var network: EditedNetwork { index.network }
  private var features: FeatureOutput { FeatureOutput(network: network) }

  /// Goes to all stops.
  ///
  /// - Throws: `Failure` when the network is not the sample.
  init(_ index: NetworkIndex, _ places: DemoPlaces) throws {
    self.index = index
    self.places = places
    let whole = network.base.envelope ?? Envelope(places.house)
    figures.append(
      MapFigure(
        title: "The networks",
        caption: "Everything in the file, by source.",
        index: index,
        extent: whole.expanded(by: whole.width * 0.03)
      )
    )
    identify()
    associations()
    container()
    try snapSources()
    try snaps()
  }

  // MARK: Stops

  private mutating func identify() {
    let tolerance = DemoPlaces.identifyTolerance
    let hits = index.identify(IdentifyRequest(at: places.house, tolerance: tolerance))
    var figure = MapFigure(
      title: "Identify",
      caption:
        "A house with gas and power. \(hits.count) features lie within \(plain(tolerance)) m "
        + "of the click.",
      index: index,
      extent: Envelope(around: places.house, radius: 15)
    )
    figure.highlights = hits.map(\.feature)
    figure.markers = [MapMarker(.query, at: places.house, label: "click", tolerance: tolerance)]
    figures.append(figure)
  }

  private mutating func associations() {
    let extent = places.cabinet
    let found = index.associations(in: extent)
    var figure = MapFigure(
      title: "Associations in an extent",
      caption: "\(found.count) associations have both ends in the extent: connectivity red, "
        + "attachment green.",
      index: index,
      extent: extent
    )
    figure.associations = drawn(found)
    figures.append(figure)
  }

  private mutating func container() {
    let container = places.container
    let view = index.containerView(of: container)
    guard let extent = view.extent else { return }
    var figure = MapFigure(
      title: "Inside a container",
      caption: "\(features.line(container)) opened. The box is the content's envelope grown by 5%.",
      index: index,
      extent: extent.expanded(by: max(extent.width, extent.height) * 0.3)
    )
    figure.containerBox = extent
    figure.highlights = view.content
    figure.associations = drawn(view.associations)
    figures.append(figure)
  }

  private mutating func snapSources() throws {
    for (title, type) in [("tap", places.tap), ("low-voltage cable", places.cable)] {
      let (settings, _) = try snapping(type)
      var figure = MapFigure(
        title: "Snap sources for a \(title)",
        caption: "What the rules allow while \(features.path(type)) is edited.",
        index: index,
        extent: Envelope(around: places.survey, radius: 40)
      )
      figure.show(settings)
      figures.append(figure)
    }
  }

  private mutating func snaps() throws {
    let reach = DemoPlaces.snapTolerance
    try snap("A tap near the end of a main", places.mainEnd, reach, places.tap)
    try snap("A tap along a main", places.mainMiddle, reach, places.tap)
    try snap(
      "A tap near a surveyed point, with that source switched on",
      places.survey,
      1,
      places.tap,
      enabling: "survey_points"
    )
    try snap(
      "The end of a service on the bare main",
      places.mainMiddle,
      reach,
      places.service,
      .lineEnd
    )
  }

  // MARK: Snapping

  private func snapping(
    _ type: AssetTypeID,
    enabling plain: String? = nil
  ) throws -> (SnapSettings, SnapRules) {
    let rules = try SnapRules(for: type, in: network.base)
    var settings = SnapSettings()
    settings.isEnabled = true
    settings.syncSourceSettings(with: network.base, rules: rules, enabling: .setFromRules)
    for source in settings.sourceSettings.indices
    where settings.sourceSettings[source].name == plain {
      settings.sourceSettings[source].isEnabled = true
    }
    return (settings, rules)
  }

  private mutating func snap(
    _ title: String,
    _ place: Coordinate,
    _ tolerance: Double,
    _ type: AssetTypeID,
    _ role: SnapRole = .point,
    enabling plain: String? = nil
  ) throws {
    let (settings, rules) = try snapping(type, enabling: plain)
    let snapper = Snapper(index, settings: settings, rules: rules)
    let report = try SnapReport(snapper, at: place, tolerance: tolerance, role: role, editing: nil)
    var figure = MapFigure(
      title: title,
      caption: report.output.sentence(report.match, tolerance: tolerance) + ".",
      index: index,
      extent: Envelope(around: place, radius: 8)
    )
    if report.match == nil, let refusal = report.refused.first {
      figure.caption = "Refused: \(network.describe(refusal))."
    }
    figure.answer = MapAnswer(report)
    figures.append(figure)
  }

  private func drawn(_ associations: [Association]) -> [MapAssociation] {
    associations.compactMap { association in
      network.geometry(of: association).map {
        MapAssociation(kind: association.kind, geometry: .lineString($0))
      }
    }
  }

  /// The page, with the figures of the walk and others that follow them.
  func page(with others: [MapFigure]) -> MapPage {
    MapPage(
      title: "Schutterwald, as GeoSnap sees it",
      introduction: "The gas, low-voltage and medium-voltage networks of a town, opened from one "
        + "file, and what an editor asks of them.",
      figures: figures + others,
      next: ("An editing walk, step by step", DemoCommand.walkFile),
      credits: DemoWalk.credits
    )
  }

  static let credits = [
    "Networks: pandapipes and pandapower (BSD-3-Clause), Fraunhofer IEE and University of "
      + "Kassel. Power lines derive from OpenStreetMap, © OpenStreetMap contributors. Electric "
      + "asset types and rules: Esri (Apache-2.0)."
  ]
}
