import GeoSnap

/// Snap results, above all as JSON.
package struct SnapOutput {
  let network: EditedNetwork
  /// The rules for the edited asset type; nil when none are in force.
  let rules: SnapRules?

  var features: FeatureOutput { FeatureOutput(network: network) }

  /// The result of a pointer position, in one sentence.
  func sentence(_ match: SnapMatch?, tolerance: Double) -> String {
    match.map { "snapped to \(network.describe($0))" }
      ?? "unsnapped: nothing within \(plain(tolerance)) may be snapped to"
  }

  /// Of all allowed places, those of other features at the winner's distance.
  func equals(of match: SnapMatch?, among all: [SnapMatch]) -> [SnapMatch] {
    guard let match else { return [] }
    return all.filter { isEqual($0, to: match) }
  }

  /// Whether another feature's place has the same distance and rank, so that the order of layers and rows decides.
  ///
  /// Line ends and vertices at a junction do not count: they are the same node.
  func isEqual(_ other: SnapMatch, to match: SnapMatch) -> Bool {
    let (place, other) = (match.place, other.place)
    let tolerance = network.base.coincidenceTolerance
    guard other.target != place.target, other.kind.rank == place.kind.rank,
      abs(other.distance - place.distance) <= tolerance.xy
    else { return false }
    let isNode =
      place.kind.rank == SnapKind.point.rank && (place.kind == .point || match.occupant != nil)
    return !isNode || other.kind == .point
      || other.location.distance(to: place.location) > tolerance.xy
      || !tolerance.holds(other.z ?? .nan, place.z ?? .nan, heights: ())
  }

  func document(_ match: SnapMatch?) -> [String: JSONValue] {
    ["state": match == nil ? "unsnapped" : "snapped", "match": match.map(json) ?? .null]
  }

  func json(_ match: SnapMatch) -> JSONValue {
    var members = members(match.place)
    members["insertVertex"] = .bool(match.insertsVertex)
    members["occupiedBy"] = match.occupant.map { .object(self.members(of: $0)) } ?? .null
    members["splitsLine"] = .bool(match.splitsLine)
    members["terminals"] = GeoSnapTool.json(match.terminals)
    members["crossing"] = match.crossing.map(json) ?? .null
    members["because"] = .string(network.reason(of: match))
    members["rule"] = Optional(match.permission).ruleJSON
    return .object(members)
  }

  func json(_ refusal: SnapRefusal) -> JSONValue {
    var members = members(refusal.place)
    members["reason"] = .string(refusal.reason.rawValue)
    members["because"] = .string(network.reason(of: refusal))
    members["fits"] = features.paths(refusal.fits)
    members["companion"] = refusal.companion.map { .object(self.members(of: $0)) } ?? .null
    members["gap"] = network.gap(of: refusal).map(json) ?? .null
    members["remedy"] = .object(remedyMembers(refusal))
    return .object(members)
  }

  private func json(_ gap: RuleGap) -> JSONValue {
    .object([
      "sentence": .string(network.describe(gap)),
      "assetTypes": features.paths(gap.assetTypes),
      "nearestRules": JSONValue(gap.nearest.map(\.id)),
    ])
  }

  private func json(_ segment: SnapSegment) -> JSONValue {
    var members = members(of: segment.target)
    members["part"] = .integer(segment.part)
    members["vertex"] = .integer(segment.vertex)
    members["fraction"] = JSONValue(segment.fraction)
    return .object(members)
  }

  private func members(_ place: SnapPlace) -> [String: JSONValue] {
    var members = members(of: place.target)
    members["kind"] = .string(place.kind.group)
    members["place"] = .string(place.kind.name)
    members["location"] = GeoSnapTool.json(place.location, z: place.z)
    members["distance"] = .number(place.distance)
    members["fraction"] = JSONValue(place.fraction)
    members["part"] = .integer(place.part)
    members["vertex"] = .integer(place.vertex)
    return members
  }

  /// The keys that name a feature; all null for other targets.
  private func members(of target: SnapTarget) -> [String: JSONValue] {
    if case .feature(let feature) = target { features.members(feature) } else { .ofNoFeature }
  }
}

extension SnapKind {
  /// The name of the kind where only vertices and edges are distinguished.
  var group: String {
    switch self {
    case .point, .lineEnd, .vertex: "vertex"
    case .segment, .boundary: "segment"
    default: name
    }
  }
}
