package import GeoSnap

/// A report on a network, computed once, as pages.
package struct NetworkReport {
  let index: NetworkIndex
  let topology: Topology
  let name: String
  let validation: NetworkValidation
  /// The subnetworks, or the error of their trace.
  let subnetworks: Result<SubnetworkReport, TraceError>
  /// The segments between valves, or the error of their trace.
  let segments: Result<[Topology.IsolationSegment], TraceError>
  /// The containers that have content.
  let containers: [ContainerView]

  /// The greatest number of maps of one kind on a page; the largest items have one.
  static let mapLimit = 30

  var network: EditedNetwork { index.network }
  var features: FeatureOutput { FeatureOutput(network: network) }
  var names: MapNames { MapNames(network) }

  /// Computes the report; throws `CancellationError`.
  ///
  /// - `name`: The name of the network.
  /// - `problems`: The problems that were tolerated when it was opened.
  /// - `progress`: Receives the share that is done, from 0 to 1.
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

  /// The result of a trace, or its error; throws `CancellationError`, since a cancellation says nothing about the
  /// network.
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

  /// All pages; throws `CancellationError`.
  package func pages() throws -> [ReportPage] {
    let pages = try ReportPage.Name.allCases.map { name in
      try Task.checkCancellation()
      var page = ReportPage(name, of: self.name)
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
  static func largest<Item>(
    _ limit: Int,
    of items: [Item],
    by size: (Item) -> Int
  ) -> Set<Int> {
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
}
