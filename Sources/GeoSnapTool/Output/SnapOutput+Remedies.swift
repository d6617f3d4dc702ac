import GeoSnap

extension SnapOutput {
  /// The keys of a remedy in JSON: its kind, the sentence, and its subject.
  func remedyMembers(_ refusal: SnapRefusal) -> [String: JSONValue] {
    var members = refusal.remedy.members(features)
    members["sentence"] = .string(network.remedy(of: refusal))
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
    case .useJunction: ["kind": "useJunction"]
    case .changeJunction(let types): ["kind": "changeJunction", "assetTypes": paths(types)]
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

extension NetworkReading {
  /// The command line that carries out the remedy of a refusal; nil for none.
  func command(for refusal: SnapRefusal, in network: String) -> String? {
    guard case .placeJunction(let types) = refusal.remedy else { return nil }
    return command(placing: types, at: refusal.place.location, in: network)
  }

  /// The command line that puts a junction of the first of some asset types at a place.
  func command(
    placing types: [AssetTypeID],
    at place: Coordinate,
    in network: String
  ) -> String? {
    types.first.map { type in
      ["geosnap", "edit", network, "--draw", describe(type), "--at", "\(place.x),\(place.y)"]
        .map(PastedCommand.quoted).joined(separator: " ")
    }
  }
}
