internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

extension PostGIS {
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
