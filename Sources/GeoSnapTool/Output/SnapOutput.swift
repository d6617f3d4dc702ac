import Foundation
import GeoSnap

package struct SnapOutput {
  let network: EditedNetwork
  /// The rules for the edited asset type; nil when none are in force.
  let rules: SnapRules?

  var features: FeatureOutput { FeatureOutput(network: network) }

  func sentence(_ match: SnapMatch?, tolerance: Double) -> String {
    match.map { "snapped to \(network.describe($0))" }
      ?? "unsnapped: nothing within \(plain(tolerance)) may be snapped to"
  }

  /// Of all allowed places, those of other features at the winner's distance.
  func equals(of match: SnapMatch?, among all: [SnapMatch]) -> [SnapMatch] {
    guard let match else { return [] }
    return all.filter { isEqual($0, to: match) }
  }

  /// Whether another feature's place has the same distance and rank, so that the order of layers and rows decides;
  /// line ends and vertices at a junction do not count: they are the same node.
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
      "sentence": .string(network.describe(gap)), "assetTypes": features.paths(gap.assetTypes),
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

  /// The keys of a remedy in JSON: its kind, the sentence, and its subject.
  func remedyMembers(_ refusal: SnapRefusal) -> [String: JSONValue] {
    var members = members(refusal.remedy)
    members["kind"] = .string(refusal.remedy.kindName)
    members["sentence"] = .string(network.remedy(of: refusal))
    return members
  }

  private func members(_ remedy: SnapRemedy) -> [String: JSONValue] {
    switch remedy {
    case .none, .useJunction, .moveEnd, .resume: [:]
    case .addRule(let kind, let types):
      ["ruleKind": .string(kind.name), "assetTypes": features.paths(types)]
    case .placeJunction(let types), .changeJunction(let types), .changeAssetType(let types):
      ["assetTypes": features.paths(types)]
    case .useEnd(let end): ["location": GeoSnapTool.json(end)]
    case .enable(let source, let group):
      ["source": .string(source), "assetGroup": JSONValue(group)]
    case .show(let layer), .changeFilter(let layer): ["source": .string(layer)]
    case .zoom(let range):
      ["minScale": .number(range.minScale), "maxScale": .number(range.maxScale)]
    case .enableKind(let kind): ["place": .string(kind.name)]
    case .widen(let distance): ["tolerance": .number(distance)]
    }
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

extension NetworkReading {
  /// The remedy of a refusal, with the option that carries it out.
  func advice(on refusal: SnapRefusal) -> String {
    let sentence = remedy(of: refusal)
    switch refusal.remedy {
    case .enable: return sentence.dropLast() + " with --enable."
    case .enableKind: return sentence.dropLast() + " with --kinds."
    default: return sentence
    }
  }

  /// The command line that carries out the remedy of a refusal; nil for none.
  func command(for refusal: SnapRefusal, in network: String) -> String? {
    guard case .placeJunction(let types) = refusal.remedy else { return nil }
    return command(placing: types, at: refusal.place.location, in: network)
  }

  /// The command line that puts a junction of the first of some asset types at a place.
  func command(placing types: [AssetTypeID], at place: Coordinate, in network: String) -> String? {
    types.first.map { type in
      ["geosnap", "edit", network, "--draw", describe(type), "--at", "\(place.x),\(place.y)"]
        .map(PastedCommand.quoted).joined(separator: " ")
    }
  }
}

struct SnapSourcesOutput {
  let settings: SnapSettings

  /// The sources with the asset types of a definition, and the behavior of each under the rules.
  func json(_ definition: NetworkDefinition, _ rules: SnapRules?) -> JSONValue {
    .array(settings.sourceSettings.map { json($0, definition, rules) })
  }

  private func json(
    _ source: SnapSourceSettings,
    _ definition: NetworkDefinition,
    _ rules: SnapRules?
  ) -> JSONValue {
    .object([
      "source": .string(source.name), "behavior": .string(source.behaviorName),
      "enabled": .bool(source.isEnabled),
      "children": .array(
        source.childSourceSettings.map { child in
          .object([
            "assetGroup": .string(child.name), "code": JSONValue(child.assetGroup),
            "behavior": .string(child.behaviorName), "enabled": .bool(child.isEnabled),
            "assetTypes": .array(assetTypes(of: child, definition, rules)),
          ])
        }
      ),
    ])
  }

  private func assetTypes(
    of child: SnapSourceSettings,
    _ definition: NetworkDefinition,
    _ rules: SnapRules?
  ) -> [JSONValue] {
    guard let sourceID = child.sourceID, let code = child.assetGroup,
      let group = definition.sources.first(where: { $0.sourceID == sourceID })?
        .assetGroup(code: code)
    else { return [] }
    return group.assetTypes.map { type in
      let permission =
        rules.map {
          $0.permission(
            for: AssetTypeID(sourceID: sourceID, assetGroup: code, assetType: type.code)
          )
        } ?? .unruled
      return .object([
        "assetType": .string(type.name), "code": .integer(type.code),
        "behavior": .string(permission.behaviorName), "rule": permission.ruleJSON,
      ])
    }
  }

  /// A line for each source, with the asset groups that rules limit below it.
  var lines: [String] {
    settings.sourceSettings.flatMap { source in
      ["\(mark(source))  \(source.name)"]
        + source.childSourceSettings.filter { $0.ruleBehavior == .rulesLimitSnapping }
        .map { "      \(mark($0))  \($0.name)" }
    }
  }

  private func mark(_ source: SnapSourceSettings) -> String {
    // Esri's rules enable prevented sources as well, without effect: the text says so.
    let state =
      source.ruleBehavior == .rulesPreventSnapping
      ? "offers nothing" : source.isEnabled ? "on" : "off"
    return source.behaviorName.padding(toLength: 9, withPad: " ", startingAt: 0) + "  "
      + state.padding(toLength: 14, withPad: " ", startingAt: 0)
  }
}

extension SnapPermission? {
  /// The behavior of one asset type, in the words for its group and source.
  fileprivate var behaviorName: String {
    switch self {
    case nil: "prevented"
    case .unruled: "allowed"
    case .rule, .sameAssetType: "limited"
    }
  }

  var ruleJSON: JSONValue {
    if case .rule(let id) = self { .integer(id) } else { .null }
  }
}
