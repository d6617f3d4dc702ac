import GeoSnap

/// Identified features as JSON and as text.
struct IdentifyOutput {
  let network: EditedNetwork

  private var features: FeatureOutput { FeatureOutput(network: network) }

  func json(_ hit: IdentifyHit) -> JSONValue {
    var members = features.members(hit.feature)
    members["distance"] = .number(hit.distance)
    members["location"] = GeoSnapTool.json(hit.location, z: hit.z)
    return .object(members)
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
