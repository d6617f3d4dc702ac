package import GeoSnap

extension MapSheet {
  /// The picture that a command requests; throws `Failure` when the extent is not determined.
  ///
  /// - `frame`: The extent and the width.
  /// - `name`: The heading.
  /// - `place`: The place of the question, or the middle; nil for none.
  /// - `snapping`: The snap sources with the rules in force; nil for none.
  /// - `report`: The answer to draw; nil for none.
  package init(
    _ frame: PictureFrame,
    of index: NetworkIndex,
    named name: String,
    around place: Coordinate? = nil,
    snapping: (settings: SnapSettings, rules: SnapRules)? = nil,
    report: SnapReport? = nil
  ) throws {
    var figure = MapFigure(
      title: name,
      index: index,
      extent: try frame.shown(around: place, tolerance: report?.tolerance, in: index.network)
    )
    if frame.extent == nil, place == nil {
      let extent = figure.extent
      figure.subject = index.network.envelopes.filter { !extent.contains($0) }
    }
    figure.width = frame.width - MapSheet.roomBesideMap
    figure.unit = index.network.unitName
    let (low, high) = (
      "\(plain(figure.extent.minX)) \(plain(figure.extent.minY))",
      "\(plain(figure.extent.maxX)) \(plain(figure.extent.maxY))"
    )
    figure.caption = "By source, from \(low) to \(high)."
    if let (settings, rules) = snapping {
      figure.show(settings)
      let path = FeatureOutput(network: index.network).path(rules.assetType)
      figure.caption = "What the rules allow while \(path) is edited."
    }
    if let report {
      figure.answer = MapAnswer(report)
      figure.caption = "\(report.question)\(report.match == nil ? ": \(report.nothing)" : "")."
    }
    self.figure = figure
  }
}
