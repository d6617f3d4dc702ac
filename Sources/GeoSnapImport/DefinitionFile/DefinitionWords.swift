internal import GeoSnap

// The words of a definition file for the values of the model; the first is the default.

enum DefinitionWords {
  static let tierDefinitions: [(String, TierDefinition)] = [
    ("none", .none), ("hierarchical", .hierarchical), ("partitioned", .partitioned),
  ]
  static let controllers: [(String, SubnetworkControllerType)] = [
    ("source", .source), ("sink", .sink),
  ]
  static let topologies: [(String, TierTopology)] = [("radial", .radial), ("mesh", .mesh)]
  static let roles: [(String, AssociationRole)] = [
    ("none", .none), ("container", .container), ("structure", .structure),
  ]
  static let deletes: [(String, AssociationDeleteSemantics)] = [
    ("setToNone", .setToNone), ("cascade", .cascade), ("restricted", .restricted),
  ]
  static let policies: [(String, ConnectivityPolicy?)] = [
    ("none", nil), ("endVertex", .endVertex), ("anyVertex", .anyVertex),
  ]
  static let dataTypes: [(String, NetworkAttribute.DataType)] = [
    ("integer", .integer), ("float", .float), ("double", .double), ("boolean", .boolean),
  ]
  static let storages: [(String, AttributeField.Storage)] = [
    ("text", .text), ("integer", .integer), ("real", .real), ("blob", .blob),
  ]
  static let usages = NetworkSourceUsage.allCases.map { ($0.name, $0) }
  static let ruleKinds = NetworkRuleKind.allCases.map { ($0.name, $0) }

  static func word<Value: Equatable>(_ value: Value, _ words: [(String, Value)]) -> String? {
    words.dropFirst().first { $0.1 == value }?.0
  }

  /// The lists of valid asset types, each with the usage of its source.
  static var lists:
    [(key: String, usage: NetworkSourceUsage, list: WritableKeyPath<Tier, [AssetTypeCode]>)]
  {
    [
      ("validDevices", .device, \.validDevices), ("validLines", .line, \.validLines),
      ("validJunctions", .junction, \.validJunctions),
      ("validJunctionObjects", .junctionObject, \.validJunctionObjects),
      ("validEdgeObjects", .edgeObject, \.validEdgeObjects),
      ("validSubnetworkControllers", .device, \.validSubnetworkControllers),
      (
        "validJunctionObjectSubnetworkControllers", .junctionObject,
        \.validJunctionObjectSubnetworkControllers
      ),
      ("aggregatedLinesForSubnetLine", .line, \.aggregatedLinesForSubnetLine),
    ]
  }
}
