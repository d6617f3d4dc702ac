import ArgumentParser
import GeoSnap
import GeoSnapStore

struct TraceReport {
  let type: TraceType
  let result: TraceResult
  let names: TraceNames
  private let starts: [String]
  private let edge: ExtentEdge?
  private let limit: Int?

  /// - `starts`: The locations as they were given.
  /// - `edge`: The edge of the network, when only an extent of it was read.
  init(
    _ type: TraceType,
    _ result: TraceResult,
    from starts: [String],
    edge: ExtentEdge? = nil,
    limit: Int? = nil
  ) {
    self.edge = edge
    self.limit = limit
    self.type = type
    self.result = result
    self.starts = starts
    names = TraceNames(result.topology.network)
  }

  // MARK: JSON

  /// Writes the document, element by element, with the requested `types` of results.
  func writeJSON(_ types: Set<TraceResultType> = [], warnings others: [String] = []) throws {
    var stream = JSONStream()
    var names = names
    var cut = ListCut(limit: limit)
    try stream.objects("elements", cut.first(of: result.elements.indices, "elements")) {
      stream,
      index in
      stream.members(result.elements[index], &names)
      propagated(index, &stream)
    }
    try stream.objects("features", cut.first(of: features, "features")) { stream, feature in
      stream.members(feature, names)
    }
    try stream.functions("functions", result.functions)
    try stream.controllers(
      "controllers",
      Array(cut.first(of: result.controllers, "controllers")),
      result.topology,
      names
    )
    try stream.stops("stops", Array(cut.first(of: result.stops, "stops")), names)
    try stream.list("warnings", warnings + others) { $0.value($1) }
    if type == .shortestPath { stream.member("cost", result.cost) }
    if let isolation = result.isolation { try write(isolation, &stream, &cut) }
    try write(types, &stream, &cut)
    cut.write(to: &stream)
    try stream.end()
  }

  var isWithoutWay: Bool { type == .shortestPath && result.cost == nil }

  private var warnings: [String] {
    let end = edge?.warning(of: result.elements.features, in: names.network)
    let told = result.warnings.map(\.message) + [end].compactMap(\.self)
    guard isWithoutWay, starts.count == 2 else { return told }
    return told + [
      "There is no path from \(starts[0]) to \(starts[1]): geosnap why, with --from and --to, lists the barriers."
    ]
  }

  private var features: [FeatureID] { result.elements.featuresBySource.flatMap(\.features) }

  private func propagated(_ index: Int, _ stream: inout JSONStream) {
    guard !result.propagated.isEmpty else { return }
    stream.object("propagated") { stream in
      for attribute in result.propagated {
        stream.member(attribute.attributeName, attribute.values[index])
      }
    }
  }

  private func write(
    _ isolation: TraceIsolation,
    _ stream: inout JSONStream,
    _ cut: inout ListCut
  ) throws {
    stream.key("isolation")
    stream.beginObject()
    stream.member("headline", isolation.headline(of: starts, in: names.network))
    let barriers = [
      ("boundary", isolation.boundary), ("needed", isolation.needed),
      ("alreadyShut", isolation.alreadyShut),
    ]
    for (key, elements) in barriers {
      // Each feature once, or for a line each place with a barrier.
      let places = cut.first(of: TraceIsolation.places(of: elements), key)
      try stream.objects(key, places) { stream, location in
        stream.identity(location.feature, names)
        stream.member("location", result.topology.coordinate(of: location))
      }
    }
    let lists = [
      ("region", isolation.region.features), ("withoutSupply", isolation.withoutSupply.features),
      ("sources", isolation.sources), ("sourcesInside", isolation.sourcesInside),
      ("controllersInside", isolation.controllersInside.map(\.feature)),
      ("ignoredSources", isolation.ignoredSources),
    ]
    for (key, features) in lists {
      try stream.objects(key, cut.first(of: features.unique, key)) { $0.identity($1, names) }
    }
    try stream.demands(isolation.demands)
    stream.endObject()
  }

