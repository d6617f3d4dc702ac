import GeoSnap
import GeoSnapStore

/// Opens the container that a user taps, shows what it holds, and closes it.
struct DisplayContainerContent {
  let state: NetworkState
  /// What the map shows at first, and again when the container is closed.
  let home: Envelope
  private(set) var opened: ContainerView?

  /// The layers with containers, hidden while one is open.
  var layers: [String] {
    state.network.definition.sources.filter { source in
      source.assetGroups.flatMap(\.assetTypes).contains { $0.associationRole == .container }
    }.map(\.name)
  }
  /// Where to look: a single point is shown at the container's own scale.
  var viewpoint: Envelope {
    guard let extent = opened?.extent else { return home }
    let view = opened?.viewScale.map { SnapView(scale: $0) }
    return view?.extent(around: extent.center, width: 800, height: 600) ?? extent
  }
  var graphics: [(symbol: String, geometry: Geometry?)] {
    guard let opened else { return [] }
    let network = state.network
    let content = opened.content.map { (network.describe($0), network.geometry(of: $0)) }
    let lines = opened.associations.map { association in
      let symbol = association.kind == .attachment ? "green dots" : "red dots"
      return (symbol, network.geometry(of: association).map { Geometry.lineString($0) })
    }
    return content + lines + [("yellow dashes", Geometry(viewpoint, srid: network.srid))]
  }

  mutating func tap(_ place: Coordinate) {
    let request = IdentifyRequest(at: place, tolerance: home.width / 160, sources: layers)
    opened = state.index.identify(request).map(\.feature)
      .first { state.network.associationStatus(of: $0).contains(.container) }
      .map { state.index.containerView(of: $0, margin: .distance(0.05)) }
  }

  mutating func close() { opened = nil }

  static func run(_ path: String) async throws -> [String] {
    let station = Coordinate(x: 417_024, y: 5_367_726)
    let home = SnapView(scale: 500).extent(around: station, width: 800, height: 600)
    var sample = Self(state: try await NetworkSession(path).state, home: home)
    sample.tap(station)
    let counts = Dictionary(grouping: sample.graphics, by: \.symbol).mapValues(\.count)
    let lines = counts.map { "\($0.value) x \($0.key)" }.sorted()
    defer { sample.close() }
    return ["layers: \(sample.layers)"] + lines + ["viewpoint: \(sample.viewpoint)"]
  }
}
