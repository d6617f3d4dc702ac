package import GeoSnapColumns

/// The rows of a file that are no part of its network, because they cannot be read: nothing that is new may
/// take their identifiers.
package struct SetAsideRows: Equatable, Sendable {
  /// How many there are: features, associations, rules and others.
  package private(set) var count = 0
  /// The row ids of features, by the lower-case name of their table.
  private var rowIDs: [String: Set<Int64>] = [:]
  /// For tables of which only some rows were read, the greatest row id of all, by the lower-case name.
  ///
  /// Nothing of it is in images, which are of whole networks.
  private var greatestRowIDs: [String: Int64] = [:]
  private(set) var features: Set<GlobalID> = []
  private(set) var associations: Set<GlobalID> = []

  package init() {}

  package var isEmpty: Bool { count == 0 }

  /// Adds a row of a feature table, with what can be read of its identifiers.
  package mutating func addFeature(table: String, rowID: Int64?, globalID: GlobalID?) {
    count += 1
    if let rowID { rowIDs[table.lowercased(), default: []].insert(rowID) }
    if let globalID { features.insert(globalID) }
  }

  /// Notes the greatest row id of a table of which not all rows were read.
  package mutating func note(greatestRowID: Int64, ofTable table: String) {
    greatestRowIDs[table.lowercased()] = greatestRowID
  }

  /// The greatest row id of a table of which not all rows were read; nil where they were.
  func greatestRowID(ofTable table: String) -> Int64? { greatestRowIDs[table.lowercased()] }

  /// Adds the row of an association.
  package mutating func addAssociation(_ globalID: GlobalID?) {
    count += 1
    if let globalID { associations.insert(globalID) }
  }

  /// Adds rows that no edit has to do with, such as those of rules.
  package mutating func addOthers(_ number: Int = 1) { count += number }

  /// Adds all of another part of a file.
  package mutating func add(_ other: SetAsideRows) {
    count += other.count
    rowIDs.merge(other.rowIDs) { $0.union($1) }
    greatestRowIDs.merge(other.greatestRowIDs) { max($0, $1) }
    features.formUnion(other.features)
    associations.formUnion(other.associations)
  }

  /// Whether a row of a table, named in any case, is set aside.
  package func contains(rowID: Int64, ofTable table: String) -> Bool {
    rowIDs[table.lowercased()]?.contains(rowID) ?? false
  }

  /// Whether a feature is set aside that has a global id.
  package func contains(feature: GlobalID) -> Bool { features.contains(feature) }

  /// Whether an association is set aside that has a global id.
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
