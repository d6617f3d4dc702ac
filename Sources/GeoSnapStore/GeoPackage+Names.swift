internal import GRDB
package import GeoSnap

extension GeoPackage {
  package static func readDefinition(of path: String) throws(StoreError) -> NetworkDefinition {
    let file = try DatabaseFile(path)
    return try file.read { database in
      var reader = try GeoPackageReader(database, isChecked: true)
      guard let definition = try reader.readDefinition() else {
        throw NetworkError(reader.problems.problems)
      }
      return definition
    }
  }

  /// Reads the extent and the reference system of a network without its features.
  package static func readOutline(of path: String) throws(StoreError) -> UtilityNetwork {
    try DatabaseFile(path).read { database in
      var reader = try GeoPackageReader(database, isChecked: true)
      let sources = try reader.readDefinition().map { Set($0.sources.map { $0.name.lowercased() }) }
      let layers = try reader.readLayers(sources: sources)
      if layers.layers.isEmpty, !reader.problems.problems.isEmpty {
        throw NetworkError(reader.problems.problems)
      }
      let boxes = try layers.features.map { try reader.outline(of: $0) }
      return try UtilityNetwork(outline: Envelope.combining(boxes), srid: layers.srid)
    }
  }

  /// The names of the tables with features, network sources and plain ones.
  package static func tableNames(of path: String) throws(StoreError) -> [String] {
    try DatabaseFile(path).read { database in try featureTables(database) }
  }

  /// Completes the name of a feature that a user types, to at most `limit` different names: `origin:line/42`,
  /// `row:Table/12` or global ids.
  package static func featureNames(
    beginningWith prefix: String,
    of path: String,
    limit: Int = 200
  ) throws(StoreError) -> [String] {
    try DatabaseFile(path).read { database in
      var names = FeatureNames(beginningWith: prefix, limit: limit)
      for table in try featureTables(database) where names.room > 0 {
        let schema = Set(
          try Row.fetchAll(database, sql: "PRAGMA table_info(\(table.quotedIdentifier))")
            .compactMap { $0.text(1)?.uppercased() }
        )
        let room = names.room
        try names.add(from: table) { column, pattern in
          guard schema.contains(column) else { return [] }
          return try Row.fetchAll(
            database,
            sql: """
              SELECT DISTINCT CAST(\(column) AS TEXT) FROM \(table.quotedIdentifier)
              WHERE CAST(\(column) AS TEXT) LIKE ? ESCAPE '\\' LIMIT \(room)
              """,
            arguments: [pattern]
          ).compactMap { $0.text(0) }
        }
      }
      return names.found
    }
  }

