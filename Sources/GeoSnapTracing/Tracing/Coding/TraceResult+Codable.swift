extension CodingUserInfoKey {
  /// The `userInfo` key of the ``Topology`` of the network that a decoded ``TraceResult`` belongs to.
  public static var topology: CodingUserInfoKey { key("topology") }
}

// A result is coded without its network: elements, stops and controllers by global id. Reading needs a topology of
// the same network, for connectivity, associations and geometry.
extension TraceResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case elements, functions, controllers, stops, warnings, cost, isolation, propagated
  }

  /// Reads a result, in time linear in its size.
  ///
  /// - Throws: `DecodingError` when the decoder's `userInfo` has no ``CodingUserInfoKey/topology``, and when an
  ///   element of the result no longer exists in the network.
  public init(from decoder: any Decoder) throws {
    guard let topology = decoder.userInfo[.topology] as? Topology else {
      throw ElementRecord.error(
        "A result can be decoded only with a topology: set userInfo[.topology].",
        decoder.codingPath
      )
    }
    let path = decoder.codingPath
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func list<Item: Decodable>(_ key: CodingKeys) throws -> [Item] {
      try container.decodeIfPresent([Item].self, forKey: key) ?? []
    }
    let elements: [NetworkElement] = try list(.elements)
    let controllers: [ControllerRecord] = try list(.controllers)
    let propagated: [PropagatedValues] = try list(.propagated)
    guard propagated.allSatisfy({ $0.values.count == elements.count }) else {
      throw ElementRecord.error(
        "The number of propagated values differs from the number of elements.",
        path
      )
    }
    let isolation = try container.decodeIfPresent(IsolationRecord.self, forKey: .isolation)
    self.init(
      topology: topology,
      elements: TraceElements(elements, in: topology),
      functions: try list(.functions),
      warnings: try list(.warnings),
      controllers: try controllers.map { try $0.controller(in: topology.network, at: path) },
      isolation: try isolation?.isolation(in: topology, at: path),
      propagated: propagated,
      cost: try container.decodeIfPresent(Double.self, forKey: .cost),
      stopSources: [.told(try list(.stops))],
      tellsDeadEnds: true
    )
  }

  /// Writes a result with its stops: the keys of `geosnap trace --json`.
  ///
  /// - Complexity: Linear in the size of the result and of the elements reached.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Array(elements), forKey: .elements)
    try container.encode(functions, forKey: .functions)
    try container.encode(
      controllers.map { ControllerRecord($0, topology.network) },
      forKey: .controllers
    )
    try container.encode(stops, forKey: .stops)
    try container.encode(warnings, forKey: .warnings)
    try container.encodeIfPresent(cost, forKey: .cost)
    try container.encodeIfPresent(
      isolation.map { IsolationRecord($0, topology.network) },
      forKey: .isolation
    )
    try container.encode(propagated, forKey: .propagated)
  }
}

extension TraceElements {
  fileprivate init(_ elements: [NetworkElement], in topology: Topology) {
    self.init(codes: elements.map(topology.code(of:)), topology: topology)
  }
}

extension Topology {
  /// The code of an element in ``TraceElements``: of its node or edge, or else of its feature.
  fileprivate func code(of element: NetworkElement) -> Int32 {
    if let positions = element.positions {
      let edge = edges(of: element.feature).first { self.positions(ofEdge: $0) == positions }
      if let edge { return Int32(nodeLimit + edge) }
    }
    let node = nodes(of: element.feature).first { terminal(ofNode: $0) == element.terminal }
    if let node, element.positions == nil { return Int32(node) }
    return Int32(nodeLimit + edgeLimit) + network.ordinal(of: element.feature)
  }
}

private struct ControllerRecord: Codable {
  let globalID: GlobalID?
  let terminal: Int
  let subnetworkName: String
  let tierName: String?

  init(_ controller: SubnetworkController, _ network: EditedNetwork) {
    globalID = network.globalID(of: controller.feature)
    terminal = controller.terminal
    subnetworkName = controller.subnetworkName
    tierName = controller.tierName
  }

  func controller(
    in network: EditedNetwork,
    at path: [any CodingKey]
  ) throws -> SubnetworkController {
    guard let feature = globalID.flatMap({ network.feature(globalID: $0) }) else {
      throw ElementRecord.error(
        "A controller of \(subnetworkName) is no longer in the network.",
        path
      )
    }
    return SubnetworkController(
      feature: feature,
      terminal: terminal,
      subnetworkName: subnetworkName,
      tierName: tierName
    )
  }
}

