import Foundation
import GeoSnap
import GeoSnapTool
import Synchronization

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
        links.link("items", "\(path)/items", type: "application/geo+json", title: "The features"),
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
        "bbox": .array([JSONValue(found)]), "crs": .string(ReferenceSystems.crs84),
      ])
    ])
  }
}

struct ItemForm: Sendable {
  let network: EditedNetwork
  let table: Int
  let systems: ReferenceSystems
  private let form: ServedSystem
  /// The name of the reference system of the answer; nil when the network declares none.
  private let system: String?

  init(_ now: NetworkMoment, _ asked: RouteRequest) throws(ServiceRefusal) {
    network = now.open.network
    table = try Collections.table(named: asked.text("collection") ?? "", in: network)
    systems = try ReferenceSystems(network)
    system = systems.name(asked.text("crs"))
    form = try systems.system(asked.text("crs"), "crs")
  }

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
      "type": "Feature", "id": JSONValue(network.rowID(of: feature).map { Int($0) }),
      "geometry": geometry(of: feature), "properties": .object(properties),
    ])
  }

  private func geometry(of feature: FeatureID) -> JSONValue {
    // A geometry that cannot be transformed is null in the answer.
    network.geometry(of: feature).flatMap(form.written).map(GeometryText.json) ?? .null
  }
}

struct Items: Sendable {
  private let form: ItemForm
  private let found: [FeatureID]
  private let limit: Int
  private let offset: Int

  static let most = 10_000
  static let standard = 100

  init(_ now: NetworkMoment, _ asked: RouteRequest) throws {
    form = try ItemForm(now, asked)
    let (network, table) = (form.network, form.table)
    limit = asked.integer("limit") ?? Items.standard
    offset = asked.integer("offset") ?? 0
    var found: [FeatureID]
    // It is checked without a bbox too: an unsupported system is refused.
    let system = try form.systems.system(asked.text("bbox-crs"), "bbox-crs")
    if let text = asked.text("bbox") {
      found = try BoundingBox(text, in: system).features(of: table, now)
    } else {
      found = network.features(table: table)
    }
    for filter in asked.others {
      let test = try PropertyFilter(filter.name, filter.value, table, network)
      found = found.filter { test.holds($0, network) }
    }
    self.found = found
  }

  func document(_ links: Links, _ asked: RouteRequest) -> ServiceAnswer {
    let shown = Array(found.dropFirst(offset).prefix(limit))
    let name = form.network.base.tables[form.table].name
    let path = "/collections/\(name.inQuery)/items"
    let query =
      ["bbox", "bbox-crs", "crs", "datetime"]
      .compactMap { name in asked.text(name).map { (name: name, value: $0) } } + asked.others
    func page(_ relation: String, _ offset: Int, _ title: String) -> JSONValue {
      links.link(
        relation,
        path,
        query + [("limit", "\(limit)"), ("offset", "\(offset)")],
        type: "application/geo+json",
        title: title
      )
    }
    var related = [
      page("self", offset, "This document"),
      links.link("collection", "/collections/\(name.inQuery)", title: "The collection"),
    ]
    if offset + shown.count < found.count, limit > 0 {
      related.append(page("next", offset + limit, "The next features"))
    }
    if offset > 0 { related.append(page("prev", max(0, offset - limit), "The previous features")) }
    let head: JSONValue = .object([
      "links": .array(related), "numberMatched": .integer(found.count),
      "numberReturned": .integer(shown.count),
      "timeStamp": .string(Date.now.formatted(.iso8601)), "type": "FeatureCollection",
    ])
    var bytes = head.bytes
    bytes.removeLast()
    bytes += ",\"features\":[".utf8
    let opening = bytes
    let size = 500
    // The features from a number on, with the beginning or end of the document.
    let piece: @Sendable (Int) -> [UInt8] = { [form] start in
      let end = min(start + size, shown.count)
      var bytes = start == 0 ? opening : []
      for number in start..<end {
        if number > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes += form.feature(shown[number]).bytes
      }
      if end == shown.count { bytes += "]}".utf8 }
      return bytes
    }
    if shown.count <= size {
      return form.naming(ServiceAnswer(type: "application/geo+json", piece(0)))
    }
    // A part is made when the previous one was sent, so a slow client holds only one in memory.
    let next = Mutex(0)
    let stream = AsyncThrowingStream<[UInt8], any Error>(unfolding: {
      let start = next.withLock { start in
        defer { start += size }
        return start
      }
      return start < shown.count ? await onThreads { piece(start) } : nil
    })
    return form.naming(ServiceAnswer(type: "application/geo+json", pieces: stream))
  }
}

