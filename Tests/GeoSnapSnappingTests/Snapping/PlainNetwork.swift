import GeoSnap
import GeoSnapTestSupport

enum PlainNetwork {
  /// An index of tables of WKT with a STATUS: the number of the row, none in every second one.
  static func index(_ tables: KeyValuePairs<String, [String]>) throws -> NetworkIndex {
    let fields = [AttributeField("STATUS", .integer)]
    let tables = try tables.map { name, rows in
      let type = try wkt(rows[0]).type
      return FeatureTable(name: name, sourceID: nil, geometryType: type, fields: fields).holding(
        try rows.enumerated().map { row, text in
          Feature(row + 1, nil, nil, try wkt(text), [row % 2 == 0 ? .integer(Int64(row)) : .null])
        }
      )
    }
    return try NetworkIndex(UtilityNetwork(NetworkDefinition(), tables))
  }

  static func snapper(
    _ index: NetworkIndex,
    _ change: (inout SnapSettings) -> Void = { _ in }
  ) -> Snapper { Snapper(index, settings: SnapSettings(on: index.network.base, change)) }
}
