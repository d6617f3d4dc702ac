public import GeoSnap
public import GeoSnapStore

extension PostGIS {
  /// Writes a network into a separate schema.
  ///
  /// It is one transaction: the schema appears when the network is complete.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - address: The target, with the name of the schema.
  ///   - imports: Records of an importer about the origin of the network.
  ///   - traceConfigurations: Trace configurations to store with it, with unique names.
  ///   - replacing: Whether to replace an existing network with its history; owner and rights of roles stay.
  ///   - progress: Receives the share that is done, from 0 to 1, from one thread at a time.
  /// - Throws: ``StoreError`` with code `alreadyExists` or `cannotWrite`, or `badData` with one problem for each part
  ///   that a database cannot hold; `CancellationError` when the task was cancelled.
  /// - Complexity: O(n log n) for n rows, because of the indexes.
  public static func write(
    _ network: UtilityNetwork,
    to address: PostgresAddress,
    imports: [ImportRecord] = [],
    traceConfigurations: [SavedTraceConfiguration] = [],
    replacing: Bool = false,
    progress: (@Sendable (_ done: Double) -> Void)? = nil
  ) async throws {
    let additional = AdditionalWrittenData(
      imports: imports,
      traceConfigurations: traceConfigurations
    )
    try await write(network, to: address, additional, replacing, progress)
  }

  static func write(
    _ network: UtilityNetwork,
    to address: PostgresAddress,
    _ additional: AdditionalWrittenData,
    _ replacing: Bool,
    _ progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws {
    try await reporting(progress, shareOfRows: 0.95) { monitor in
      try StoreError.telling(address, otherwise: .cannotWrite) {
        try write(network, to: address, additional, replacing, monitor)
      }
    }
  }

  private static func write(
    _ network: UtilityNetwork,
    to address: PostgresAddress,
    _ additional: AdditionalWrittenData,
    _ replacing: Bool,
    _ monitor: RowMonitor
  ) throws {
    guard let schema = address.schema else {
      throw StoreError(
        .cannotWrite,
        path: "\(address)",
        message: "The address names no schema to put the network into: add schema=NAME."
      )
    }
    let content = try GeoPackageContent(
      StoredNetwork(
        network: network,
        imports: additional.imports,
        traceConfigurations: additional.traceConfigurations
      ),
      for: "\(address)",
      besides: network.tables.flatMap(mixedCollections)
    )
    let connection = try Connection(address)
    monitor.begin { connection.cancel() }
    let script = try Catalogue.script(connection, address)
    let rows = content.tables.reduce(0) { $0 + $1.count } + content.associations.count
    monitor.expect(rows)
    // The rights of roles stay when the network is replaced.
    var roles: [DatabaseRole] = []
    try connection.run("BEGIN")
    if try connection.hasSchema(schema) {
      guard replacing else {
        throw StoreError(
          .alreadyExists,
          path: "\(address)",
          message:
            "The schema \(schema) already exists: give another schema, or replace this one."
        )
      }
      guard try connection.hasNetwork(script.schema) else {
        throw StoreError(
          .alreadyExists,
          path: "\(address)",
          message:
            "The schema \(schema) holds something other than a network, and is not replaced: give "
            + "another schema."
        )
      }
      try connection.becomeOwner(of: address, for: "replaces the network")
      roles = try DatabaseRole.read(connection, script.schema)
      try connection.run("DROP SCHEMA \(script.schema) CASCADE")
    }
    try NetworkWriter(
      connection: connection,
      script: script,
      content: content,
      additional: additional,
      tolerance: network.coincidenceTolerance.xy,
      note: { try monitor.note($0) }
    ).write()
    let owner = try connection.query("SELECT current_user")[0, 0]
    for role in roles where role.right != .owner && role.name != owner && role.name != "PUBLIC" {
      try connection.grant(role.right, to: role.name, script.schema)
    }
    guard monitor.settle() else { throw CancellationError() }
    try connection.run("COMMIT")
  }
}
