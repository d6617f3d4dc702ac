import GeoSnap

/// A question that is answered for each point of a batch.
protocol BatchQuestion: Sendable {
  /// The columns of the answer, without the prefix of their names.
  var columns: [AttributeField] { get }

  /// Appends the rows of the answers, in the order of the points.
  func answer(_ points: PointBlock, into sink: inout some RowSink) throws
}

enum FeatureColumns {
  /// The columns that describe a feature, named as ``FeatureOutput`` names them in JSON.
  static let all = [
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
  private let origins: [String?]
  private let sources: [Sink.Text]
  private let typeNames: [(group: Sink.Text, type: Sink.Text)]

  init(_ features: [FeatureID], of network: EditedNetwork, for sink: Sink) {
    self.features = features
    globalIDs = features.map { network.globalID(of: $0) }
    rowIDs = features.map { network.rowID(of: $0) }
    types = features.map { network.assetTypeOrdinal(of: $0) }
    origins = features.map { network.origin(of: $0) }
    sources = network.base.tables.map { sink.text($0.name) }
    typeNames = network.base.catalog.entries.map {
      (sink.text($0.group.name), sink.text($0.type.name))
    }
  }

  /// Adds the values of a feature, by its position among the features.
  func append(_ position: Int, to sink: inout Sink) {
    sink.append(sources[Int(features[position].table)])
    sink.append(globalIDs[position])
    sink.append(origins[position])
    let names = types[position] < 0 ? nil : typeNames[Int(types[position])]
    sink.append(names?.group)
    sink.append(names?.type)
    sink.append(Int(rowIDs[position] ?? 0))
  }
}
