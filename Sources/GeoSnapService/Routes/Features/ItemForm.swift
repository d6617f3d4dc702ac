import GeoSnap
import GeoSnapTool

/// How features of a collection are written: as GeoJSON, in the system that a request names.
struct ItemForm: Sendable {
  let network: EditedNetwork
  /// The table of the collection.
  let table: Int
  let systems: ReferenceSystems
  private let form: ServedSystem
  /// The name of the system that features come in; nil where the network says none.
  private let system: String?

  /// - Throws: A refusal of a collection or a system that is not there.
  init(_ now: NetworkMoment, _ asked: Asked) throws(ServiceRefusal) {
    network = now.open.network
    table = try Collections.table(named: asked.text("collection") ?? "", in: network)
    systems = try ReferenceSystems(network)
    system = systems.name(asked.text("crs"))
    form = try systems.system(asked.text("crs"), "crs")
  }

  /// An answer that says which system its coordinates are in, where that is known.
  func naming(_ answer: ServiceAnswer) -> ServiceAnswer {
    system.map { answer.with("content-crs", "<\($0)>") } ?? answer
  }

  /// One feature.
  func feature(_ feature: FeatureID) -> JSONValue {
    let type = network.assetType(of: feature)
    var properties: [String: JSONValue] = [
      "GLOBALID": JSONValue(network.globalID(of: feature)?.description),
      "ASSETGROUP": JSONValue(type?.group.name), "ASSETTYPE": JSONValue(type?.type.name),
      "ORIGIN": JSONValue(network.origin(of: feature)),
    ]
    for value in network.attributes(of: feature) {
      properties[value.field] = JSONValue(value.value)
    }
    return .object([
      "type": "Feature",
      "id": JSONValue(network.rowID(of: feature).map { Int($0) }),
      "geometry": geometry(of: feature), "properties": .object(properties),
    ])
  }

  private func geometry(of feature: FeatureID) -> JSONValue {
    // What has no place in the system has none in the answer.
    network.geometry(of: feature).flatMap(form.written).map(GeometryText.json) ?? .null
  }
}
