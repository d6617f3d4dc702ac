import GeoSnap

extension SnapOutput {
  /// The keys of a remedy in JSON: its kind, the sentence, and its subject.
  func remedyMembers(_ refusal: SnapRefusal) -> [String: JSONValue] {
    var members = members(refusal.remedy)
    members["kind"] = .string(refusal.remedy.kindName)
    members["sentence"] = .string(network.remedy(of: refusal))
    return members
  }

  /// The keys that depend on the kind of a remedy.
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
