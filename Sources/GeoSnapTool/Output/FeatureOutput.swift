package import GeoSnap

package struct FeatureOutput {
  let network: EditedNetwork

  package init(network: EditedNetwork) { self.network = network }

  /// The keys that every feature has: source, globalID, origin, assetGroup, assetType, row.
  package func members(_ feature: FeatureID) -> [String: JSONValue] {
    let type = network.assetType(of: feature)
    return [
      "source": .string(network.base.tables[Int(feature.table)].name),
      "globalID": JSONValue(network.globalID(of: feature)?.description),
      "origin": JSONValue(network.origin(of: feature)), "assetGroup": JSONValue(type?.group.name),
      "assetType": JSONValue(type?.type.name),
      "row": JSONValue(network.rowID(of: feature).map { Int($0) }),
    ]
  }

  func json(_ feature: FeatureID) -> JSONValue { .object(members(feature)) }

  func line(_ feature: FeatureID) -> String { network.describe(feature) }

  /// All attributes by field name; bytes as hexadecimal digits.
  package func attributes(_ feature: FeatureID) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for (position, field) in network.base.tables[Int(feature.table)].fields.enumerated() {
      members[field.name] = JSONValue(network.attribute(position, of: feature) ?? .null)
    }
    return .object(members)
  }

  func path(_ id: AssetTypeID) -> String { network.describe(id) }

  func paths(_ ids: [AssetTypeID]) -> JSONValue { JSONValue(ids.map(path)) }
}

// Short names for the library's formats of numbers in sentences.

func text(_ number: Double, places: Int = 3) -> String { Words.number(number, decimals: places) }

func text(_ location: Coordinate) -> String { Words.place(location) }

func text(_ extent: Envelope) -> String {
  "\(text(Coordinate(x: extent.minX, y: extent.minY))) to "
    + text(Coordinate(x: extent.maxX, y: extent.maxY))
}

/// A distance as text, with the precision of places there.
func text(_ distance: Double, near location: Coordinate) -> String {
  Words.distance(distance, near: location)
}

/// A number as text: without decimals when it is an integer, otherwise with seven digits.
func plain(_ number: Double) -> String { Words.number(number) }

/// A number with its noun: `1 feature`, `2 features`.
func count(_ number: Int, _ thing: String) -> String { Words.count(number, thing) }

extension [String: JSONValue] {
  /// The keys of both, as an object.
  func with(_ others: [String: JSONValue]) -> JSONValue { .object(merging(others) { $1 }) }

  /// The keys that every feature has, all null, for a target that is not a stored feature.
  static let ofNoFeature: [String: JSONValue] = Dictionary(
    uniqueKeysWithValues: ["source", "globalID", "origin", "assetGroup", "assetType", "row"]
      .map { ($0, .null) }
  )
}

struct FeatureSheet {
  private let network: EditedNetwork
  private let feature: FeatureID
  private let connected: [FeatureID]
  /// The subnetworks that it belongs to; nil where they were not traced.
  private let subnetworks: [SubnetworkLabels.Subnetwork]?

  init(_ feature: FeatureID, _ topology: Topology, _ labels: SubnetworkLabels?) {
    self.feature = feature
    network = topology.network
    connected = topology.neighbours(of: feature)
    subnetworks = labels?.subnetworks(of: feature)
  }

  private var output: FeatureOutput { FeatureOutput(network: network) }

  private var measures: (length: Double?, area: Double?) {
    guard let geometry = network.geometry(of: feature) else { return (nil, nil) }
    return switch geometry.type.dimension {
    case 1: (geometry.length, nil)
    case 2: (geometry.length, geometry.area)
    default: (nil, nil)
    }
  }

  var json: JSONValue {
    let associations = AssociationOutput(network: network)
    let subnetworks = subnetworks.map { subnetworks in
      JSONValue.objects(subnetworks) {
        [
          "name": .string($0.name), "tier": .string($0.tierName),
          "domainNetwork": .string($0.domainNetworkName),
        ]
      }
    }
    return output.members(feature).with([
      "name": JSONValue(network.name(of: feature)), "attributes": output.attributes(feature),
      "geometry": JSONValue(network.geometry(of: feature)?.wkt),
      "length": JSONValue(measures.length), "area": JSONValue(measures.area),
      "associations": .array(network.associations(of: feature).map(associations.json)),
      "connected": .array(connected.map(output.json)), "subnetworks": subnetworks ?? .null,
    ])
  }

  var lines: [String] {
    var lines = [output.line(feature)]
    if let name = network.name(of: feature) { lines.append("  name        \(name)") }
    if let id = network.globalID(of: feature) { lines.append("  global id   \(id)") }
    if let row = network.rowID(of: feature) { lines.append("  row         \(row)") }
    if let geometry = network.geometry(of: feature) {
      var words = [geometry.type.name]
      if let place = geometry.coordinates.first, geometry.type == .point {
        words.append(text(place))
      }
      if let length = measures.length { words.append("length \(plain(length))") }
      if let area = measures.area { words.append("area \(plain(area))") }
      lines.append("  geometry    \(words.joined(separator: ", "))")
    }
    func list(_ title: String, _ items: [String]) {
      if !items.isEmpty { lines += ["  \(title)"] + items.map { "    \($0)" } }
    }
    list("attributes", network.valuesThere(of: feature).map { "\($0.field)  \($0)" })
    let associations = AssociationOutput(network: network)
    list("associations", network.associations(of: feature).map(associations.line))
    list("connected with", connected.map(output.line))
    list("subnetworks", (subnetworks ?? []).map { "\($0.name)  \($0.tierName)" })
    return lines
  }
}

