import GeoSnap

/// The walk through the sample: each stop asks the network a question, prints the command that
/// asks the same, prints the answer, and leaves a figure for the page of maps.
struct DemoWalk {
  let index: NetworkIndex
  let path: String
  let places: DemoPlaces
  private(set) var figures: [MapFigure] = []

  private var network: UtilityNetwork { index.network }
  private var features: FeatureOutput { FeatureOutput(network: network) }

  init(_ index: NetworkIndex, path: String) throws {
    self.index = index
    self.path = path
    places = try DemoPlaces(index)
    let whole = Envelope.combining(network.tables.map(\.extent)) ?? Envelope(places.house)
    figures.append(
      MapFigure(
        title: "The networks",
        caption: "Everything in the file, by source.",
        index: index,
        extent: whole.expanded(by: whole.width * 0.03)
      )
    )
  }

  // MARK: Stops

  mutating func identify() throws {
    let tolerance = 3.0
    try head("What is under this point?", "identify", "--at \(pair(places.house)) --tolerance 3")
    let hits = index.identify(IdentifyRequest(at: places.house, tolerance: tolerance))
    try show(IdentifyOutput(network: network).lines(hits, at: places.house, tolerance: tolerance))
    var figure = MapFigure(
      title: "Identify",
      caption: "A house with gas and power. \(hits.count) features lie within 3 m of the click.",
      index: index,
      extent: Envelope(around: places.house, radius: 15)
    )
    figure.highlights = hits.map(\.feature)
    figure.markers = [MapMarker(.query, at: places.house, label: "click", tolerance: tolerance)]
    figures.append(figure)
  }

  mutating func associations() throws {
    let extent = places.cabinet
    try head(
      "Which associations lie in this extent?",
      "associations",
      "--extent \(pair(Coordinate(x: extent.minX, y: extent.minY))),"
        + pair(Coordinate(x: extent.maxX, y: extent.maxY))
    )
    let found = index.associations(in: extent)
    try show(AssociationOutput(network: network).lines(found))
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

  mutating func container() throws {
    let container = places.container
    let origin = network.tables[Int(container.table)].origins[Int(container.row)] ?? ""
    let bus = origin.split(separator: ";").first ?? ""
    try head("What does this station hold?", "container", "--element origin:\(bus)")
    let view = index.containerView(of: container)
    try show(ContainerOutput(network: network).lines(view))
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

  mutating func snapSources() throws {
    for (title, type) in [("tap", places.tap), ("low-voltage cable", places.cable)] {
      try head(
        "What may a \(title) snap to?",
        "snap-sources",
        "--asset-type '\(features.path(type))'"
      )
      let (settings, _) = try snapping(type)
      try show(SnapSourcesOutput(settings: settings).lines)
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

  mutating func snaps() throws {
    let tap = "--asset-type '\(features.path(places.tap))'"
    try snap(
      "A tap near the end of a main",
      places.mainEnd,
      1.5,
      places.tap,
      .point,
      tap
    )
    try snap("A tap along a main", places.mainMiddle, 1.5, places.tap, .point, tap)
    try snap(
      "A tap near a surveyed point, with that source switched on",
      places.survey,
      1,
      places.tap,
      .point,
      "\(tap) --enable survey_points",
      enabling: "survey_points"
    )
    try snap(
      "The end of a service on the bare main",
      places.mainMiddle,
      1.5,
      places.service,
      .lineEnd,
      "--asset-type '\(features.path(places.service))' --explain",
      explained: true
    )
  }

  // MARK: Snapping

  private func snapping(
    _ type: AssetTypeID,
    enabling plain: String? = nil
  ) throws -> (SnapSettings, SnapRules) {
    let rules = try SnapRules(for: type, in: network)
    var settings = SnapSettings()
    settings.isEnabled = true
    settings.syncSourceSettings(with: network, rules: rules, enabling: .setFromRules)
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
    _ role: SnapRole,
    _ options: String,
    enabling plain: String? = nil,
    explained: Bool = false
  ) throws {
    try head(
      "\(title)?",
      "snap",
      "--at \(pair(place)) --tolerance \(tolerance) \(options)"
    )
    let (settings, rules) = try snapping(type, enabling: plain)
    let snapper = Snapper(index, settings: settings, rules: rules)
    let report = SnapReport(snapper, at: place, tolerance: tolerance, role: role, editing: nil)
    try show(
      report.output.lines(
        report.match,
        refused: explained ? report.refused : [],
        tolerance: tolerance
      )
    )
    var figure = MapFigure(
      title: title,
      caption: report.output.sentence(report.match, tolerance: tolerance) + ".",
      index: index,
      extent: Envelope(around: place, radius: 8)
    )
    if report.match == nil, let refusal = report.refused.first {
      figure.caption = "Refused: \(report.output.sentence(refusal))."
    }
    figure.answer = MapAnswer(report)
    figures.append(figure)
  }

  // MARK: Printing

  private func head(_ question: String, _ verb: String, _ options: String) throws {
    try printLines(["", question, "  $ \(CommandLine.arguments[0]) \(verb) \(path) \(options)"])
  }

  /// What the command prints, cut after two dozen lines.
  private func show(_ lines: [String]) throws {
    let more = lines.count > 24 ? ["... and \(lines.count - 24) lines more"] : []
    try printLines((lines.prefix(24) + more).map { "  \($0)" })
  }

  private func pair(_ place: Coordinate) -> String {
    "\(text(place.x, places: 2)),\(text(place.y, places: 2))"
  }

  private func drawn(_ associations: [Association]) -> [MapAssociation] {
    associations.compactMap { association in
      network.geometry(of: association).map {
        MapAssociation(kind: association.kind, geometry: .lineString($0))
      }
    }
  }

  func page() -> MapPage {
    MapPage(
      title: "Schutterwald, as GeoSnap sees it",
      introduction: "The gas, low-voltage and medium-voltage networks of a town, opened from one "
        + "file, and the answers that the demo prints.",
      figures: figures,
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
