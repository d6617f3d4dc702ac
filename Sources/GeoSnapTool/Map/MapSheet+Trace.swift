package import GeoSnap

extension MapSheet {
  private static let stopLimit = 400
  private static let warningLimit = 5
  private static let resultColor = MapEmphasis.palette[0]

  /// A picture of the result of a trace; throws `Failure` when the network has no drawable features.
  package init(
    of index: NetworkIndex,
    named name: String,
    _ parameters: TraceParameters,
    _ result: TraceResult
  ) throws {
    let stops = result.stops
    let told = stops.filter { $0.reason != .deadEnd || parameters.tellsDeadEnds }
    var caption =
      result.isolation.map { isolation in
        let network = result.topology.network
        let starts = parameters.starts.map { network.identifier(of: $0.feature) }
        let headline = isolation.headline(of: starts, in: network)
        return "\(headline.prefix(1).uppercased())\(headline.dropFirst())."
      } ?? "\(parameters.type.rawValue): \(result.elements.count.counting("element", "elements"))."
    let warnings = MapSheet.captioned(result.warnings)
    for warning in warnings.prefix(MapSheet.warningLimit) { caption += " \(warning)" }
    let untold = warnings.count - MapSheet.warningLimit
    if untold > 0 { caption += " And \(untold.counting("more warning", "more warnings"))." }
    if !told.isEmpty { caption += " Stopped at \(told.count.counting("place", "places"))." }
    var figure = MapFigure(answer: caption, of: index, named: name)
    let places = TracePlaces(result.topology)
    let parts = places.parts(of: result.elements)
    figure.mark(.start, parameters.starts, places)
    if let isolation = result.isolation {
      figure.draw(isolation, places)
    } else {
      figure.bringOut(parts, as: "Result", MapSheet.resultColor)
      figure.mark(.controller, result.controllers.map { TraceLocation($0.feature) }, places)
    }
    figure.mark(.barrier, parameters.barriers + parameters.filterBarriers, places)
    figure.mark(Array(told.prefix(MapSheet.stopLimit)), places, heading: "Stopped here")
    figure.name(parts.whole + (result.isolation.map { places.parts(of: $0.region).whole } ?? []))
    try figure.fit()
    self.init(figure: figure)
  }

  /// The warnings beside the headline: first those about devices that are taken to be shut or open.
  private static func captioned(_ warnings: [TraceWarning]) -> [TraceWarning] {
    let first: [TraceWarning.Code] = [.takenAsShut, .takenAsOpen]
    let others = warnings.filter {
      !first.contains($0.code) && $0.code != .sourceInside && $0.code != .controllerInside
    }
    return first.flatMap { code in warnings.filter { $0.code == code } } + others
  }

  /// A picture of the path between two places, or of its barriers; throws `Failure` without drawable features.
  package init(
    of index: NetworkIndex,
    named name: String,
    _ topology: Topology,
    from ends: (from: TraceLocation, to: TraceLocation),
    _ answer: WhyAnswer
  ) throws {
    let features = answer.way.map(\.feature).unique
    let caption =
      if answer.isReached {
        "Reached by \(answer.path.count.counting("element", "elements"))."
      } else if answer.blockers.isEmpty {
        "Not reached: there is no connection at all."
      } else {
        "Not reached: \(answer.blockers.count.counting("place bars", "places bar")) the path with "
          + "the fewest barriers."
      }
    var figure = MapFigure(answer: caption, of: index, named: name)
    let places = TracePlaces(topology)
    figure.emphasis = [
      MapEmphasis(
        label: answer.isReached ? "The path" : "The barred path",
        color: answer.isReached ? MapEmphasis.palette[2] : MapSheet.resultColor,
        features: features
      )
    ]
    figure.mark(.start, [ends.from], places)
    figure.mark(.goal, [ends.to], places)
    figure.mark(answer.blockers, places, heading: "What bars")
    figure.name(features)
    try figure.fit()
    self.init(figure: figure)
  }

