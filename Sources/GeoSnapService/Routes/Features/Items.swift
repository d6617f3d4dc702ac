import Foundation
import GeoSnap
import GeoSnapTool
import Synchronization

/// The features of a collection that a request selects.
struct Items: Sendable {
  private let form: ItemForm
  private let found: [FeatureID]
  private let limit: Int
  private let offset: Int

  /// The maximum number of features in an answer.
  static let most = 10_000
  /// The default number of features.
  static let standard = 100

  /// Throws a refusal of an invalid request.
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

  /// The features as a GeoJSON document, in parts.
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
