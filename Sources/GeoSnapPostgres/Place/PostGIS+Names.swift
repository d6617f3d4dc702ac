internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

extension PostGIS {
  /// The timeout for a server while a user types a name.
  static let quick = Duration.seconds(3)

  /// Reads from one state; `readsAll` for whole tables.
  static func reading<Value>(
    _ address: PostgresAddress,
    timeout: Duration = .seconds(10),
    readsAll: Bool = false,
    _ body: (Connection, Catalogue) throws -> Value
  ) throws(StoreError) -> Value {
    try StoreError.telling(address, otherwise: .cannotOpen) {
      let connection = try Connection(address, timeout: timeout)
      return try connection.readingOneState(readsAll: readsAll) {
        try body(connection, try Catalogue(connection, address))
      }
    }
  }

  static func isTaken(_ address: PostgresAddress) throws(StoreError) -> Bool {
    guard let schema = address.schema else { return false }
    return try StoreError.telling(address, otherwise: .cannotOpen) {
      try Connection(address).hasSchema(schema)
    }
  }

  static func readOutline(of address: PostgresAddress) throws(StoreError) -> UtilityNetwork {
    try reading(address) { connection, catalogue in
      let postGIS = catalogue.script.postGIS
      let boxes = catalogue.relations.filter(\.hasGeometry).map {
        "SELECT \(postGIS).st_extent(shape) AS box FROM \(catalogue.schema).\($0.relation.quotedIdentifier)"
      }
      var outline: Envelope?
      if !boxes.isEmpty {
        let row = try connection.query(
          """
          SELECT min(\(postGIS).st_xmin(box)), min(\(postGIS).st_ymin(box)), max(\(postGIS).st_xmax(box)),
            max(\(postGIS).st_ymax(box)) FROM (\(boxes.joined(separator: " UNION ALL "))) AS boxes
          """
        )
        let corners = (0..<4).compactMap { row[0, $0].flatMap { Double($0) } }
        if corners.count == 4, corners.allSatisfy({ $0.magnitude < 1e15 }) {
          outline = Envelope(minX: corners[0], minY: corners[1], maxX: corners[2], maxY: corners[3])
        }
      }
      return try UtilityNetwork(outline: outline, srid: catalogue.srid)
    }
  }

  static func featureNames(
    beginningWith prefix: String,
    of address: PostgresAddress,
    limit: Int = 200
  ) throws(StoreError) -> [String] {
    try reading(address, timeout: quick) { connection, catalogue in
      var names = FeatureNames(beginningWith: prefix, limit: limit)
      for relation in catalogue.relations where names.room > 0 {
        let room = names.room
        try names.add(from: relation.name) { column, pattern in
          let isID = column == "GLOBALID"
          let rows = try connection.query(
            """
            SELECT DISTINCT \(column)::text FROM \(catalogue.schema).\(relation.relation.quotedIdentifier)
            WHERE \(column)::text LIKE $1 LIMIT \(room)
            """,
            [.text(isID ? pattern.lowercased() : pattern)]
          )
          let found = (0..<rows.count).compactMap { rows[$0, 0] }
          return isID ? found.compactMap { GlobalID($0)?.description } : found
        }
      }
      return names.found
    }
  }

  static func readTable(
    _ name: String,
    of address: PostgresAddress
  ) throws(StoreError) -> ForeignTable {
    try reading(address, readsAll: true) { connection, catalogue in
      guard
        let relation = catalogue.relations.first(where: {
          $0.name.lowercased() == name.lowercased()
        })
      else {
        let known = catalogue.relations.map(\.name)
        let message = "The network has no such table. \(Words.known("table", known.sorted()))"
        throw StoreError(path: "\(address)", table: name, message)
      }
      var reader = NetworkReader(connection, catalogue, isStrict: true)
      let read = try reader.readTable(relation)
      var found = ForeignTable(table: read.table.withAllColumns, srid: catalogue.srid)
      found.notes = read.notes.map { "table \($0.table): \($0.message)" }
      return found
    }
  }

  static func save(
    _ saved: SavedTraceConfiguration,
    in address: PostgresAddress
  ) throws(StoreError) {
    try saved.checkName(at: "\(address)")
    _ = try change(address) { connection, catalogue in
      try connection.query(
        """
        INSERT INTO \(catalogue.schema).un_trace_configurations (name, description, tracetype, configuration)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT (lower(name)) DO UPDATE SET name = excluded.name, description = excluded.description,
          tracetype = excluded.tracetype, configuration = excluded.configuration
        """,
        try NetworkWriter.cells(saved)
      )
    }
  }

  static func removeTraceConfiguration(
    named name: String,
    from address: PostgresAddress
  ) throws(StoreError) -> Bool {
    try change(address) { connection, catalogue in
      try connection.query(
        "DELETE FROM \(catalogue.schema).un_trace_configurations WHERE lower(name) = lower($1)",
        [.text(name)]
      ).changed > 0
    }
  }

  private static func change<Value>(
    _ address: PostgresAddress,
    _ body: (Connection, Catalogue) throws -> Value
  ) throws(StoreError) -> Value {
    try StoreError.telling(address, otherwise: .cannotWrite) {
      let connection = try Connection(address)
      return try body(connection, try Catalogue(connection, address))
    }
  }
}

extension FeatureTable {
  fileprivate var withAllColumns: FeatureTable {
    let isOfNetwork = sourceID != nil
    let own: [AttributeField] =
      [AttributeField("GLOBALID", .text)]
      + (isOfNetwork
        ? [AttributeField("ASSETGROUP", .integer), AttributeField("ASSETTYPE", .integer)] : [])
      + [AttributeField("ORIGIN", .text)]
    var table = FeatureTable(
      name: name,
      sourceID: nil,
      geometryType: geometryType,
      fields: own + fields
    )
    for row in 0..<count {
      var values: [AttributeValue] = [globalIDs[row].map { .text("\($0)") } ?? .null]
      if isOfNetwork {
        values += [.integer(Int64(assetGroups[row])), .integer(Int64(assetTypes[row]))]
      }
      values.append(origins[row].map { .text($0) } ?? .null)
      table.append(
        Feature(
          rowID: rowIDs[row],
          globalID: nil,
          geometry: geometries[row],
          attributes: values + attributes.map { $0[row] }
        )
      )
    }
    return table
  }
}
