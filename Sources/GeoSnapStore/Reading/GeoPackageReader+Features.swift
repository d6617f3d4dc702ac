internal import GRDB
package import GeoSnap

extension GeoPackageReader {
  mutating func readTable(
    _ layer: Layer,
    source: NetworkSource?,
    takesAllColumns: Bool = false
  ) throws -> FeatureTable? {
    let known = problems
    guard let declared = try schema(of: layer, source: source, takesAllColumns) else {
      if source == nil, !takesAllColumns, hasDefinition {
        let found = problems.problems.dropFirst(known.problems.count).map(\.message)
        problems = known
        problems.noteOther(layer.name, found.joined(separator: " "))
      }
      return nil
    }
    let special =
      takesAllColumns
      ? []
      : Profile.featureColumns(isPlain: source == nil).dropFirst(2).compactMap(declared.column)
    let skipped = Set(special + [declared.primaryKey, layer.geometryColumn].compactMap(\.self))
      .union([layer.geometryColumn.flatMap(declared.column)].compactMap(\.self))
    let documents = takesAllColumns ? try columnsOfJSON(declared) : []
    let fields = try declared.columns.filter { !skipped.contains($0.name) }.map { column in
      var field = AttributeField(column.name, column.storage)
      if takesAllColumns, !column.hasKnownType, field.storage != .text {
        field = try self.field(of: column, declared.name)
      }
      if takesAllColumns {
        field.content = [AttributeField.Content.boolean, .date, .dateTime].first {
          $0.columnType == column.type
        }
      }
      if field.storage == .text, column.type == "JSON" || documents.contains(column.name) {
        field.content = .json
      }
      return field
    }
    let selection = RowSelection(
      declared,
      columns: [
        layer.geometryColumn, takesAllColumns ? nil : "GLOBALID",
        source == nil ? nil : "ASSETGROUP", source == nil ? nil : "ASSETTYPE",
        takesAllColumns ? nil : "ORIGIN",
      ] + fields.map(\.name)
    )
    var table = FeatureTable(
      name: layer.name,
      sourceID: source?.sourceID,
      geometryType: layer.geometryType ?? source?.usage.geometryType
        ?? (layer.geometryColumn == nil ? nil : .geometryCollection),
      fields: fields
    )
    var rows = FeatureRows(
      selection: selection,
      layer: layer,
      source: source,
      fields: fields,
      monitor: monitor,
      brokenRows: brokenRows,
      checksTexts: !takesAllColumns
    )
    let setAside = problems.setAside.count
    try extent == nil ? read(rows, into: &table) : readExtract(&rows, into: &table)
    rowCounts[layer.name.lowercased()] = table.count + problems.setAside.count - setAside
    let isMixed = layer.geometryColumn != nil && layer.geometryType == nil && source == nil
    return isMixed ? withTypeOfRows(table) : table
  }

