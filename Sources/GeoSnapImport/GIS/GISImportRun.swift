internal import GeoSnap

struct GISImportRun {
  let options: ImportOptions
  let file: String
  let existing: UtilityNetwork?
  private(set) var problems: [ImportProblem] = []
  var report = ImportReport()
  var mapping = GISMapping()
  private var sources: [GISSource] = []
  var tables: [GISImporter.DataReference: GISTable] = [:]
  private var dataNotes: [String] = []
  private var firstSystem: (layer: String, srid: SRID?)?
  var srid: SRID?
  var attributes: [GISAttribute] = []
  var features = GISFeatures()
  var layers: [GISLayerTypes] = []
  private(set) var nodes: GISLayerTypes?
  var plain: [FeatureTable] = []
  var fields: [(sourceID: Int, fields: [AttributeField])] = []
  /// For each layer of the network, the columns of its data that are kept, by name in the network.
  var kept: [Int: [(name: String, values: FieldColumn)]] = [:]
  var rules: [NetworkRule] = []

  init(options: ImportOptions, file: String, existing: UtilityNetwork?) {
    self.options = options
    self.file = file
    self.existing = existing
  }

  /// The proposed source id of a layer; see ``SourceNumber``.
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
        "The existing network has a source \(known.name) of usage \(known.usage.name): give this source another name."
      )
    }
  }

  /// Sets the data of the layers; reads all of it now if the types of network attributes depend on it.
  mutating func readData(_ sources: [GISSource]) throws {
    self.sources = sources
    srid = options.srid ?? mapping.srid
    for layer in mapping.layers where source(of: layer) == nil {
      throw ReadingError(
        "\(layer.path).data",
        "The file \(layer.data.file) of the data was not given."
      )
    }
    guard GISCatalog.needsFields(mapping) else { return }
    for layer in mapping.layers { try load(layer) }
  }

  private func source(of layer: GISMapping.Layer) -> GISSource? {
    sources.first { $0.reference.file == layer.data.file && $0.reference.table == layer.data.table }
  }

  private mutating func load(_ layer: GISMapping.Layer) throws {
    guard tables[layer.data] == nil, let source = source(of: layer) else { return }
    let declared = options.srid ?? mapping.srid
    let table =
      switch source.content {
      case .table(let read): try read()
      case .file(let open): try GeoJSONTable.read(layer.data.file, srid: declared, open)
      }
    dataNotes += table.notes
    tables[layer.data] = table
    guard declared == nil, table.hasGeometries else { return }
    if let problem = table.systemProblem {
      throw ReadingError(
        "\(layer.path).data",
        "\(layer.data.file): \(problem) Or give the reference system of the data with \"srid\" or --srid."
      )
    }
    // Without a declaration, all data must have the same reference system.
    guard let other = firstSystem else {
      firstSystem = (layer.name, table.srid)
      srid = table.srid
      return
    }
    guard other.srid == table.srid else {
      throw ReadingError(
        "\(layer.path).data",
        "The data is in \(ImportOptions.name(table.srid)), but that of \(other.layer) is in "
          + "\(ImportOptions.name(other.srid)): transform one of the two, or give the reference system of all data "
          + "with \"srid\" or --srid."
      )
    }
  }

  var namespace: GlobalID {
    GlobalID(name: "\(options.networkName)/\(options.prefix ?? "")", namespace: .importNamespace)
  }

  mutating func readLayers() throws {
    attributes = try GISCatalog.attributes(of: mapping) { [tables] layer, field in
      guard let table = tables[layer.data] else { return nil }
      return table.field(field).map { table.rows.fields[$0].storage }
    }
    for (number, layer) in mapping.layers.enumerated() {
      try load(layer)
      guard let table = tables[layer.data] else { continue }
      if layer.usage == nil {
        try readPlain(layer, table)
      } else {
        try readSource(layer, number, table)
      }
      let isNeeded = mapping.layers.dropFirst(number + 1).contains { $0.data == layer.data }
      if !isNeeded { tables[layer.data]?.dropRows() }
    }
    try prepareNodes()
    if mapping.layers.allSatisfy({ $0.usage == nil }) {
      report.notes.append("No source has a usage: all are plain tables, which traces ignore.")
    }
    report.notes = dataNotes + report.notes
  }

  /// Numbers the asset type of the junctions that are created where lines meet, after all layers.
  private mutating func prepareNodes() throws(ReadingError) {
    guard let layer = mapping.nodes else { return }
    if let known = existing?.definition.source(named: layer.name), known.usage != .junction {
      throw ReadingError(
        layer.path,
        "The existing network has a source \(known.name) of usage \(known.usage.name): give this source another name."
      )
    }
    var types = try GISLayerTypes(layer, sourceID: sourceID(mapping.layers.count))
    try types.number(
      like: existing?.definition.source(named: layer.name),
      configurations: mapping.configurations
    )
    mapping.layers.append(layer)
    layers.append(types)
    fields.append((types.sourceID, []))
    nodes = types
  }

  private mutating func readSource(_ layer: GISMapping.Layer, _ number: Int, _ table: GISTable)
    throws(ReadingError)
  {
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
    var made = reader.features
    made.assetTypes = reader.assetTypes(of: types)
    var values = columns.attributeNames.map { (name: $0, values: FieldColumn()) }
    var controls = [FieldColumn](repeating: FieldColumn(), count: 3)
    var reached = 0.0
    for feature in made.rows.indices {
      let row = Int(made.rows[feature])
      let isNext = feature > 0 && made.rows[feature - 1] == made.rows[feature]
      let start = isNext ? reached : 0
      let size = made.share(feature)
      reached = start + size
      // Rounding errors must not keep the last part from the end.
      if reached > 1 - 1e-9 { reached = 1 }
      let share: Share = (size, start, reached)
      do throws(ReadingError) {
        try columns.check(row, of: table)
        let own = try columns.values(row, of: table)
        for (position, value) in own.enumerated() {
          values[position].values.append(
            size == 1 ? value : apportioned(value, values[position].name, share)
          )
        }
        if size != 1 { made.exceptions[feature] = apportioned(row, columns, table, share) }
        guard controllers.areAny, let type = made.assetType(feature) else { continue }
        let control = try controllers.control(row, of: type, made.origins[feature] ?? "")
        for part in controls.indices { controls[part].append(control?[part] ?? .null) }
      } catch {
        add([ImportProblem(error)])
      }
    }
    made.attributes = values
    if controllers.areAny {
      made.attributes += zip(GISControllers.fields, controls).map { (name: $0, values: $1) }
    }
    // After a problem in any row, no features are kept.
    if problems.isEmpty { features.append(made) }
    layers.append(types)
    fields.append((types.sourceID, columns.fields))
    kept[number] = columns.kept.map { ($0.name, table.rows.attributes[$0.column]) }
    count(layer, table, reader, columns)
  }

  /// The part of a row's length, from `start` to `end`, that a feature is.
  private typealias Share = (size: Double, start: Double, end: Double)

  private func apportioned(_ value: AttributeValue, _ column: String, _ share: Share)
    -> AttributeValue
  {
    attributes.contains { $0.column == column && $0.isApportionable }
      ? value.share(share.size, from: share.start, to: share.end) : value
  }

  /// The shares of a part of a row in columns that are not mapped, but have the name of an apportionable attribute.
  private func apportioned(_ row: Int, _ columns: GISColumns, _ table: GISTable, _ share: Share)
    -> [String: AttributeValue]?
  {
    var values: [String: AttributeValue] = [:]
    for attribute in attributes where attribute.isApportionable {
      let name = attribute.column
      guard !columns.attributeNames.contains(name),
        let column = columns.kept.first(where: { $0.name == name })?.column
      else { continue }
      values[name] = table.rows.attributes[column][row]
        .share(share.size, from: share.start, to: share.end)
    }
    return values.isEmpty ? nil : values
  }

  private mutating func add(_ added: [ImportProblem]) {
    // Rows may repeat a problem of the mapping.
    for problem in added
    where problems.count < ImportError.problemLimit && !problems.contains(problem) {
      problems.append(problem)
    }
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
          + reader.placeless.prefix(5).joined(separator: ", ") + "."
      )
    }
    if reader.splitCount > 0 {
      report.notes.append(
        "Rows of \(name) with several parts: \(reader.splitCount). Each part becomes a feature with "
          + "the origin of the row."
      )
    }
    note(columns, of: name)
  }

  private mutating func note(_ columns: GISColumns, of name: String) {
    for (from, to) in columns.renamed {
      report.notes.append("The field \(from) of \(name) is kept as \(to).")
    }
    if !columns.flags.isEmpty {
      report.notes.append(
        "True and false are kept as 1 and 0 in fields of \(name): \(Words.names(columns.flags))."
      )
    }
  }

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
        throw ReadingError(
          controller.path,
          "The domain network has no tier \(controller.tier). "
            + (tiers.isEmpty
              ? "It has no tiers: name them in its \"tiers\"."
              : Words.known("tier", tiers.map(\.name)))
        )
      }
    }
  }

  private mutating func readPlain(_ layer: GISMapping.Layer, _ table: GISTable) throws(ReadingError)
  {
    if table.rows.count > 0 { report.elementsRead[layer.name] = table.rows.count }
    guard table.rows.geometryType != nil else {
      report.notImported[layer.name] = table.rows.count
      report.notes.append(
        "\(layer.name) has no geometry: such a table is kept only if the mapping gives it a \"usage\"."
      )
      return
    }
    let names = (existing?.tables.map(\.name) ?? []) + plain.map(\.name)
    guard !names.contains(where: { $0.lowercased() == layer.name.lowercased() }) else {
      throw ReadingError(
        "\(layer.path).name",
        "The network already has a table \(layer.name). "
          + options.repetitionAdvice("give this source another name.")
      )
    }
    let columns = try GISColumns(layer, table, attributes: [], isController: false)
    let reader = GISPlainReader(layer: layer, table: table, srid: srid, prefix: options.prefix)
    let made = try reader.read(columns)
    plain.append(made)
    report.featuresWritten[layer.name] = made.count
    note(columns, of: layer.name)
  }
}
