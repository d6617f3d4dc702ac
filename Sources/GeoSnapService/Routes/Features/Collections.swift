import GeoSnap
import GeoSnapTool

struct Collections {
  private let now: NetworkMoment
  private let network: EditedNetwork
  private let systems: ReferenceSystems
  private let links: Links

  init(_ now: NetworkMoment, _ links: Links) throws(ServiceRefusal) {
    self.now = now
    network = now.open.network
    systems = try ReferenceSystems(network)
    self.links = links
  }

  /// The number of a collection's table.
  ///
  /// - Throws: A refusal when there is no such collection.
  static func table(named name: String, in network: EditedNetwork) throws(ServiceRefusal) -> Int {
    guard let table = network.base.tables.firstIndex(where: { $0.name == name }) else {
      let names = network.base.tables.map(\.name)
      throw .notFound("There is no collection \(name). \(Words.known("collection", names))")
    }
    return table
  }

  var json: JSONValue {
    .object([
      "links": .array([links.link("self", "/collections", title: "This document")]),
      "collections": .array(network.base.tables.indices.map(collection)),
      "crs": JSONValue(systems.all),
    ])
  }

  func collection(_ number: Int) -> JSONValue {
    let table = network.base.tables[number]
    let path = "/collections/\(table.name.inQuery)"
    var members: [String: JSONValue] = [
      "id": .string(table.name), "title": .string(table.name),
      "description": .string(
        "The rows of \(table.name)."
          + (systems.storage == nil
            ? " The network declares no reference system: the answer has the coordinates as stored."
            : "")
      ),
      "itemType": "feature",
      "links": .array([
        links.link("self", path, title: "This document"),
        links.link(
          "items",
          "\(path)/items",
          type: "application/geo+json",
          title: "The features"
        ),
      ]),
      "crs": JSONValue(systems.all),
    ]
    if let storage = systems.storage { members["storageCrs"] = .string(storage) }
    if let extent = extent(number) { members["extent"] = extent }
    return .object(members)
  }

  /// The envelope of the features of a table, in longitude and latitude.
  private func extent(_ table: Int) -> JSONValue? {
    guard systems.storage != nil, let own = now.reach(of: table).envelope else { return nil }
    guard let found = systems.standard.transformation.map({ $0.rectangle(around: own) }) ?? own
    else { return nil }
    return .object([
      "spatial": .object([
        "bbox": .array([GeoSnapTool.json(found)]), "crs": .string(ReferenceSystems.crs84),
      ])
    ])
  }
}
