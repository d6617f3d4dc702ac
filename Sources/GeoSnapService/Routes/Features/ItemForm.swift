import GeoSnap
import GeoSnapTool

/// Writes features of a collection as GeoJSON, in the reference system of a request.
struct ItemForm: Sendable {
  let network: EditedNetwork
  /// The table of the collection.
  let table: Int
  let systems: ReferenceSystems
  private let form: ServedSystem
  /// The name of the reference system of the answer; nil when the network declares none.
  private let system: String?

  /// Throws a refusal of an unknown collection or system.
  init(_ now: NetworkMoment, _ asked: RouteRequest) throws(ServiceRefusal) {
    network = now.open.network
    table = try Collections.table(named: asked.text("collection") ?? "", in: network)
    systems = try ReferenceSystems(network)
    system = systems.name(asked.text("crs"))
    form = try systems.system(asked.text("crs"), "crs")
  }

  /// Adds the reference system of the coordinates to an answer, if it is known.
  func naming(_ answer: ServiceAnswer) -> ServiceAnswer {
    system.map { answer.with("content-crs", "<\($0)>") } ?? answer
  }

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
    // A geometry that cannot be transformed is null in the answer.
    network.geometry(of: feature).flatMap(form.written).map(GeometryText.json) ?? .null
  }
}
