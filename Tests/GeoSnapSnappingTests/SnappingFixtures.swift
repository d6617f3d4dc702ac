import GeoSnap
import GeoSnapTestSupport
import Testing

func c(_ x: Double, _ y: Double) -> Coordinate { Coordinate(x: x, y: y) }

func wkt(_ text: String) throws -> Geometry { try Geometry(wkt: text) }

extension FeatureTable {
  /// Rows from 1, all of one asset type or none; the first geometry's type unless another is named.
  init(
    _ name: String,
    _ rows: [String],
    of type: GeometryType? = nil,
    assetType: AssetTypeID? = nil
  ) throws {
    let type = try type ?? wkt(rows[0]).type
    self.init(name: name, sourceID: assetType?.sourceID, geometryType: type)
    for row in rows { append(try wkt(row), assetType) }
  }

  mutating func append(_ geometry: Geometry, _ assetType: AssetTypeID?) {
    let id = assetType.map { GlobalID(high: UInt64($0.sourceID), low: UInt64(count + 1)) }
    append(Feature(count + 1, assetType, id, geometry))
  }
}

extension UtilityNetwork {
  static func plain(_ tables: FeatureTable...) throws -> UtilityNetwork {
    try UtilityNetwork(NetworkDefinition(), tables)
  }

  func table(_ name: String) throws -> Int { try #require(tables.firstIndex { $0.name == name }) }
}

extension NetworkRule {
  static func pair(
    _ id: Int,
    _ from: AssetTypeID,
    _ to: AssetTypeID,
    terminal: Int? = nil
  ) -> NetworkRule {
    NetworkRule(id: id, kind: .junctionEdge, from: .init(from, terminalID: terminal), to: .init(to))
  }

  static func meeting(
    _ id: Int,
    _ from: AssetTypeID,
    _ to: AssetTypeID,
    at junction: AssetTypeID
  ) -> NetworkRule { NetworkRule(id, .edgeJunctionEdge, from, to, via: junction) }
}

extension SnapSettings {
  /// Switched on, with all sources of a map or of everything in a network, and these switched on too.
  init(
    on network: UtilityNetwork,
    map: SnapMap? = nil,
    _ change: (inout SnapSettings) -> Void = { _ in }
  ) {
    self.init()
    isEnabled = true
    syncSourceSettings(with: map ?? SnapMap(of: network), of: network)
    setAll(true)
    change(&self)
  }

  /// Switched on, with what the rules say of the sources of a network.
  init(rules: SnapRules, of network: UtilityNetwork) {
    self.init()
    isEnabled = true
    syncSourceSettings(with: network, rules: rules, enabling: .setFromRules)
  }

  mutating func setAll(_ isOn: Bool) {
    for source in sourceSettings.indices {
      sourceSettings[source].isEnabled = isOn
      for child in sourceSettings[source].childSourceSettings.indices {
        sourceSettings[source].childSourceSettings[child].isEnabled = isOn
      }
    }
  }
}

extension Snapper {
  convenience init(_ index: NetworkIndex, editing type: AssetTypeID) throws {
    let rules = try SnapRules(for: type, in: index.network.base)
    self.init(index, settings: SnapSettings(rules: rules, of: index.network.base), rules: rules)
  }
}

extension SnapMatch {
  /// Its kind and its place, such as "vertex 10.0 0.0".
  var text: String { "\(place.kind.name) \(place.location)" }
}
