public import GeoSnap
public import GeoSnapStore

extension PostGIS {
  /// Reads the extent of a subnetwork from one state, as ``open(_:extent:strict:)`` reads it.
  ///
  /// All features of the subnetwork are read, and ``StoredNetwork/edge`` encloses them: a trace of it has the same
  /// result as in the whole network, and its features can be edited. Other features in the extent are read too. To
  /// find the extent, the controllers and rows in and around the extent are read; all rows if the subnetwork spans
  /// the network.
  ///
  /// - Parameters:
  ///   - address: The network.
  ///   - subnetwork: The subnetwork, by the name that its controllers have.
  ///   - strict: Whether a row in the extent that cannot be read is an error.
  /// - Returns: The network in the extent.
  /// - Throws: ``StoreError`` as ``open(_:strict:)``; `TraceError` when the subnetwork has no controller, when
  ///   several tiers have one of its name and none is given, or when it cannot be traced.
  /// - Complexity: Linear in the content of a few times the extent, times the logarithm of the network's size.
  public static func open(
    _ address: PostgresAddress,
    subnetwork: SubnetworkName,
    strict: Bool = false
  ) throws -> StoredNetwork {
    try searching(address, subnetwork) { search, connection, catalogue in
      let extent = try search.extent { try NetworkReader.read(connection, catalogue, $0) }
      return try NetworkReader.read(connection, catalogue, extent, isStrict: strict)
    }
  }

  /// The extent of a subnetwork, in the reference system of the network: the smallest rectangle that holds all its
  /// features and touches the features that they are associated with.
  ///
  /// A session with this extent can edit the subnetwork, which is named by its controllers. Its containers, content
  /// and structures need not lie in the extent.
  ///
  /// - Throws: As ``open(_:subnetwork:strict:)``.
  /// - Complexity: As ``open(_:subnetwork:strict:)``.
  public static func extent(
    of subnetwork: SubnetworkName,
    in address: PostgresAddress
  ) throws -> Envelope {
    try searching(address, subnetwork) { search, connection, catalogue in
      try search.extent { try NetworkReader.read(connection, catalogue, $0) }
    }
  }

  private static func searching<Value>(
    _ address: PostgresAddress,
    _ subnetwork: SubnetworkName,
    _ body: (SubnetworkSearch, Connection, Catalogue) throws -> Value
  ) throws -> Value {
    // Errors of the server are converted to those of the store; errors of the trace stay as they are.
    let result: Result<Value, TraceError> = try reading(address) { connection, catalogue in
      do {
        let controllers = try controllers(connection, catalogue)
        return .success(
          try body(SubnetworkSearch(subnetwork, among: controllers), connection, catalogue)
        )
      } catch let error as TraceError {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private static func controllers(
    _ connection: Connection,
    _ catalogue: Catalogue
  ) throws -> [SubnetworkSearch.Controller] {
    let postGIS = catalogue.script.postGIS
    var controllers: [SubnetworkSearch.Controller] = []
    for relation in catalogue.relations where relation.sourceID != nil {
      guard let field = relation.controllerField else { continue }
      let column = field.column.quotedIdentifier
      let box = ["xmin", "ymin", "xmax", "ymax"].map {
        relation.hasGeometry ? "\(postGIS).st_\($0)(shape)" : "NULL"
      }
      let rows = try connection.query(
        """
        SELECT \(column)::text, \(box.joined(separator: ", "))
        FROM \(catalogue.schema).\(relation.relation.quotedIdentifier) WHERE \(column) IS NOT NULL
        """
      )
      for row in 0..<rows.count {
        let corners = (1...4).compactMap { rows[row, $0].flatMap { Double($0) } }
        controllers.append(
          SubnetworkSearch.Controller(
            name: rows[row, 0] ?? "",
            place: corners.count == 4
              ? Envelope(minX: corners[0], minY: corners[1], maxX: corners[2], maxY: corners[3])
              : nil
          )
        )
      }
    }
    return controllers
  }
}

extension Relation {
  /// The attribute that names the controlled subnetwork; nil when there is none.
  var controllerField: Field? {
    fields.first { $0.name.uppercased() == SubnetworkSearch.controllerColumn }
  }
}
