internal import GeoSnap

/// Finds content of a consistent network that a file cannot hold.
struct FormatCheck: ProblemCollector {
  let network: UtilityNetwork
  package var problems: [NetworkProblem] = []

  init(network: UtilityNetwork) { self.network = network }

  mutating func visitAll(imports: [ImportRecord]) {
    let sourceNames = Dictionary(
      network.definition.sources.map { ($0.sourceID, $0.name) },
      uniquingKeysWith: { $1 }
    )
    for source in network.definition.sources { visitName(source.name) }
    for table in network.tables {
      if let sourceID = table.sourceID {
        let name = sourceNames[sourceID] ?? ""
        if name.lowercased() != table.name.lowercased() {
          report(table.name, nil, "The table of source \(name) must have the same name.")
        }
      } else {
        visitName(table.name)
        visitPlain(table, sourceNames: Set(sourceNames.values.map { $0.lowercased() }))
      }
      visitFields(table)
      visitRows(table)
    }
    for association in network.associations {
      visit(association.origin, "ORIGIN", Profile.associations, "\(association.globalID)")
    }
    for rule in network.rules { visit(rule.origin, "ORIGIN", Profile.rules, "\(rule.id)") }
    for (row, record) in imports.enumerated() {
      for text in [record.network, record.table, record.note] {
        visit(text, "text", Profile.imports, "\(row + 1)")
      }
    }
  }

  mutating func encodedDefinition() -> String {
    do {
      return try sortedJSON(network.definition)
    } catch {
      report(Profile.definition, nil, "The definition cannot be written as JSON: \(error)")
      return ""
    }
  }

  private mutating func visitName(_ name: String) {
    let lowercased = name.lowercased()
    if name.isEmpty || name.utf8.contains(0) {
      report(name, nil, "A table needs a name, without NUL characters.")
    } else if let prefix = Profile.reservedPrefixes.first(where: { lowercased.hasPrefix($0) }) {
      report(name, nil, "Names that begin with \(prefix) are reserved.")
    }
  }

  private mutating func visitPlain(_ table: FeatureTable, sourceNames: Set<String>) {
    if table.geometryType == nil {
      report(table.name, nil, "A plain table needs a type of geometry.")
    }
    if sourceNames.contains(table.name.lowercased()) {
      report(table.name, nil, "A network source has this name already.")
    }
    for row in 0..<table.count where table.assetGroups[row] != 0 || table.assetTypes[row] != 0 {
      report(
        table.name,
        "\(table.rowIDs[row])",
        "A row of a plain table cannot have an asset group or asset type."
      )
    }
  }

  private mutating func visitFields(_ table: FeatureTable) {
    var names = Set(Profile.featureColumns(isPlain: table.sourceID == nil))
    for field in table.fields {
      if field.name.isEmpty || field.name.utf8.contains(0) {
        report(table.name, nil, "A field needs a name, without NUL characters.")
      } else if !names.insert(field.name.uppercased()).inserted {
        report(table.name, nil, "The field name \(field.name) is taken.")
      }
    }
  }

  /// Whether all rows can be stored, which is a faster check than finding the wrong row.
  private func areSound(_ table: FeatureTable) -> Bool {
    let ids = table.rowIDs
    guard network.srid != nil, ids.indices.dropFirst().allSatisfy({ ids[$0 - 1] < ids[$0] }),
      !table.origins.mayHoldNUL
    else { return false }
    return zip(table.fields, table.attributes).allSatisfy { $1.holdsOnly($0.storage) }
  }

  private mutating func visitRows(_ table: FeatureTable) {
    if areSound(table) { return }
    var ids: Set<Int64> = []
    for row in 0..<table.count {
      let name = "\(table.rowIDs[row])"
      if !ids.insert(table.rowIDs[row]).inserted {
        report(table.name, name, "OBJECTID is used twice.")
      }
      visit(table.origins[row], "ORIGIN", table.name, name)
      if network.srid == nil, let srid = table.geometries[row]?.srid {
        report(
          table.name,
          name,
          "The geometry is in EPSG:\(srid), but the network declares no reference system."
        )
      }
      for (field, values) in zip(table.fields, table.attributes) {
        visit(values[row], field, table.name, name)
      }
    }
  }

  private mutating func visit(_ text: String?, _ column: String, _ table: String, _ row: String) {
    if let text, text.utf8.contains(0) {
      report(table, row, "\(column) contains a NUL character.")
    }
  }

  private mutating func visit(
    _ value: AttributeValue,
    _ field: AttributeField,
    _ table: String,
    _ row: String
  ) {
    switch (value, field.storage) {
    case (.null, _), (.integer, .integer), (.blob, .blob): break
    case (.real(let number), .real):
      if number.isNaN { report(table, row, "\(field.name) is NaN, which SQLite cannot store.") }
    case (.text(let text), .text): visit(text, field.name, table, row)
    default:
      report(
        table,
        row,
        "\(field.name) is declared \(field.storage.rawValue) but holds \(value.storageName)."
      )
    }
  }
}

extension AttributeValue {
  /// The storage of the value, as a noun.
  var storageName: String {
    switch self {
    case .null: "nothing"
    case .integer: "an integer"
    case .real: "a real number"
    case .text: "a text"
    case .blob: "bytes"
    }
  }
}
