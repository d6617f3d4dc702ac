internal import GeoSnap

/// The steps from a mapping and its data to a network.
struct GISImportRun {
  let options: ImportOptions
  let file: String
  let existing: UtilityNetwork?
  private(set) var problems: [ImportProblem] = []
  var report = ImportReport()
  var mapping = GISMapping()
  var tables: [GISMapping.Data: GISTable] = [:]
  var srid: SRID?
  var attributes: [GISAttribute] = []
  var features: [GISFeature] = []
  var layers: [GISLayerTypes] = []
  var plain: [FeatureTable] = []
  var fields: [(sourceID: Int, fields: [AttributeField])] = []
  /// For each layer of the network the columns of its data that are kept, with their names.
  var kept: [Int: [(column: Int, name: String)]] = [:]
  var rules: [NetworkRule] = []

  init(options: ImportOptions, file: String, existing: UtilityNetwork?) {
    self.options = options
    self.file = file
    self.existing = existing
  }

  /// The source id that is proposed for the layer of a number; see ``SourceNumber``.
  private func sourceID(_ layer: Int) -> Int { 31 + layer }

  // MARK: Reading

  mutating func readMapping(_ bytes: [UInt8]) throws(ReadingError) {
    mapping = try GISMapping(bytes)
    for layer in mapping.layers {
      guard let usage = layer.usage, let known = existing?.definition.source(named: layer.name),
        known.usage != usage
      else { continue }
      throw ReadingError(
        "\(layer.path).usage",
        "The network appended to has a source \(known.name), which is a \(known.usage.name)."
      )
    }
  }

  mutating func readData(
    _ files: ArraySlice<ImportFile>,
    _ given: [GISTable]
  ) throws(ReadingError) {
    let declared = options.srid ?? mapping.srid
    for layer in mapping.layers where tables[layer.data] == nil {
      if let name = layer.data.table {
        guard
          let table = given.first(where: { $0.file == layer.data.file && $0.table == name })
        else { throw missing(layer) }
        tables[layer.data] = table
      } else {
        guard let file = files.first(where: { $0.name == layer.data.file }) else {
          throw missing(layer)
        }
        tables[layer.data] = try GeoJSONTable.read(file.name, file.bytes, srid: declared)
      }
      report.notes += tables[layer.data]?.notes ?? []
    }
    srid = declared
    guard declared == nil else { return }
    var first: (layer: GISMapping.Layer, srid: SRID?)?
    for layer in mapping.layers {
      guard let table = tables[layer.data], table.rows.geometries.contains(where: { $0 != nil })
      else { continue }
      guard let other = first else {
        first = (layer, table.srid)
        continue
      }
      guard other.srid == table.srid else {
        throw ReadingError(
          "\(layer.path).data",
          "The data is in \(Self.name(table.srid)), that of \(other.layer.name) in "
            + "\(Self.name(other.srid)): transform one of them, or say with \"srid\" which system "
            + "all are in."
        )
      }
    }
    srid = first?.srid
  }

  private static func name(_ srid: SRID?) -> String {
    srid.map { "EPSG:\($0)" } ?? "no declared system"
  }

  private func missing(_ layer: GISMapping.Layer) -> ReadingError {
    ReadingError("\(layer.path).data", "The data was not given: \(layer.data.file).")
  }

  /// What global ids derive from.
  var namespace: GlobalID {
    GlobalID(
      name: "\(options.networkName)/\(options.prefix ?? "")",
      namespace: .importNamespace
    )
  }

  mutating func readLayers() throws(ReadingError) {
    attributes = try GISCatalog.attributes(of: mapping) { [tables] layer, field in
      guard let table = tables[layer.data] else { return nil }
      return table.field(field).map { table.rows.fields[$0].storage }
    }
    for (number, layer) in mapping.layers.enumerated() {
      guard let table = tables[layer.data] else { continue }
      if layer.usage == nil {
        try readPlain(layer, table)
      } else {
        try readSource(layer, number, table)
      }
    }
  }