extension EditedNetwork {
  /// The attributes of a feature that have a value, in the order of fields.
  func valuesThere(of feature: FeatureID) -> [NamedValue] {
    attributes(of: feature).filter { !$0.description.isEmpty }
  }
}

extension Topology {
  /// The adjacent features: at its nodes, and at the other ends of its connectivity associations.
  fileprivate func neighbours(of feature: FeatureID) -> [FeatureID] {
    var found: [FeatureID] = []
    func add(_ other: FeatureID?) {
      if let other, other != feature, !found.contains(other) { found.append(other) }
    }
    let ends = edges(of: feature).flatMap {
      [self.ends(ofEdge: $0).from, self.ends(ofEdge: $0).to]
    }
    for node in nodes(of: feature) + ends {
      let owner = self.feature(ofNode: node)
      add(owner)
      // Lines that meet at a system junction, and the features that a junction itself is joined to.
      guard owner == nil || owner == feature else { continue }
      for half in halfEdges(of: node) { add(self.feature(ofEdge: Int(half.edge))) }
    }
    for association in network.associations(of: feature) where association.kind.isConnectivity {
      add(network.feature(across: association, from: feature))
    }
    return found
  }
}

struct IdentifyOutput {
  let network: EditedNetwork

  private var features: FeatureOutput { FeatureOutput(network: network) }

  func json(_ hit: IdentifyHit) -> JSONValue {
    features.members(hit.feature).with([
      "distance": .number(hit.distance), "location": JSONValue(hit.location, z: hit.z),
    ])
  }

  /// Appends the JSON of ``json(_:)`` without building the value: a pointer causes a call for each of its moves.
  func append(_ hit: IdentifyHit, to bytes: inout [UInt8]) {
    let feature = hit.feature
    let type = network.assetType(of: feature)
    func append(_ key: String, _ value: (some JSONWritable)?) {
      bytes += key.utf8
      if let value { value.appendJSON(to: &bytes) } else { bytes += "null".utf8 }
    }
    append("{\"assetGroup\":", type?.group.name)
    append(",\"assetType\":", type?.type.name)
    bytes += ",\"distance\":".utf8
    bytes.appendJSON(hit.distance)
    append(",\"globalID\":", network.globalID(of: feature))
    bytes += ",\"location\":".utf8
    bytes.appendJSON(hit.location, z: hit.z)
    append(",\"origin\":", network.origin(of: feature))
    append(",\"row\":", network.rowID(of: feature).map { Int($0) })
    append(",\"source\":", network.base.tables[Int(feature.table)].name)
    bytes.append(UInt8(ascii: "}"))
  }

  func lines(_ hits: [IdentifyHit], at place: Coordinate, tolerance: Double) -> [String] {
    ["\(count(hits.count, "feature")) within \(plain(tolerance)) of \(text(place))"]
      + hits.map { "  \(text($0.distance, near: place))  \(features.line($0.feature))" }
  }
}

struct ContainerOutput {
  let network: EditedNetwork

  private var features: FeatureOutput { FeatureOutput(network: network) }
  private var associations: AssociationOutput { AssociationOutput(network: network) }

  /// The scale at which the content is legible; nil for coordinates in degrees.
  private func legibleScale(_ view: ContainerView) -> Double? {
    network.base.isInDegrees ? nil : view.legibleView()?.scale
  }

  func members(_ view: ContainerView) -> [String: JSONValue] {
    [
      "container": features.json(view.container),
      "content": .array(view.content.map(features.json)), "extent": JSONValue(view.extent),
      "viewScale": JSONValue(view.viewScale), "legibleScale": JSONValue(legibleScale(view)),
      "associations": .array(view.associations.map(associations.json)),
    ]
  }

  func lines(_ view: ContainerView) -> [String] {
    let name = features.line(view.container)
    guard !view.content.isEmpty else { return ["\(name) holds nothing"] }
    var lines = ["\(name) holds \(count(view.content.count, "feature"))"]
    lines += view.content.map { "  \(features.line($0))" }
    if let extent = view.extent { lines.append("View: \(text(extent))") }
    if let scale = view.viewScale {
      lines.append("A single point: open the view at 1:\(text(scale, places: 0))")
    }
    if view.spacing != nil, let scale = legibleScale(view) {
      lines.append("The content is legible at 1:\(text(scale, places: 0))")
    }
    lines.append("\(count(view.associations.count, "association")) in the view")
    return lines + view.associations.map { "  \(associations.line($0))" }
  }
}

struct AssociationOutput {
  let network: EditedNetwork

  func json(_ association: Association) -> JSONValue {
    let geometry = network.geometry(of: association).map { Geometry.lineString($0).wkt }
    return .object([
      "globalID": .string(association.globalID.description), "kind": .string(association.kind.name),
      "from": json(association.from), "to": json(association.to), "geometry": JSONValue(geometry),
      "isContentVisible": .bool(association.isContentVisible),
      "derived": .bool(association.origin == "derived"),
    ])
  }

  private func json(_ end: Association.End) -> JSONValue {
    let feature = network.feature(globalID: end.globalID)
    let table = feature.map { network.base.tables[Int($0.table)] }
    return .object([
      "source": JSONValue(table?.name), "globalID": .string(end.globalID.description),
      "origin": JSONValue(feature.flatMap { network.origin(of: $0) }),
      "terminal": JSONValue(end.terminalID),
    ])
  }

  func line(_ association: Association) -> String {
    "\(association.kind.name)  \(network.describe(association))"
  }

  func lines(_ associations: [Association], _ limit: LimitOption = LimitOption(nil)) -> [String] {
    [count(associations.count, "association")]
      + limit.first(of: associations).map { "  \(line($0))" }
      + limit.rest(of: associations.count)
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, in the order of first occurrence.
  var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
