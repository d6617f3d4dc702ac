/// The coded form of an element, with its global id.
package struct ElementRecord: Codable {
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
  func element(
    in network: some NetworkReading,
    at path: [any CodingKey]
  ) throws -> NetworkElement {
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

/// The coded form of a stop.
struct StopRecord: Codable {
  let element: ElementRecord
  let reason: TraceStop.Reason
  let detail: String

  init(_ stop: TraceStop) {
    element = ElementRecord(stop.element)
    reason = stop.reason
    detail = stop.detail
  }

  func stop(in network: some NetworkReading, at path: [any CodingKey]) throws -> TraceStop {
    TraceStop(element: try element.element(in: network, at: path), reason: reason, detail: detail)
  }
}

extension NetworkElement: Codable {
  /// Reads an element of the network in the decoder's `userInfo`.
  public init(from decoder: any Decoder) throws {
    let network = try decoder.network()
    self = try ElementRecord(from: decoder).element(in: network, at: decoder.codingPath)
  }

  /// Writes the global id, and the terminal and positions if any: the keys of `geosnap trace --json`.
  public func encode(to encoder: any Encoder) throws {
    try ElementRecord(self).encode(to: encoder)
  }
}

extension TraceStop: Codable {
  /// Reads a stop in the network in the decoder's `userInfo`.
  public init(from decoder: any Decoder) throws {
    let network = try decoder.network()
    self = try StopRecord(from: decoder).stop(in: network, at: decoder.codingPath)
  }

  /// Writes the element, the reason and the detail.
  public func encode(to encoder: any Encoder) throws {
    try StopRecord(self).encode(to: encoder)
  }
}

extension Decoder {
  fileprivate func network() throws -> any NetworkReading {
    guard let network = userInfo[.network] as? any NetworkReading else {
      throw ElementRecord.error(
        "An element can be decoded only with a network: set userInfo[.network].",
        codingPath
      )
    }
    return network
  }
}
