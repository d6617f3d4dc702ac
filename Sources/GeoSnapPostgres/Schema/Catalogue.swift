internal import Foundation
internal import GeoSnap
internal import GeoSnapStore
internal import GeoSnapSupport

struct Catalogue: Sendable {
  let address: PostgresAddress
  let script: SchemaScript
  let network: String
  let srid: SRID?
  let tolerance: Double
  /// The cluster of the history's transactions.
  let cluster: String
  /// The last revision that was deleted from the history.
  let forgotten: Int64
  let definition: NetworkDefinition
  /// The feature tables, in the order of the network's tables.
  let relations: [Relation]

  var schema: String { script.schema }

  init(_ connection: Connection, _ given: PostgresAddress) throws {
    address = try Self.place(connection, given)
    script = try Self.script(connection, address)
    let schema = script.schema
    guard try connection.hasNetwork(schema) else { throw Self.missing(address) }
    let rows = try connection.query(
      "SELECT network, version, srid, tolerance, cluster, forgotten FROM \(schema).un_network"
    )
    guard let network = rows[0, 0], let version = rows[0, 1].flatMap({ Int($0) }) else {
      throw Self.missing(address)
    }
    guard version == SchemaScript.version else {
      throw address.error(
        .cannotOpen,
        version > SchemaScript.version
          ? "The schema has version \(version), but this program uses version \(SchemaScript.version): update "
            + "the program."
          : "The schema has version \(version), but this program uses version \(SchemaScript.version). "
            + "The owner of the network upgrades the schema: geosnap database ADDRESS --upgrade"
      )
    }
    self.network = network
    srid = rows[0, 2].flatMap { SRID($0) }.flatMap { $0 == 0 ? nil : $0 }
    tolerance = rows[0, 3].flatMap { Double($0) } ?? 0.001
    cluster = rows[0, 4] ?? ""
    forgotten = rows[0, 5].flatMap { Int64($0) } ?? 0
    definition = try Self.definition(connection, schema, address)
    relations = Self.inOrder(of: definition, try Self.relations(connection, schema, address))
  }

  /// The relations in the order of a network's tables, by the current definition.
  ///
  /// This order may differ from the one in which the network was written: the text of a definition has junctions
  /// before edges, and administrators may change it.
  private static func inOrder(
    of definition: NetworkDefinition,
    _ relations: [Relation]
  ) -> [Relation] {
    var places: [Int: Int] = [:]
    for (place, source) in definition.sources.enumerated() { places[source.sourceID] = place }
    let plain = definition.sources.count
    return relations.rising { $0.sourceID.map { places[$0] ?? plain } ?? plain + 1 }
  }

  static func missing(_ address: PostgresAddress) -> StoreError {
    address.error(
      .cannotOpen,
      "The schema \(address.schema ?? "") holds no network: geosnap copy copies a network into it."
    )
  }

  static func place(
    _ connection: Connection,
    _ address: PostgresAddress
  ) throws -> PostgresAddress {
    if address.schema != nil { return address }
    let rows = try connection.query(
      """
      SELECT n.nspname FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
      WHERE c.relname = 'un_network' AND c.relkind = 'r' AND has_schema_privilege(n.oid, 'USAGE') ORDER BY 1
      """
    )
    let names = (0..<rows.count).compactMap { rows[$0, 0] }
    guard names.count == 1 else {
      throw address.error(
        .cannotOpen,
        names.isEmpty
          ? "The database has no network that this role is allowed to read: geosnap copy copies a network into a database."
          : "The database has several networks. Add schema=NAME to the address, with NAME "
            + "\(Words.list(names, "or"))."
      )
    }
    return address.naming(names[0])
  }

  static func script(_ connection: Connection, _ address: PostgresAddress) throws -> SchemaScript {
    let rows = try connection.query(
      """
      SELECT n.nspname FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace
      WHERE e.extname = 'postgis'
      """
    )
    guard let postGIS = rows[0, 0] else {
      let message =
        "The database has no PostGIS. A superuser adds PostGIS with: CREATE EXTENSION postgis"
      throw address.error(.cannotOpen, message)
    }
    let schema = address.schema ?? ""
    return SchemaScript(schema, postGIS: postGIS, seed: seed(of: schema))
  }

  /// The seed of lock keys, a different number for each schema.
  private static func seed(of schema: String) -> Int64 {
    // FNV-1a.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in schema.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int64(bitPattern: hash >> 1)
  }

