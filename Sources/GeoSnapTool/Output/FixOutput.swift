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
        "terminals": .array(ids.map { .integer($0) }),
      ]
    case .removeVertices(let line, let vertices):
      [
        "kind": "removeVertices", "feature": id(line),
        "vertices": .array(vertices.map { .integer($0) }),
      ]
    case .separateParts(let line): ["kind": "separateParts", "feature": id(line)]
    case .setTerminal(let line, let end, let ids):
      [
        "kind": "setTerminal", "feature": id(line), "end": .string(end.rawValue),
        "terminals": .array(ids.map { .integer($0) }), "field": .string(end.terminalField),
      ]
    case .placeJunction(let place, let types):
      ["kind": "placeJunction", "location": json(place), "assetTypes": json(types)]
    case .chooseAssetType(let feature, let types):
      ["kind": "chooseAssetType", "feature": id(feature), "assetTypes": json(types)]
    case .setValue(let feature, let field, let values):
      [
        "kind": "setValue", "feature": id(feature), "field": .string(field),
        "values": .array(values.map { .integer(Int($0)) }),
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
      ["kind": "addRule", "ruleKind": .string(kind.name), "assetTypes": json(types)]
    }
  }

  private func id(_ feature: FeatureID) -> JSONValue {
    JSONValue(features.network.globalID(of: feature)?.description)
  }

  private func json(_ place: Coordinate) -> JSONValue { GeoSnapTool.json(place) }

  private func json(_ types: [AssetTypeID]) -> JSONValue {
    .array(types.map { .string(features.path($0)) })
  }
}
