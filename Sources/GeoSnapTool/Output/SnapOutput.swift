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
    match.map { match in all.filter { isEqual($0, to: match) } } ?? []
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
    members(match.place).with([
      "insertVertex": .bool(match.insertsVertex), "splitsLine": .bool(match.splitsLine),
      "occupiedBy": match.occupant.map { .object(members(of: $0)) } ?? .null,
      "terminals": JSONValue(match.terminals), "crossing": match.crossing.map(json) ?? .null,
      "because": .string(network.reason(of: match)), "rule": Optional(match.permission).ruleJSON,
    ])
  }

  func json(_ refusal: SnapRefusal) -> JSONValue {
    members(refusal.place).with([
      "reason": .string(refusal.reason.rawValue),
      "because": .string(network.reason(of: refusal)), "fits": features.paths(refusal.fits),
      "companion": refusal.companion.map { .object(members(of: $0)) } ?? .null,
      "gap": network.gap(of: refusal).map(json) ?? .null,
      "remedy": members(refusal.remedy).with([
        "kind": .string(refusal.remedy.kindName),
        "sentence": .string(network.remedy(of: refusal)),
      ]),
    ])
  }

  private func json(_ gap: RuleGap) -> JSONValue {
    .object([
      "sentence": .string(network.describe(gap)), "assetTypes": features.paths(gap.assetTypes),
      "nearestRules": JSONValue(gap.nearest.map(\.id)),
    ])
  }

  private func json(_ segment: SnapSegment) -> JSONValue {
    members(of: segment.target).with([
      "part": .integer(segment.part), "vertex": .integer(segment.vertex),
      "fraction": JSONValue(segment.fraction),
    ])
  }

  private func members(_ place: SnapPlace) -> [String: JSONValue] {
    let own: [String: JSONValue] = [
      "kind": .string(place.kind.group), "place": .string(place.kind.name),
      "location": JSONValue(place.location, z: place.z), "distance": .number(place.distance),
      "fraction": JSONValue(place.fraction), "part": .integer(place.part),
      "vertex": .integer(place.vertex),
    ]
    return own.merging(members(of: place.target)) { own, _ in own }
  }

  /// The keys that name a feature; all null for other targets.
  private func members(of target: SnapTarget) -> [String: JSONValue] {
    if case .feature(let feature) = target { features.members(feature) } else { .ofNoFeature }
  }

  private func members(_ remedy: SnapRemedy) -> [String: JSONValue] {
    switch remedy {
    case .none, .useJunction, .moveEnd, .resume: [:]
    case .addRule(let kind, let types):
      ["ruleKind": .string(kind.name), "assetTypes": features.paths(types)]
    case .placeJunction(let types), .changeJunction(let types), .changeAssetType(let types):
      ["assetTypes": features.paths(types)]
    case .useEnd(let end): ["location": JSONValue(end)]
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
      "children": .objects(source.childSourceSettings) { child in
        [
          "assetGroup": .string(child.name), "code": JSONValue(child.assetGroup),
          "behavior": .string(child.behaviorName), "enabled": .bool(child.isEnabled),
          "assetTypes": .array(assetTypes(of: child, definition, rules)),
        ]
      },
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
