import GeoSnap
import GeoSnapStore

/// How the result of a trace is told in JSON and in text.
struct TraceReport {
  let type: TraceType
  let result: TraceResult
  let names: TraceNames
  private let starts: [String]
  private let edge: NetworkEdge?

  /// - Parameters:
  ///   - type: What was looked for.
  ///   - result: What was found.
  ///   - starts: The locations as they were given.
  ///   - edge: Where the network ends, when only an extent of it was read.
  init(
    _ type: TraceType,
    _ result: TraceResult,
    from starts: [String],
    edge: NetworkEdge? = nil
  ) {
    self.edge = edge
    self.type = type
    self.result = result
    self.starts = starts
    names = TraceNames(result.topology.network)
  }

  // MARK: JSON

  /// Writes the document, element by element, with what is asked for beside elements and features.
  ///
  /// - Parameters:
  ///   - types: What is asked for besides.
  ///   - others: What is to be warned of besides, such as rows that are set aside.
  /// - Throws: ``Failure`` when stdout cannot be written.
  func writeJSON(_ types: Set<TraceResultType> = [], warnings others: [String] = []) throws {
    var stream = JSONStream()
    var names = names
    try stream.objects("elements", zip(result.elements.indices, result.elements)) { stream, entry in
      stream.members(entry.1, &names)
      propagated(entry.0, &stream)
    }
    try stream.objects("features", features) { stream, feature in
      stream.members(feature, names)
    }
    try stream.functions("functions", result.functions)
    try stream.controllers("controllers", result.controllers, result.topology, names)
    try stream.stops("stops", result.stops, names)
    try stream.list("warnings", warnings + others) { $0.value($1) }
    if type == .shortestPath { stream.member("cost", result.cost) }
    if let isolation = result.isolation { try write(isolation, &stream) }
    try write(types, &stream)
    try stream.end()
  }

  /// Whether a shortest path was looked for in vain.
  var isWithoutWay: Bool { type == .shortestPath && result.cost == nil }

  private var warnings: [String] {
    let end = edge?.warning(of: result.elements.features, in: names.network)
    let told = result.warnings.map(\.message) + [end].compactMap(\.self)
    guard isWithoutWay, starts.count == 2 else { return told }
    return told + [
      "There is no way from \(starts[0]) to \(starts[1]): geosnap why, --from the one --to the other, "
        + "says what bars."
    ]
  }

  /// Features source by source.
  private var features: [FeatureID] { result.elements.featuresBySource.flatMap(\.features) }

  private func propagated(_ index: Int, _ stream: inout JSONStream) {
    guard !result.propagated.isEmpty else { return }
    stream.key("propagated")
    stream.beginObject()
    for attribute in result.propagated {
      stream.member(attribute.attributeName, attribute.values[index])
    }
    stream.endObject()
  }

  private func write(_ isolation: TraceIsolation, _ stream: inout JSONStream) throws {
    stream.key("isolation")
    stream.beginObject()
    stream.member("headline", isolation.headline(of: starts, in: names.network))
    try list("boundary", isolation.boundary.map(\.feature), &stream, withPlaces: true)
    try list("needed", isolation.needed.map(\.feature), &stream, withPlaces: true)
    try list("alreadyShut", isolation.alreadyShut.map(\.feature), &stream, withPlaces: true)
    try list("region", isolation.region.features, &stream)
    try list("withoutSupply", isolation.withoutSupply.features, &stream)
    try list("sources", isolation.sources, &stream)
    try list("sourcesInside", isolation.sourcesInside, &stream)
    try list("controllersInside", isolation.controllersInside.map(\.feature), &stream)
    try list("ignoredSources", isolation.ignoredSources, &stream)
    try stream.demands(isolation.demands)
    stream.endObject()
  }

  /// Features, each once.
  private func list(
    _ key: String,
    _ features: [FeatureID],
    _ stream: inout JSONStream,
    withPlaces: Bool = false
  ) throws {
    var seen: Set<FeatureID> = []
    try stream.objects(key, features.filter { seen.insert($0).inserted }) { stream, feature in
      stream.identity(feature, names)
      guard withPlaces else { return }
      let place = location(feature).map { place in
        var bytes: [UInt8] = []
        bytes.appendJSON(place)
        return String(decoding: bytes, as: UTF8.self)
      }
      stream.member("location", json: place)
    }
  }

  // MARK: Text

  /// So many features of a source are listed, unless all are asked for.
  private static let listLimit = 20