  private static func featureTables(_ database: Database) throws -> [String] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT table_name FROM gpkg_contents WHERE data_type IN ('features', 'attributes')
        AND table_name NOT LIKE 'un\\_%' ESCAPE '\\'
        """
    ).compactMap { $0.text(0) }
  }
}

extension UtilityNetwork {
  /// A network without a definition, whose one feature is a rectangle; without features when that is nil.
  package init(outline: Envelope?, srid: SRID?) throws(NetworkError) {
    var table = FeatureTable(name: "outline", sourceID: nil, geometryType: .geometryCollection)
    if let outline {
      let geometry = Geometry(outline, srid: srid)
      table.append(Feature(rowID: 1, globalID: nil, geometry: geometry, attributes: []))
    }
    let definition = NetworkDefinition(domainNetworks: [])
    try self.init(definition: definition, srid: srid, tables: [table])
  }
}

extension GeoPackageReader {
  /// The rectangle around a layer, from `gpkg_contents` and the root of the spatial index, since either may be
  /// outdated.
  fileprivate func outline(of layer: Layer) throws -> Envelope? {
    let said = try Row.fetchOne(
      database,
      sql: """
        SELECT min_x, min_y, max_x, max_y FROM gpkg_contents
        WHERE lower(table_name) = ? AND min_x <= max_x AND min_y <= max_y
        """,
      arguments: [layer.name.lowercased()]
    )
    let box = Envelope(sides: (0..<4).compactMap { said?.real($0) })
    let indexed = try indexed(layer)
    // The index is rounded, so it counts only where it exceeds the rounded rectangle.
    if let box, let indexed, box.roundedOutwards.contains(indexed) { return box }
    return Envelope.combining([box, indexed])
  }

  private func indexed(_ layer: Layer) throws -> Envelope? {
    guard let column = layer.geometryColumn,
      let index = schema.spatialIndex(of: layer.name, column),
      let root = try Row.fetchOne(
        database,
        sql: "SELECT data FROM \("\(index)_node".quotedIdentifier) WHERE nodeno = 1"
      ), case .blob(let data) = root.value(0).storage
    else { return nil }
    // Two bytes for the depth, two for the number of cells. Each cell has a row id, then least and greatest x and y.
    let bytes = [UInt8](data)
    guard bytes.count >= 4 else { return nil }
    let count = Int(bytes[2]) << 8 | Int(bytes[3])
    func number(_ offset: Int) -> Double {
      Double(Float(bitPattern: bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }))
    }
    let cells = (0..<count).map { 4 + $0 * 24 }.filter { $0 + 24 <= bytes.count }
    return Envelope.combining(
      cells.map { cell in
        Envelope(sides: [8, 16, 12, 20].map { number(cell + $0) })
      }
    )
  }
}

extension Envelope {
  /// An envelope of least x and y, greatest x and y; nil when the numbers are not valid for a network.
  fileprivate init?(sides: [Double]) {
    guard sides.count == 4, sides.allSatisfy({ $0.magnitude < 1e15 }), sides[0] <= sides[2],
      sides[1] <= sides[3]
    else { return nil }
    self.init(minX: sides[0], minY: sides[1], maxX: sides[2], maxY: sides[3])
  }

  /// The envelope in single precision, as in spatial indexes.
  fileprivate var roundedOutwards: Envelope {
    Envelope(
      minX: Double(PackedSpatialIndex.roundedDown(minX)),
      minY: Double(PackedSpatialIndex.roundedDown(minY)),
      maxX: Double(PackedSpatialIndex.roundedUp(maxX)),
      maxY: Double(PackedSpatialIndex.roundedUp(maxY))
    )
  }
}

/// Completes the name of a feature that a user types: `origin:line/42`, `row:Table/12` or global ids.
package struct FeatureNames {
  private let prefix: String
  private let limit: Int
  private var names: [String] = []

  package init(beginningWith prefix: String, limit: Int) {
    self.prefix = prefix
    self.limit = limit
  }

  package var room: Int { limit - names.count }

  package var found: [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// Adds names of a table; `values` gives those of a column that are like a pattern, with `\` before what is no
  /// wildcard.
  package mutating func add(
    from table: String,
    _ values: (_ column: String, _ pattern: String) throws -> [String]
  ) rethrows {
    func search(_ column: String, _ text: String) throws -> [String] {
      let literal = text.replacing("\\", with: "\\\\").replacing("%", with: "\\%")
        .replacing("_", with: "\\_")
      return try values(column, literal + "%")
    }
    let row = "row:\(table)/"
    if prefix.hasPrefix("origin:") {
      let wanted = String(prefix.dropFirst("origin:".count))
      names += try search("ORIGIN", wanted).flatMap { $0.split(separator: ";") }
        .filter { $0.hasPrefix(wanted) }.map { "origin:\($0)" }
    } else if !prefix.hasPrefix("row:") {
      names += try search("GLOBALID", prefix)
    } else if prefix.lowercased().hasPrefix(row.lowercased()) {
      names += try search("OBJECTID", String(prefix.dropFirst(row.count)))
        .map { row + $0 }
    } else if row.lowercased().hasPrefix(prefix.lowercased()) {
      names.append(row)
    }
  }
}