private struct IsolationRecord: Codable {
  let boundary: [NetworkElement]
  let needed: [NetworkElement]
  let alreadyShut: [NetworkElement]
  let region: [NetworkElement]
  let withoutSupply: [NetworkElement]
  let sources: [GlobalID?]
  let sourcesInside: [GlobalID?]
  let controllersInside: [ControllerRecord]
  let ignoredSources: [GlobalID?]
  let demands: [TraceIsolation.Demand]

  init(_ isolation: TraceIsolation, _ network: EditedNetwork) {
    boundary = isolation.boundary
    needed = isolation.needed
    alreadyShut = isolation.alreadyShut
    region = Array(isolation.region)
    withoutSupply = Array(isolation.withoutSupply)
    sources = isolation.sources.map { network.globalID(of: $0) }
    sourcesInside = isolation.sourcesInside.map { network.globalID(of: $0) }
    controllersInside = isolation.controllersInside.map { ControllerRecord($0, network) }
    ignoredSources = isolation.ignoredSources.map { network.globalID(of: $0) }
    demands = isolation.demands
  }

  func isolation(in topology: Topology, at path: [any CodingKey]) throws -> TraceIsolation {
    func features(_ globalIDs: [GlobalID?]) throws -> [FeatureID] {
      try globalIDs.map { id in
        guard let feature = id.flatMap({ topology.network.feature(globalID: $0) }) else {
          throw ElementRecord.error("A source of the result no longer exists.", path)
        }
        return feature
      }
    }
    return TraceIsolation(
      boundary: boundary,
      needed: needed,
      alreadyShut: alreadyShut,
      region: TraceElements(region, in: topology),
      withoutSupply: TraceElements(withoutSupply, in: topology),
      sources: try features(sources),
      sourcesInside: try features(sourcesInside),
      controllersInside: try controllersInside.map {
        try $0.controller(in: topology.network, at: path)
      },
      ignoredSources: try features(ignoredSources),
      demands: demands
    )
  }
}

private struct ElementRecord: Codable {
  let globalID: GlobalID
  var terminal: Int?
  var positionFrom: Double?
  var positionTo: Double?

  init(_ element: NetworkElement) {
    globalID = element.globalID
    terminal = element.terminal?.id
    positionFrom = element.positions?.lowerBound
    positionTo = element.positions?.upperBound
  }

  var positions: ClosedRange<Double>? {
    guard let positionFrom, let positionTo, positionFrom <= positionTo else { return nil }
    return positionFrom...positionTo
  }

  /// The element in a network; throws `DecodingError` when the network has no such feature or terminal.
  func element(in network: some NetworkReading, at path: [any CodingKey]) throws -> NetworkElement {
    guard let feature = network.feature(globalID: globalID),
      let assetType = network.assetTypeID(of: feature)
    else { throw Self.error("The network has no feature \(globalID) with an asset type.", path) }
    let terminals = network.assetType(of: feature).map { network.base.terminals(of: $0.type) } ?? []
    let known = terminals.first { $0.id == terminal }
    guard terminal == nil || known != nil else {
      throw Self.error("\(network.describe(feature)) has no terminal \(terminal ?? 0).", path)
    }
    return NetworkElement(
      feature: feature,
      globalID: globalID,
      assetType: assetType,
      terminal: known,
      positions: positions
    )
  }

  static func error(_ message: String, _ path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(.init(codingPath: path, debugDescription: message))
  }
}

extension NetworkElement: Codable {
  /// Reads an element of the network in the decoder's `userInfo`.
  public init(from decoder: any Decoder) throws {
    let network = try decoder.network()
    self = try ElementRecord(from: decoder).element(in: network, at: decoder.codingPath)
  }

  /// Writes the global id, and the terminal and positions if any: the keys of `geosnap trace --json`.
  public func encode(to encoder: any Encoder) throws { try ElementRecord(self).encode(to: encoder) }
}

extension Decoder {
  fileprivate func network() throws -> any NetworkReading {
    if let topology = userInfo[.topology] as? Topology { return topology.network }
    guard let network = userInfo[.network] as? any NetworkReading else {
      throw ElementRecord.error(
        "An element can be decoded only with a network: set userInfo[.network].",
        codingPath
      )
    }
    return network
  }
}
