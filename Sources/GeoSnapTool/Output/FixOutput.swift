import GeoSnap

/// How the proposal of an error is told in JSON and in text.
struct FixOutput {
  private let features: FeatureOutput
  private let fault: NetworkFault

  init(_ fault: NetworkFault, _ features: FeatureOutput) {
    self.features = features
    self.fault = fault
  }

  var sentence: String {
    switch fault.fix {
    case .snapEnd(let line, let end, let junction, let place):
      "move the \(end.rawValue) of \(name(line)) to \(name(junction)) at \(text(place))"
    case .insertVertex(let line, let segment, let place):
      "insert a vertex in segment \(segment) of \(name(line)) at \(text(place))"
    case .splitLine(let line, let place, let ids):
      "split \(name(line)) at \(text(place))"
        + (ids.isEmpty
          ? ""
          : ", and name a terminal at each new end: "
            + setting("\(TerminalField.from) or \(TerminalField.to)", of: line, to: ids))
    case .removeVertices(let line, let vertices):
      "remove \(vertices.count == 1 ? "vertex" : "vertices") \(list(vertices)) of \(name(line))"
    case .separateParts(let line): "make a line of each part of \(name(line))"
    case .setTerminal(let line, let end, let ids):
      "name a terminal at the \(end.rawValue) of \(name(line)): "
        + setting(Self.field(end), of: line, to: ids)
    case .placeJunction(let place, let types):
      "place a junction at \(text(place)), such as \(features.paths(types, conjunction: "or"))"
    case .chooseAssetType(let feature, let types):
      "choose another asset type for \(name(feature)), such as \(features.paths(types, conjunction: "or"))"
    case .setValue(let feature, let field, let values):
      values.isEmpty
        ? "correct \(field) of \(name(feature))"
        : "set \(field) of \(name(feature)) to \(list(values, last: " or "))"
    case .drawGeometry(let feature): "draw \(name(feature)), or delete it"
    case .moveFeature(let feature): "move \(name(feature)) to where it belongs, or delete it"
    case .deleteFeature(let feature): "delete \(name(feature)), or draw its other end elsewhere"
    case .deleteAssociation(let id): "delete association \(id)"
    case .correctAssociation(let id): "correct the row of association \(id)"
    case .correctRow(let table, let row):
      "correct \(row.map { "row \($0) of " } ?? "")\(table)"
    case .addRule(let kind, let types):
      "add a rule \(kind.name) for \(list(types.map(features.path), last: " and ")), if that is allowed"
    }
  }

  /// How to name a terminal, in the file and in an edit, and those to choose from.
  private func setting(_ field: String, of line: FeatureID, to ids: [Int]) -> String {
    let others = fault.features.filter { $0 != line }
    let configurations = others.compactMap { feature in
      features.network.assetType(of: feature)?.type.terminalConfigurationID
    }
    let known = features.network.definition.terminalConfigurations
      .filter { configurations.contains($0.id) }.flatMap(\.terminals)
    let terminals = ids.map { id in
      known.first { $0.id == id }.map { "\(id) (\($0.name))" } ?? "\(id)"
    }
    let table = features.network.tables[Int(line.table)].name
    return "set \(field) to \(list(terminals, last: " or ")), in the table \(table) or by the "
      + "\"attributes\" of an edit"
  }

  private static func field(_ end: NetworkFix.LineEnd) -> String {
    end == .start ? TerminalField.from : TerminalField.to
  }

  var members: [String: JSONValue] {
    var members = ownMembers
    members["sentence"] = .string(sentence)
    return members
  }

  /// The keys of its kind.
  private var ownMembers: [String: JSONValue] {
    switch fault.fix {
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
        "terminals": .array(ids.map { .integer($0) }), "field": .string(Self.field(end)),
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
    case .correctRow(let table, let row):
      ["kind": "correctRow", "source": .string(table), "row": JSONValue(row)]
    case .addRule(let kind, let types):
      ["kind": "addRule", "ruleKind": .string(kind.name), "assetTypes": json(types)]
    }
  }

  private func list(_ things: [some CustomStringConvertible], last: String = " and ") -> String {
    guard let end = things.last else { return "none" }
    let start = things.dropLast().map(\.description).joined(separator: ", ")
    return start.isEmpty ? end.description : start + last + end.description
  }

  private func name(_ feature: FeatureID) -> String { features.line(feature) }

  private func id(_ feature: FeatureID) -> JSONValue {
    let table = features.network.tables[Int(feature.table)]
    return JSONValue(table.globalIDs[Int(feature.row)]?.description)
  }

  private func json(_ place: Coordinate) -> JSONValue { GeoSnapTool.json(place) }

  private func json(_ types: [AssetTypeID]) -> JSONValue {
    .array(types.map { .string(features.path($0)) })
  }
}
