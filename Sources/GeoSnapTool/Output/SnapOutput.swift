import GeoSnap

/// How snaps are told in JSON and in text.
struct SnapOutput {
  let network: UtilityNetwork
  /// Whether the rules for an asset type are in force.
  let hasRules: Bool

  private var features: FeatureOutput { FeatureOutput(network: network) }

  // MARK: JSON

  func document(_ match: SnapMatch?) -> [String: JSONValue] {
    guard let match else { return ["state": "unsnapped", "match": .null] }
    var members = members(match.place)
    members["insertVertex"] = .bool(match.insertsVertex)
    members["because"] = .string(because(match.permission))
    members["rule"] =
      if case .rule(let id) = match.permission { .integer(id) } else { .null }
    return ["state": "snapped", "match": .object(members)]
  }

  func document(_ refusal: SnapRefusal) -> JSONValue {
    var members = members(refusal.place)
    members["reason"] = .string(refusal.reason.rawValue)
    members["because"] = .string(because(refusal))
    members["fits"] = .array(refusal.fits.map { .string(features.path($0)) })
    return .object(members)
  }

  private func members(_ place: SnapPlace) -> [String: JSONValue] {
    var members = place.feature.map(features.members) ?? [:]
    members["kind"] = .string(place.kind.group)
    members["place"] = .string(place.kind.name)
    members["location"] = GeoSnapTool.json(place.location, z: place.z)
    members["distance"] = .number(place.distance)
    members["fraction"] = JSONValue(place.fraction)
    members["part"] = .integer(place.part)
    members["vertex"] = .integer(place.vertex)
    return members
  }

  // MARK: Text

  func lines(_ match: SnapMatch?, refused: [SnapRefusal], tolerance: Double) -> [String] {
    [sentence(match, tolerance: tolerance)] + refused.map { "  refused: \(sentence($0))" }
  }

  func sentence(_ match: SnapMatch?, tolerance: Double) -> String {
    guard let match else { return "unsnapped: nothing within \(tolerance) may be snapped to" }
    let insert = match.insertsVertex ? "; insert a vertex there" : ""
    return "snapped to \(sentence(match.place)), because \(because(match.permission))\(insert)"
  }

  func sentence(_ refusal: SnapRefusal) -> String {
    "\(sentence(refusal.place)), because \(because(refusal))"
  }

  private func sentence(_ place: SnapPlace) -> String {
    let along = place.fraction.map { " (\(text($0 * 100, places: 1))% along)" } ?? ""
    let owner = place.feature.map { " of \(features.line($0))" } ?? ""
    return "\(place.kind.words)\(owner) at \(text(place.location))"
      + "\(along), \(text(place.distance, near: place.location)) away"
  }

  // MARK: Reasons

  func because(_ permission: SnapPermission) -> String {
    switch permission {
    case .unruled: return hasRules ? "no rule concerns its source" : "no rules are in force"
    case .sameAssetType: return "lines of one asset type join without a rule"
    case .rule(let id):
      guard let rule = network.rules.first(where: { $0.id == id }) else { return "rule \(id)" }
      let sides = [rule.from, rule.via, rule.to].compactMap { $0 }
        .map { features.path($0.assetType) }
      return "rule \(id) (\(rule.kind.name)) joins \(sides.joined(separator: " and "))"
    }
  }

  private func because(_ refusal: SnapRefusal) -> String {
    switch refusal.reason {
    case .disabled: return "its source is switched off"
    case .needsJunction:
      guard !refusal.fits.isEmpty else {
        return "two lines of different types need a junction between them, and no type fits both"
      }
      let names = refusal.fits.prefix(4).map { features.path($0) }.joined(separator: ", ")
      let more = refusal.fits.count > 4 ? " and \(refusal.fits.count - 4) more" : ""
      return "two lines of different types need a junction between them: \(names)\(more)"
    case .noRule: return "no rule joins the two asset types"
    case .junctionOnJunction: return "two junctions must not share a place"
    case .noConnectivity: return "features of this source do not connect by place"
    case .endVertexOnly: return "this line connects at its ends only"
    case .innerVertex: return "the edited line connects at its ends only"
    case .noMeetingRule:
      let present = refusal.companion.map { features.line($0) } ?? "another line"
      return "no rule lets the line meet \(present), which is there already"
    case .suspended: return "snapping rests"
    case .hidden: return "no visible layer shows it"
    case .outOfScale: return "its layer is not shown at this scale"
    case .filteredOut: return "the definition expression of its layer hides it"
    case .kindDisabled: return "places of this kind are switched off"
    case .beyondTolerance: return "it is farther away than the tolerance of its kind or source"
    }
  }
}

extension SnapKind {
  /// What the kind is called where vertices and edges are told apart and no more.
  var group: String {
    switch self {
    case .point, .lineEnd, .vertex: "vertex"
    case .segment, .boundary: "segment"
    default: name
    }
  }

  /// The kind in words.
  var words: String {
    switch self {
    case .lineEnd: "line end"
    case .ownVertex: "vertex"
    case .ownEdge: "edge"
    case .guideCrossing: "crossing of guides"
    default: name
    }
  }
}
