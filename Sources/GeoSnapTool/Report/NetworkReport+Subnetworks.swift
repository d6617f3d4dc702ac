import GeoSnap

extension NetworkReport {
  func writeSubnetworks(to page: inout ReportPage) throws {
    let report: SubnetworkReport
    switch subnetworks {
    case .success(let found): report = found
    case .failure(let error):
      page.begin("Subnetworks", id: "all")
      page.add("The subnetworks cannot be traced. \(error.message)")
      return
    }
    page.begin("All subnetworks", id: "all")
    try add(&page) { try MapSheet(of: index, named: name, topology, SubnetworkListing(report)) }
    let drawn = Self.largest(Self.mapLimit, of: report.subnetworks) { $0.elements.count }
    page.add(
      ["Subnetwork", "Domain network", "Tier", "Controllers", "Features", "Functions"],
      report.subnetworks.enumerated().map { number, found in
        [
          drawn.contains(number)
            ? .link(found.name, to: .subnetworks, id: Self.id(number)) : .text(found.name),
          .text(found.domainNetworkName), .text(found.tierName),
          .text(found.controllers.map { names.short($0.feature) }.joined(separator: ", ")),
          .number(found.elements.features.count),
          .text(
            found.functions.map {
              "\($0.function.expression()) = \($0.value.map(plain) ?? "no value")"
            }
            .joined(separator: ", ")
          ),
        ]
      }
    )
    if drawn.count < report.subnetworks.count {
      page.add("The \(drawn.count) largest have a map each.")
    }
    for number in report.subnetworks.indices where drawn.contains(number) {
      try write(report.subnetworks[number], Self.id(number), to: &page)
    }
    try writeDisconnected(report.disconnected, to: &page)
  }

  private static func id(_ number: Int) -> String { "subnetwork-\(number + 1)" }

  private func write(
    _ subnetwork: SubnetworkReport.Subnetwork,
    _ id: String,
    to page: inout ReportPage
  ) throws {
    page.begin(subnetwork.name, id: id)
    let controllers = subnetwork.controllers.map { TraceLocation($0.feature) }
    let found = subnetwork.elements.features
    try add(&page) {
      try sheet(
        "\(subnetwork.tierName): \(found.count.counting("feature", "features")).",
        MapEmphasis(label: subnetwork.name, color: MapEmphasis.palette[1], features: found),
        controllers: controllers
      )
    }
    for warning in subnetwork.warnings { page.add("Warning: \(warning.message)") }
  }

  private func writeDisconnected(_ found: [FeatureID], to page: inout ReportPage) throws {
    page.begin("In no subnetwork", id: "disconnected")
    guard !found.isEmpty else {
      let hasTiers = index.network.definition.domainNetworks.contains { !$0.tiers.isEmpty }
      page.add(
        hasTiers
          ? "Every feature that needs a subnetwork is in one."
          : "The definition has no tiers, and so the network has no subnetworks."
      )
      return
    }
    try add(&page) {
      try sheet(
        "\(found.count.counting("feature is", "features are")) reached by no controller.",
        MapEmphasis(label: "In no subnetwork", color: MapEmphasis.palette[0], features: found)
      )
    }
    var counts: [AssetTypeID: Int] = [:]
    for feature in found {
      if let id = index.network.assetTypeID(of: feature) { counts[id, default: 0] += 1 }
    }
    page.add(
      ["Asset type", "Features"],
      counts.map { (features.path($0.key), $0.value) }.sorted { $0 < $1 }
        .map { [.text($0.0), .number($0.1)] }
    )
  }

  private func sheet(
    _ caption: String,
    _ emphasis: MapEmphasis,
    controllers: [TraceLocation] = []
  ) throws -> MapSheet {
    var figure = MapFigure(answer: caption, of: index, named: name)
    figure.emphasis = [emphasis]
    figure.mark(.controller, controllers, TracePlaces(topology))
    figure.name(emphasis.features)
    try figure.fit()
    return MapSheet(figure: figure)
  }

  func writeSegments(to page: inout ReportPage) throws {
    page.begin("Segments between valves", id: "segments")
    switch segments {
    case .failure(let error): page.add("The network cannot be divided. \(error.message)")
    case .success(let segments):
      page.add(
        "Each segment can be shut off as a whole. All devices count as conducting, whatever their status: geosnap segments --ignore-status."
      )
      try add(&page) { try MapSheet(of: index, named: name, topology, segments) }
      page.add(
        ["Segment", "Features", "Length", "Valves"],
        segments.enumerated().map { number, segment in
          let members = segment.elements.features
          return [
            .text("\(number + 1)"), .number(members.count), .measure(length(of: members)),
            .text(segment.valves.map(names.short).joined(separator: ", ")),
          ]
        }
      )
    }
  }