  private static func definition(
    _ connection: Connection,
    _ schema: String,
    _ address: PostgresAddress
  ) throws -> NetworkDefinition {
    let rows = try connection.query("SELECT definition FROM \(schema).un_definition")
    guard rows.count == 1, let text = rows[0, 0] else {
      let message = "The table holds \(rows.count) definitions instead of one."
      throw StoreError(path: "\(address)", table: "un_definition", message)
    }
    do {
      return try JSONDecoder().decode(NetworkDefinition.self, from: Data(text.utf8))
    } catch {
      let message = "DEFINITION: \(DecodingExplanation.of(error))"
      throw StoreError(path: "\(address)", table: "un_definition", message)
    }
  }

  private static func relations(
    _ connection: Connection,
    _ schema: String,
    _ address: PostgresAddress
  ) throws -> [Relation] {
    let tables = try connection.query(
      """
      SELECT t.name, t.relation, t.source_id, t.geometry_type, c.oid
      FROM \(schema).un_tables AS t
      LEFT JOIN pg_class AS c ON c.relname = t.relation AND c.relkind IN ('r', 'p')
        AND c.relnamespace = to_regnamespace($1::text)
      ORDER BY t.position
      """,
      [.text(schema)]
    )
    // Columns that other programs have added have only their name in the database.
    let columns = try connection.query(
      """
      SELECT t.relation, a.attname, coalesce(u.name, upper(a.attname)), u.storage, a.atttypid::regtype::text
      FROM \(schema).un_tables AS t
      JOIN pg_class AS c ON c.relname = t.relation AND c.relnamespace = to_regnamespace($1::text)
      JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN \(schema).un_columns AS u ON u.relation = t.relation AND u."column" = a.attname
      WHERE a.attgenerated = '' AND a.attname <> ALL (
        ARRAY['objectid', 'shape', 'globalid', 'assetgroup', 'assettype', 'origin'])
      ORDER BY t.position, u.position NULLS LAST, a.attnum
      """,
      [.text(schema)]
    )
    var fields: [String: [Relation.Field]] = [:]
    for row in 0..<columns.count {
      guard let relation = columns[row, 0], let column = columns[row, 1], let name = columns[row, 2]
      else { continue }
      let type = columns[row, 4] ?? "text"
      let storage =
        columns[row, 3].flatMap { AttributeField.Storage(rawValue: $0) }
        ?? AttributeField.Storage(postgresType: type)
      fields[relation, default: []].append(
        Relation.Field(name: name, column: column, storage: storage, type: type)
      )
    }
    var problems: [NetworkProblem] = []
    var relations: [Relation] = []
    for row in 0..<tables.count {
      guard let name = tables[row, 0], let relation = tables[row, 1] else { continue }
      if tables[row, 4] == nil {
        problems.append(
          NetworkProblem(table: name, message: "The table \(relation) is missing in the schema.")
        )
      }
      relations.append(
        Relation(
          name: name,
          relation: relation,
          sourceID: tables[row, 2].flatMap { Int($0) },
          geometryType: tables[row, 3].flatMap { name in
            GeometryType.allCases.first { $0.name == name }
          },
          fields: fields[relation] ?? []
        )
      )
    }
    guard problems.isEmpty else { throw StoreError(path: "\(address)", problems: problems) }
    return relations
  }
}

extension AttributeField.Storage {
  /// The storage of values of a PostgreSQL type: numeric where possible, else text.
  init(postgresType type: String) {
    switch type {
    case "bigint", "integer", "smallint", "boolean": self = .integer
    case "double precision", "real", "numeric": self = .real
    case "bytea": self = .blob
    default: self = .text
    }
  }
}

enum RuleColumns {
  static let names =
    ["ruleid", "ruletype"]
    + ["from", "to", "via"].flatMap { side in
      ["networksourceid", "assetgroup", "assettype", "terminalid"].map { side + $0 }
    } + ["origin"]
}

enum AssociationRow {
  static let columns = [
    "fromnetworksourceid", "fromglobalid", "fromterminalid", "tonetworksourceid", "toglobalid",
    "toterminalid", "associationtype", "iscontentvisible", "percentalong", "globalid", "origin",
  ]

  static func cells(_ association: GeoSnap.Association) -> [ServerValue] {
    [association.from, association.to].flatMap { end -> [ServerValue] in
      [
        .small(Int32(truncatingIfNeeded: end.sourceID)), .globalID(end.globalID),
        end.terminalID.map { .small(Int32(truncatingIfNeeded: $0)) } ?? .null,
      ]
    } + [
      .small(Int32(association.kind.rawValue)), .bool(association.isContentVisible),
      association.fractionAlongEdge.map { .real($0) } ?? .null, .globalID(association.globalID),
      association.origin.map { .text($0) } ?? .null,
    ]
  }
}
