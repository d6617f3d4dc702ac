import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

struct FixOutput {
  let features: FeatureOutput
  let fix: NetworkFix
  /// The proposal in a sentence; nil for a doubt, which has separate advice.
  var sentence: String?

  var members: [String: JSONValue] {
    var members = ownMembers
    if let sentence { members["sentence"] = .string(sentence) }
    return members
  }

  private var ownMembers: [String: JSONValue] {
    switch fix {
    case .snapEnd(let line, let end, let junction, let place):
      [
        "kind": "snapEnd", "feature": id(line), "end": .string(end.rawValue), "to": id(junction),
        "location": JSONValue(place),
      ]
    case .insertVertex(let line, let segment, let place):
      [
        "kind": "insertVertex", "feature": id(line), "segment": .integer(segment),
        "location": JSONValue(place),
      ]
    case .splitLine(let line, let place, let ids):
      [
        "kind": "splitLine", "feature": id(line), "location": JSONValue(place),
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
      ["kind": "placeJunction", "location": JSONValue(place), "assetTypes": features.paths(types)]
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

extension FixOutput {
  init(_ fault: NetworkFault, _ features: FeatureOutput) {
    let sentence = features.network.remedy(of: fault)
    self.init(features: features, fix: fault.fix, sentence: sentence)
  }
}

/// The last changes of the features and associations with errors, from the history of a database.
struct ValidationChanges {
  private let network: EditedNetwork
  /// The ids of rows that are set aside, by the text of the problem.
  private let setAside: [String: GlobalID]
  private var changes: [GlobalID: LastChange] = [:]

  /// Asks the database; nil when the network is in a file.
  init?(
    of validation: NetworkValidation,
    _ tolerated: [NetworkProblem],
    in place: NetworkPlace
  ) throws(StoreError) {
    network = validation.network
    setAside = Dictionary(
      tolerated.compactMap { problem in problem.globalID.map { ("\(problem)", $0) } },
      uniquingKeysWith: { first, _ in first }
    )
    guard case .database(let address) = place else { return nil }
    changes = try PostGIS.lastChanges(of: Set(validation.errors.flatMap(ids)), in: address)
  }

  private func ids(_ error: NetworkFault) -> [GlobalID] {
    let features = error.features.compactMap { network.globalID(of: $0) }
    return features + [error.association, setAside[error.message]].compactMap(\.self)
  }

  /// The last change of the features and associations of an error; nil when the history has none.
  func last(of error: NetworkFault) -> LastChange? {
    ids(error).compactMap { changes[$0] }.max { $0.revision < $1.revision }
  }

  func json(_ error: NetworkFault) -> JSONValue {
    guard let change = last(of: error) else { return .null }
    return .object([
      "author": .string(change.author), "place": .string(change.place),
      "time": .string(change.time), "name": .string(change.name),
      "revision": .integer(change.revision), "bySQL": .bool(change.isBySQL),
    ])
  }
}
