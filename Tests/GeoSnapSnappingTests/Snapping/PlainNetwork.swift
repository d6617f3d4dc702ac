import GeoSnap

/// Short forms for the tests of snapping on plain tables, where no rules apply.
enum PlainNetwork {
  static func c(_ x: Double, _ y: Double) -> Coordinate { Coordinate(x: x, y: y) }

  static func line(_ places: Coordinate...) throws -> Geometry {
    .lineString(try LineString(CoordinateSequence(places)))
  }

  static func square(_ minX: Double, _ minY: Double, _ side: Double) throws -> Geometry {
    .polygon(
      try Polygon(rings: [
        [
          c(minX, minY), c(minX + side, minY), c(minX + side, minY + side), c(minX, minY + side),
          c(minX, minY),
        ]
      ])
    )
  }

  /// An index of plain tables.
  static func index(_ tables: [(String, GeometryType, [Geometry])]) throws -> NetworkIndex {
    try NetworkIndex(
      UtilityNetwork(
        definition: NetworkDefinition(domainNetworks: []),
        srid: nil,
        tables: tables.map { name, type, geometries in
          var table = FeatureTable(
            name: name,
            sourceID: nil,
            geometryType: type,
            fields: [AttributeField("STATUS", .integer)]
          )
          for (row, geometry) in geometries.enumerated() {
            table.append(
              Feature(
                rowID: Int64(row + 1),
                globalID: nil,
                geometry: geometry,
                attributes: [row % 2 == 0 ? .integer(Int64(row)) : .null]
              )
            )
          }
          return table
        }
      )
    )
  }

  static func settings(
    _ map: SnapMap,
    _ network: UtilityNetwork,
    _ change: (inout SnapSettings) -> Void = { _ in }
  ) -> SnapSettings {
    var settings = SnapSettings()
    settings.isEnabled = true
    settings.syncSourceSettings(with: map, of: network)
    for source in settings.sourceSettings.indices {
      settings.sourceSettings[source].isEnabled = true
    }
    change(&settings)
    return settings
  }

  static func snapper(
    _ index: NetworkIndex,
    _ change: (inout SnapSettings) -> Void = { _ in }
  ) -> Snapper {
    Snapper(index, settings: settings(SnapMap(of: index.network.base), index.network.base, change))
  }
}
