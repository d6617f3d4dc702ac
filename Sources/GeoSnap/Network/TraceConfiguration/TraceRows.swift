// The objects that a `traceConfiguration` lists, in the form that services give them.

/// One object of a list, with the keys that it may have.
protocol TraceRow: Codable {
  static var keys: Set<String> { get }
  /// Unknown keys of lists within it, each with its path.
  var ignoredKeys: [String] { get }
}

extension TraceRow {
  var ignoredKeys: [String] { [] }
}

/// A list with the paths of all keys in it that nobody knows.
struct TraceRows<Row: TraceRow>: Decodable {
  private(set) var rows: [Row] = []
  private(set) var ignoredKeys: [String] = []

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let path = "[\(container.currentIndex)]"
      let element = try container.superDecoder()
      let row = try Row(from: element)
      let keys = try element.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
      ignoredKeys += keys.filter { !Row.keys.contains($0) }.sorted().map { "\(path).\($0)" }
      ignoredKeys += row.ignoredKeys.map { path + $0 }
      rows.append(row)
    }
  }
}

extension CaseIterable where Self: RawRepresentable, RawValue == String {
  /// The case that a service spells `text`, in any case and with or without the prefix of its own
  /// enumerations.
  init(esri text: String, prefix: String, _ failure: (String) -> DecodingError) throws {
    let name = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    guard let found = Self.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() })
    else {
      let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw failure("'\(text)' is none of \(names).")
    }
    self = found
  }
}

struct TraceAssetTypeRow: TraceRow {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case networkSourceId, assetGroupCode, assetTypeCode
  }

  static let keys = Set(CodingKeys.allCases.map(\.rawValue))
  let networkSourceId: Int
  let assetGroupCode: Int
  let assetTypeCode: Int

  init(_ id: AssetTypeID) {
    networkSourceId = id.sourceID
    assetGroupCode = id.assetGroup
    assetTypeCode = id.assetType
  }

  var value: AssetTypeID {
    AssetTypeID(sourceID: networkSourceId, assetGroup: assetGroupCode, assetType: assetTypeCode)
  }
}

struct NearestNeighborsRow: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case count, costNetworkAttributeName, nearestCategories, nearestAssets
  }

  /// Nil for a search that is off and looks for nothing.
  let value: NearestNeighbors?
  private(set) var ignoredKeys: [String] = []
  private static let off = NearestNeighbors(count: -1, costAttributeName: nil)

  init(_ value: NearestNeighbors?) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let cost = try container.decodeIfPresent(String.self, forKey: .costNetworkAttributeName) ?? ""
    let assets = try container.decodeIfPresent(
      TraceRows<TraceAssetTypeRow>.self,
      forKey: .nearestAssets
    )
    let search = NearestNeighbors(
      count: try container.decodeIfPresent(Int.self, forKey: .count) ?? -1,
      costAttributeName: cost.isEmpty ? nil : cost,
      categories: try container.decodeIfPresent([String].self, forKey: .nearestCategories) ?? [],
      assetTypes: assets?.rows.map(\.value) ?? []
    )
    value = search == Self.off ? nil : search
    let known = Set(CodingKeys.allCases.map(\.rawValue))
    let keys = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
    ignoredKeys = keys.filter { !known.contains($0) }.sorted().map { ".\($0)" }
    ignoredKeys += assets?.ignoredKeys.map { ".\(CodingKeys.nearestAssets.rawValue)\($0)" } ?? []
  }

  func encode(to encoder: any Encoder) throws {
    let search = value ?? Self.off
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(search.count, forKey: .count)
    try container.encode(search.costAttributeName ?? "", forKey: .costNetworkAttributeName)
    try container.encode(search.categories, forKey: .nearestCategories)
    try container.encode(search.assetTypes.map(TraceAssetTypeRow.init), forKey: .nearestAssets)
  }
}
