public import GeoSnap

/// Compares the state of a network that was edited with one of the same network opened again.
public struct StateComparison {
  private let state: NetworkState
  private let anew: NetworkState
  private let hasOneOrder: Bool

  /// `hasOneOrder`: Whether features came into both networks in one order, so that of several that can be
  /// snapped to in one place both choose the same.
  public init(_ state: NetworkState, anew: NetworkState, hasOneOrder: Bool = true) {
    self.state = state
    self.anew = anew
    self.hasOneOrder = hasOneOrder
  }

  public func difference(at places: [Coordinate]) -> String? {
    contentDifference ?? topologyDifference ?? places.lazy.compactMap(difference(at:)).first
  }

  private func rows(_ network: EditedNetwork) -> [String: Feature] {
    var rows: [String: Feature] = [:]
    network.forEachFeature { feature in rows[name(feature, network)] = network.feature(feature) }
    return rows
  }

  private func name(_ feature: FeatureID, _ network: EditedNetwork) -> String {
    "\(network.base.tables[Int(feature.table)].name) \(network.rowID(of: feature) ?? -1)"
  }

  private var contentDifference: String? {
    let (one, other) = (rows(state.network), rows(anew.network))
    for key in Set(one.keys).union(other.keys).sorted() where one[key] != other[key] {
      return "\(key): \(one[key].debugDescription), anew \(other[key].debugDescription)"
    }
    let (held, read) = (Set(state.network.associations), Set(anew.network.associations))
    return held == read ? nil : "associations: \(held.symmetricDifference(read))"
  }

  private var topologyDifference: String? {
    let (one, other) = (connections(state), connections(anew))
    for key in Set(one.keys).union(other.keys).sorted() where one[key] != other[key] {
      return "\(key) connects \(one[key] ?? []), anew \(other[key] ?? [])"
    }
    return nil
  }

  /// For each feature the features at the ends of its edges, and the number of its nodes.
  private func connections(_ state: NetworkState) -> [String: [String]] {
    let topology = state.topology
    var found: [String: [String]] = [:]
    state.network.forEachFeature { feature in
      var names: [String] = []
      for edge in topology.edges(of: feature) {
        let (from, to) = topology.ends(ofEdge: edge)
        names += [from, to].map { node in
          topology.feature(ofNode: node).map { name($0, state.network) } ?? "junction"
        }
      }
      let nodes = topology.nodes(of: feature).count
      if nodes > 0 { names.append("\(nodes) nodes") }
      if !names.isEmpty { found[name(feature, state.network)] = names.sorted() }
    }
    return found
  }

  private func difference(at place: Coordinate) -> String? {
    let (hits, hitsAnew) = (identified(state, place), identified(anew, place))
    if hits != hitsAnew { return "identify at \(place): \(hits), anew \(hitsAnew)" }
    let (snap, snapAnew) = (snapped(state, place), snapped(anew, place))
    if snap != snapAnew { return "snap at \(place): \(snap), anew \(snapAnew)" }
    let (trace, traceAnew) = (traced(state, place), traced(anew, place))
    if trace != traceAnew {
      let differing = trace.symmetricDifference(traceAnew).sorted().prefix(5)
      return "trace at \(place): \(trace.count), anew \(traceAnew.count), differing \(differing)"
    }
    return nil
  }

  private func identified(_ state: NetworkState, _ place: Coordinate) -> [String] {
    state.index.identify(IdentifyRequest(at: place, tolerance: 1))
      .map { name($0.feature, state.network) }.sorted()
  }

  private func snapped(_ state: NetworkState, _ place: Coordinate) -> String {
    var settings = SnapSettings()
    settings.isEnabled = true
    settings.tolerance = .mapUnits(1)
    settings.syncSourceSettings(with: state.scene.map, of: state.network.base)
    settings.enableAllSources()
    let match = (try? Snapper(state.scene, settings: settings).matches(at: place))?.first
    guard let place = match?.place else { return "nothing" }
    return hasOneOrder ? "\(place.kind) \(place.location)" : "\(place.location)"
  }

  private func traced(_ state: NetworkState, _ place: Coordinate) -> Set<String> {
    let hits = state.index.identify(IdentifyRequest(at: place, tolerance: 1))
      .filter { state.network.assetTypeID(of: $0.feature) != nil }
      .sorted { name($0.feature, state.network) < name($1.feature, state.network) }
    guard let start = hits.first?.feature else { return [] }
    let parameters = TraceParameters(.connected, from: [TraceLocation(start)])
    guard let result = try? state.topology.trace(parameters) else { return ["refused"] }
    return Set(result.elements.features.map { name($0, state.network) })
  }
}
