internal import GeoSnap

extension MapSheet {
  /// The most places that are marked as stops: more could not be told apart.
  private static let stopLimit = 400
  /// The most subnetworks that the legend names.
  private static let nameLimit = 20
  private static let resultColor = MapEmphasis.palette[0]

  /// A picture of a network with the result of a trace brought out.
  ///
  /// - Parameters:
  ///   - index: The network.
  ///   - name: What the heading calls it.
  ///   - parameters: The question.
  ///   - result: The answer.
  /// - Throws: `Failure` when the network has nothing to draw.
  init(
    of index: NetworkIndex,
    named name: String,
    _ parameters: TraceParameters,
    _ result: TraceResult
  ) throws {
    var figure = try MapSheet.figure(of: index, named: name)
    figure.caption =
      "\(parameters.type.rawValue): \(result.elements.count.counting("element", "elements"))."
    let places = TracePlaces(result.topology)
    let parts = places.parts(of: result.elements)
    figure.emphasis = [
      MapEmphasis(label: "Result", color: MapSheet.resultColor, features: parts.whole)
    ]
    if !parts.stretches.isEmpty {
      figure.stretches = [
        MapStretches(
          label: "Result: parts of lines",
          color: MapSheet.resultColor,
          geometries: parts.stretches
        )
      ]
    }
    if let isolation = result.isolation {
      figure.emphasis.append(
        MapEmphasis(
          label: "Isolated region",
          color: MapEmphasis.palette[1],
          features: isolation.region.features
        )
      )
    }
    func markers(_ kind: MapMarker.Kind, _ locations: [TraceLocation]) -> [MapMarker] {
      locations.compactMap { places.coordinate($0) }.map { MapMarker(kind, at: $0) }
    }
    let stops = result.stops.filter { $0.reason != .deadEnd }.prefix(MapSheet.stopLimit)
    figure.markers =
      markers(.stop, stops.map { TraceLocation($0.element) })
      + markers(.barrier, parameters.barriers + parameters.filterBarriers)
      + markers(.start, parameters.starts)
    self.init(figure: figure)
  }

  /// A picture of a network with a colour for each subnetwork.
  init(
    of index: NetworkIndex,
    named name: String,
    _ topology: Topology,
    _ report: SubnetworkReport
  ) throws {
    var figure = try MapSheet.figure(of: index, named: name)
    let count = report.subnetworks.count.counting("subnetwork", "subnetworks")
    figure.caption = "\(count); \(report.disconnected.count.grouped) features in none."
    let palette = MapEmphasis.palette
    figure.emphasis = report.subnetworks.prefix(MapSheet.nameLimit).enumerated().map {
      number,
      found in
      MapEmphasis(
        label: found.name,
        color: palette[number % palette.count],
        features: found.elements.features
      )
    }
    let others = report.subnetworks.dropFirst(MapSheet.nameLimit)
    if !others.isEmpty {
      figure.emphasis.append(
        MapEmphasis(
          label: "\(others.count.grouped) more",
          color: "#64748b",
          features: others.flatMap(\.elements.features)
        )
      )
    }
    let places = TracePlaces(topology)
    figure.markers = report.subnetworks.flatMap(\.controllers).compactMap { controller in
      places.coordinate(TraceLocation(controller.feature)).map { MapMarker(.controller, at: $0) }
    }
    self.init(figure: figure)
  }

  private static func figure(of index: NetworkIndex, named name: String) throws -> MapFigure {
    let sheet = try MapSheet(
      PictureFrame(),
      of: index,
      named: name,
      around: nil,
      snapping: nil,
      report: nil
    )
    var figure = sheet.figure
    figure.isMuted = true
    return figure
  }
}
