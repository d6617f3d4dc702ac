package import GeoSnap

extension MapSheet {
  /// The greatest number of marked stops: more would be illegible.
  private static let stopLimit = 400
  /// The greatest number of warnings in the caption.
  private static let warningLimit = 5
  private static let resultColor = MapEmphasis.palette[0]

  /// A picture of the result of a trace; throws `Failure` when the network has no drawable features.
  ///
  /// - `name`: The heading.
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
    if !told.isEmpty {
      caption += " Stopped at \(told.count.counting("place", "places"))."
    }
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

  /// The warnings that a crew needs in addition to the headline, which already has the sources: first those about
  /// devices that are taken to be shut or open.
  private static func captioned(_ warnings: [TraceWarning]) -> [TraceWarning] {
    let first: [TraceWarning.Code] = [.takenAsShut, .takenAsOpen]
    let others = warnings.filter {
      !first.contains($0.code) && $0.code != .sourceInside && $0.code != .controllerInside
    }
    return first.flatMap { code in warnings.filter { $0.code == code } } + others
  }

  /// A picture of the path between two places, or of its barriers; throws `Failure` when the network has no drawable
  /// features.
  ///
  /// - `name`: The heading.
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
}
