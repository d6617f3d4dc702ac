import GeoSnap

/// Short forms for the tests of snapping on plain tables, where no rules apply.
enum PlainNetwork {
  /// An index of tables of WKT with a STATUS: the number of the row, none in every second one.
  static func index(_ tables: KeyValuePairs<String, [String]>) throws -> NetworkIndex {
    try NetworkIndex(
      UtilityNetwork(
        definition: NetworkDefinition(),
        srid: nil,
        tables: tables.map { name, rows in
          var table = FeatureTable(
            name: name,
            sourceID: nil,
            geometryType: try wkt(rows[0]).type,
            fields: [AttributeField("STATUS", .integer)]
          )
          for (row, text) in rows.enumerated() {
            table.append(
              Feature(
                rowID: Int64(row + 1),
                globalID: nil,
                geometry: try wkt(text),
                attributes: [row % 2 == 0 ? .integer(Int64(row)) : .null]
              )
            )
          }
          return table
        }
      )
    )
  }

  static func snapper(
    _ index: NetworkIndex,
    _ change: (inout SnapSettings) -> Void = { _ in }
  ) -> Snapper {
    Snapper(index, settings: SnapSettings(on: index.network.base, change))
  }
}
