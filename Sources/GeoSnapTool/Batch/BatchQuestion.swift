import GeoSnap

/// What is asked at each point of a batch.
protocol BatchQuestion: Sendable {
  /// The columns of the answer, without the prefix of their names.
  var columns: [ResultColumn] { get }

  /// Appends the rows of the answers, in the order of the points.
  func answer(_ points: PointBlock, into sink: inout some RowSink) throws
}

/// The columns of a feature, as ``FeatureOutput`` names them in JSON.
struct FeatureColumns {
  static let all = [
    ResultColumn(name: "source", storage: .text), ResultColumn(name: "globalID", storage: .text),
    ResultColumn(name: "origin", storage: .text), ResultColumn(name: "assetGroup", storage: .text),
    ResultColumn(name: "assetType", storage: .text), ResultColumn(name: "row", storage: .integer),
  ]

  let network: EditedNetwork
  private var types: [AssetTypeID: (group: String, type: String)] = [:]

  init(_ network: EditedNetwork) { self.network = network }

  mutating func append(_ feature: FeatureID, to sink: inout some RowSink) {
    sink.append(network.base.tables[Int(feature.table)].name)
    sink.append(network.globalID(of: feature))
    sink.append(network.origin(of: feature))
    let names = names(network.assetTypeID(of: feature))
    sink.append(names?.group)
    sink.append(names?.type)
    sink.append(Int(network.rowID(of: feature) ?? 0))
  }

  private mutating func names(_ id: AssetTypeID?) -> (group: String, type: String)? {
    guard let id else { return nil }
    if let names = types[id] { return names }
    guard let entry = network.assetType(id) else { return nil }
    let names = (entry.group.name, entry.type.name)
    types[id] = names
    return names
  }
}
