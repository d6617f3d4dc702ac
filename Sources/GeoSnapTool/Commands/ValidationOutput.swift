import GeoSnap

/// A validation as JSON, as text and as GeoJSON.
struct ValidationOutput {
  let validation: NetworkValidation
  let features: FeatureOutput
  /// The last changes by error; nil for a file, which does not record authors.
  let changes: ValidationChanges?
  /// The network on the command line.
  private let name: String
  private let doubting: DoubtOptions

  init(
    _ validation: NetworkValidation,
    of name: String,
    changes: ValidationChanges? = nil,
    doubts: DoubtOptions
  ) {
    self.validation = validation
    self.name = name
    doubting = doubts
    self.changes = changes
    features = FeatureOutput(network: validation.network)
  }

  func document(_ limit: LimitOption) -> JSONValue {
    .object([
      "errors": .array(limit.first(of: validation.errors).map { .object(members($0)) }),
      "ruleGaps": .array(validation.ruleGaps.map(json)),
      "doubts": doubts(limit),
    ])
  }

  private func doubts(_ limit: LimitOption) -> JSONValue {
    if doubting.doubts == .none { return .null }
    let kinds = kinds
    let count = kinds.reduce(0) { $0 + $1.doubts.count }
    return .object([
      "count": .integer(count),
      "accepted": .integer(validation.acceptedDoubtCount + validation.doubts.count - count),
      "kinds": .array(
        kinds.map { kind, doubts in
          .object(["kind": .string(kind.rawValue), "count": .integer(doubts.count)])
        }
      ),
      "list": .array(limit.first(of: kinds.flatMap { told($0.doubts) }).map(json)),
    ])
  }

  private func json(_ doubt: NetworkDoubt) -> JSONValue {
    .object([
      "kind": .string(doubt.kind.rawValue),
      "features": .array(doubt.features.map(features.json)),
      "location": json(doubt.location), "distance": JSONValue(doubt.distance),
      "fix": doubt.fix.map { .object(FixOutput($0, features).members) } ?? .null,
      "message": .string(doubt.message), "advice": .string(doubt.advice),
    ])
  }

  /// The doubts that this command does not accept, by kind.
  private var kinds: [(kind: NetworkDoubt.Kind, doubts: [NetworkDoubt])] {
    let shown = validation.doubts.filter { doubt in
      !doubting.accept.contains { $0.holds(doubt, in: validation.network) }
    }
    let groups = Dictionary(grouping: shown, by: \.kind)
    return NetworkDoubt.Kind.allCases.compactMap { kind in groups[kind].map { (kind, $0) } }
  }

  /// The doubts of a kind that are listed.
  private func told(_ doubts: [NetworkDoubt]) -> [NetworkDoubt] {
    doubting.doubts == .all ? doubts : Array(doubts.prefix(1))
  }

  private func members(_ error: NetworkFault) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "code": .string(error.code.rawValue), "number": JSONValue(error.code.number),
      "features": .array(error.features.map(features.json)),
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

  /// The number of all errors, and as many of them as the limit allows.
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
    if !validation.ruleGaps.isEmpty {
      lines += ["", "Asset types that meet or are associated without a rule:"]
      lines += validation.ruleGaps.map { gap in
        "  \(gap.count)  \(validation.network.describe(gap))"
      }
    }
    return lines + doubtLines(limit)
  }

  private func doubtLines(_ limit: LimitOption) -> [String] {
    let kinds = kinds
    let total = kinds.reduce(0) { $0 + $1.doubts.count }
    guard total > 0 else { return [] }
    var lines = ["", "\(count(total, "doubt")): no errors, but perhaps mistakes"]
    var left = limit.limit ?? .max
    for (kind, doubts) in kinds {
      lines.append("\(kind.rawValue): \(doubts.count)")
      for doubt in told(doubts).prefix(left) {
        lines += ["  \(validation.network.describe(doubt))", "    to do:      \(doubt.advice)"]
        left -= 1
      }
    }
    let isWhole = kinds.allSatisfy { told($0.doubts).count == $0.doubts.count }
    // A database does not keep accepted doubts.
    let accepting = changes == nil ? " To accept some: --accept KIND." : ""
    return lines + (isWhole ? [] : ["All of them: --doubts all.\(accepting)"])
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
    var bytes = form.head
    for (number, error) in validation.errors.enumerated() {
      if number > 0 { bytes += Array(",\n".utf8) }
      let geometry = error.location.map {
        JSONValue.object(["type": "Point", "coordinates": json($0)])
      }
      let feature: JSONValue = .object([
        "type": "Feature", "geometry": geometry ?? .null,
        "properties": .object([
          "code": .string(error.code.rawValue), "number": JSONValue(error.code.number),
          "message": .string(error.message),
          "features": .array(
            error.features.map { JSONValue(features.network.globalID(of: $0)?.description) }
          ),
          "association": JSONValue(error.association?.description),
          "fix": .string(features.network.remedy(of: error)),
        ]),
      ])
      bytes += try feature.text(isIndented: false)
    }
    return bytes + form.tail
  }
}

extension NetworkErrorCode {
  /// The code with Esri's number, where it has one.
  var label: String { number.map { "\($0) \(rawValue)" } ?? rawValue }
}
