internal import GRDB
package import GeoSnap

/// A table of features or objects as GeoPackage's metadata lists it.
package struct Layer {
  let name: String
  /// The column of the geometry; nil for objects.
  let geometryColumn: String?
  /// What the column declares: nil for objects, and for a column that takes any geometry.
  let geometryType: GeometryType?
  let srsID: Int64
  let srid: SRID?

  package init(
    name: String,
    geometryColumn: String?,
    geometryType: GeometryType?,
    srsID: Int64,
    srid: SRID?
  ) {
    self.name = name
    self.geometryColumn = geometryColumn
    self.geometryType = geometryType
    self.srsID = srsID
    self.srid = srid
  }
}

/// The layers of a file, in the order of `gpkg_contents`.
struct LayerList {
  let layers: [Layer]
  /// The reference system that all layers share; nil when undeclared.
  let srid: SRID?

  /// The layers that have a geometry.
  var features: [Layer] { layers.filter { $0.geometryColumn != nil } }

  /// Problems of geometries, which the network knows by no name, with their columns.
  func namingColumns(of problems: [NetworkProblem]) -> [NetworkProblem] {
    problems.map { problem in
      guard problem.code == .unreadableGeometry || problem.code == .wrongGeometryType,
        problem.column == nil
      else { return problem }
      let name = problem.table.lowercased()
      var named = problem
      named.column = layers.first { $0.name.lowercased() == name }?.geometryColumn
      return named
    }
  }

  /// The layer of a network source; nil, and reported, when there is none.
  func layer(for source: NetworkSource, _ problems: inout ProblemList) -> Layer? {
    let name = source.name.lowercased()
    guard let layer = layers.first(where: { $0.name.lowercased() == name }) else {
      problems.reportMissing(
        source.name,
        "The definition has this source, but gpkg_contents does not list its table."
      )
      return nil
    }
    if source.usage.geometryType != nil && layer.geometryColumn == nil {
      problems.reportMissing(
        source.name,
        "A \(source.usage.name) needs a geometry column; this table has none."
      )
      return nil
    }
    return layer
  }
}

extension GeoPackageReader {
  /// Reads GeoPackage's own tables.
  ///
  /// With a name given, all that concerns other layers is passed over.
  mutating func readLayers(named wanted: String? = nil) throws -> LayerList {
    let references = try readReferences()
    let columns = try readGeometryColumns()
    guard
      let contents = try requiredTable(
        "gpkg_contents",
        columns: [
          "table_name", "data_type", "identifier", "description", "last_change", "min_x", "min_y",
          "max_x", "max_y", "srs_id",
        ]
      )
    else { return LayerList(layers: [], srid: nil) }
    var layers: [Layer] = []
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT table_name, data_type, srs_id FROM gpkg_contents ORDER BY rowid"
    )
    while let row = try rows.next() {
      let name = problems.optionalText(
        row.value(0),
        ProblemList.Cell(table: contents.name, row: "\(layers.count + 1)", column: "table_name")
      )
      guard let name, let type = row.text(1), type == "features" || type == "attributes",
        Profile.tables[name.lowercased()] == nil,
        wanted.map({ $0.lowercased() == name.lowercased() }) ?? true
      else { continue }
      guard type == "features" else {
        layers.append(
          Layer(name: name, geometryColumn: nil, geometryType: nil, srsID: 0, srid: nil)
        )
        continue
      }
      guard let column = columns[name.lowercased()] else {
        problems.reportMissing(name, "gpkg_geometry_columns does not list this feature table.")
        continue
      }
      if let srsID = row.integer(2), srsID != column.srsID {
        problems.reportMissing(
          name,
          "gpkg_contents says reference system \(srsID), gpkg_geometry_columns \(column.srsID)."
        )
      }
      layers.append(
        Layer(
          name: name,
          geometryColumn: column.name,
          geometryType: column.type,
          srsID: column.srsID,
          srid: srid(column.srsID, of: name, references)
        )
      )
    }
    return LayerList(
      layers: layers,
      srid: sharedSRID(of: layers.filter { $0.geometryColumn != nil })
    )
  }

  private struct DeclaredColumn {
    let name: String
    let type: GeometryType?
    let srsID: Int64
  }

  private mutating func readGeometryColumns() throws -> [String: DeclaredColumn] {
    let table = "gpkg_geometry_columns"
    guard
      try requiredTable(
        table,
        columns: ["table_name", "column_name", "geometry_type_name", "srs_id", "z", "m"]
      ) != nil
    else { return [:] }
    var columns: [String: DeclaredColumn] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT table_name, column_name, geometry_type_name, srs_id FROM \(table)"
    )
    while let row = try rows.next() {
      guard let name = row.text(0), let column = row.text(1), let typeName = row.text(2),
        let srsID = row.integer(3)
      else {
        problems.report(table, row.text(0), "A name or srs_id is of the wrong type.")
        continue
      }
      let type = GeometryType.allCases.first { $0.name == typeName.uppercased() }
      if type == nil && typeName.uppercased() != "GEOMETRY" {
        problems.report(
          table,
          name,
          "Geometry type \(typeName.excerpt) is not among those that can be read."
        )
      }
      columns[name.lowercased()] = DeclaredColumn(name: column, type: type, srsID: srsID)
    }
    return columns
  }

  private struct Reference {
    let organization: String
    let code: Int64
  }

  private mutating func readReferences() throws -> [Int64: Reference] {
    let table = "gpkg_spatial_ref_sys"
    guard
      try requiredTable(
        table,
        columns: [
          "srs_name", "srs_id", "organization", "organization_coordsys_id", "definition",
          "description",
        ]
      )
        != nil
    else { return [:] }
    var references: [Int64: Reference] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT srs_id, organization, organization_coordsys_id FROM \(table)"
    )
    while let row = try rows.next() {
      guard let id = row.integer(0), let organization = row.text(1), let code = row.integer(2)
      else {
        problems.report(
          table,
          row.integer(0).map { "\($0)" },
          "The organization or its code is of the wrong type."
        )
        continue
      }
      references[id] = Reference(organization: organization, code: code)
    }
    return references
  }

  /// The EPSG code of a layer; nil when it declares that its system is undefined.
  private mutating func srid(
    _ srsID: Int64,
    of table: String,
    _ references: [Int64: Reference]
  ) -> SRID? {
    if srsID == 0 || srsID == -1 { return nil }
    guard let reference = references[srsID] else {
      problems.report(table, nil, "srs_id \(srsID) is not in gpkg_spatial_ref_sys.")
      return nil
    }
    guard reference.organization.uppercased() == "EPSG", let code = SRID(exactly: reference.code)
    else {
      problems.report(
        table,
        nil,
        "srs_id \(srsID) is \(reference.organization.excerpt) \(reference.code), no EPSG code. "
          + "Assign one, such as with ogr2ogr -a_srs EPSG:25832."
      )
      return nil
    }
    return code
  }

  private mutating func sharedSRID(of layers: [Layer]) -> SRID? {
    guard let first = layers.first else { return nil }
    for layer in layers.dropFirst() where layer.srsID != first.srsID {
      problems.report(
        layer.name,
        nil,
        "The table is in reference system \(layer.srsID), but \(first.name) in \(first.srsID). "
          + "Transform one of them."
      )
    }
    return first.srid
  }
}
