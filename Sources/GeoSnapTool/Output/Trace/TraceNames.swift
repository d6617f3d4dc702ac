import GeoSnap

/// How elements of traces are named: looked up once for each asset type.
struct TraceNames {
  let network: EditedNetwork
  private var types: [AssetTypeID: (group: String, type: String)] = [:]

  init(_ network: EditedNetwork) { self.network = network }

  func source(_ feature: FeatureID) -> String { network.base.tables[Int(feature.table)].name }

  func origin(_ feature: FeatureID) -> String? {
    network.origin(of: feature)
  }

  func globalID(_ feature: FeatureID) -> GlobalID? {
    network.globalID(of: feature)
  }

  /// The origin, or the global id of what has none.
  func name(_ feature: FeatureID) -> String {
    network.identifier(of: feature)
  }

  /// The names of an asset group and type.
  mutating func assetType(_ id: AssetTypeID) -> (group: String, type: String) {
    if let known = types[id] { return known }
    let known = network.assetType(id)
    let names = (known?.group.name ?? "\(id.assetGroup)", known?.type.name ?? "\(id.assetType)")
    types[id] = names
    return names
  }

  /// An element in words.
  func line(_ element: NetworkElement) -> String { network.describe(element) }

  /// A stop with its reason before it, by which one finds those of a kind.
  func line(_ stop: TraceStop) -> String { "\(stop.reason.rawValue)  \(network.describe(stop))" }
}

extension JSONStream {
  /// The keys that say which feature something is: `globalID` and `origin`.
  mutating func identity(_ feature: FeatureID, _ names: TraceNames) {
    member("globalID", names.globalID(feature)?.description)
    member("origin", names.origin(feature))
  }

  /// An element with all its keys, but open at its end.
  mutating func members(_ element: NetworkElement, _ names: inout TraceNames) {
    member("source", names.source(element.feature))
    member("globalID", element.globalID)
    member("origin", names.origin(element.feature))
    let type = names.assetType(element.assetType)
    member("assetGroup", type.group)
    member("assetType", type.type)
    member("terminal", element.terminal?.id)
    member("positionFrom", element.positions?.lowerBound)
    member("positionTo", element.positions?.upperBound)
  }

  /// Where traces stopped, and why.
  mutating func stops(_ key: String, _ stops: [TraceStop], _ names: TraceNames) throws {
    try objects(key, stops) { stream, stop in
      stream.identity(stop.element.feature, names)
      stream.member("reason", stop.reason.rawValue)
      stream.member("detail", stop.detail)
    }
  }

  /// Values of functions.
  mutating func functions(_ key: String, _ functions: [TraceFunctionOutput]) throws {
    try objects(key, functions) { stream, output in
      stream.member("type", output.function.function.rawValue)
      stream.member("attribute", output.function.attributeName)
      stream.member("result", output.value)
    }
  }

  /// Controllers with their terminals.
  mutating func controllers(
    _ key: String,
    _ controllers: [SubnetworkController],
    _ topology: Topology,
    _ names: TraceNames
  ) throws {
    try objects(key, controllers) { stream, controller in
      stream.identity(controller.feature, names)
      stream.member("terminal", topology.terminal(of: controller)?.id)
    }
  }
}

extension Topology {
  /// The terminal of a controller; nil where it has a single one without a name.
  func terminal(of controller: SubnetworkController) -> Terminal? {
    let nodes = nodes(of: controller.feature)
    guard controller.terminal < nodes.count else { return nil }
    return terminal(ofNode: nodes.lowerBound + controller.terminal)
  }
}
