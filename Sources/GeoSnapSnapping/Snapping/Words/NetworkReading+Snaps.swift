extension NetworkReading {
  /// Describes a place, such as `line end of Main / PE 110, M 17 (PipelineLine, pipe/12) at 3 4, 1 away`.
  public func describe(_ place: SnapPlace) -> String {
    let along = place.fraction.map { " (\(Words.number($0 * 100, decimals: 1))% along)" } ?? ""
    let owner = place.feature.map { " of \(describe($0))" } ?? ""
    return "\(place.kind.words)\(owner) at \(Words.place(place.location))\(along), "
      + "\(Words.distance(place.distance, near: place.location)) away"
  }

  /// The text for a target.
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
  package func reason(ofNothingBut refused: [SnapRefusal]) -> String {
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
    if let other = match.crossing?.target.feature, match.insertsVertex {
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

  /// The reason why a place is refused.
  public func reason(of refusal: SnapRefusal) -> String {
    if let domains = unjoinedDomains(refusal) {
      return "\(domains.edited.name) and \(domains.other.name) are different domain networks, and "
        + "nothing joins them"
    }
    switch refusal.reason {
    case .disabled:
      return refusal.remedy == .resume ? "snapping is switched off" : "its source is switched off"
    case .needsJunction:
      return "two lines of different types need a junction between them"
        + (refusal.fits.isEmpty ? ", and no type fits both" : "")
    case .noRule: return "no rule joins the two asset types"
    case .junctionOnJunction: return "two junctions must not share a place"
    case .noConnectivity: return "features of this source do not connect by place"
    case .endVertexOnly: return "this line connects at its ends only"
    case .innerVertex: return "the edited line connects at its ends only"
    case .noMeetingRule:
      let present = refusal.companion.map { describe($0) } ?? "another line"
      return "no rule lets the line meet \(present), which is there already"
    case .suspended: return "snapping is suspended"
    case .hidden: return "no visible layer shows it"
    case .outOfScale: return "its layer is not shown at this scale"
    case .filteredOut: return "the definition expression of its layer hides it"
    case .kindDisabled: return "places of this kind are switched off"
    case .beyondTolerance: return "it is farther away than the tolerance of its kind or source"
    }
  }

  /// The remedy for a refusal, as an instruction; of several asset types the first two are named.
  public func remedy(of refusal: SnapRefusal) -> String {
    switch refusal.remedy {
    case .none: return noRemedy(refusal)
    case .addRule(.edgeJunctionEdge, let types) where types.count == 3:
      return
        "Add an edgeJunctionEdge rule for \(describe(types[0])) and \(describe(types[2])) with "
        + "\(describe(types[1])) as via\(Self.rulesPage)"
    case .addRule(let kind, let types):
      return "Add \(kind.withArticle) rule for "
        + "\(types.map { describe($0) }.joined(separator: " and "))\(Self.rulesPage)"
    case .placeJunction(let types):
      guard let first = types.first else {
        return
          "Add rules that join one type of junction with both lines, and place such a junction between them."
      }
      return types.count == 1
        ? "Place one \(describe(first)) between the two lines."
        : "Place one of \(list(types, "or")) between the two lines."
    case .useJunction: return "Snap to \(standing(refusal)), which stands there."
    case .changeAssetType(let types): return "Edit \(list(types, "or")) instead."
    case .changeJunction(let types):
      return "Change the asset type of \(standing(refusal)), which stands there, to "
        + "\(list(types, "or")), and snap to it."
    case .useEnd(let end):
      let edited = refusal.types.flatMap { base.assetType($0.edited) }
      return "Snap to the line's end at \(Words.place(end)) instead"
        + (edited?.source.elementKind == .junction ? ", or let the line be split here." : ".")
    case .moveEnd: return "Bring an end of the edited line here, not an inner vertex."
    case .enable(let source, let group):
      return "Switch on \([source, group].compactMap { $0 }.joined(separator: "/"))."
    case .show(let layer): return "Show the layer \(layer)."
    case .zoom(let range): return range.advice
    case .changeFilter(let layer):
      return "Change the definition expression of \(layer) so that it includes the feature."
    case .enableKind(let kind): return "Switch on the kind \(kind.name)."
    case .widen(let distance):
      return "Widen the tolerance to "
        + "\(Words.distance(distance, near: refusal.place.location)) or more."
    case .resume:
      return refusal.reason == .suspended
        ? "Resume snapping." : "Switch snapping on."
    }
  }

  /// The missing rule for a place, in time linear in the number of rules; nil when rules do not matter.
  public func gap(of refusal: SnapRefusal) -> RuleGap? {
    refusal.types.flatMap { RuleGap(refusal, edited: $0.edited, candidate: $0.other, in: base) }
  }

  private static var rulesPage: String {
    " to the definition or mapping that `geosnap import` reads: Documentation/Howto-Rules.md says how."
  }

  private func standing(_ refusal: SnapRefusal) -> String {
    refusal.companion.map { refusal.place.snapper.scene.words(for: $0) } ?? "the junction"
  }

  private func noRemedy(_ refusal: SnapRefusal) -> String {
    if let domains = unjoinedDomains(refusal) {
      return "Snap to a feature of \(domains.edited.name) instead."
    }
    switch refusal.reason {
    case .junctionOnJunction:
      guard let rule = junctionRule(refusal) else {
        return "Place the feature elsewhere: nothing lets two junctions share a place."
      }
      return
        "Place the feature beside it and join the two by a connectivity association, as rule \(rule.id) "
        + "(\(rule.kind.name)) allows: nothing lets two junctions share a place."
    case .noConnectivity:
      return "Snap to another feature: no rule lets this source connect by place."
    case .needsJunction where refusal.companion != nil:
      return "Use another place: \(standing(refusal)) stands there, and cannot join both lines."
    case .endVertexOnly:
      return "Split the line here first: both of its ends already have a junction."
    default: return "Snap to another feature: no change allows snapping here."
    }
  }

  /// The rule by which the edited junction and a refused one may be associated.
  private func junctionRule(_ refusal: SnapRefusal) -> NetworkRule? {
    guard let (edited, other) = refusal.types else { return nil }
    return base.rules.filter { rule in
      let sides = [rule.from.assetType, rule.to.assetType]
      return rule.kind == .junctionJunction
        && (sides == [edited, other] || sides == [other, edited])
    }.min { $0.id < $1.id }
  }

  /// The domain networks of the edited and the refused asset type, if their difference is the reason.
  private func unjoinedDomains(
    _ refusal: SnapRefusal
  ) -> (edited: DomainNetwork, other: DomainNetwork)? {
    guard refusal.reason == .noRule || refusal.reason == .needsJunction,
      let (edited, other) = refusal.types
    else { return nil }
    return base.unjoinedDomains(edited, other)
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

extension SnapRefusal {
  /// The edited asset type and that of the refused target.
  fileprivate var types: (edited: AssetTypeID, other: AssetTypeID)? {
    let scene = place.snapper.scene
    guard let edited = place.snapper.rules?.assetType, let ordinal = scene.ordinal(of: place.target)
    else { return nil }
    let entries = scene.network.catalog.entries
    let featureClass = Int(scene.featureClass(of: ordinal))
    return entries.indices.contains(featureClass) ? (edited, entries[featureClass].id) : nil
  }
}

extension ScaleRange {
  fileprivate var advice: String {
    let (near, far) = (Words.number(minScale), Words.number(maxScale))
    return switch (minScale > 0, maxScale > 0) {
    case (true, true): "Zoom to between 1:\(near) and 1:\(far)."
    case (true, false): "Zoom in to 1:\(near) or closer."
    default: "Zoom out to 1:\(far) or farther."
    }
  }
}

extension NetworkRuleKind {
  fileprivate var withArticle: String {
    let isVowel = name.first.map { "aeiou".contains($0) } ?? false
    return "\(isVowel ? "an" : "a") \(name)"
  }
}