  private mutating func readSource(
    _ layer: GISMapping.Layer,
    _ number: Int,
    _ table: GISTable
  ) throws(ReadingError) {
    let reader = try GISLayerReader(
      layer,
      number: number,
      sourceID: sourceID(number),
      table: table,
      srid: srid,
      prefix: options.prefix,
      namespace: namespace
    )
    var types = reader.types
    try types.number(
      like: existing?.definition.source(named: layer.name),
      configurations: mapping.configurations
    )
    try check(types)
    let controllers = GISControllers(
      types: types,
      configurations: mapping.configurations,
      table: table
    )
    let columns = try GISColumns(
      layer,
      table,
      attributes: attributes,
      isController: controllers.areAny
    )
    add(reader.problems)
    for row in reader.rows {
      var feature = row.feature
      guard let assetType = types[row.type] else { continue }
      feature.assetType = assetType
      do throws(ReadingError) {
        try columns.check(feature.row, of: table)
        let values = try columns.values(feature.row, of: table)
        feature.attributes.complete(by: values)
        apportion(&feature, columns.kept, table)
        try controllers.control(&feature)
      } catch {
        add([ImportProblem(error)])
      }
      features.append(feature)
    }
    layers.append(types)
    fields.append((types.sourceID, columns.fields))
    kept[number] = columns.kept
    count(layer, table, reader, columns)
  }

  /// Shares what is measured along a line between the parts of a row.
  private func apportion(
    _ feature: inout GISFeature,
    _ kept: [(column: Int, name: String)],
    _ table: GISTable
  ) {
    guard feature.share != 1 else { return }
    for attribute in attributes where attribute.isApportionable {
      let own = feature.attributes[attribute.column]
      // A layer that does not map the attribute may have its column all the same.
      let column = own == nil ? kept.first { $0.name == attribute.column } : nil
      if case .real(let whole)? = own
        ?? column.map({ table.rows.attributes[$0.column][feature.row] })
      {
        feature.attributes[attribute.column] = .real(whole * feature.share)
      }
    }
  }

  private mutating func add(_ added: [ImportProblem]) {
    problems += added.prefix(max(0, ImportError.problemLimit - problems.count))
  }

  private mutating func count(
    _ layer: GISMapping.Layer,
    _ table: GISTable,
    _ reader: GISLayerReader,
    _ columns: GISColumns
  ) {
    let name = layer.name
    if table.rows.count > 0 { report.elementsRead[name] = table.rows.count }
    if !reader.placeless.isEmpty {
      report.notImported["\(name) without geometry"] = reader.placeless.count
      report.notes.append(
        "Rows of \(name) without geometry, which are left out: \(reader.placeless.count), such as "
          + reader.placeless.prefix(5).joined(separator: ", ")
          + "."
      )
    }
    if reader.splitCount > 0 {
      report.notes.append(
        "Rows of \(name) with several parts: \(reader.splitCount). Each part is a feature of the "
          + "row's origin."
      )
    }
    for (from, to) in columns.renamed {
      report.notes.append("The field \(from) of \(name) is kept as \(to).")
    }
  }

  /// Checks what asset types say of tiers, terminals and policies against their domain and usage.
  private func check(_ types: GISLayerTypes) throws(ReadingError) {
    let layer = types.layer
    guard let usage = layer.usage else { return }
    let tiers = mapping.domains.first { $0.name == layer.domain }?.tiers ?? []
    for traits in types.traits.values.map({ $0 }) + [layer.defaults] {
      if traits.policy != nil, usage != .line, usage != .structureLine {
        throw ReadingError(layer.path, "Only lines have a connectivity policy.")
      }
      if traits.terminals != nil, usage != .device, usage != .junctionObject {
        throw ReadingError(layer.path, "Only devices and junction objects have terminals.")
      }
      guard let controller = traits.controller else { continue }
      guard usage == .device || usage == .junctionObject else {
        throw ReadingError(
          controller.path,
          "Only devices and junction objects control subnetworks."
        )
      }
      guard tiers.contains(where: { $0.name == controller.tier }) else {
        throw ReadingError(controller.path, "The domain network has no tier \(controller.tier).")
      }
    }
  }

  private mutating func readPlain(
    _ layer: GISMapping.Layer,
    _ table: GISTable
  ) throws(ReadingError) {
    if table.rows.count > 0 { report.elementsRead[layer.name] = table.rows.count }
    guard table.rows.geometryType != nil else {
      report.notImported[layer.name] = table.rows.count
      report.notes.append(
        "\(layer.name) has no geometry, and a table without one is kept only as a source."
      )
      return
    }
    let names = (existing?.tables.map(\.name) ?? []) + plain.map(\.name)
    guard !names.contains(where: { $0.lowercased() == layer.name.lowercased() }) else {
      throw ReadingError("\(layer.path).name", "The network has a table \(layer.name) already.")
    }
    let columns = try GISColumns(layer, table, attributes: [], isController: false)
    let reader = GISPlainReader(layer: layer, table: table, srid: srid, prefix: options.prefix)
    let made = try reader.read(columns)
    plain.append(made)
    report.featuresWritten[layer.name] = made.count
    for (from, to) in columns.renamed {
      report.notes.append("The field \(from) of \(layer.name) is kept as \(to).")
    }
  }
}
