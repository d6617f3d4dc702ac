package import GeoSnap

struct SubnetworkOutput {
  private let topology: Topology
  private let listing: SubnetworkListing
  private let names: TraceNames

  init(_ topology: Topology, _ listing: SubnetworkListing) {
    self.topology = topology
    self.listing = listing
    names = TraceNames(topology.network)
  }

  func writeJSON() throws {
    var stream = JSONStream()
    stream.beginList("subnetworks")
    for subnetwork in listing.entries {
      stream.beginObject()
      stream.member("name", subnetwork.name)
      stream.member("tier", subnetwork.tierName)
      try stream.controllers("controllers", subnetwork.controllers, topology, names)
      try stream.objects("features", subnetwork.features) { $0.identity($1, names) }
      try stream.functions("functions", subnetwork.functions)
      stream.endObject()
    }
    try stream.endList()
    try stream.objects("disconnected", listing.disconnected) { $0.identity($1, names) }
    try stream.end()
  }

  func lines(_ limit: LimitOption) -> [String] {
    var lines = [
      "\(count(listing.entries.count, "subnetwork")), "
        + "\(count(listing.disconnected.count, "feature")) in none"
    ]
    for subnetwork in limit.first(of: listing.entries) {
      let controllers = subnetwork.controllers.map { names.network.identifier(of: $0.feature) }
      lines.append(
        "  \(subnetwork.name)  \(subnetwork.tierName)  "
          + "\(count(subnetwork.features.count, "feature")) from "
          + controllers.joined(separator: ", ")
      )
      lines += subnetwork.functions.map { "    \(names.network.describe($0))" }
      lines += subnetwork.warnings.map { "    warning: \($0.message)" }
    }
    return lines + limit.rest(of: listing.entries.count)
  }

  /// Writes each feature with its subnetwork; features in none without it.
  func writeGeoJSON(_ stream: inout GeoJSONOutput) throws {
    for subnetwork in listing.entries {
      for feature in subnetwork.features {
        try add(feature, subnetwork.name, subnetwork.tierName, &stream)
      }
    }
    for feature in listing.disconnected { try add(feature, nil, nil, &stream) }
  }

  private func add(
    _ feature: FeatureID,
    _ subnetwork: String?,
    _ tier: String?,
    _ stream: inout GeoJSONOutput
  ) throws {
    try stream.add(
      topology.network.geometry(of: feature),
      properties: [
        ("subnetwork", JSONValue(subnetwork)), ("tier", JSONValue(tier)),
        ("source", .string(names.source(feature))),
        ("globalID", JSONValue(names.network.globalID(of: feature)?.description)),
        ("origin", JSONValue(names.network.origin(of: feature))),
      ]
    )
  }
}

/// Subnetworks with their features, and the features in none; traced now, or as they were kept.
package struct SubnetworkListing {
  package struct Entry {
    package let name: String
    let tierName: String
    let controllers: [SubnetworkController]
    let features: [FeatureID]
    let functions: [TraceFunctionOutput]
    let warnings: [TraceWarning]
  }

  package let entries: [Entry]
  let disconnected: [FeatureID]

  package init(_ report: SubnetworkReport) {
    entries = report.subnetworks.map { subnetwork in
      Entry(
        name: subnetwork.name,
        tierName: subnetwork.tierName,
        controllers: subnetwork.controllers,
        features: subnetwork.elements.features,
        functions: subnetwork.functions,
        warnings: subnetwork.warnings
      )
    }
    disconnected = report.disconnected
  }

  /// Lists the kept subnetworks of a tier, which is spelled as in the definition; of all tiers for nil.
  package init(
    _ labels: SubnetworkLabels,
    ofTier tier: String?,
    inDomainNetwork domainNetwork: String?
  ) throws(TraceError) {
    let kept = labels.subnetworks.filter { subnetwork in
      (domainNetwork == nil || domainNetwork == subnetwork.domainNetworkName)
        && (tier == nil || tier?.lowercased() == subnetwork.tierName.lowercased())
    }
    entries = kept.map { subnetwork in
      Entry(
        name: subnetwork.name,
        tierName: subnetwork.tierName,
        controllers: subnetwork.controllers,
        features: labels.members(of: subnetwork),
        functions: subnetwork.functions,
        warnings: subnetwork.warnings
      )
    }
    disconnected = try labels.disconnected(fromTier: tier, ofDomainNetwork: domainNetwork)
  }
}
