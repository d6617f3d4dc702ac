internal import GeoSnap

/// Reads the rows of a layer that is not part of the network into a plain table.
struct GISPlainReader {
  let layer: GISMapping.Layer
  let table: GISTable
  let srid: SRID?
  let prefix: String?

  func read(_ columns: GISColumns) throws(ReadingError) -> FeatureTable {
    let globalID = try layer.globalID.flatMap { (name) throws(ReadingError) in
      try table.column(name, "\(layer.path).globalID")
    }
    let origin = try layer.origin.flatMap { (name) throws(ReadingError) in
      try table.column(name, "\(layer.path).origin")
    }
    let rows = table.rows
    var made = FeatureTable(
      name: layer.name,
      sourceID: nil,
      geometryType: GISPlainReader.type(
        of: rows.geometries.indices.compactMap { rows.geometries.type($0) }
      ),
      fields: columns.fields
    )
    for row in 0..<rows.count {
      try columns.check(row, of: table)
      var id: GlobalID?
      if let key = globalID.flatMap({ rows.attributes[$0][row].key }), !key.isEmpty {
        id = GlobalID(key)
        guard id != nil else {
          throw ReadingError(
            table.place(row),
            "'\(key.prefix(40))' is not a UUID of 32 hexadecimal digits in groups of 8-4-4-4-12."
          )
        }
      }
      var name = "\(layer.data.name.asOrigin)/\(table.id(row).asOrigin)"
      if let key = origin.flatMap({ rows.attributes[$0][row].key }), !key.isEmpty {
        name = key.asOrigin
      }
      made.append(
        Feature(
          rowID: rows.rowIDs[row],
          globalID: id,
          origin: prefix.map { "\($0)/\(name)" } ?? name,
          geometry: try rows.geometries[row].flatMap { (geometry) throws(ReadingError) in
            try declared(geometry, row)
          },
          attributes: columns.kept.map { rows.attributes[$0.column][row] }
        )
      )
    }
    return made
  }

  /// The geometry in the network's reference system, a collection without nesting; nil when it is empty.
  private func declared(_ geometry: Geometry, _ row: Int) throws(ReadingError) -> Geometry? {
    let parts = geometry.parts.map { $0.declared(in: srid) }
    guard !parts.isEmpty else { return nil }
    guard case .collection = geometry else { return geometry.declared(in: srid) }
    do throws(GeometryError) {
      return .collection(try GeometryCollection(parts, srid: srid))
    } catch {
      throw ReadingError(table.place(row), error.message)
    }
  }

  /// The type that fits all rows; single and multi geometries of one kind become multi geometries.
  private static func type(of types: [GeometryType]) -> GeometryType {
    let kinds: [(single: GeometryType, multi: GeometryType)] = [
      (.point, .multiPoint), (.lineString, .multiLineString), (.polygon, .multiPolygon),
    ]
    for (single, multi) in kinds where types.allSatisfy({ $0 == single || $0 == multi }) {
      return types.first == nil ? .geometryCollection : types.contains(multi) ? multi : single
    }
    return .geometryCollection
  }
}
