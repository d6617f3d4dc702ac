import Foundation
import GeoSnap
import GeoSnapProjection
import GeoSnapTool

/// Features of a collection, as a request chooses them.
struct Items: Sendable {
  private let form: ItemForm
  private let found: [FeatureID]
  private let limit: Int
  private let offset: Int

  /// The most features in one answer.
  static let most = 10_000

  /// - Throws: A refusal of what cannot be asked.
  init(_ now: NetworkMoment, _ asked: Asked) throws {
    form = try ItemForm(now, asked)
    let (network, table) = (form.network, form.table)
    limit = asked.integer("limit") ?? 100
    offset = asked.integer("offset") ?? 0
    var found: [FeatureID]
    if let text = asked.text("bbox") {
      found = try Items.features(
        of: table,
        in: Items.extent(text, form.systems, asked.text("bbox-crs"), network),
        now
      )
    } else {
      found = network.features(table: table)
    }
    for filter in asked.others {
      let test = try PropertyFilter(filter.name, filter.value, table, network)
      found = found.filter { test.holds($0, network) }
    }
    self.found = found
  }

  /// The rectangle in the network's own system; nil where it lies beyond all of it.
  private static func extent(
    _ text: String,
    _ systems: ReferenceSystems,
    _ name: String?,
    _ network: EditedNetwork
  ) throws(ServiceRefusal) -> Envelope? {
    guard
      let numbers = Parameter.numbers(text, count: 4)
        ?? Parameter.numbers(text, count: 6).map({ [$0[0], $0[1], $0[3], $0[4]] }),
      numbers[1] <= numbers[3]
    else {
      throw .badRequest(
        "bbox is \(text): no four numbers XMIN,YMIN,XMAX,YMAX, nor six with heights."
      )
    }
    guard numbers[0] <= numbers[2] else {
      throw .badRequest(
        "bbox crosses the antimeridian, which no network here does: ask for two halves."
      )
    }
    let given = Envelope(minX: numbers[0], minY: numbers[1], maxX: numbers[2], maxY: numbers[3])
    guard let way = try systems.transformation(to: name, "bbox-crs") else { return given }
    guard let own = network.envelope else { return nil }
    // Far from a network its projection may fold: only what is near it is transformed.
    guard let seen = way.rectangle(around: own.expanded(by: max(own.width, own.height) + 1)) else {
      return nil
    }
    guard given.intersects(seen) else { return nil }
    let part = Envelope(
      minX: max(given.minX, seen.minX),
      minY: max(given.minY, seen.minY),
      maxX: min(given.maxX, seen.maxX),
      maxY: min(given.maxY, seen.maxY)
    )
    return way.inverse.rectangle(around: part)
  }

  private static func features(
    of table: Int,
    in extent: Envelope?,
    _ now: NetworkMoment
  ) throws -> [FeatureID] {
    guard let extent else { return [] }
    let index = try now.open.index()
    return index.features.features(intersecting: extent)
      .map { index.network.feature(ordinal: $0) }
      .filter { Int($0.table) == table }
  }

  /// The features as a GeoJSON document, in pieces.
  func document(_ links: Links, _ asked: Asked) -> ServiceAnswer {
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
    if offset > 0 { related.append(page("prev", max(0, offset - limit), "The features before")) }
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
    let (stream, continuation) = AsyncThrowingStream.makeStream(
      of: [UInt8].self,
      throwing: (any Error).self
    )
    if shown.count <= size {
      continuation.finish()
      return form.naming(
        ServiceAnswer(
          type: "application/geo+json",
          opening + shown.enumerated().flatMap { ($0 > 0 ? [44] : []) + form.feature($1).bytes }
            + Array("]}".utf8)
        )
      )
    }
    let task = Task {
      await onThreads {
        continuation.yield(opening)
        for start in stride(from: 0, to: shown.count, by: size) {
          if Task.isCancelled { break }
          var piece: [UInt8] = []
          for number in start..<min(start + size, shown.count) {
            if number > 0 { piece.append(UInt8(ascii: ",")) }
            piece += form.feature(shown[number]).bytes
          }
          continuation.yield(piece)
        }
        continuation.yield(Array("]}".utf8))
        continuation.finish()
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return form.naming(ServiceAnswer(type: "application/geo+json", pieces: stream))
  }
}

/// What a property has to be, as `DIAMETER=110` in a query says it.
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
          "There is no parameter or property \(name): "
            + (["ASSETGROUP", "ASSETTYPE", "GLOBALID", "ORIGIN"] + fields.map(\.name))
            .joined(separator: ", ") + "."
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
