import GeoSnap

protocol BatchQuestion: Sendable {
  var columns: [AttributeField] { get }

  func answer(_ points: PointBlock, into sink: inout some RowSink) throws
}

extension FeatureOutput {
  static let columns = [
    AttributeField("source", .text), AttributeField("globalID", .text),
    AttributeField("origin", .text), AttributeField("assetGroup", .text),
    AttributeField("assetType", .text), AttributeField("row", .integer),
  ]
}

/// The columns of some features, looked up column by column.
///
/// Features are scattered in memory: doing the same lookup for all of them lets the processor wait for several at
/// once.
struct FoundFeatures<Sink: RowSink> {
  private let features: [FeatureID]
  private let globalIDs: [GlobalID?]
  private let rowIDs: [Int64?]
  /// Asset types, by position in the catalog; -1 for none.
  private let types: [Int32]
  private let origins: [Range<Int>?]
  /// The text of ``origins`` in UTF-8, which makes no string of each.
  private let originText: [UInt8]
  private let sources: [Sink.Text]
  private let typeNames: [(group: Sink.Text, type: Sink.Text)]

  init(_ features: [FeatureID], of network: EditedNetwork, for sink: Sink) {
    self.features = features
    globalIDs = features.map { network.globalID(of: $0) }
    rowIDs = features.map { network.rowID(of: $0) }
    types = features.map { network.assetTypeOrdinal(of: $0) }
    var text: [UInt8] = []
    origins = features.map { feature in
      let start = text.count
      return network.appendOrigin(of: feature, to: &text) ? start..<text.count : nil
    }
    originText = text
    sources = network.base.tables.map { sink.text($0.name) }
    typeNames = network.base.catalog.entries.map {
      (sink.text($0.group.name), sink.text($0.type.name))
    }
  }

  func append(_ position: Int, to sink: inout Sink) {
    sink.append(sources[Int(features[position].table)])
    sink.append(globalIDs[position])
    if let origin = origins[position] {
      sink.append(utf8: originText[origin])
    } else {
      sink.appendNull()
    }
    let names = types[position] < 0 ? nil : typeNames[Int(types[position])]
    sink.append(names?.group)
    sink.append(names?.type)
    sink.append(Int(rowIDs[position] ?? 0))
  }
}

/// Identifies features at each point: one row for each hit, and one for a point without hits.
struct IdentifyQuestion: BatchQuestion {
  let index: NetworkIndex
  let request: IdentifyRequest
  let isNearestOnly: Bool

  let columns =
    [
      AttributeField("point", .integer), AttributeField("rank", .integer),
      AttributeField("distance", .real), AttributeField("x", .real), AttributeField("y", .real),
      AttributeField("z", .real),
    ] + FeatureOutput.columns

  func answer(_ points: PointBlock, into sink: inout some RowSink) {
    let answers = index.identify(atEach: points.places, as: request)
    // Of hits at the same distance, the first in the order of identify.
    let shown =
      isNearestOnly
      ? answers.compactMap { hits in hits.min { $0.distance < $1.distance } } : answers.hits
    let features = FoundFeatures(shown.map(\.feature), of: index.network, for: sink)
    var position = 0
    for (point, hits) in answers.enumerated() {
      if hits.isEmpty {
        begin(point, points, &sink)
        for _ in 1..<columns.count { sink.appendNull() }
        sink.endRow()
      }
      for rank in 0..<(isNearestOnly ? min(hits.count, 1) : hits.count) {
        begin(point, points, &sink)
        append(shown[position], rank: rank + 1, to: &sink)
        features.append(position, to: &sink)
        sink.endRow()
        position += 1
      }
    }
  }

  private func begin(_ point: Int, _ points: PointBlock, _ sink: inout some RowSink) {
    sink.beginRow(point: point, at: points.places[point])
    sink.append(points.number(of: point))
  }

  private func append(_ hit: IdentifyHit, rank: Int, to sink: inout some RowSink) {
    sink.append(rank)
    sink.append(hit.distance)
    sink.append(hit.location.x)
    sink.append(hit.location.y)
    sink.append(hit.z)
  }
}

struct SnapQuestion: BatchQuestion {
  let snapper: Snapper
  let tolerance: Double
  let role: SnapRole
  let edited: FeatureID?
  let output: SnapOutput

  let columns =
    [
      AttributeField("state", .text), AttributeField("x", .real), AttributeField("y", .real),
      AttributeField("z", .real), AttributeField("distance", .real),
    ] + FeatureOutput.columns + [
      AttributeField("kind", .text), AttributeField("part", .integer),
      AttributeField("vertex", .integer), AttributeField("fraction", .real),
      AttributeField("insertVertex", .integer), AttributeField("rule", .integer),
      AttributeField("because", .text),
    ]

  func answer(_ points: PointBlock, into sink: inout some RowSink) throws {
    let matches = try snapper.snap(
      atEach: points.places,
      tolerance: tolerance,
      role: role,
      editing: edited
    )
    let found = matches.compactMap { $0?.place.feature }
    let features = FoundFeatures(found, of: snapper.scene.network, for: sink)
    var position = 0
    var reasons: [SnapPermission: String] = [:]
    for (point, match) in matches.enumerated() {
      guard let match, match.place.feature != nil else {
        sink.beginRow(point: point, at: points.places[point])
        sink.append("unsnapped")
        for _ in 1..<columns.count { sink.appendNull() }
        sink.endRow()
        continue
      }
      let place = match.place
      sink.beginRow(point: point, at: place.location)
      sink.append("snapped")
      sink.append(place.location.x)
      sink.append(place.location.y)
      sink.append(place.z)
      sink.append(place.distance)
      features.append(position, to: &sink)
      position += 1
      sink.append(place.kind.group)
      sink.append(place.part)
      sink.append(place.vertex)
      sink.append(place.fraction)
      sink.append(match.insertsVertex)
      if case .rule(let id) = match.permission { sink.append(id) } else { sink.appendNull() }
      let reason = reasons[match.permission] ?? output.network.reason(of: match)
      reasons[match.permission] = reason
      sink.append(reason)
      sink.endRow()
    }
  }
}