  var lines: [String] {
    if let isolation = result.isolation { return lines(isolation) }
    let sources = result.elements.featuresBySource
    let features = sources.reduce(0) { $0 + $1.features.count }
    var lines = [
      "\(type.rawValue): "
        + (isWithoutWay
          ? "no way"
          : "\(count(result.elements.count, "element")) of \(count(features, "feature"))")
    ]
    // What was asked for comes before lists that may be long, and the stops behind them.
    lines += result.functions.map { "  \(names.network.describe($0))" }
    if let cost = result.cost { lines.append("  cost \(plain(cost))") }
    for controller in result.controllers {
      lines.append(
        "  controller  \(controller.subnetworkName)  \(names.network.place(of: controller))"
      )
    }
    for (source, features) in sources {
      lines.append("  \(source): \(features.count)")
      lines += TraceReport.list(features) { feature($0) }.map { "  \($0)" }
    }
    return lines + stopLines + warnings.map { "warning: \($0)" }
  }

  /// The first of some features, a line each, and how many more there are.
  static func list(_ features: [FeatureID], _ name: (FeatureID) -> String) -> [String] {
    features.prefix(listLimit).map { "  \(name($0))" }
      + (features.count > listLimit
        ? ["  and \(features.count - listLimit) more: --json lists all"] : [])
  }

  private var stopLines: [String] {
    guard !result.stops.isEmpty else { return [] }
    let told = result.stops.prefix(Self.listLimit).map { "  \(names.line($0))" }
    let rest = result.stops.count - told.count
    return ["Stopped at \(count(result.stops.count, "place")):"] + told
      + (rest > 0 ? ["  and \(rest) more: --json lists all"] : [])
  }

  private func lines(_ isolation: TraceIsolation) -> [String] {
    func list(
      _ title: String,
      _ features: [FeatureID],
      _ name: (FeatureID) -> String
    ) -> [String] {
      var seen: Set<FeatureID> = []
      let features = features.filter { seen.insert($0).inserted }
      if features.isEmpty { return [] }
      return ["\(title): \(features.count)"] + TraceReport.list(features, name)
    }
    // A region that nothing isolates is told before what seems to.
    return ["isolation: \(isolation.headline(of: starts, in: names.network))"]
      + warnings.map { "warning: \($0)" }
      + result.functions.map { "  \(names.network.describe($0))" }
      + list(
        isolation.isIsolating
          ? "To be shut, in the order of a drive" : "Can be shut, and does not isolate it",
        isolation.needed.map(\.feature),
        placed
      )
      + list("Shut already", isolation.alreadyShut.map(\.feature), placed)
      + list("May stay open, for no source is behind", isolation.leftOpen.map(\.feature), placed)
      + list("Sources", isolation.sources, feature)
      + list(
        isolation.isIsolating ? "Isolated" : "Not isolated",
        isolation.region.features,
        feature
      )
      + list("Without supply besides", isolation.withoutSupply.features, feature)
      + (isolation.demands.isEmpty ? [] : ["Demand that is cut off:"])
      + isolation.demands.map { "  \($0.line)" }
  }

  private func feature(_ feature: FeatureID) -> String {
    names.network.describe(feature)
  }

  /// A feature with its place, so that somebody finds it.
  private func placed(_ feature: FeatureID) -> String {
    names.network.describe(feature) + (location(feature).map { " at \(text($0))" } ?? "")
  }

  /// Where a point is, or the middle of the extent of anything else.
  private func location(_ feature: FeatureID) -> Coordinate? {
    names.network.geometry(of: feature)?.envelope?.center
  }
}

extension TraceReport {
  // MARK: GeoJSON

  /// Writes each element as a feature, of a line the stretch that belongs to the result.
  func writeGeoJSON(_ stream: inout GeoJSONOutput) throws {
    var names = TraceNames(result.topology.network)
    let places = TracePlaces(result.topology)
    for (index, element) in result.elements.enumerated() {
      let type = names.assetType(element.assetType)
      var properties: [(String, JSONValue)] = [
        ("source", .string(names.source(element.feature))),
        ("globalID", .string(element.globalID.description)),
        ("origin", JSONValue(names.origin(element.feature))),
        ("assetGroup", .string(type.group)), ("assetType", .string(type.type)),
        ("terminal", JSONValue(element.terminal?.id)),
        ("positionFrom", JSONValue(element.positions?.lowerBound)),
        ("positionTo", JSONValue(element.positions?.upperBound)),
      ]
      for attribute in result.propagated {
        properties.append((attribute.attributeName, JSONValue(attribute.values[index])))
      }
      try stream.add(places.geometry(element), properties: properties)
    }
  }
}
