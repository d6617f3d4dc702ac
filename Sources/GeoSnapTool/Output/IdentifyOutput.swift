import GeoSnap

/// How identified features are told in JSON and in text.
struct IdentifyOutput {
  let network: EditedNetwork

  private var features: FeatureOutput { FeatureOutput(network: network) }

  func json(_ hit: IdentifyHit) -> JSONValue {
    var members = features.members(hit.feature)
    members["distance"] = .number(hit.distance)
    members["location"] = GeoSnapTool.json(hit.location, z: hit.z)
    return .object(members)
  }

  func lines(_ hits: [IdentifyHit], at place: Coordinate, tolerance: Double) -> [String] {
    ["\(count(hits.count, "feature")) within \(tolerance) of \(text(place))"]
      + hits.map { "  \(text($0.distance, near: place))  \(features.line($0.feature))" }
  }
}
