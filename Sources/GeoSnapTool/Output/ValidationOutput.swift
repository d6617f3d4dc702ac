import Foundation
import GeoSnap

/// How a validation is told in JSON, in text and as GeoJSON.
struct ValidationOutput {
  let validation: NetworkValidation
  let features: FeatureOutput
  /// Who has changed what is wrong; nil for a file, which does not know.
  let changes: ValidationChanges?
  /// The network as the command line names it.
  private let name: String

  init(_ validation: NetworkValidation, of name: String, changes: ValidationChanges? = nil) {
    self.validation = validation
    self.name = name
    self.changes = changes
    features = FeatureOutput(network: validation.network)
  }

  func document(_ limit: LimitOption) -> JSONValue {
    .object([
      "errors": .array(limit.first(of: validation.errors).map { .object(members($0)) }),
      "ruleGaps": .array(validation.ruleGaps.map(json)),
    ])
  }

  private func members(_ error: NetworkFault) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "code": .string(error.code.rawValue), "number": JSONValue(error.code.number),
      "features": .array(error.features.map { .object(features.members($0)) }),
      "association": JSONValue(error.association?.description),
      "location": error.location.map { json($0) } ?? .null,
      "rule": error.rule.map(json) ?? .null,
      "fix": .object(FixOutput(error, features).members),
      "message": .string(error.message),
    ]
    if let changes { members["lastChanged"] = changes.json(error) }
    return members
  }

  private func json(_ place: Coordinate) -> JSONValue { GeoSnapTool.json(place) }

  private func json(_ search: RuleSearch) -> JSONValue {
    .object([
      "kind": .string(search.kind.name), "from": .string(features.path(search.from)),
      "to": .string(features.path(search.to)), "via": JSONValue(search.via.map(features.path)),
      "nearest": search.nearest.map(json) ?? .null,
    ])
  }

  private func json(_ rule: NetworkRule) -> JSONValue {
    .object([
      "id": .integer(rule.id), "kind": .string(rule.kind.name),
      "from": .string(features.path(rule.from.assetType)),
      "to": .string(features.path(rule.to.assetType)),
      "via": JSONValue(rule.via.map { features.path($0.assetType) }),
    ])
  }

  private func json(_ gap: RuleGapCount) -> JSONValue {
    .object([
      "kind": .string(gap.kind.name), "from": .string(features.path(gap.from)),
      "to": .string(features.path(gap.to)), "via": JSONValue(gap.via.map(features.path)),
      "count": .integer(gap.count),
    ])
  }

  // MARK: Text

  /// All errors in numbers, and as many as are to be listed one by one.
  func lines(_ limit: LimitOption) -> [String] {
    let errors = validation.errors
    let concerned = Set(errors.flatMap(\.features)).count
    var lines = [
      errors.isEmpty
        ? "No errors." : "\(count(errors.count, "error")) at \(count(concerned, "feature"))"
    ]
    var first = 0
    let listed = limit.first(of: errors).count
    while first < listed {
      let code = errors[first].code
      let end = errors[first...].firstIndex { $0.code != code } ?? errors.count
      lines += ["", "\(code.label): \(count(end - first, "error"))"]
      lines += errors[first..<min(end, listed)].flatMap { told($0) }
      first = end
    }
    lines += limit.rest(of: errors.count)
    guard !validation.ruleGaps.isEmpty else { return lines }
    lines += ["", "Asset types that meet or are associated without a rule:"]
    return lines
      + validation.ruleGaps.map { gap in
        "  \(gap.count)  \(validation.network.describe(gap))"
      }
  }

  private func told(_ error: NetworkFault) -> [String] {
    let network = validation.network
    var lines = ["  \(network.describe(error))"]
    if let rule = error.rule {
      lines.append("    looked for: \(network.describe(rule))")
      if let nearest = rule.nearest {
        let joint = network.joint(
          nearest.kind,
          nearest.from.assetType,
          nearest.to.assetType,
          via: nearest.via?.assetType
        )
        lines.append("    nearest:    rule \(nearest.id), \(joint)")
      }
    }
    if let change = changes?.last(of: error) { lines.append("    changed:    last by \(change)") }
    lines.append("    to do:      \(network.remedy(of: error))")
    if case .placeJunction(let place, let types) = error.fix,
      let command = network.command(placing: types, at: place, in: name)
    {
      lines.append("    command:    \(command)")
    }
    return lines
  }

  // MARK: GeoJSON

  /// The errors as point features; those without a place have no geometry.
  func geoJSON(_ form: GeoJSONForm) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var bytes = form.head
    for (number, error) in validation.errors.enumerated() {
      if number > 0 { bytes += Array(",\n".utf8) }
      let geometry = error.location.map {
        JSONValue.object(["type": "Point", "coordinates": json($0)])
      }
      bytes += try encoder.encode(
        JSONValue.object([
          "type": "Feature", "geometry": geometry ?? .null,
          "properties": .object([
            "code": .string(error.code.rawValue), "number": JSONValue(error.code.number),
            "message": .string(error.message),
            "features": .array(
              error.features.map { feature in
                JSONValue(validation.network.globalID(of: feature)?.description)
              }
            ),
            "association": JSONValue(error.association?.description),
            "fix": .string(validation.network.remedy(of: error)),
          ]),
        ])
      )
    }
    return bytes + form.tail
  }
}

extension NetworkErrorCode {
  /// The code with Esri's number, where it has one.
  var label: String { number.map { "\($0) \(rawValue)" } ?? rawValue }
}
