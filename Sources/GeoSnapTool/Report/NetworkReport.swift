package import GeoSnap
import GeoSnapStore

/// All that there is to say of a network, worked out once, as pages.
package struct NetworkReport {
  let index: NetworkIndex
  let topology: Topology
  /// What the network is called.
  let name: String
  let validation: NetworkValidation
  /// The subnetworks, or why there are none.
  let subnetworks: Result<SubnetworkReport, TraceError>
  /// The segments between valves, or why there are none.
  let segments: Result<[Topology.IsolationSegment], TraceError>
  /// What containers hold, those that hold something.
  let containers: [ContainerView]

  /// So many maps of one kind are on a page at most; the largest have one.
  static let mapLimit = 30

  var network: EditedNetwork { index.network }
  var features: FeatureOutput { FeatureOutput(network: network) }
  var names: MapNames { MapNames(network) }

  /// Works out what there is to say.
  ///
  /// - Parameters:
  ///   - index: The index of the network.
  ///   - name: What the network is called.
  ///   - problems: What was tolerated when it was opened.
  ///   - progress: Told now and then what share is done, from 0 to 1.
  /// - Throws: `CancellationError`.
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
    var seen: Set<GlobalID> = []
    containers = network.associations.filter { $0.kind == .containment }
      .map(\.from.globalID).filter { seen.insert($0).inserted }
      .compactMap { network.feature(globalID: $0) }
      .map { index.containerView(of: $0) }
      .filter { !$0.content.isEmpty }
  }

  /// What a trace gives, or why it gives nothing.
  ///
  /// - Throws: `CancellationError`: that somebody stopped the work says nothing of the network.
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

  /// All pages, each with its file.
  ///
  /// - Throws: `CancellationError`.
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

  /// Adds a map, or says that nothing can be drawn.
  func add(_ page: inout ReportPage, _ sheet: () throws -> MapSheet) throws {
    do {
      page.add(try sheet().figure)
    } catch let failure as Failure where failure.exitCode == .usage {
      page.add("There is no map. \(failure.message)")
    }
  }
}
