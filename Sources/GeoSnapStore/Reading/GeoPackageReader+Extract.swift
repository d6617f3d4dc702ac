internal import GRDB
internal import GeoSnap

extension GeoPackageReader {
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
  ///
  /// - Parameters:
  ///   - tables: The features in the extent, and all objects.
  ///   - cut: Receives the associations with one end outside.
  /// - Returns: The associations with both ends inside.
  /// - Throws: `DatabaseError`; `NetworkError` when rows repeat without end.
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

  /// Adds the objects that associations lead to, directly or through other objects.
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
        guard let association = association(row, cells) else {
          if brokenRows != .refused {
            problems.setAside.addAssociation(row.text(10).flatMap { GlobalID($0) })
          }
          continue
        }
        let isWhole =
          known.contains(association.from.globalID) && known.contains(association.to.globalID)
        if isWhole { associations.append(association) } else { cut.append(association) }
      }
    }
    return associations
  }
}