  // MARK: Text

  /// The length of a list without `--limit`.
  private static let listLimit = 20

  var lines: [String] {
    if let isolation = result.isolation { return lines(isolation) }
    let sources = result.elements.featuresBySource
    let features = sources.reduce(0) { $0 + $1.features.count }
    var lines = [
      "\(type.rawValue): "
        + (isWithoutWay
          ? "no path"
          : "\(count(result.elements.count, "element")) of \(count(features, "feature"))")
    ]
    // Functions and costs come before lists that may be long, and stops after these.
    lines += result.functions.map { "  \(names.network.describe($0))" }
    if let cost = result.cost { lines.append("  cost \(plain(cost))") }
    let controllers = result.controllers.prefix(limit ?? .max)
    lines += controllers.map {
      "  controller  \($0.subnetworkName)  \(names.network.place(of: $0))"
    }
    lines += LimitOption.rest(result.controllers.count - controllers.count)
    for (source, features) in sources {
      lines.append("  \(source): \(features.count)")
      lines += TraceReport.list(features, limit) { feature($0) }.map { "  \($0)" }
    }
    return lines + stopLines + warnings.map { "warning: \($0)" }
  }

  /// The first of some items, a line each, and the number of the others.
  static func list<Item>(
    _ items: [Item],
    _ limit: Int? = nil,
    _ name: (Item) -> String
  ) -> [String] {
    let told = items.prefix(limit ?? listLimit).map { "  \(name($0))" }
    let rest = items.count - told.count
    if limit != nil { return told + LimitOption.rest(rest) }
    return told + (rest > 0 ? ["  and \(rest) more: --json lists all"] : [])
  }

  private var stopLines: [String] {
    guard !result.stops.isEmpty else { return [] }
    return ["Stopped at \(count(result.stops.count, "place")):"]
      + TraceReport.list(result.stops, limit) { names.line($0) }
  }

  private func lines(_ isolation: TraceIsolation) -> [String] {
    func list<Item>(
      _ title: String,
      _ items: [Item],
      _ limit: Int?,
      _ name: (Item) -> String
    ) -> [String] {
      items.isEmpty ? [] : ["\(title): \(items.count)"] + TraceReport.list(items, limit, name)
    }
    // The lists that a crew works through are never cut.
    func barriers(_ title: String, _ elements: [NetworkElement]) -> [String] {
      list(title, TraceIsolation.places(of: elements), .max, placed)
    }
    // When the region is not isolated, that comes first.
    return ["isolation: \(isolation.headline(of: starts, in: names.network))"]
      + warnings.map { "warning: \($0)" }
      + result.functions.map { "  \(names.network.describe($0))" }
      + barriers(
        isolation.isIsolating
          ? "To be shut, in driving order" : "Can be shut, but does not isolate the start",
        isolation.needed
      )
      + barriers("Shut already", isolation.alreadyShut)
      + barriers("May stay open, because no source is behind", isolation.leftOpen)
      + list("Sources", isolation.sources, .max, feature)
      + list(
        isolation.isIsolating ? "Isolated" : "Not isolated",
        isolation.region.features,
        limit,
        feature
      )
      + list("Also without supply", isolation.withoutSupply.features, limit, feature)
      + (isolation.demands.isEmpty ? [] : ["Demand that is cut off:"])
      + isolation.demands.map { "  \($0.line)" }
  }

  private func feature(_ feature: FeatureID) -> String { names.network.describe(feature) }

  /// A feature with its place, so that users can find it.
  private func placed(_ location: TraceLocation) -> String {
    names.network.describe(location.feature)
      + (result.topology.coordinate(of: location).map { " at \(text($0))" } ?? "")
  }

  // MARK: GeoJSON

