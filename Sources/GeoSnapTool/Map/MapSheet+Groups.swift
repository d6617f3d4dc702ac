package import GeoSnap

extension MapSheet {
  /// A picture of subnetworks, neighbours in different colours; throws `Failure` when the network has no drawable
  /// features.
  package init(
    of index: NetworkIndex,
    named name: String,
    _ topology: Topology,
    _ listing: SubnetworkListing
  ) throws {
    let count = listing.entries.count.counting("subnetwork", "subnetworks")
    var figure = MapFigure(
      answer: "\(count); "
        + listing.disconnected.count.counting("feature", "features") + " in none.",
      of: index,
      named: name
    )
    figure.bringOut(
      listing.entries.map { ($0.name, $0.features) },
      title: "Subnetworks"
    )
    let places = TracePlaces(topology)
    figure.mark(
      .controller,
      listing.entries.flatMap(\.controllers).map { TraceLocation($0.feature) },
      places
    )
    for index in figure.markers.indices { figure.markers[index].label = "" }
    try figure.fit()
    self.init(figure: figure)
  }

  /// A picture of the segments between valves, neighbours in different colours; throws `Failure` when the network has
  /// no drawable features.
  package init(
    of index: NetworkIndex,
    named name: String,
    _ topology: Topology,
    _ segments: [Topology.IsolationSegment]
  ) throws {
    var figure = MapFigure(
      answer: "\(segments.count.counting("segment", "segments")) between valves.",
      of: index,
      named: name
    )
    figure.bringOut(
      segments.enumerated().map { ("\($0 + 1)", $1.elements.features) },
      title: "Segments"
    )
    let places = TracePlaces(topology)
    figure.mark(.valve, segments.flatMap(\.valves).map { TraceLocation($0) }, places)
    try figure.fit()
    self.init(figure: figure)
  }
}

extension MapFigure {
  /// The distance of groups below which colours should differ, as a share of the side of the map.
  private static let nearShare = 0.02

  /// Highlights groups of features with their names, each in a colour that its neighbours do not have.
  package mutating func bringOut(_ groups: [(name: String, features: [FeatureID])], title: String) {
    let network = network
    let all = groups.flatMap(\.features).compactMap { network.geometry(of: $0)?.envelope }
    let side = Envelope.fitting(all)?.side ?? 0
    let colors = NeighbourColors(
      groups.map(\.features),
      in: network,
      reach: side > 0 ? side * Self.nearShare : 1,
      palette: MapEmphasis.palette.count
    )
    emphasisTitle = title
    emphasis += zip(groups, colors.numbers).map { group, number in
      MapEmphasis(
        label: group.name,
        color: MapEmphasis.color(number),
        features: group.features,
        isDivided: false
      )
    }
    // The largest groups have priority.
    let named = zip(groups, colors.numbers)
      .sorted { $0.0.features.count > $1.0.features.count }.prefix(Self.labelLimit)
    labels += named.compactMap { group, number in
      middle(of: group.features).map {
        MapLabel(text: group.name, place: $0, color: MapEmphasis.color(number))
      }
    }
  }

  /// The place of the feature that is nearest to the middle of all.
  private func middle(of features: [FeatureID]) -> Coordinate? {
    let names = MapNames(network)
    let places = features.compactMap(names.place)
    guard let middle = Envelope.fitting(places.map { Envelope($0) })?.center else { return nil }
    return places.min { $0.squaredDistance(to: middle) < $1.squaredDistance(to: middle) }
  }
}