  private func columnsOfJSON(_ table: TableSchema) throws -> Set<String> {
    let described = try schema.table("gpkg_data_columns")
    guard let described, described.column("mime_type") != nil else { return [] }
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT column_name FROM gpkg_data_columns
        WHERE lower(table_name) = lower(?) AND mime_type = 'application/json'
        """,
      arguments: [table.name]
    )
    var names: Set<String> = []
    while let row = try rows.next() {
      if let name = row.text(0).flatMap(table.column) { names.insert(name) }
    }
    return names
  }

  /// The field of a column whose declared type is none of GeoPackage's, by the values in it.
  private func field(of column: TableSchema.Column, _ table: String) throws -> AttributeField {
    let name = column.name.quotedIdentifier
    let found = try Row.fetchCursor(
      database,
      sql: """
        SELECT DISTINCT typeof(\(name)), \(name) = CAST(\(name) AS REAL)
        FROM \(table.quotedIdentifier)
        """
    )
    var kinds: AttributeField.Kinds = []
    while let row = try found.next() {
      switch row.text(0) {
      case "null": break
      case "integer": kinds.insert(row.integer(1) == 1 ? .integer : .longInteger)
      case "real": kinds.insert(.real)
      case "text": kinds.insert(.text)
      default: return AttributeField(column.name, .blob)
      }
    }
    return kinds.isEmpty ? AttributeField(column.name, column.storage) : kinds.field(column.name)
  }

  /// The declaration of a layer's table; nil, and reported, when it lacks a column that its role needs.
  private mutating func schema(
    of layer: Layer,
    source: NetworkSource?,
    _ takesAllColumns: Bool
  ) throws -> TableSchema? {
    var columns = layer.geometryColumn.map { [$0] } ?? []
    if let source {
      columns += ["GLOBALID", "ORIGIN"]
      if source.usage != .subnetLine { columns += ["ASSETGROUP", "ASSETTYPE"] }
    }
    guard let table = try requiredTable(layer.name, columns: columns) else { return nil }
    guard table.primaryKey != nil else {
      reportMissingKey(layer.name)
      return nil
    }
    let generated = takesAllColumns ? [] : table.columns.filter(\.isGenerated)
    for column in generated {
      let message = "Column \(column.name) is generated; store its values in an ordinary column."
      problems.reportMissing(layer.name, message)
    }
    return generated.isEmpty ? table : nil
  }

  /// The table with the type that fits its rows, if there is one, since its column takes any geometry.
  private func withTypeOfRows(_ table: FeatureTable) -> FeatureTable {
    var types = Set((0..<table.count).compactMap { table.geometries.type($0) })
    let kinds: [(single: GeometryType, multi: GeometryType)] = [
      (.point, .multiPoint), (.lineString, .multiLineString), (.polygon, .multiPolygon),
    ]
    for kind in kinds where types.contains(kind.multi) { types.remove(kind.single) }
    guard types.count == 1, let type = types.first else { return table }
    var typed = FeatureTable(
      name: table.name,
      sourceID: table.sourceID,
      geometryType: type,
      fields: table.fields
    )
    for row in 0..<table.count { typed.append(table[row]) }
    return typed
  }

  private struct Piece: Sendable {
    var table: FeatureTable
    var problems = ProblemList()
  }

  /// Reads all rows of a table, on two threads if there are many.
  package mutating func read(_ rows: FeatureRows, into table: inout FeatureTable) throws {
    let keys = try rows.selection.keys(in: database)
    let estimate = takeRoom(
      for: try rows.selection.estimatedRowCount(of: keys, in: database),
      fieldCount: rows.fields.count
    )
    let empty = table
    table.reserveCapacity(estimate)
    guard let second else { return try rows.read(in: database, into: &table, &problems) }
    let pieces = KeyPieces(keys, rowCount: estimate)
    let shared = SharedPieces<Piece>(count: pieces.count)
    if pieces.count > 1 {
      second.submit { database in
        // Pieces have about as many rows as their neighbours.
        var expected = 0
        shared.helpFromBack { piece in
          var found = Piece(table: empty)
          found.table.reserveCapacity(expected)
          let limits = pieces.limits(of: piece)
          try rows.read(limits, in: database, into: &found.table, &found.problems)
          expected = found.table.count
          return found
        }
      }
    }
    while let piece = shared.takeFirst() {
      try rows.read(pieces.limits(of: piece), in: database, into: &table, &problems)
    }
    for found in shared.foundFromBack {
      table.append(contentsOf: found.table)
      problems.append(found.problems)
    }
  }

  /// The number of rows, limited by the bytes of the file that are not yet assigned to other tables.
  private mutating func takeRoom(for rowCount: Int, fieldCount: Int) -> Int {
    // A feature takes at least 64 bytes, plus memory for its fields.
    let width = Int64(fieldCount + 4) * 16
    let count = min(Int64(rowCount), room / width)
    room -= count * width
    return Int(count)
  }

  /// Reads the rows of a table that reach into the extent or end near enough to be joined with a feature in it, by
  /// the spatial index where there is one; all rows of objects, which have no geometry.
  mutating func readExtract(_ rows: inout FeatureRows, into table: inout FeatureTable) throws {
    let selected = rows.selection.table
    if let key = selected.primaryKey?.quotedIdentifier,
      let greatest = try Row.fetchOne(
        database,
        sql: "SELECT max(\(key)) FROM \(selected.name.quotedIdentifier)"
      )?.integer(0)
    {
      problems.setAside.note(greatestRowID: greatest, ofTable: rows.layer.name)
    }
    guard let reach, let column = rows.layer.geometryColumn else {
      return try rows.read(in: database, into: &table, &problems)
    }
    if let index = schema.spatialIndex(of: rows.layer.name, column), let key = selected.primaryKey,
      try isSound(index, of: rows.layer, selected)
    {
      // Rounded as the index rounds: numbers beyond single precision are infinite there.
      func literal(_ number: Float) -> String {
        number.isInfinite ? (number < 0 ? "-9e999" : "9e999") : "\(Double(number))"
      }
      let (minX, minY) = (
        literal(PackedSpatialIndex.roundedDown(reach.minX)),
        literal(PackedSpatialIndex.roundedDown(reach.minY))
      )
      let (maxX, maxY) = (
        literal(PackedSpatialIndex.roundedUp(reach.maxX)),
        literal(PackedSpatialIndex.roundedUp(reach.maxY))
      )
      rows.selection.condition = """
        \(key.quotedIdentifier) IN (
          SELECT id FROM \(index.quotedIdentifier)
          WHERE minx <= \(maxX) AND maxx >= \(minX) AND miny <= \(maxY) AND maxy >= \(minY)
        )
        """
    }
    try rows.read(in: database, into: &table, &problems)
    // The rectangles of the index have single precision.
    table.keep { table, row in table.geometries[row]?.envelope?.intersects(reach) ?? false }
  }

  /// Reads the associations of features in the extent, and removes objects without an association from their tables.
  mutating func readAssociations(
    ofExtract tables: inout [FeatureTable],
    cut: inout [GeoSnap.Association]
  ) throws -> [GeoSnap.Association] {
    var known: Set<GlobalID> = []
    var objects: Set<GlobalID> = []
    for table in tables {
      for case let id? in table.globalIDs {
        if table.geometryType == nil { objects.insert(id) } else { known.insert(id) }
      }
    }
    guard let table = try profileTable(Profile.associations) else { return [] }
    var links: [(key: Int64, from: GlobalID, to: GlobalID)] = []
    let ends = RowSelection(table, columns: ["FROMGLOBALID", "TOGLOBALID"])
    let scan = try ends.rows(in: database)
    let cells = RowCells(scan._statement)
    var last = Int64.min
    while try scan.next() != nil {
      let key = cells.integer(0)
      guard last == .min || key > last else {
        throw NetworkError([.disorder(of: Profile.associations)])
      }
      last = key
      guard cells.kind(1) == .text, cells.kind(2) == .text, let from = cells.globalID(inText: 1),
        let to = cells.globalID(inText: 2)
      else { continue }
      if known.contains(from) || known.contains(to) || objects.contains(from)
        || objects.contains(to)
      {
        links.append((key, from, to))
      }
    }
    Self.reach(&known, objects, over: links)
    for number in tables.indices where tables[number].geometryType == nil {
      tables[number].keep { table, row in table.globalIDs[row].map(known.contains) ?? false }
    }
    links.removeAll { !known.contains($0.from) && !known.contains($0.to) }
    return try readAssociations(links.map(\.key), of: table, between: known, cut: &cut)
  }

  private static func reach(
    _ known: inout Set<GlobalID>,
    _ objects: Set<GlobalID>,
    over links: [(key: Int64, from: GlobalID, to: GlobalID)]
  ) {
    if objects.isEmpty { return }
    var neighbours: [GlobalID: [GlobalID]] = [:]
    var found: [GlobalID] = []
    for link in links {
      for (one, other) in [(link.from, link.to), (link.to, link.from)] where objects.contains(one) {
        if known.contains(other) { found.append(one) }
        neighbours[one, default: []].append(other)
      }
    }
    while let object = found.popLast() {
      guard known.insert(object).inserted else { continue }
      found += neighbours[object, default: []].filter(objects.contains)
    }
  }

  private mutating func readAssociations(
    _ keys: [Int64],
    of table: TableSchema,
    between known: Set<GlobalID>,
    cut: inout [GeoSnap.Association]
  ) throws -> [GeoSnap.Association] {
    let names = Profile.columns(of: Profile.associations).map(\.name)
    var selection = RowSelection(table, columns: names + AssetTypeClaim.columns)
    var associations: [GeoSnap.Association] = []
    var rest = keys[...]
    while !rest.isEmpty {
      selection.condition = selection.condition(isOneOf: rest.prefix(500))
      rest = rest.dropFirst(500)
      let cursor = try selection.rows(in: database)
      let cells = RowCells(cursor._statement)
      while let row = try cursor.next() {
        guard let association = association(row, cells) else { continue }
        let isWhole =
          known.contains(association.from.globalID) && known.contains(association.to.globalID)
        if isWhole { associations.append(association) } else { cut.append(association) }
      }
    }
    return associations
  }
}