  /// Writes each element as a feature; for a line the stretch that belongs to the result.
  func writeGeoJSON(_ stream: inout GeoJSONOutput) throws {
    var names = TraceNames(result.topology.network)
    let places = TracePlaces(result.topology)
    for (index, element) in result.elements.enumerated() {
      let type = names.assetType(element.assetType)
      var properties: [(String, JSONValue)] = [
        ("source", .string(names.source(element.feature))),
        ("globalID", .string(element.globalID.description)),
        ("origin", JSONValue(names.network.origin(of: element.feature))),
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

  func write(
    _ types: Set<TraceResultType>,
    _ stream: inout JSONStream,
    _ cut: inout ListCut
  ) throws {
    if types.contains(.geometry) { try writeGeometry(&stream) }
    if types.contains(.connectivity) { try writeConnectivity(&stream, &cut) }
    if types.contains(.associations) {
      let associations = cut.first(of: result.associations, "associations")
      try stream.objects("associations", associations) { stream, association in
        write(association, &stream)
      }
    }
  }

  private func writeGeometry(_ stream: inout JSONStream) throws {
    let geometry = try result.elements.aggregatedGeometry()
    // GeoJSON cannot hold measures.
    func json(_ geometry: Geometry) throws -> String { try geometry.removingM().geoJSON() }
    try stream.object("aggregatedGeometry") { stream in
      stream.member("point", json: try geometry.points.map { try json(.multiPoint($0)) })
      stream.member("line", json: try geometry.lines.map { try json(.multiLineString($0)) })
      stream.member("polygon", json: try geometry.polygons.map { try json(.multiPolygon($0)) })
    }
  }

  private func writeConnectivity(_ stream: inout JSONStream, _ cut: inout ListCut) throws {
    let connectivity = cut.first(of: result.connectivity, "connectivity")
    try stream.objects("connectivity", connectivity) { stream, connection in
      stream.object("via") { stream in
        switch connection.via {
        case .edge(let element):
          stream.member("kind", "edge")
          stream.identity(element.feature, names)
          stream.member("positionFrom", element.positions?.lowerBound)
          stream.member("positionTo", element.positions?.upperBound)
        case .association(let association):
          stream.member("kind", "association")
          stream.member("globalID", association.globalID)
        case .within(let feature):
          stream.member("kind", "within")
          stream.identity(feature, names)
        }
      }
      for (key, end) in [("from", connection.from), ("to", connection.to)] {
        stream.object(key) { stream in
          stream.member("node", end.node)
          stream.member("globalID", end.element?.globalID.description)
          stream.member("origin", end.element.flatMap { names.network.origin(of: $0.feature) })
          stream.member("terminal", end.element?.terminal?.id)
        }
      }
    }
  }

  private func write(_ association: Association, _ stream: inout JSONStream) {
    stream.member("globalID", association.globalID)
    stream.member("kind", association.kind.name)
    for (key, end) in [("from", association.from), ("to", association.to)] {
      stream.object(key) { stream in
        stream.member("globalID", end.globalID)
        let feature = names.network.feature(globalID: end.globalID)
        stream.member("origin", feature.flatMap { names.network.origin(of: $0) })
        stream.member("terminal", end.terminalID)
      }
    }
  }
}

/// Shortens the lists of a document, and counts the omitted items.
struct ListCut {
  let limit: Int?
  fileprivate var leftOut: [(list: String, count: Int)] = []

  mutating func first<List: Collection>(of items: List, _ list: String) -> List.SubSequence {
    let told = items.prefix(limit ?? .max)
    if told.count < items.count { leftOut.append((list, items.count - told.count)) }
    return told
  }

  /// Writes the member `leftOut`, with a number for each incomplete list; no member when all are complete.
  func write(to stream: inout JSONStream) {
    if leftOut.isEmpty { return }
    stream.object("leftOut") { stream in
      for (list, count) in leftOut { stream.member(list, count) }
    }
  }
}

enum TraceResultType: String, CaseIterable, ExpressibleByArgument {
  case geometry, connectivity, associations
}