/// The required value of a property, such as `DIAMETER=110` in a query.
private struct PropertyFilter {
  private enum Subject {
    case field(Int)
    case globalID
    case origin
    case assetGroup
    case assetType
  }

  private let subject: Subject
  private let value: String

  init(
    _ name: String,
    _ value: String,
    _ table: Int,
    _ network: EditedNetwork
  ) throws(ServiceRefusal) {
    self.value = value
    let fields = network.base.tables[table].fields
    switch name {
    case "GLOBALID": subject = .globalID
    case "ORIGIN": subject = .origin
    case "ASSETGROUP": subject = .assetGroup
    case "ASSETTYPE": subject = .assetType
    default:
      guard let position = fields.firstIndex(where: { $0.name == name }) else {
        throw .badRequest(
          "There is no parameter or property \(name). The properties are "
            + Words.names(["ASSETGROUP", "ASSETTYPE", "GLOBALID", "ORIGIN"] + fields.map(\.name))
            + "."
        )
      }
      subject = .field(position)
    }
  }

  func holds(_ feature: FeatureID, _ network: EditedNetwork) -> Bool {
    switch subject {
    case .globalID: return network.globalID(of: feature).map { "\($0)" } == value
    case .origin: return network.origin(of: feature) == value
    case .assetGroup: return network.assetType(of: feature)?.group.name == value
    case .assetType: return network.assetType(of: feature)?.type.name == value
    case .field(let position):
      switch network.attribute(position, of: feature) {
      case .text(let text)?: return text == value
      case .integer(let number)?: return Double(value) == Double(number)
      case .real(let number)?: return Double(value) == number
      case .null?, .blob?, nil: return false
      }
    }
  }
}

struct Links {
  private let root: String
  /// The token, if it was in the address; the links need it too.
  private let token: String?

  init(_ asked: RouteRequest, _ access: AccessRules) throws(ServiceRefusal) {
    root = "\(access.scheme(of: asked.request))://\(asked.request.headers["host"] ?? "localhost")"
    let token = RequestToken(asked.request, try Target(asked.request.target))
    self.token = token.isInQuery ? token.shown : nil
  }

  func address(_ path: String, _ query: [(name: String, value: String)] = []) -> String {
    let items = query + (token.map { [(name: RequestToken.name, value: $0)] } ?? [])
    guard !items.isEmpty else { return root + path }
    return root + path + "?"
      + items.map { "\($0.name.inQuery)=\($0.value.inQuery)" }.joined(separator: "&")
  }

  func link(
    _ relation: String,
    _ path: String,
    _ query: [(name: String, value: String)] = [],
    type: String = "application/json",
    title: String
  ) -> JSONValue {
    .object([
      "rel": .string(relation), "href": .string(address(path, query)), "type": .string(type),
      "title": .string(title),
    ])
  }

  /// The landing page of OGC API - Features.
  func landing(_ name: String) -> JSONValue {
    .object([
      "title": .string(name),
      "description": .string("The utility network \(name), served by GeoSnap."),
      "links": .array([
        link("self", "/", [("f", "json")], title: "This document"),
        link("alternate", "/", [("f", "html")], type: "text/html", title: "The page"),
        link(
          "service-desc",
          "/api",
          type: ServiceDescription.mediaType,
          title: "The description of the service"
        ),
        link("conformance", "/conformance", title: "The conformance classes"),
        link("data", "/collections", title: "The collections"),
      ]),
    ])
  }
}

extension String {
  /// The text percent-encoded for a query or a path.
  package var inQuery: String {
    var text = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: ","), UInt8(ascii: ":"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%" + HexDigits.text([byte])
      }
    }
    return text
  }
}