  /// The planar length of the lines among some features.
  private func length(of members: [FeatureID]) -> String {
    let lengths = members.compactMap { network.geometry(of: $0) }
      .filter { $0.type.dimension == 1 }.map(\.length)
    return lengths.isEmpty
      ? "" : MapDecoration.length(lengths.reduce(0, +), unit: network.unitName, digits: 4)
  }

  /// The distances from the controllers of the largest subnetwork, with the path and the feed of the farthest feature.
  func writeReach(to page: inout ReportPage) throws {
    guard case .success(let report) = subnetworks,
      let largest = report.subnetworks.max(by: { $0.elements.count < $1.elements.count }),
      !largest.controllers.isEmpty
    else {
      page.begin("Paths and distances", id: "distances")
      page.add("No subnetwork has controllers to measure from.")
      return
    }
    let starts = largest.controllers.map { TraceLocation($0.feature) }
    page.begin("Distances in \(largest.name)", id: "distances")
    guard let cost = costAttribute else {
      page.add("The network has no attribute such as Length that adds up along lines.")
      return
    }
    let distances = try answer(to: &page, or: "Distances cannot be measured.") {
      () throws(TraceError) in try topology.distances(from: starts, cost: cost)
    }
    guard let distances else { return }
    page.add(
      "From the controllers of the largest subnetwork to all that is reached, by \(cost): geosnap distances."
    )
    try add(&page) {
      try MapSheet(of: index, named: name, topology, from: starts, distances, by: cost)
    }
    let farthest = distances.filter { network.geometry(of: $0.feature) != nil }
      .sorted {
        ($1.value, $0.feature.table, $0.feature.row) < ($0.value, $1.feature.table, $1.feature.row)
      }
    page.add(
      ["Farthest features", cost],
      farthest.prefix(10).map { [.text(features.line($0.feature)), .measure(plain($0.value))] }
    )
    guard let end = farthest.first.map({ TraceLocation($0.feature) }) else { return }
    try writeWay(from: starts[0], to: end, to: &page)
    try writeFeed(of: end, to: &page)
  }

  /// What the topology answers; nil, with a sentence on the page, for an error.
  private func answer<Answer>(
    to page: inout ReportPage,
    or refusal: String,
    _ ask: () throws(TraceError) -> Answer
  ) throws -> Answer? {
    do throws(TraceError) {
      return try ask()
    } catch {
      try Task.checkCancellation()
      page.add("\(refusal) \(error.message)")
      return nil
    }
  }

  /// The attribute with the lengths of lines; nil when the network has none.
  private var costAttribute: String? {
    let attributes = network.definition.networkAttributes
    return
      (attributes.first { $0.name.lowercased().contains("length") }
      ?? attributes.first { $0.isApportionable && $0.domainName == nil })?.name
  }

  private func writeWay(
    from start: TraceLocation,
    to end: TraceLocation,
    to page: inout ReportPage
  ) throws {
    page.begin("The path to the farthest feature", id: "way")
    page.add("From \(features.line(start.feature)) to \(features.line(end.feature)): geosnap why.")
    let answer = try answer(to: &page, or: "The path cannot be found.") {
      () throws(TraceError) in try topology.why(from: start, to: end)
    }
    guard let answer else { return }
    try add(&page) { try MapSheet(of: index, named: name, topology, from: (start, end), answer) }
  }

  private func writeFeed(of end: TraceLocation, to page: inout ReportPage) throws {
    page.begin("What feeds the farthest feature", id: "feed")
    page.add("Upstream of \(features.line(end.feature)): geosnap trace --type upstream.")
    var parameters = TraceParameters(.upstream, from: [end])
    let terminals = topology.nodes(of: end.feature)
    if terminals.count > 1 {
      parameters.starts[0].terminalID = topology.terminal(ofNode: terminals.lowerBound)?.id
    }
    let result = try answer(to: &page, or: "It cannot be traced.") {
      () throws(TraceError) in try topology.trace(parameters)
    }
    guard let result else { return }
    try add(&page) { try MapSheet(of: index, named: name, parameters, result) }
  }
}
