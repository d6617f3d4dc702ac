import GeoSnap

extension NetworkReport {
  /// Every subnetwork, and the features in none.
  func writeSubnetworks(to page: inout ReportPage) throws {
    let report: SubnetworkReport
    switch subnetworks {
    case .success(let found): report = found
    case .failure(let error):
      page.begin("Subnetworks", id: "all")
      page.add("The subnetworks cannot be traced. \(error.message)")
      return page.end()
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
    page.end()
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
    page.end()
  }

  private func writeDisconnected(_ found: [FeatureID], to page: inout ReportPage) throws {
    page.begin("In no subnetwork", id: "disconnected")
    guard !found.isEmpty else {
      let hasTiers = index.network.definition.domainNetworks.contains { !$0.tiers.isEmpty }
      page.add(
        hasTiers
          ? "Every feature is in a subnetwork."
          : "The definition has no tiers, and so the network has no subnetworks."
      )
      return page.end()
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
    page.end()
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
}
