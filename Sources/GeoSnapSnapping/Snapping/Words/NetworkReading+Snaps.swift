extension NetworkReading {
  /// Describes a place, such as `line end of Main / PE 110, M 17 (PipelineLine, pipe/12) at 3 4, 1 away`.
  public func describe(_ place: SnapPlace) -> String {
    let along = place.fraction.map { " (\(Words.number($0 * 100, decimals: 1))% along)" } ?? ""
    let owner = place.feature.map { " of \(describe($0))" } ?? ""
    return "\(place.kind.words)\(owner) at \(Words.place(place.location))\(along), "
      + "\(Words.distance(place.distance, near: place.location)) away"
  }

  /// Describes the owner of a place.
  public func describe(_ target: SnapTarget) -> String {
    switch target {
    case .feature(let feature): describe(feature)
    case .pending(let number): "the new feature \(number)"
    case .graphic(let overlay, let index): "graphic \(index) of overlay \(overlay)"
    case .sketch: "the sketch"
    case .grid: "the grid"
    }
  }

  /// Describes a match in one sentence: the place, the reason for the permission, and the required actions.
  public func describe(_ match: SnapMatch) -> String {
    (["\(describe(match.place)), because \(reason(of: match))"] + duties(of: match))
      .joined(separator: "; ")
  }

  /// Describes a refusal in one sentence: the place and the reason.
  public func describe(_ refusal: SnapRefusal) -> String {
    "\(describe(refusal.place)), because \(reason(of: refusal))"
  }

  /// Describes a snap and all refusals, on a line each.
  public func describe(_ explanation: SnapExplanation) -> String {
    let winner =
      explanation.match.map { "snapped to \(describe($0))" }
      ?? "unsnapped: \(reason(ofNothingBut: explanation.refused))"
    let refused = explanation.refused.map { "refused: \(describe($0)). \(remedy(of: $0))" }
    return ([winner] + refused).joined(separator: "\n")
  }

  /// The reason why there is no snap although these are near, such as `all 3 places near enough are refused`.
  public func reason(ofNothingBut refused: [SnapRefusal]) -> String {
    switch refused.count {
    case 0: "nothing is near enough"
    case 1: "the only place near enough is refused"
    case let count: "all \(count) places near enough are refused"
    }
  }

  /// Describes a permission, such as `lines of one asset type join without a rule`.
  public func describe(_ permission: SnapPermission) -> String {
    switch permission {
    case .unruled: "no rule concerns its source"
    case .sameAssetType: "lines of one asset type join without a rule"
    case .rule(let id): base.rules.first { $0.id == id }.map { describe($0) } ?? "rule \(id)"
    }
  }

  /// The reason why a match is allowed.
  public func reason(of match: SnapMatch) -> String {
    match.permission == .unruled && match.place.snapper.rules == nil
      ? "no rules are in force" : describe(match.permission)
  }

  /// The required actions of an editor that takes a match, such as `insert a vertex there`; may be empty.
  public func duties(of match: SnapMatch) -> [String] {
    var duties: [String] = []
    if match.insertsVertex { duties.append("insert a vertex there") }
    if case .feature(let other)? = match.crossing?.target, match.insertsVertex {
      duties.append("and one into \(describe(other))")
    }
    if match.splitsLine { duties.append("split the line there") }
    if !match.terminals.isEmpty {
      let names = match.terminals.map { "\($0.id) (\($0.name))" }
      duties.append("take terminal \(names.joined(separator: " or "))")
    }
    if let occupant = match.occupant {
      duties.append("mind \(describe(occupant)): an edit refuses two junctions at one place")
    }
    return duties
  }
}

extension SnapKind {
  package var words: String {
    switch self {
    case .lineEnd: "line end"
    case .area: "inside"
    case .ownVertex: "vertex"
    case .ownEdge: "edge"
    case .guideCrossing: "crossing of guides"
    default: name
    }
  }
}
