import GeoSnap
import GeoSnapStore

/// All that there is to say of a network, worked out once, as pages.
struct NetworkReport {
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

  var network: UtilityNetwork { index.network.base }
  var features: FeatureOutput { FeatureOutput(network: network) }
  var names: MapNames { MapNames(network) }

  init(_ index: NetworkIndex, named name: String, tolerated problems: [NetworkProblem]) {
    self.index = index
    self.name = name
    let network = index.network.base
    let topology = Topology(network)
    self.topology = topology
    validation = NetworkValidation(topology, index.features, tolerated: problems)
    subnetworks = Result { () throws(TraceError) in try topology.subnetworks() }
    segments = Result { () throws(TraceError) in
      try topology.isolationSegments(ignoresStatus: true)
    }
    var seen: Set<GlobalID> = []
    containers = network.associations.filter { $0.kind == .containment }
      .map(\.from.globalID).filter { seen.insert($0).inserted }
      .compactMap { network.feature(globalID: $0) }
      .map { index.containerView(of: $0) }
      .filter { !$0.content.isEmpty }
  }

  /// All pages, each with its file.
  func pages() throws -> [ReportPage] {
    try ReportPage.Name.allCases.map { name in
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
