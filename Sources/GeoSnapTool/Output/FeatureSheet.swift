import GeoSnap

/// All information about one feature.
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
    switch geometry.type.dimension {
    case 1: return (geometry.length, nil)
    case 2: return (geometry.length, geometry.area)
    default: return (nil, nil)
    }
  }

  var json: JSONValue {
    var members = output.members(feature)
    members["name"] = JSONValue(network.name(of: feature))
    members["attributes"] = output.attributes(feature)
    members["geometry"] = JSONValue(network.geometry(of: feature)?.wkt)
    members["length"] = JSONValue(measures.length)
    members["area"] = JSONValue(measures.area)
    let associations = AssociationOutput(network: network)
    members["associations"] = .array(network.associations(of: feature).map(associations.json))
    members["connected"] = .array(connected.map(output.json))
    members["subnetworks"] = subnetworks.map(json) ?? .null
    return .object(members)
  }

  private func json(_ subnetworks: [SubnetworkLabels.Subnetwork]) -> JSONValue {
    .array(
      subnetworks.map {
        .object([
          "name": .string($0.name), "tier": .string($0.tierName),
          "domainNetwork": .string($0.domainNetworkName),
        ])
      }
    )
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
  /// The adjacent features: at the nodes of a line or in them, and at the other ends of its connectivity
  /// associations.
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
