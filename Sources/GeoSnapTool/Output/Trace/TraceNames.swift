import ArgumentParser
import GeoSnap
import GeoSnapStore

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

  mutating func assetType(_ id: AssetTypeID) -> (group: String, type: String) {
    if let known = types[id] { return known }
    let known = network.assetType(id)
    let names = (known?.group.name ?? "\(id.assetGroup)", known?.type.name ?? "\(id.assetType)")
    types[id] = names
    return names
  }

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

struct TracePlaces {
  private let topology: Topology

  init(_ topology: Topology) { self.topology = topology }

  /// The geometry of an element: for a line the stretch that belongs to it; nil for objects.
  func geometry(_ element: NetworkElement) -> Geometry? {
    guard let geometry = topology.network.geometry(of: element.feature) else { return nil }
    guard let positions = element.positions, positions != 0...1 else { return geometry }
    return try? geometry.substring(from: positions.lowerBound, to: positions.upperBound)
  }

  /// The place of a location; nil for objects.
  func coordinate(_ location: TraceLocation) -> Coordinate? { topology.coordinate(of: location) }

  /// The features that elements cover as a whole, and the stretches of those they cover in part.
  func parts(of elements: TraceElements) -> (whole: [FeatureID], stretches: [Geometry]) {
    var covered: [FeatureID: Double] = [:]
    for element in elements {
      guard let positions = element.positions, positions != 0...1 else { continue }
      covered[element.feature, default: 0] += positions.upperBound - positions.lowerBound
    }
    let partial = Set(covered.filter { $0.value < 1 - 1e-9 }.keys)
    return (
      elements.features.filter { !partial.contains($0) },
      elements.filter { partial.contains($0.feature) }.compactMap(geometry)
    )
  }
}

/// An error of a trace as a failure of the program.
enum TraceFailure {
  static func failure(of error: TraceError) -> Failure {
    Failure(exitCode: exitCode(error.code), message: error.message, code: error.code.rawValue)
  }

  /// Prints an error as JSON on stdout when `asJSON` is true, and returns the failure for stderr.
  private static func tell(
    _ error: TraceError,
    asJSON: Bool,
    _ network: EditedNetwork,
    _ remedy: String?,
    edge: ExtentEdge?
  ) throws -> Failure {
    // A calling program cannot paste a command line.
    let remedy = Surroundings.current.isProgram ? remedy : nil
    var message = error.message
    if edge != nil {
      // The controller may lie beyond the extent.
      let advice = TraceError.controllerRemedy
      if message.hasSuffix(advice) { message = message.dropLast(advice.count) + "." }
      message += " \(ExtentEdge.remedy)"
    }
    let names = TraceNames(network)
    let stops = error.stops.map { "\n  \(names.line($0))" }
    var failure = Failure(
      exitCode: exitCode(error.code),
      message: message + stops.joined() + (remedy.map { "\nFor instance: \($0)" } ?? ""),
      code: error.code.rawValue
    )
    if asJSON {
      let told = Failure(exitCode: failure.exitCode, message: message, code: failure.code)
      var stream = JSONStream()
      stream.member(
        "error",
        json: String(decoding: try told.json.text(isIndented: false), as: UTF8.self)
      )
      try stream.stops("stops", error.stops, names)
      try stream.end()
      failure.isTold = true
    }
    return failure
  }

  /// Calls `body`, and reports an error of a trace.
  static func telling<Value>(
    asJSON: Bool,
    _ network: EditedNetwork,
    edge: ExtentEdge? = nil,
    remedy: (TraceError) -> String? = { _ in nil },
    _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch let error as TraceError {
      throw try tell(error, asJSON: asJSON, network, remedy(error), edge: edge)
    }
  }

  /// Usage errors are those that no network could answer.
  private static func exitCode(_ code: TraceError.Code) -> ExitCode {
    switch code {
    case .badValue, .startMissing, .badLocation, .unknownTier, .tierMissing, .filterBarrierMissing,
      .notOffered:
      .usage
    // Names on the command line have been looked up: these are from a configuration.
    case .unknownAttribute, .unknownCategory: .badData
    case .noControllers, .badCost: .noAnswer
    case .cancelled: .interrupted
    }
  }
}
