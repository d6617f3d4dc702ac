internal import GeoSnapSupport

// The objects in the lists of a `traceConfiguration`, in the form of services.

/// One object of a list, with its possible keys.
protocol TraceRow: Codable {
  static var keys: [String] { get }
  /// Unknown keys of lists within it, with their paths.
  var ignoredKeys: [String] { get }
}

extension TraceRow {
  var ignoredKeys: [String] { [] }
}

/// A list with the paths of all unknown keys in it.
struct TraceRows<Row: TraceRow>: Decodable {
  private(set) var rows: [Row] = []
  private(set) var ignoredKeys: [String] = []

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let path = "[\(container.currentIndex)]"
      let element = try container.superDecoder()
      let row = try Row(from: element)
      ignoredKeys += try element.otherKeys(than: Row.keys).map { "\(path).\($0)" }
      ignoredKeys += row.ignoredKeys.map { path + $0 }
      rows.append(row)
    }
  }
}

extension KeyedDecodingContainer<AnyKey> {
  /// One of several values, by its name or by Esri's name, which has a prefix.
  func choice<Value: CaseIterable & RawRepresentable>(
    _ key: AnyKey,
    prefix: String
  ) throws -> Value where Value.RawValue == String {
    let values = Array(Value.allCases)
    return values[try position(key, prefix: prefix, among: values.map(\.rawValue))]
  }

  func position(_ key: AnyKey, prefix: String, among names: [String]) throws -> Int {
    let text = try decode(String.self, forKey: key)
    let name = (text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text).lowercased()
    guard let found = names.firstIndex(where: { $0.lowercased() == name }) else {
      throw wrong(key, "'\(text)' is not one of \(Words.names(names)).")
    }
    return found
  }
}

extension Decoder {
  func otherKeys(than known: [String]) throws -> [String] {
    let keys = try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
    return keys.filter { !known.contains($0) }.ordered(by: <)
  }
}

extension AssetTypeID: TraceRow {
  static let keys = ["networkSourceId", "assetGroupCode", "assetTypeCode"]
}

struct NearestNeighborsRow: Codable {
  private static let known = [
    "count", "costNetworkAttributeName", "nearestCategories", "nearestAssets",
  ]

  /// Nil for a search that is off and empty.
  let value: NearestNeighbors?
  private(set) var ignoredKeys: [String] = []
  private static let off = NearestNeighbors(count: -1, costAttributeName: nil)

  init(_ value: NearestNeighbors?) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    let assets = try container.decodeIfPresent(TraceRows<AssetTypeID>.self, forKey: "nearestAssets")
    let search = NearestNeighbors(
      count: try container.decodeIfPresent(Int.self, forKey: "count") ?? -1,
      costAttributeName: try container.name("costNetworkAttributeName"),
      categories: try container.list("nearestCategories"),
      assetTypes: assets?.rows ?? []
    )
    value = search == Self.off ? nil : search
    ignoredKeys = try decoder.otherKeys(than: Self.known).map { "." + $0 }
    ignoredKeys += assets?.ignoredKeys.map { ".nearestAssets" + $0 } ?? []
  }

  func encode(to encoder: any Encoder) throws {
    let search = value ?? Self.off
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(search.count, forKey: "count")
    try container.encode(search.costAttributeName ?? "", forKey: "costNetworkAttributeName")
    try container.encode(search.categories, forKey: "nearestCategories")
    try container.encode(search.assetTypes, forKey: "nearestAssets")
  }
}
