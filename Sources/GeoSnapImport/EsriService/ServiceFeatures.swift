internal import GeoSnap

struct ServiceFeatures {
  struct Place {
    let sourceID: Int
    let table: Int
    let row: Int
    let path: String
  }

  struct Table {
    let source: NetworkSource
    var fields: [AttributeField]
    var features: [Feature] = []
  }

  private(set) var tables: [Table] = []
  private(set) var places: [GlobalID: Place] = [:]
  private(set) var notes: [String] = []
  private(set) var srid: SRID?
  private(set) var definition: NetworkDefinition
  private let isStated: Bool

  init(_ definition: NetworkDefinition, srid: SRID?) {
    self.definition = definition
    self.srid = srid
    isStated = srid != nil
  }

  private static let ownColumns: Set<String> = [
    "OBJECTID", "SHAPE", "GLOBALID", "ASSETGROUP", "ASSETTYPE",
  ]

  // MARK: Features

  /// Reads the rows of one source; `described` are the fields in the layer's definition.
  mutating func add(
    _ rows: ServiceTable,
    described: [ServiceField],
    of source: NetworkSource,
    options: ImportOptions,
    _ problems: inout [ImportProblem]
  ) {
    let columns = ServiceColumns(described, rows.fields, own: Self.ownColumns)
    notes += columns.notes.map { "\(source.name): \($0)" }
    for index in definition.networkAttributes.indices {
      for position in definition.networkAttributes[index].assignments.indices {
        let assignment = definition.networkAttributes[index].assignments[position]
        guard assignment.sourceID == source.sourceID,
          let name = columns.renamed[assignment.fieldName]
        else { continue }
        definition.networkAttributes[index].assignments[position].fieldName = name
      }
    }
    var table = Table(source: source, fields: columns.fields)
    var geometries = ServiceGeometry(srid: systemOfReference(rows, source, &problems))
    var rowIDs: [Int64: String] = [:]
    let types = Set(
      source.assetTypeEntries.map {
        AssetTypeCode(assetGroup: $0.group.code, assetType: $0.type.code)
      }
    )
    for (number, row) in rows.rows.enumerated() {
      if number & 0xFFF == 0 && ImportMonitor.isGivenUp { return }
      do throws(ReadingError) {
        let feature = try self.feature(row, columns, source, types, options, &geometries)
        if let other = rowIDs.updateValue(row.path, forKey: feature.rowID) {
          throw ReadingError(
            row.path,
            "\(other) already has \(columns.objectID) \(feature.rowID): were pages fetched twice?"
          )
        }
        guard let id = feature.globalID else { continue }
        if let other = places[id] {
          throw ReadingError(row.path, "\(other.path) already has the global id \(id).")
        }
        places[id] = Place(
          sourceID: source.sourceID,
          table: tables.count,
          row: table.features.count,
          path: row.path
        )
        table.features.append(feature)
      } catch {
        problems.append(ImportProblem(error))
      }
    }
    if geometries.missingHeights > 0 {
      notes.append(
        "\(source.name): coordinates without z, which get z = 0: \(geometries.missingHeights)."
      )
    }
    if geometries.reversedAreas > 0 {
      notes.append(
        "\(source.name): areas whose rings all run the wrong way: \(geometries.reversedAreas). Exterior "
          + "rings must run clockwise, so the rings were read as if reversed."
      )
    }
    tables.append(table)
  }

  private func feature(
    _ row: ServiceRow,
    _ columns: ServiceColumns,
    _ source: NetworkSource,
    _ types: Set<AssetTypeCode>,
    _ options: ImportOptions,
    _ geometries: inout ServiceGeometry
  ) throws(ReadingError) -> Feature {
    guard let rowID = try row.integer(columns.objectID) else {
      throw row.failure(columns.objectID, "The value is missing.")
    }
    let path = "\(row.path) (\(columns.objectID) \(rowID))"
    var feature = Feature(
      rowID: Int64(rowID),
      globalID: try row.globalID(columns.globalID),
      origin: options.origin(source.name.withEncodedSigns, rowID),
      geometry: try geometries.geometry(row)
    )
    // The line of a subnetwork is generated: it has neither group nor type.
    if source.usage != .subnetLine || row.has("ASSETGROUP") {
      feature.assetGroup = try row.code("ASSETGROUP")
      feature.assetType = try row.code("ASSETTYPE")
      let code = AssetTypeCode(assetGroup: feature.assetGroup, assetType: feature.assetType)
      if source.usage != .subnetLine, !types.contains(code) {
        throw ReadingError(
          path,
          "Asset type \(code.assetGroup)/\(code.assetType) is not in the data element: fetch the data element "
            + "and the rows at the same time."
        )
      }
    }
    try Self.check(feature.geometry, source.usage, path)
    feature.attributes = try columns.values(of: row)
    return feature
  }

