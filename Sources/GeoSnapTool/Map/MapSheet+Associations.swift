package import GeoSnap

extension MapSheet {
  private static let contentColor = MapEmphasis.palette[1]
  private static let otherColor = MapEmphasis.palette[3]

  /// A picture of associations with their features; throws `Failure` when the network has no drawable features.
  ///
  /// - `frame`: The extent to show, if it has one.
  /// - `name`: The heading.
  package init(
    _ frame: PictureFrame,
    of index: NetworkIndex,
    named name: String,
    _ associations: [Association]
  ) throws {
    var figure = MapFigure(
      answer: "\(associations.count.counting("association", "associations")).",
      of: index,
      named: name
    )
    figure.add(associations)
    let network = index.network
    let features = associations.flatMap { [$0.from, $0.to] }
      .compactMap { network.feature(globalID: $0.globalID) }.unique
    figure.emphasis = [
      MapEmphasis(label: "Associated", color: Self.contentColor, features: features)
    ]
    figure.name(features)
    try figure.fit(frame, isClose: true)
    self.init(figure: figure)
  }

  /// A picture of opened containers: their content and its associations.
  ///
  /// Throws `Failure` when the network has no drawable features.
  ///
  /// - `name`: The heading.
  /// - `views`: The containers: one, or several with the same origin.
  package init(of index: NetworkIndex, named name: String, _ views: [ContainerView]) throws {
    let network = index.network
    let output = FeatureOutput(network: network)
    let content = views.flatMap(\.content).unique
    let names = views.map { output.line($0.container) }.joined(separator: "; ")
    var figure = MapFigure(
      answer: "\(names) holds \(content.count.counting("feature", "features")).",
      of: index,
      named: name
    )
    figure.emphasis = [
      MapEmphasis(label: "Content", color: Self.contentColor, features: content),
      MapEmphasis(
        label: "Container",
        color: Self.otherColor,
        features: views.map(\.container),
        radius: 6
      ),
    ]
    figure.add(views.flatMap(\.associations))
    if views.count == 1 { figure.containerBox = views[0].extent }
    figure.name(content)
    if views.allSatisfy({ $0.extent == nil }) {
      try figure.fit(isClose: true)
    } else {
      // The container itself may be as large as a quarter of a town: the map shows its content.
      let extents = views.compactMap(\.extent)
      let frame = PictureFrame()
      figure.extent = try frame.shown(fitting: extents, in: network, isClose: true)
    }
    self.init(figure: figure)
  }
}

extension MapFigure {
  /// Adds associations; those of containment as lines between the middles of both sides.
  mutating func add(_ added: [Association]) {
    let network = network
    let names = MapNames(network)
    func middle(_ end: Association.End) -> Coordinate? {
      network.feature(globalID: end.globalID).flatMap(names.place)
    }
    associations += added.compactMap { association in
      if let line = network.geometry(of: association) {
        return MapAssociation(kind: association.kind, geometry: .lineString(line))
      }
      guard let from = middle(association.from), let to = middle(association.to),
        let line = try? LineString([from, to])
      else { return nil }
      return MapAssociation(kind: association.kind, geometry: .lineString(line))
    }
  }
}
