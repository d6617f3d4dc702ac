package import GeoSnap

/// A pointer position with all places near it: the winner, the other allowed places, and the refused ones.
package struct SnapReport {
  package let place: Coordinate
  let tolerance: Double
  let role: SnapRole
  /// Every allowed place, the winner first.
  let matches: [SnapMatch]
  package let refused: [SnapRefusal]
  /// The nearest feature with its distance, where none was near enough.
  let nearest: (feature: FeatureID, distance: Double)?
  let output: SnapOutput

  package init(
    _ snapper: Snapper,
    at place: Coordinate,
    tolerance: Double,
    role: SnapRole,
    editing edited: FeatureID?
  ) throws {
    self.place = place
    self.tolerance = tolerance
    self.role = role
    matches = try snapper.matches(at: place, tolerance: tolerance, role: role, editing: edited)
    refused =
      try snapper.explain(at: place, tolerance: tolerance, role: role, editing: edited).refused
    let network = snapper.scene.network
    output = SnapOutput(network: network, rules: snapper.rules)
    guard matches.isEmpty, refused.isEmpty else {
      nearest = nil
      return
    }
    nearest =
      snapper.scene.index.features.nearest(to: place) { network.feature(ordinal: $0) != edited }
      .first.map { (network.feature(ordinal: $0.feature), $0.distance) }
  }

  package var match: SnapMatch? { matches.first }

  package var network: EditedNetwork { output.network }

  package var json: JSONValue { document(LimitOption(nil)) }

  func document(_ limit: LimitOption) -> JSONValue {
    let nearest = nearest.map {
      output.features.members($0.feature).with(["distance": .number($0.distance)])
    }
    return output.document(match).with([
      "at": JSONValue(place), "tolerance": .number(tolerance), "role": .string(role.rawValue),
      "assetType": JSONValue(output.rules.map { output.features.path($0.assetType) }),
      "candidates": .array(matches.map(output.json)),
      "equals": .array(output.equals(of: match, among: matches).map(output.json)),
      "refused": .array(limit.first(of: refused).map(output.json)), "nearest": nearest ?? .null,
    ])
  }

  // MARK: Text

  package var lines: [String] { lines() }

  /// The result as text; `network` is the network on the command line, for the commands that carry out remedies.
  func lines(_ network: String? = nil, _ limit: LimitOption = LimitOption(nil)) -> [String] {
    ["\(question):"] + answer + others + refusals(network, limit)
  }

  var question: String {
    let edited =
      output.rules.map { "editing \(output.features.path($0.assetType)) as \(role.words)" }
      ?? "no asset type edited, so no rules in force"
    return "At \(text(place)) within \(plain(tolerance)), \(edited)"
  }

  private var answer: [String] {
    guard let match else { return [nothing] }
    return ["snapped to \(network.describe(match.place))"] + reasons(match).map { "  \($0)" }
  }

  /// The reason for which there is no snap, in one sentence.
  var nothing: String {
    guard refused.isEmpty else { return "unsnapped: \(network.reason(ofNothingBut: refused))" }
    guard let nearest else { return "unsnapped: the network has no feature with a place" }
    return
      "unsnapped: nothing is that near; the nearest is \(network.describe(nearest.feature)), "
      + "\(text(nearest.distance, near: place)) away"
  }

  private func reasons(_ match: SnapMatch) -> [String] {
    ["because \(network.reason(of: match))"] + network.duties(of: match)
  }

  private var others: [String] {
    guard let match, matches.count > 1 else { return [] }
    return ["", "also allowed, in this order:"]
      + matches.enumerated().dropFirst().map { position, other in
        let tie = output.isEqual(other, to: match) ? ", as near as the first" : ""
        return "  \(position + 1). \(network.describe(other.place))\(tie)"
      }
  }

  private func refusals(_ name: String?, _ limit: LimitOption) -> [String] {
    guard !refused.isEmpty else { return [] }
    // Places that are refused for the same reasons are listed together, with the command for the first place.
    var groups: [(details: [String], titles: [String], command: String?)] = []
    var positions: [[String]: Int] = [:]
    for (number, refusal) in limit.first(of: refused).enumerated() {
      let details = details(refusal)
      let title = "\(number + 1). \(network.describe(refusal.place))"
      if let position = positions[details] {
        groups[position].titles.append(title)
      } else {
        positions[details] = groups.count
        groups.append((details, [title], name.flatMap { network.command(for: refusal, in: $0) }))
      }
    }
    return ["", "refused:"]
      + groups.flatMap { group in
        group.titles.map { "  \($0)" } + group.details.map { "       \($0)" }
          + (group.command.map { ["       command  \($0)"] } ?? [])
      } + limit.rest(of: refused.count)
  }

  private func details(_ refusal: SnapRefusal) -> [String] {
    var details = ["why      \(refusal.reason.rawValue): \(network.reason(of: refusal))"]
    if let gap = network.gap(of: refusal) {
      details.append("gap      \(network.describe(gap))")
      details += gap.nearest.map { "nearest  \(network.describe($0))" }
    }
    if refusal.reason == .noRule, !refusal.fits.isEmpty {
      details.append("fits     \(network.list(refusal.fits, "and", limit: 4))")
    }
    return details + ["remedy   \(network.advice(on: refusal))"]
  }
}

extension SnapRole {
  fileprivate var words: String {
    switch self {
    case .point: "a point"
    case .lineEnd: "the end of a line"
    case .innerVertex: "an inner vertex"
    }
  }
}
