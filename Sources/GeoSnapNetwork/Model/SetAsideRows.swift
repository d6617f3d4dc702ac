package import GeoSnapColumns

/// The rows of a file that cannot be read and are not part of its network; new rows must not take their identifiers.
package struct SetAsideRows: Equatable, Sendable, ImagePart {
  package private(set) var count = 0
  /// The row ids of features, by the lower-case name of their table.
  private var rowIDs: [String: Set<Int64>] = [:]
  /// For partly read tables, the greatest row id of all, by the lower-case name; not part of images.
  private var greatestRowIDs: [String: Int64] = [:]
  private(set) var features: Set<GlobalID> = []
  private(set) var associations: Set<GlobalID> = []

  package init() {}

  package var isEmpty: Bool { count == 0 }

  package mutating func addFeature(table: String, rowID: Int64?, globalID: GlobalID?) {
    count += 1
    if let rowID { rowIDs[table.lowercased(), default: []].insert(rowID) }
    if let globalID { features.insert(globalID) }
  }

  package mutating func note(greatestRowID: Int64, ofTable table: String) {
    greatestRowIDs[table.lowercased()] = greatestRowID
  }

  func greatestRowID(ofTable table: String) -> Int64? { greatestRowIDs[table.lowercased()] }

  package mutating func addAssociation(_ globalID: GlobalID?) {
    count += 1
    if let globalID { associations.insert(globalID) }
  }

  /// Adds rows that no edit affects, such as those of rules.
  package mutating func addOthers(_ number: Int = 1) { count += number }

  package mutating func add(_ other: SetAsideRows) {
    count += other.count
    rowIDs.merge(other.rowIDs) { $0.union($1) }
    greatestRowIDs.merge(other.greatestRowIDs) { max($0, $1) }
    features.formUnion(other.features)
    associations.formUnion(other.associations)
  }

  package func contains(rowID: Int64, ofTable table: String) -> Bool {
    rowIDs[table.lowercased()]?.contains(rowID) ?? false
  }

  package func contains(feature: GlobalID) -> Bool { features.contains(feature) }

  package func contains(association: GlobalID) -> Bool { associations.contains(association) }

  package init(from image: inout ImageReader) throws(ImageError) {
    count = try image.read("count")
    let tables: [String] = try image.read("tables")
    for table in tables {
      let rows: Column<Int64> = try image.read("rowIDs")
      rowIDs[table] = Set(rows)
    }
    features = Set(try image.read("features") as Column<GlobalID>)
    associations = Set(try image.read("associations") as Column<GlobalID>)
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(count, "count")
    let tables = rowIDs.keys.sorted()
    try image.write(tables, "tables")
    for table in tables { try image.write(Column(rowIDs[table] ?? []), "rowIDs") }
    try image.write(Column(features), "features")
    try image.write(Column(associations), "associations")
  }
}

/// The parts of a network, from which broken rows are removed until the others have no error.
struct SoundParts {
  let definition: NetworkDefinition
  let srid: SRID?
  private(set) var tables: [FeatureTable]
  private(set) var associations: [Association]
  private(set) var rules: [NetworkRule]
  private(set) var setAside: SetAsideRows
  let toleratesAssetTypes: Bool
  private(set) var problems: [NetworkProblem] = []

  /// Removes broken rows and returns the check of the others, which has no errors.
  mutating func checked() throws(NetworkError) -> NetworkCheck {
    try takeOut(sharingGlobalIDs())
    while true {
      var check = NetworkCheck(definition: definition, srid: srid, setAside: setAside)
      check.visit(tables)
      for association in associations { check.visit(association, tables: tables) }
      for rule in rules { check.visit(rule) }
      let broken = check.problems.filter { !(toleratesAssetTypes && $0.isAboutAssetType) }
      if broken.isEmpty {
        problems += check.problems
        return check
      }
      // Other rows may refer to removed ones: the next check finds them.
      try takeOut(broken)
    }
  }

  /// Reports rows with the global id of a row that was set aside before: either may be the right one.
  private func sharingGlobalIDs() -> [NetworkProblem] {
    var found: [NetworkProblem] = []
    func report(_ table: String, _ row: String, _ id: GlobalID, _ feature: GlobalID?) {
      found.append(
        NetworkProblem(
          table: table,
          row: row,
          column: "GLOBALID",
          message: "Another row, which is set aside, has GLOBALID \(id) too.",
          code: .repeatedGlobalID,
          globalID: feature
        )
      )
    }
    if !setAside.features.isEmpty {
      for table in tables {
        for (row, id) in table.globalIDs.enumerated() {
          guard let id, setAside.contains(feature: id) else { continue }
          report(table.name, "\(table.rowIDs[row])", id, id)
        }
      }
    }
    if !setAside.associations.isEmpty {
      for association in associations where setAside.contains(association: association.globalID) {
        report("un_associations", "\(association.globalID)", association.globalID, nil)
      }
    }
    return found
  }

  private mutating func takeOut(_ broken: [NetworkProblem]) throws(NetworkError) {
    guard !broken.isEmpty else { return }
    problems += broken
    let before = setAside.count
    let rows = Dictionary(grouping: broken) { $0.table }.mapValues { Set($0.compactMap(\.row)) }
    takeOutFeatures(
      rows.mapValues { Set($0.compactMap { Int64($0) }) },
      sharing: Set(broken.filter { $0.code == .repeatedGlobalID }.compactMap(\.globalID))
    )
    let gone = Set((rows["un_associations"] ?? []).compactMap { GlobalID($0) })
    for association in associations where gone.contains(association.globalID) {
      setAside.addAssociation(association.globalID)
    }
    associations.removeAll { gone.contains($0.globalID) }
    let ruleIDs = Set((rows["un_rules"] ?? []).compactMap { Int($0) })
    setAside.addOthers(rules.count { ruleIDs.contains($0.id) })
    rules.removeAll { ruleIDs.contains($0.id) }
    guard broken.allSatisfy({ $0.code != nil }), setAside.count > before else {
      throw NetworkError(problems)
    }
  }

  /// Removes rows by their ids, and all rows with one of the global ids.
  private mutating func takeOutFeatures(_ rowIDs: [String: Set<Int64>], sharing ids: Set<GlobalID>)
  {
    for (index, table) in tables.enumerated() {
      let wanted = rowIDs[table.name] ?? []
      guard !wanted.isEmpty || !ids.isEmpty else { continue }
      var gone: Set<Int> = []
      for row in 0..<table.count {
        let id = table.globalIDs[row]
        if wanted.contains(table.rowIDs[row]) {
          gone.insert(row)
        } else if let id, ids.contains(id) {
          gone.insert(row)
          problems.append(
            NetworkProblem(
              table: table.name,
              row: "\(table.rowIDs[row])",
              column: "GLOBALID",
              message: "GLOBALID \(id) is used twice: another row has it too.",
              code: .repeatedGlobalID,
              globalID: id
            )
          )
        } else {
          continue
        }
        setAside.addFeature(table: table.name, rowID: table.rowIDs[row], globalID: id)
      }
      if !gone.isEmpty { tables[index].keep { !gone.contains($1) } }
    }
  }
}
