internal import GRDB
package import GeoSnap

/// A table of features or objects as GeoPackage's metadata lists it.
package struct Layer {
  let name: String
  let geometryColumn: String?
  /// The declared type; nil for objects, and for a column that takes any geometry.
  let geometryType: GeometryType?
  let srsID: Int64
  let srid: SRID?
  /// Why a declared reference system has no EPSG code; nil when it has one, or is undefined.
  var systemProblem: String?

  package init(
    name: String,
    geometryColumn: String?,
    geometryType: GeometryType?,
    srsID: Int64,
    srid: SRID?
  ) {
    (self.name, self.geometryColumn) = (name, geometryColumn)
    (self.geometryType, self.srsID, self.srid) = (geometryType, srsID, srid)
  }
}

/// The layers of a file, in the order of `gpkg_contents`.
struct LayerList {
  let layers: [Layer]
  /// The reference system that all layers share; nil when undeclared.
  let srid: SRID?

  /// The ids of an undefined reference system: GeoPackage's two, and the one that GDAL writes since 3.9.
  static let undefined: Set<Int64> = [0, -1, 99999]

  var features: [Layer] { layers.filter { $0.geometryColumn != nil } }

  /// Adds the geometry columns to problems of geometries, since the network does not know their names.
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

  func layer(for source: NetworkSource, _ problems: inout ProblemList) -> Layer? {
    let name = source.name.lowercased()
    guard let layer = layers.first(where: { $0.name.lowercased() == name }) else {
      let message =
        "The definition has this source, but gpkg_contents does not list its table. Bring it back from a copy "
        + "of the file, for example with ogr2ogr -update FILE COPY \(source.name)."
      problems.reportMissing(source.name, message)
      return nil
    }
    if source.usage.geometryType != nil && layer.geometryColumn == nil {
      let message =
        "A source of usage \(source.usage.name) needs a geometry column; this table has none."
      problems.reportMissing(source.name, message)
      return nil
    }
    return layer
  }
}

