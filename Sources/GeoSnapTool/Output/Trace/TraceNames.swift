import GeoSnap

/// The names of trace elements; each asset type is looked up once.
struct TraceNames {
  let network: EditedNetwork
  private var types: [AssetTypeID: (group: String, type: String)] = [:]
  /// The JSON member with the source, for each table.
  fileprivate let sourceMembers: [[UInt8]]
  private var typeMembers: [AssetTypeID: [UInt8]] = [:]

  init(_ network: EditedNetwork) {
    self.network = network
    sourceMembers = network.base.tables.map { table in
      var member = Array(#""source":"#.utf8)
      member.appendJSON(table.name)
      return member
    }
  }

  func source(_ feature: FeatureID) -> String { network.base.tables[Int(feature.table)].name }

  /// The names of an asset group and type.
  mutating func assetType(_ id: AssetTypeID) -> (group: String, type: String) {
    if let known = types[id] { return known }
    let known = network.assetType(id)
    let names = (known?.group.name ?? "\(id.assetGroup)", known?.type.name ?? "\(id.assetType)")
    types[id] = names
    return names
  }

  /// The JSON members with an asset group and type.
  fileprivate mutating func typeMembers(_ id: AssetTypeID) -> [UInt8] {
    if let known = typeMembers[id] { return known }
    let names = assetType(id)
    var members = Array(#""assetGroup":"#.utf8)
    members.appendJSON(names.group)
    members += #","assetType":"#.utf8
    members.appendJSON(names.type)
    typeMembers[id] = members
    return members
  }

  func line(_ element: NetworkElement) -> String { network.describe(element) }

  /// A stop, preceded by its reason, by which stops of a kind can be found.
  func line(_ stop: TraceStop) -> String { "\(stop.reason.rawValue)  \(network.describe(stop))" }
}

/// The keys of elements as JSON: a trace writes them a hundred thousand times.
private enum ElementKey {
  static let globalID = Array(#""globalID":"#.utf8)
  static let origin = Array(#""origin":"#.utf8)
  static let terminal = Array(#""terminal":"#.utf8)
  static let positionFrom = Array(#""positionFrom":"#.utf8)
  static let positionTo = Array(#""positionTo":"#.utf8)
}

extension JSONStream {
  /// The keys that identify a feature: `globalID` and `origin`.
  mutating func identity(_ feature: FeatureID, _ names: TraceNames) {
    key(json: ElementKey.globalID)
    value(names.network.globalID(of: feature))
    key(json: ElementKey.origin)
    value(names.network.origin(of: feature))
  }

  /// The source, and the keys of `identity`.
  mutating func members(_ feature: FeatureID, _ names: TraceNames) {
    members(json: names.sourceMembers[Int(feature.table)])
    identity(feature, names)
  }

  /// An element with all its keys; the object stays open for more.
  mutating func members(_ element: NetworkElement, _ names: inout TraceNames) {
    members(element.feature, names)
    members(json: names.typeMembers(element.assetType))
    key(json: ElementKey.terminal)
    value(element.terminal?.id)
    key(json: ElementKey.positionFrom)
    value(element.positions?.lowerBound)
    key(json: ElementKey.positionTo)
    value(element.positions?.upperBound)
  }

  /// The stops with their reasons.
  mutating func stops(_ key: String, _ stops: [TraceStop], _ names: TraceNames) throws {
    try objects(key, stops) { stream, stop in
      stream.identity(stop.element.feature, names)
      stream.member("reason", stop.reason.rawValue)
      stream.member("detail", stop.detail)
    }
  }

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
  /// The terminal of a controller; nil for a single terminal without a name.
  func terminal(of controller: SubnetworkController) -> Terminal? {
    let nodes = nodes(of: controller.feature)
    guard controller.terminal < nodes.count else { return nil }
    return terminal(ofNode: nodes.lowerBound + controller.terminal)
  }
}