  /// A picture of the costs of reaching features: the nearer, the darker and wider.
  package init(
    of index: NetworkIndex,
    named name: String,
    _ topology: Topology,
    from starts: [TraceLocation],
    _ distances: [Topology.Distance],
    by cost: String
  ) throws {
    let farthest = distances.map(\.value).max() ?? 0
    let caption =
      "\(distances.count.counting("feature", "features")) reached, at most \(plain(farthest)) "
      + "by \(cost)."
    var figure = MapFigure(answer: caption, of: index, named: name)
    let classes = CostClasses(upTo: farthest)
    var features = [[FeatureID]](repeating: [], count: classes.count)
    for distance in distances {
      features[classes.number(of: distance.value)].append(distance.feature)
    }
    figure.emphasisTitle = cost
    figure.emphasis = features.enumerated().map { number, features in
      MapEmphasis(
        label: classes.label(number),
        color: classes.color(number),
        features: features,
        isDivided: false,
        width: 4.2 - 2 * classes.fraction(number)
      )
    }
    let places = TracePlaces(topology)
    figure.mark(.start, starts, places)
    let names = MapNames(figure.network)
    figure.labels = Self.spread(distances).prefix(MapFigure.labelLimit).compactMap { distance in
      names.place(of: distance.feature).map {
        MapLabel(text: MapDecoration.rounded(distance.value, digits: 4), place: $0)
      }
    }
    try figure.fit()
    self.init(figure: figure)
  }

  /// Distances in an order of which any number of first items are spread over the whole range.
  private static func spread(_ distances: [Topology.Distance]) -> [Topology.Distance] {
    let rising = distances.sorted { $0.value < $1.value }
    var order: [Topology.Distance] = []
    var step = 1
    while step < rising.count { step *= 2 }
    // The last, then the middle, then the quarters, and so on.
    if let last = rising.last { order.append(last) }
    while step > 1, order.count < rising.count {
      order += stride(from: step / 2, to: rising.count - 1, by: step).map { rising[$0] }
      step /= 2
    }
    return order
  }

