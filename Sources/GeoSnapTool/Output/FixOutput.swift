import GeoSnap

/// The proposed fix of an error as JSON.
struct FixOutput {
  private let features: FeatureOutput
  private let fix: NetworkFix
  /// The proposal in a sentence; nil for a doubt, which has separate advice.
  private let sentence: String?

  init(_ fault: NetworkFault, _ features: FeatureOutput) {
    self.features = features
    fix = fault.fix
    sentence = features.network.remedy(of: fault)
  }

  init(_ fix: NetworkFix, _ features: FeatureOutput) {
    self.features = features
    self.fix = fix
    sentence = nil
  }

  var members: [String: JSONValue] {
    var members = ownMembers
    if let sentence { members["sentence"] = .string(sentence) }
    return members
  }

  /// The keys that depend on the kind.
  private var ownMembers: [String: JSONValue] {
    switch fix {
    case .snapEnd(let line, let end, let junction, let place):
      [
        "kind": "snapEnd", "feature": id(line), "end": .string(end.rawValue), "to": id(junction),
        "location": json(place),
      ]
    case .insertVertex(let line, let segment, let place):
      [
        "kind": "insertVertex", "feature": id(line), "segment": .integer(segment),
        "location": json(place),
      ]
    case .splitLine(let line, let place, let ids):
      [
        "kind": "splitLine", "feature": id(line), "location": json(place),
        "terminals": JSONValue(ids),
      ]
    case .removeVertices(let line, let vertices):
      ["kind": "removeVertices", "feature": id(line), "vertices": JSONValue(vertices)]
    case .separateParts(let line): ["kind": "separateParts", "feature": id(line)]
    case .setTerminal(let line, let end, let ids):
      [
        "kind": "setTerminal", "feature": id(line), "end": .string(end.rawValue),
        "terminals": JSONValue(ids), "field": .string(end.terminalField),
      ]
    case .placeJunction(let place, let types):
      ["kind": "placeJunction", "location": json(place), "assetTypes": features.paths(types)]
    case .chooseAssetType(let feature, let types):
      ["kind": "chooseAssetType", "feature": id(feature), "assetTypes": features.paths(types)]
    case .setValue(let feature, let field, let values):
      [
        "kind": "setValue", "feature": id(feature), "field": .string(field),
        "values": JSONValue(values.map { Int($0) }),
      ]
    case .drawGeometry(let feature): ["kind": "drawGeometry", "feature": id(feature)]
    case .moveFeature(let feature): ["kind": "moveFeature", "feature": id(feature)]
    case .deleteFeature(let feature): ["kind": "deleteFeature", "feature": id(feature)]
    case .deleteAssociation(let id):
      ["kind": "deleteAssociation", "association": .string(id.description)]
    case .correctAssociation(let id):
      ["kind": "correctAssociation", "association": .string(id.description)]
    case .correctRow(let table, let row, let column):
      [
        "kind": "correctRow", "source": .string(table), "row": JSONValue(row),
        "column": JSONValue(column),
      ]
    case .addRule(let kind, let types):
      ["kind": "addRule", "ruleKind": .string(kind.name), "assetTypes": features.paths(types)]
    }
  }

  private func id(_ feature: FeatureID) -> JSONValue {
    JSONValue(features.network.globalID(of: feature)?.description)
  }
}
