import GeoSnap

extension SnapOutput {
  /// What would have changed a refusal, as something to do.
  func remedy(_ refusal: SnapRefusal) -> String {
    switch refusal.remedy {
    case .none: return noRemedy(refusal)
    case .addRule(.edgeJunctionEdge, let types) where types.count == 3:
      return "Add an edgeJunctionEdge rule for \(features.path(types[0])) and "
        + "\(features.path(types[2])) with \(features.path(types[1])) as via."
    case .addRule(let kind, let types):
      return "Add \(kind.withArticle) rule for "
        + "\(types.map(features.path).joined(separator: " and "))."
    case .placeJunction(let types):
      guard let first = types.first else {
        return
          "Add rules that join one type of junction with both lines, and place it between them."
      }
      return types.count == 1
        ? "Place one \(features.path(first)) between the two lines."
        : "Place one of \(features.paths(types, conjunction: "or")) between the two lines."
    case .changeAssetType(let types):
      return "Edit \(features.paths(types, conjunction: "or")) instead."
    case .useEnd(let end): return "Snap to the line's end at \(text(end)) instead."
    case .moveEnd: return "Bring an end of the edited line here, not an inner vertex."
    case .enable(let source, let group):
      return "Switch on \([source, group].compactMap { $0 }.joined(separator: "/"))."
    case .show(let layer): return "Show the layer \(layer)."
    case .zoom(let range): return range.advice
    case .changeFilter(let layer):
      return "Change the definition expression of \(layer) so that it holds for the feature."
    case .enableKind(let kind): return "Switch on the kind \(kind.name)."
    case .widen(let distance):
      return "Widen the tolerance to \(text(distance, near: refusal.place.location)) or more."
    case .resume:
      return refusal.reason == .suspended
        ? "Let snapping go on: it is suspended." : "Switch snapping on."
    }
  }

  /// Where nothing makes the place one to snap to: what to do about it all the same.
  private func noRemedy(_ refusal: SnapRefusal) -> String {
    switch refusal.reason {
    case .junctionOnJunction:
      guard let rule = junctionRule(refusal) else {
        return "Place it elsewhere: nothing lets two junctions share a place."
      }
      return "Place it beside and join the two by a connectivity association, as rule \(rule.id) "
        + "(\(rule.kind.name)) allows: nothing lets two junctions share a place."
    case .noConnectivity:
      return "Snap to something else: no rule lets this source connect by place."
    default: return "Snap to something else: nothing makes this place one to snap to."
    }
  }

  /// The rule by which the edited junction and a refused one may be associated.
  private func junctionRule(_ refusal: SnapRefusal) -> NetworkRule? {
    guard let edited = rules?.assetType, let feature = refusal.place.feature,
      let other = network.tables[Int(feature.table)].assetTypeID(of: Int(feature.row))
    else { return nil }
    return network.rules.filter { rule in
      let sides = [rule.from.assetType, rule.to.assetType]
      return rule.kind == .junctionJunction
        && (sides == [edited, other] || sides == [other, edited])
    }.min { $0.id < $1.id }
  }

  /// The keys of a remedy in JSON: its kind, the sentence, and what it speaks of.
  func remedyMembers(_ refusal: SnapRefusal) -> [String: JSONValue] {
    var members = refusal.remedy.members(features)
    members["sentence"] = .string(remedy(refusal))
    return members
  }
}

extension SnapRemedy {
  fileprivate func members(_ features: FeatureOutput) -> [String: JSONValue] {
    func paths(_ types: [AssetTypeID]) -> JSONValue {
      .array(types.map { .string(features.path($0)) })
    }
    return switch self {
    case .none: ["kind": "none"]
    case .addRule(let kind, let types):
      ["kind": "addRule", "ruleKind": .string(kind.name), "assetTypes": paths(types)]
    case .placeJunction(let types): ["kind": "placeJunction", "assetTypes": paths(types)]
    case .changeAssetType(let types): ["kind": "changeAssetType", "assetTypes": paths(types)]
    case .useEnd(let end): ["kind": "useEnd", "location": json(end)]
    case .moveEnd: ["kind": "moveEnd"]
    case .enable(let source, let group):
      ["kind": "enable", "source": .string(source), "assetGroup": JSONValue(group)]
    case .show(let layer): ["kind": "show", "source": .string(layer)]
    case .zoom(let range):
      ["kind": "zoom", "minScale": .number(range.minScale), "maxScale": .number(range.maxScale)]
    case .changeFilter(let layer): ["kind": "changeFilter", "source": .string(layer)]
    case .enableKind(let kind): ["kind": "enableKind", "place": .string(kind.name)]
    case .widen(let distance): ["kind": "widen", "tolerance": .number(distance)]
    case .resume: ["kind": "resume"]
    }
  }
}

extension ScaleRange {
  /// The range as something to do.
  fileprivate var advice: String {
    let limits = (minScale, maxScale)
    return switch (minScale > 0, maxScale > 0) {
    case (true, true): "Zoom to between 1:\(plain(limits.0)) and 1:\(plain(limits.1))."
    case (true, false): "Zoom in to 1:\(plain(limits.0)) or closer."
    default: "Zoom out to 1:\(plain(limits.1)) or farther."
    }
  }
}

extension NetworkRuleKind {
  fileprivate var withArticle: String {
    let isVowel = name.first.map { "aeiou".contains($0) } ?? false
    return "\(isVowel ? "an" : "a") \(name)"
  }
}