  /// A picture of subnetworks, neighbours in different colours; throws `Failure` without drawable features.
  package init(
    of index: NetworkIndex,
    named name: String,
    _ topology: Topology,
    _ listing: SubnetworkListing
  ) throws {
    let count = listing.entries.count.counting("subnetwork", "subnetworks")
    let rest = listing.disconnected.count.counting("feature", "features")
    let caption = "\(count); \(rest) in none."
    var figure = MapFigure(answer: caption, of: index, named: name)
    figure.bringOut(listing.entries.map { ($0.name, $0.features) }, title: "Subnetworks")
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

  /// A picture of segments, neighbours in different colours; throws `Failure` without drawable features.
  package init(
    of index: NetworkIndex,
    named name: String,
    _ topology: Topology,
    _ segments: [Topology.IsolationSegment]
  ) throws {
    let caption = "\(segments.count.counting("segment", "segments")) between valves."
    var figure = MapFigure(answer: caption, of: index, named: name)
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
  /// Highlights features, and the stretches of lines that are covered in part.
  fileprivate mutating func bringOut(
    _ parts: (whole: [FeatureID], stretches: [Geometry]),
    as label: String,
    _ color: String
  ) {
    emphasis.append(MapEmphasis(label: label, color: color, features: parts.whole))
    guard !parts.stretches.isEmpty else { return }
    stretches.append(
      MapStretches(label: "\(label): parts of lines", color: color, geometries: parts.stretches)
    )
  }

  /// Draws the isolated region up to the valves, the other features without supply, the valves and the sources.
  fileprivate mutating func draw(_ isolation: TraceIsolation, _ places: TracePlaces) {
    let shown: [(label: String, color: String, elements: TraceElements)] = [
      (
        isolation.isIsolating ? "Isolated" : "Not isolated", MapEmphasis.palette[1],
        isolation.region
      ),
      ("Also without supply", MapEmphasis.palette[2], isolation.withoutSupply),
    ]
    for (label, color, elements) in shown where !elements.isEmpty {
      bringOut(places.parts(of: elements), as: label, color)
    }
    // The numbers are the order of the drive.
    mark(
      isolation.isIsolating ? .shut : .shutInVain,
      TraceIsolation.places(of: isolation.needed),
      places,
      numbered: isolation.isIsolating
    )
    mark(.shutAlready, TraceIsolation.places(of: isolation.alreadyShut), places)
    mark(.leftOpen, TraceIsolation.places(of: isolation.leftOpen), places)
    mark(.source, isolation.sources.map { TraceLocation($0) }, places)
    mark(.ignoredSource, isolation.ignoredSources.map { TraceLocation($0) }, places)
  }

  /// Marks places, each with the name of its feature; objects have no place.
  mutating func mark(
    _ kind: MapMarker.Kind,
    _ locations: [TraceLocation],
    _ places: TracePlaces,
    numbered: Bool = false
  ) {
    let names = MapNames(network)
    var seen: Set<TraceLocation> = []
    for location in locations where seen.insert(location.ofAllTerminals).inserted {
      guard let place = places.coordinate(location) else { continue }
      let isFew = locations.count <= Self.labelLimit
      var marker = MapMarker(kind, at: place, label: isFew ? names.short(location.feature) : "")
      if numbered { marker.number = seen.count }
      markers.append(marker)
    }
  }

  /// Marks stops with the letters of their reasons, and lists them below the map by number.
  mutating func mark(_ stops: [TraceStop], _ places: TracePlaces, heading: String) {
    let names = TraceNames(network)
    for (number, stop) in stops.enumerated() {
      guard let place = places.coordinate(TraceLocation(stop.element.feature)) else { continue }
      markers.append(
        MapMarker(
          .stop,
          at: place,
          label: number < MapNotes.limit ? "\(number + 1)" : "",
          reason: stop.reason
        )
      )
    }
    notes = MapNotes(
      heading,
      stops.enumerated().map { number, stop in
        MapNotes.Note(
          mark: stop.reason.svg(at: Coordinate(x: 0, y: 0)),
          title: "\(number + 1)  \(names.line(stop.element))",
          sentences: [stop.detail]
        )
      },
      more: "--json"
    )
  }

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

/// Classes of costs between round numbers, each with a colour: higher costs are lighter.
package struct CostClasses {
  private let step: RoundStep
  package let count: Int

  /// From dark to light, also in greyscale: viridis without its lightest part, which is invisible on white paper.
  private static let colors = [
    "#440154", "#443983", "#31688e", "#21918c", "#35b779", "#7ad151", "#b5d334",
  ]

  /// Classes of costs from 0 to a greatest one.
  package init(upTo greatest: Double) {
    guard greatest > 0, greatest.isFinite else {
      step = RoundStep(atMost: 1)
      count = 1
      return
    }
    // The finest round step that needs no more classes than there are colours.
    var finest = RoundStep(atMost: greatest / Double(Self.colors.count))
    for bound in [2.0, 4, 8] where finest.value * Double(Self.colors.count) < greatest {
      finest = RoundStep(atMost: greatest / Double(Self.colors.count) * bound)
    }
    step = finest
    count = min(max(Int((greatest / finest.value).rounded(.up)), 1), Self.colors.count)
  }

  /// The class of a cost; a bound belongs to the class below it.
  package func number(of cost: Double) -> Int {
    min(max(Int((cost / step.value).rounded(.up)) - 1, 0), count - 1)
  }

  package func label(_ number: Int) -> String {
    "\(step.text(Double(number) * step.value)) to \(step.text(Double(number + 1) * step.value))"
  }

  /// From 0 for the nearest class to 1 for the farthest.
  func fraction(_ number: Int) -> Double { count > 1 ? Double(number) / Double(count - 1) : 0 }

  func color(_ number: Int) -> String {
    Self.colors[Int((fraction(number) * Double(Self.colors.count - 1)).rounded())]
  }
}
