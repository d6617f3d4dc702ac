package import GeoSnap

package struct NetworkReport {
  let index: NetworkIndex
  let topology: Topology
  let name: String
  let validation: NetworkValidation
  /// The subnetworks, or the error of their trace.
  let subnetworks: Result<SubnetworkReport, TraceError>
  /// The segments between valves, or the error of their trace.
  let segments: Result<[Topology.IsolationSegment], TraceError>
  let containers: [ContainerView]

  /// The greatest number of maps of one kind on a page; the largest items have one.
  static let mapLimit = 30

  var network: EditedNetwork { index.network }
  var features: FeatureOutput { FeatureOutput(network: network) }
  var names: MapNames { MapNames(network) }

  package init(
    _ index: NetworkIndex,
    named name: String,
    tolerated problems: [NetworkProblem],
    progress: (@Sendable (_ done: Double) -> Void)? = nil
  ) async throws {
    self.index = index
    self.name = name
    let network = index.network
    let topology = try await Topology(network.base) { progress?($0 * 0.2) }
    self.topology = topology
    validation = try await NetworkValidation(topology, index.features, tolerated: problems) {
      progress?(0.2 + $0 * 0.3)
    }
    subnetworks = try await Self.attempt {
      try await topology.subnetworks { progress?(0.5 + $0 * 0.2) }
    }
    segments = try await Self.attempt {
      try await topology.isolationSegments(ignoresStatus: true) { progress?(0.7 + $0 * 0.2) }
    }
    containers = network.associations.filter { $0.kind == .containment }
      .map(\.from.globalID).unique
      .compactMap { network.feature(globalID: $0) }
      .map { index.containerView(of: $0) }
      .filter { !$0.content.isEmpty }
  }

  /// The result of a trace, or its error; throws `CancellationError`, which says nothing about the network.
  private static func attempt<Answer>(
    _ ask: () async throws -> Answer
  ) async throws -> Result<Answer, TraceError> {
    do {
      return .success(try await ask())
    } catch let error as TraceError {
      try Task.checkCancellation()
      return .failure(error)
    }
  }

  package func pages() throws -> [ReportPage] {
    let pages = try ReportPage.Name.allCases.map { name in
      try Task.checkCancellation()
      var page = ReportPage(name: name, network: self.name)
      switch name {
      case .index: try writeOverview(to: &page)
      case .subnetworks: try writeSubnetworks(to: &page)
      case .reach: try writeReach(to: &page)
      case .segments: try writeSegments(to: &page)
      case .containers: try writeContainers(to: &page)
      case .validation: try writeValidation(to: &page)
      }
      return page
    }
    try Task.checkCancellation()
    return pages
  }

  /// The positions of the largest items, at most `limit`; among equal ones the first.
  static func largest<Item>(_ limit: Int, of items: [Item], by size: (Item) -> Int) -> Set<Int> {
    Set(items.indices.sorted { size(items[$0]) > size(items[$1]) }.prefix(limit))
  }

  /// Adds a map, or a sentence that the network cannot be drawn.
  func add(_ page: inout ReportPage, _ sheet: () throws -> MapSheet) throws {
    do {
      page.add(try sheet().figure)
    } catch let failure as Failure where failure.exitCode == .usage {
      page.add("There is no map. \(failure.message)")
    }
  }

  func writeOverview(to page: inout ReportPage) throws {
    page.begin("At a glance", id: "glance")
    page.add(["What", "Count"], glance)
    if setAside > 0 {
      let rows = setAside == 1 ? "this row" : "these rows"
      page.add("This page and the other pages leave out \(rows).")
    }
    page.begin("Map", id: "map")
    try add(&page) { try MapSheet(PictureFrame(), of: index, named: name) }
    page.begin("Assets", id: "assets")
    page.add("Every asset type that has features, with the planar length of its lines.")
    page.add(["Source", "Asset group", "Asset type", "Features", "Length"], assets)
  }

  private var setAside: Int { network.setAside.count }

  private var glance: [[ReportPage.Cell]] {
    var rows: [[ReportPage.Cell]] = [
      [
        .text(network.srid.map { "Features, EPSG:\($0)" } ?? "Features, no reference system"),
        .number(network.featureCount),
      ]
    ]
    if case .success(let report) = subnetworks {
      let none = "Features in no subnetwork"
      rows += [
        [.link("Subnetworks", to: .subnetworks), .number(report.subnetworks.count)],
        [.link(none, to: .subnetworks, id: "disconnected"), .number(report.disconnected.count)],
      ]
    }
    if case .success(let segments) = segments {
      rows.append([.link("Segments", to: .segments), .number(segments.count)])
    }
    if setAside > 0 {
      let unread = "Rows that could not be read and are set aside"
      rows.append([.link(unread, to: .validation), .number(setAside)])
    }
    return rows + [
      [.link("Containers", to: .containers), .number(containers.count)],
      [
        .link("Associations", to: .containers, id: "associations"),
        .number(network.associations.count),
      ],
      [.text("Rules"), .number(network.rules.count)],
      [.link("Errors that validation found", to: .validation), .number(validation.errors.count)],
    ]
  }

  private var assets: [[ReportPage.Cell]] {
    network.base.tables.flatMap { table -> [[ReportPage.Cell]] in
      var types: [AssetTypeID?: (count: Int, length: Double)] = [:]
      for row in 0..<table.count {
        let type = table.assetTypeID(of: row)
        types[type, default: (0, 0)].count += 1
        if let geometry = table.geometries[row], geometry.type.dimension == 1 {
          types[type, default: (0, 0)].length += geometry.length
        }
      }
      let sorted = types.sorted {
        ($0.key?.assetGroup ?? 0, $0.key?.assetType ?? 0)
          < ($1.key?.assetGroup ?? 0, $1.key?.assetType ?? 0)
      }
      return sorted.map { id, total in
        let type = id.flatMap { network.assetType($0) }
        return [
          .text(table.name), .text(type?.group.name ?? ""), .text(type?.type.name ?? ""),
          .number(total.count),
          .measure(
            total.length > 0
              ? MapDecoration.length(total.length, unit: network.unitName, digits: 4) : ""
          ),
        ]
      }
    }
  }

  func writeContainers(to page: inout ReportPage) throws {
    let drawn = Self.largest(Self.mapLimit / 2, of: containers) { $0.content.count }
    page.begin("Containers", id: "containers")
    if containers.isEmpty { page.add("No container has content.") }
    page.add(
      ["Container", "Content", "Legible scale"],
      containers.enumerated().map { number, view in
        let title = features.line(view.container)
        let scale = network.base.isInDegrees ? nil : view.legibleView()?.scale
        return [
          drawn.contains(number)
            ? .link(title, to: .containers, id: Self.id(number)) : .text(title),
          .number(view.content.count),
          .measure(scale.map { "1:\(Int(min($0.rounded(), 1e15)).grouped)" } ?? ""),
        ]
      }
    )
    if drawn.count < containers.count {
      page.add("The \(drawn.count) with the most content have a map each.")
    }
    for number in containers.indices where drawn.contains(number) {
      let view = containers[number]
      page.begin(names.short(view.container), id: Self.id(number))
      try add(&page) { try MapSheet(of: index, named: name, [view]) }
      page.add(["Content"], view.content.map { [.text(features.line($0))] })
    }
    try writeAssociations(to: &page)
  }

  private static func id(_ number: Int) -> String { "container-\(number + 1)" }

  private func writeAssociations(to page: inout ReportPage) throws {
    page.begin("Associations", id: "associations")
    guard !network.associations.isEmpty else {
      page.add("There are no associations.")
      return
    }
    try add(&page) {
      try MapSheet(PictureFrame(), of: index, named: name, Array(network.associations))
    }
    func type(_ end: Association.End) -> String {
      network.feature(globalID: end.globalID).flatMap { index.network.assetTypeID(of: $0) }
        .map(features.path) ?? "a missing feature"
    }
    var counts: [[String]: Int] = [:]
    for association in network.associations {
      counts[[association.kind.name, type(association.from), type(association.to)], default: 0] += 1
    }
    page.add(
      ["Kind", "From", "To", "Associations"],
      counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        .map { key, count in key.map { .text($0) } + [.number(count)] }
    )
  }

  private static let errorLimit = 1000

  func writeValidation(to page: inout ReportPage) throws {
    let errors = validation.errors
    page.begin("What validation found", id: "errors")
    try add(&page) { try MapSheet(PictureFrame(), of: index, named: name, validation: validation) }
    page.add(
      ["Code", "What", "Errors"],
      NetworkErrorCode.allCases.compactMap { code in
        let count = errors.count { $0.code == code }
        guard count > 0 else { return nil }
        return [.measure(code.number.map(String.init) ?? ""), .text(code.rawValue), .number(count)]
      }
    )
    if !errors.isEmpty {
      page.begin("Every error", id: "list")
      page.add(
        ["Code", "What", "To do", "Where"],
        errors.prefix(Self.errorLimit).map { error in
          [
            .measure(error.code.number.map(String.init) ?? error.code.rawValue),
            .text(error.message), .text(features.network.remedy(of: error)),
            .text(error.location.map { text($0) } ?? ""),
          ]
        }
      )
      let rest = errors.count - Self.errorLimit
      if rest > 0 { page.add("And \(rest.grouped) more: geosnap validate lists all.") }
    }
    guard !validation.ruleGaps.isEmpty else { return }
    page.begin("Asset types that meet without a rule", id: "gaps")
    page.add(
      ["Rule", "From", "To", "At", "Times"],
      validation.ruleGaps.map { gap in
        [
          .text(gap.kind.name), .text(features.path(gap.from)), .text(features.path(gap.to)),
          .text(gap.via.map(features.path) ?? ""), .number(gap.count),
        ]
      }
    )
  }
}
