package import GeoSnapColumns

/// The rows of a file that cannot be read and are not part of its network; new rows must not take their identifiers.
package struct SetAsideRows: Equatable, Sendable {
  /// The number of rows: features, associations, rules and others.
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

  /// Records the greatest row id of a partly read table.
  package mutating func note(greatestRowID: Int64, ofTable table: String) {
    greatestRowIDs[table.lowercased()] = greatestRowID
  }

  /// The greatest row id of a partly read table; nil for others.
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
}

extension SetAsideRows: ImagePart {
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