extension GeoPackageReader {
  /// Reads GeoPackage's metadata tables.
  ///
  /// With `wanted`, only this layer is read, and problems of others are ignored. `sources` are the lower-case names
  /// of the network's sources: any other layer with another reference system, or an unreadable type, is left out and
  /// noted. Without `sources` no layer is left out.
  mutating func readLayers(
    named wanted: String? = nil,
    sources: Set<String>? = nil
  ) throws -> LayerList {
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
      let isOther = sources.map { !$0.contains(name.lowercased()) } ?? false
      guard let column = columns[name.lowercased()] else {
        let message = "gpkg_geometry_columns does not list this feature table."
        isOther ? problems.noteOther(name, message) : problems.reportMissing(name, message)
        continue
      }
      if let srsID = row.integer(2), srsID != column.srsID, !isOther {
        let message =
          "gpkg_contents names reference system \(srsID), but gpkg_geometry_columns names \(column.srsID), which is "
          + "used."
        problems.note(name, message)
      }
      if let type = column.otherType {
        let message = "Geometry type \(type.excerpt) cannot be read."
        if isOther {
          problems.noteOther(name, message)
          continue
        }
        problems.report(
          "gpkg_geometry_columns",
          name,
          "\(message) Convert it to lines or polygons, for example with ogr2ogr -nlt MULTIPOLYGON."
        )
      }
      let system = system(column.srsID, references)
      var layer = Layer(
        name: name,
        geometryColumn: column.name,
        geometryType: column.type,
        srsID: column.srsID,
        srid: system.srid
      )
      layer.systemProblem = system.problem
      layers.append(layer)
    }
    let shared = sharedSystem(of: &layers, sources)
    if wanted == nil {
      for layer in layers {
        if let problem = layer.systemProblem { problems.report(layer.name, nil, problem) }
      }
    }
    return LayerList(layers: layers, srid: shared)
  }

  private struct DeclaredColumn {
    let name: String
    let type: GeometryType?
    let otherType: String?
    let srsID: Int64
  }

  /// The declared types whose geometries may have several types here.
  private static let mixedTypes: Set<String> = [
    "GEOMETRY", "CIRCULARSTRING", "COMPOUNDCURVE", "CURVEPOLYGON", "MULTICURVE", "MULTISURFACE",
    "CURVE", "SURFACE",
  ]

  private mutating func readGeometryColumns() throws -> [String: DeclaredColumn] {
    let table = "gpkg_geometry_columns"
    let rows = try requiredRows(
      of: table,
      columns: ["table_name", "column_name", "geometry_type_name", "srs_id", "z", "m"],
      sql: "SELECT table_name, column_name, geometry_type_name, srs_id FROM \(table)"
    )
    guard let rows else { return [:] }
    var columns: [String: DeclaredColumn] = [:]
    while let row = try rows.next() {
      guard let name = row.text(0), let column = row.text(1), let typeName = row.text(2),
        let srsID = row.integer(3)
      else {
        problems.report(table, row.text(0), "A name or srs_id is of the wrong type.")
        continue
      }
      let type = GeometryType.allCases.first { $0.name == typeName.uppercased() }
      let isKnown = type != nil || Self.mixedTypes.contains(typeName.uppercased())
      columns[name.lowercased()] = DeclaredColumn(
        name: column,
        type: type,
        otherType: isKnown ? nil : typeName,
        srsID: srsID
      )
    }
    return columns
  }

  private typealias Reference = (organization: String, code: Int64)

  private mutating func readReferences() throws -> [Int64: Reference] {
    let table = "gpkg_spatial_ref_sys"
    let rows = try requiredRows(
      of: table,
      columns: [
        "srs_name", "srs_id", "organization", "organization_coordsys_id", "definition",
        "description",
      ],
      sql: "SELECT srs_id, organization, organization_coordsys_id FROM \(table)"
    )
    guard let rows else { return [:] }
    var references: [Int64: Reference] = [:]
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
      references[id] = (organization, code)
    }
    return references
  }

  /// The EPSG code of a layer, nil when it declares that its system is undefined; or why it has none.
  private func system(
    _ srsID: Int64,
    _ references: [Int64: Reference]
  ) -> (srid: SRID?, problem: String?) {
    let reference = references[srsID]
    if reference?.organization.uppercased() == "EPSG",
      let code = reference.flatMap({ SRID(exactly: $0.code) })
    {
      return (code, nil)
    }
    if LayerList.undefined.contains(srsID) { return (nil, nil) }
    guard let reference else {
      return (
        nil,
        "srs_id \(srsID) is not in gpkg_spatial_ref_sys. Add the reference system there, or assign another."
      )
    }
    return (
      nil,
      "srs_id \(srsID) is \(reference.organization.excerpt) \(reference.code), which is not an EPSG "
        + "code. Assign an EPSG code, for example with ogr2ogr -a_srs EPSG:25832."
    )
  }

  /// The reference system of the layers: that of the network's sources if there are any.
  ///
  /// Any other layer with a different system is noted and removed; with unknown sources it is a problem.
  private mutating func sharedSystem(of layers: inout [Layer], _ sources: Set<String>?) -> SRID? {
    func isSource(_ layer: Layer) -> Bool {
      sources?.contains(layer.name.lowercased()) ?? true
    }
    let features = layers.filter { $0.geometryColumn != nil }
    guard let first = features.first(where: isSource) ?? features.first else { return nil }
    var others: Set<String> = []
    for layer in features where layer.srsID != first.srsID {
      let message =
        "The table is in reference system \(layer.srsID), but \(first.name) is in \(first.srsID)."
      if isSource(layer) {
        let message =
          "\(message) Transform one of them, for example with ogr2ogr -t_srs EPSG:\(first.srid ?? 25832)."
        problems.report(layer.name, nil, message)
      } else {
        others.insert(layer.name)
        problems.noteOther(layer.name, message)
      }
    }
    layers.removeAll { others.contains($0.name) }
    return first.srid
  }
}