  private static func check(_ geometry: Geometry?, _ usage: NetworkSourceUsage, _ path: String)
    throws(ReadingError)
  {
    guard let geometry else { return }
    guard geometry.isWithinBounds else {
      throw ReadingError(path, "The geometry has an ordinate beyond ±1e150.")
    }
    guard let expected = usage.geometryType else {
      throw ReadingError(path, "Features of usage \(usage.name) cannot have a geometry.")
    }
    if expected.dimension != geometry.type.dimension {
      throw ReadingError(
        path,
        "A feature of usage \(usage.name) needs a \(expected.name); this is a \(geometry.type.name)."
      )
    }
  }

  private mutating func systemOfReference(
    _ rows: ServiceTable,
    _ source: NetworkSource,
    _ problems: inout [ImportProblem]
  ) -> SRID? {
    if isStated { return srid }
    let places = rows.rows.filter { row in
      if case .object? = row.geometry { return true }
      return false
    }
    for row in places {
      guard let wkid = row.layout.wkid else { continue }
      let known = srid ?? wkid
      srid = known
      guard known != wkid else { continue }
      problems.add(
        row.path,
        "The layer is in reference system \(wkid), but earlier layers are in \(known): "
          + "query all layers with the same outSR."
      )
      break
    }
    return srid
  }

  // MARK: Controllers

  mutating func setController(_ place: Place, name: String, tier: String, terminal: Int) {
    set(FieldName.controllerName, .text, .text(name), place)
    set(FieldName.tierName, .text, .text(tier), place)
    set(FieldName.controllerTerminal, .integer, .integer(Int64(terminal)), place)
  }

  private mutating func set(
    _ field: String,
    _ storage: AttributeField.Storage,
    _ value: AttributeValue,
    _ place: Place
  ) {
    var column = tables[place.table].fields.firstIndex { $0.name == field }
    if column == nil {
      column = tables[place.table].fields.count
      tables[place.table].fields.append(AttributeField(field, storage))
      for row in tables[place.table].features.indices {
        tables[place.table].features[row].attributes.append(.null)
      }
    }
    guard let column else { return }
    tables[place.table].features[place.row].attributes[column] = value
  }

  func assetType(at place: Place) -> AssetTypeID {
    let feature = tables[place.table].features[place.row]
    return AssetTypeID(place.sourceID, feature.assetGroup, feature.assetType)
  }

  var featureTables: [FeatureTable] {
    definition.sources.map { source in
      let draft = tables.first { $0.source.sourceID == source.sourceID }
      var table = FeatureTable(
        name: source.name,
        sourceID: source.sourceID,
        geometryType: source.usage.geometryType,
        fields: draft?.fields ?? []
      )
      for feature in draft?.features ?? [] {
        var feature = feature
        feature.geometry = feature.geometry.map { $0.fitting(source.usage) }
        table.append(feature)
      }
      return table
    }
  }
}

extension Geometry {
  fileprivate var isWithinBounds: Bool {
    coordinates.allSatisfy { $0.x.magnitude <= 1e150 && $0.y.magnitude <= 1e150 }
  }

  /// The geometry in the type of the usage's tables: subnetwork lines always are multi lines.
  fileprivate func fitting(_ usage: NetworkSourceUsage) -> Geometry {
    guard usage.geometryType == .multiLineString, case .lineString(let line) = self,
      let lines = try? MultiLineString(parts: [line.coordinates], srid: srid)
    else { return self }
    return .multiLineString(lines)
  }
}
