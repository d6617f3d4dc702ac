internal import GeoSnap
internal import GeoSnapStore

struct RowStatements {
  struct RowChange {
    let sql: String
    let values: [ServerValue]
    let row: String
  }

  private let catalogue: Catalogue
  private(set) var statements: [RowChange] = []

  init(_ commit: NetworkCommit, _ catalogue: Catalogue) {
    self.catalogue = catalogue
    addAssociations(commit)
    for change in commit.changes {
      let relation = catalogue.relations[Int(change.id.table)]
      switch (change.before, change.after) {
      case (let old?, let new?): update(old, new, relation)
      case (let old?, nil): delete(old, relation)
      case (nil, let new?): insert(new, relation)
      case (nil, nil): break
      }
    }
  }

  private func name(_ relation: Relation) -> String {
    "\(catalogue.schema).\(relation.relation.quotedIdentifier)"
  }

  private mutating func add(_ sql: String, _ values: [ServerValue], _ row: String) {
    statements.append(RowChange(sql: sql, values: values, row: row))
  }

  // MARK: Features

  private mutating func delete(_ feature: Feature, _ relation: Relation) {
    add(
      "DELETE FROM \(name(relation)) WHERE objectid = $1",
      [.integer(feature.rowID)],
      "\(relation.name), row \(feature.rowID)"
    )
  }

  private mutating func insert(_ feature: Feature, _ relation: Relation) {
    let cells =
      [(column: "objectid", value: "%@::bigint", cell: ServerValue.integer(feature.rowID))]
      + cells(feature, relation)
    let names = cells.map(\.column).joined(separator: ", ")
    let values = cells.indices.map { cells[$0].value.replacing("%@", with: "$\($0 + 1)") }
      .joined(separator: ", ")
    add(
      "INSERT INTO \(name(relation)) (\(names)) VALUES (\(values))",
      cells.map(\.cell),
      "\(relation.name), row \(feature.rowID)"
    )
  }

  private mutating func update(_ old: Feature, _ new: Feature, _ relation: Relation) {
    let pairs = zip(cells(old, relation), cells(new, relation))
    let changed = pairs.filter { !$0.cell.isSame(as: $1.cell) }.map(\.1)
    guard !changed.isEmpty else { return }
    let list = changed.indices.map {
      "\(changed[$0].column) = \(changed[$0].value.replacing("%@", with: "$\($0 + 2)"))"
    }.joined(separator: ", ")
    add(
      "UPDATE \(name(relation)) SET \(list) WHERE objectid = $1",
      [.integer(new.rowID)] + changed.map(\.cell),
      "\(relation.name), row \(new.rowID)"
    )
  }

  /// The existing columns except the key, with their values.
  private func cells(
    _ feature: Feature,
    _ relation: Relation
  ) -> [(column: String, value: String, cell: ServerValue)] {
    var cells: [(column: String, value: String, cell: ServerValue)] = []
    if relation.hasGeometry {
      cells.append(
        (
          "shape", "%@::\(catalogue.script.postGIS).geometry",
          ServerValue(feature.geometry, srid: catalogue.srid ?? 0)
        )
      )
    }
    cells.append(("globalid", "%@::uuid", feature.globalID.map { .globalID($0) } ?? .null))
    if relation.sourceID != nil {
      cells.append(("assetgroup", "%@::integer", .small(Int32(feature.assetGroup))))
      cells.append(("assettype", "%@::integer", .small(Int32(feature.assetType))))
    }
    cells.append(("origin", "%@::text", feature.origin.map { .text($0) } ?? .null))
    for (field, value) in zip(relation.fields, feature.attributes) {
      cells.append((field.column.quotedIdentifier, field.writing("%@"), ServerValue(value)))
    }
    return cells
  }

  // MARK: Associations

  private mutating func addAssociations(_ commit: NetworkCommit) {
    let named = commit.namedAssociations
    let table = "\(catalogue.schema).un_associations"
    for id in named where commit.before.association(globalID: id) != nil {
      add("DELETE FROM \(table) WHERE globalid = $1", [.globalID(id)], "association \(id)")
    }
    let columns = AssociationRow.columns
    let marks = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    for id in named {
      guard let association = commit.after.association(globalID: id) else { continue }
      add(
        "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks))",
        AssociationRow.cells(association),
        "association \(id)"
      )
    }
  }
}

extension ServerValue {
  fileprivate func isSame(as other: ServerValue) -> Bool { bytes == other.bytes }
}
