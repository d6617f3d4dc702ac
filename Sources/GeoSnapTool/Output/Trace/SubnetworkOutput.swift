import GeoSnap

/// How subnetworks are told in JSON, in text and as GeoJSON.
struct SubnetworkOutput {
  private let topology: Topology
  private let report: SubnetworkReport
  private let names: TraceNames

  init(_ topology: Topology, _ report: SubnetworkReport) {
    self.topology = topology
    self.report = report
    names = TraceNames(topology.network)
  }

  func writeJSON() throws {
    var stream = JSONStream()
    stream.beginList("subnetworks")
    for subnetwork in report.subnetworks {
      stream.beginObject()
      stream.member("name", subnetwork.name)
      stream.member("tier", subnetwork.tierName)
      try stream.controllers("controllers", subnetwork.controllers, topology, names)
      try stream.objects("features", subnetwork.elements.features) { $0.identity($1, names) }
      try stream.functions("functions", subnetwork.functions)
      stream.endObject()
    }
    try stream.endList()
    try stream.objects("disconnected", report.disconnected) { $0.identity($1, names) }
    try stream.end()
  }

  var lines: [String] {
    var lines = [
      "\(count(report.subnetworks.count, "subnetwork")), "
        + "\(count(report.disconnected.count, "feature")) in none"
    ]
    for subnetwork in report.subnetworks {
      let controllers = subnetwork.controllers.map { names.name($0.feature) }
      lines.append(
        "  \(subnetwork.name)  \(subnetwork.tierName)  "
          + "\(count(subnetwork.elements.features.count, "feature")) from "
          + controllers.joined(separator: ", ")
      )
      lines += subnetwork.functions.map { "    \(names.network.describe($0))" }
      lines += subnetwork.warnings.map { "    warning: \($0.message)" }
    }
    return lines
  }

  /// Writes each feature with the subnetwork it is in; of those in none only what it is.
  func writeGeoJSON(_ stream: inout GeoJSONStream) throws {
    for subnetwork in report.subnetworks {
      for feature in subnetwork.elements.features {
        try add(feature, subnetwork.name, subnetwork.tierName, &stream)
      }
    }
    for feature in report.disconnected { try add(feature, nil, nil, &stream) }
  }

  private func add(
    _ feature: FeatureID,
    _ subnetwork: String?,
    _ tier: String?,
    _ stream: inout GeoJSONStream
  ) throws {
    try stream.add(
      topology.network.geometry(of: feature),
      properties: [
        ("subnetwork", JSONValue(subnetwork)), ("tier", JSONValue(tier)),
        ("source", .string(names.source(feature))),
        ("globalID", JSONValue(names.globalID(feature)?.description)),
        ("origin", JSONValue(names.origin(feature))),
      ]
    )
  }
}
