import GeoSnap
import GeoSnapTool

/// Features for the page: GeoJSON in the coordinates of the network, with all their data.
struct FeatureDocument {
  private let network: EditedNetwork
  private let output: FeatureOutput

  init(_ network: EditedNetwork) {
    self.network = network
    output = FeatureOutput(network: network)
  }

  func json(_ feature: FeatureID) -> JSONValue {
    var members = output.members(feature)
    members["title"] = .string(network.describe(feature))
    members["name"] = JSONValue(network.name(of: feature))
    members["attributes"] = .array(
      network.attributes(of: feature).map { value in
        .object([
          "field": .string(value.field), "value": JSONValue(value.value),
          "text": .string("\(value)"),
        ])
      }
    )
    let terminals =
      network.assetType(of: feature)?.type.terminalConfigurationID
      .flatMap { network.definition.terminalConfiguration(id: $0) }?.terminals ?? []
    members["terminals"] = GeoSnapTool.json(terminals)
    members["associations"] = .integer(network.associations(of: feature).count)
    return .object([
      "type": "Feature", "id": members["globalID"] ?? .null,
      "geometry": network.geometry(of: feature).map(GeometryText.json) ?? .null,
      "properties": .object(members),
    ])
  }
}
