import Foundation
import GeoSnap
import GeoSnapProjection
import GeoSnapStore

/// Traces a utility network from the places that a user taps on a map.
@MainActor
final class TraceUtilityNetwork {
  enum Mode: String {
    case start = "start location"
    case barrier
  }

  let state: NetworkState
  let (domain, tier, layers): (String, String, [String])
  let view = SnapView(scale: 500)

  var mode = Mode.start { didSet { status = "Tap on the map to add a \(mode.rawValue)." } }
  var traceType = TraceType.connected { didSet { status = "Trace type: \(traceType)." } }
  private(set) var starts: [TraceLocation] = []
  private(set) var barriers: [TraceLocation] = []
  private(set) var graphics: [(mode: Mode, place: Coordinate)] = []
  /// What the user has to choose from: the terminals of the device that was tapped.
  private(set) var choices: [(terminal: Terminal, location: TraceLocation, place: Coordinate)] = []
  private(set) var selection: [(source: String, features: [FeatureID])] = []
  private(set) var history: [String] = []
  private(set) var status = "" { didSet { history.append(status) } }
  var canTrace: Bool { !starts.isEmpty }

  init(_ path: String, domain: String, tier: String, layers: [String]) async throws {
    (self.domain, self.tier, self.layers) = (domain, tier, layers)
    state = try await NetworkSession(path) { print("loading: \(Int($0 * 100)) %") }.state
    mode = .start
  }

  func tap(longitude: Double, latitude: Double) throws {
    let toNetwork = try CoordinateTransformation(from: 4326, to: state.network.srid ?? 4326)
    try tap(toNetwork.transform(Coordinate(x: longitude, y: latitude)))
  }

  func tap(_ place: Coordinate) throws {
    let radius = 10 * view.unitsPerPixel
    let request = IdentifyRequest(at: place, tolerance: radius, sources: layers, limit: 1)
    guard let hit = state.index.identify(request).first else {
      status = "Could not identify location."
      return
    }
    let found = try state.topology.traceLocations(on: hit.feature, closestTo: place)
    choices = zip(state.topology.terminals(of: hit.feature), found).map { ($0, $1, hit.location) }
    if choices.isEmpty { return add(found[0], at: hit.location) }
    status = "Select a terminal: \(choices.map(\.terminal.name).joined(separator: ", "))"
  }

  func choose(_ terminal: String) {
    guard let choice = choices.first(where: { $0.terminal.name == terminal }) else { return }
    choices = []
    add(choice.location, at: choice.place)
  }

  private func add(_ location: TraceLocation, at place: Coordinate) {
    if mode == .start { starts.append(location) } else { barriers.append(location) }
    graphics.append((mode, place))
    status = "\(mode.rawValue): \(state.network.describe(location))"
  }

  func trace() async throws {
    let configuration = try state.topology.defaultConfiguration(
      of: traceType,
      from: starts,
      domainNetworkName: domain,
      tierName: tier
    )
    var parameters = TraceParameters(traceType, from: starts, configuration: configuration)
    parameters.barriers = barriers
    let result = try await state.topology.trace(parameters, progress: nil)
    selection = result.elements.featuresBySource.filter { layers.contains($0.source) }
    let counts = selection.map { "\($0.source) \($0.features.count)" }.joined(separator: ", ")
    status = "Trace completed: \(result.elements.count) elements, selected \(counts)"
    for stop in result.stops.prefix(3) { status = "Stopped: \(state.network.describe(stop))" }
  }

  func reset() {
    (starts, barriers, graphics, choices, selection) = ([], [], [], [], [])
    (traceType, mode) = (.connected, .start)
  }

  static func run(_ path: String) async throws -> [String] {
    let (tier, layers) = ("Low Voltage Radial", ["ElectricDevice", "ElectricLine"])
    let sample = try await Self(path, domain: "Electric", tier: tier, layers: layers)
    try sample.tap(longitude: 7.872610, latitude: 48.458004)
    sample.choose("XFR:Low")
    sample.mode = .barrier
    try sample.tap(Coordinate(x: 416_724, y: 5_367_838.6))
    for type in [TraceType.connected, .subnetwork, .upstream, .downstream] {
      sample.traceType = type
      do { try await sample.trace() } catch { sample.status = error.localizedDescription }
    }
    sample.reset()
    return sample.history
  }
}
