package import GeoSnap
package import GeoSnapStore

extension PostGIS {
  /// Reads the network at an address from one state, and checks everything that can be checked.
  package static func open(
    _ address: PostgresAddress,
    strict: Bool = false
  ) throws(StoreError) -> StoredNetwork {
    try reading(address, readsAll: true) { connection, catalogue in
      try NetworkReader.read(connection, catalogue, isStrict: strict)
    }
  }

  /// Reads an extent of the network at an address, through the database's spatial indexes.
  package static func open(
    _ address: PostgresAddress,
    extent: Envelope,
    strict: Bool = false
  ) throws(StoreError) -> StoredNetwork {
    try reading(address) { connection, catalogue in
      try NetworkReader.read(connection, catalogue, extent, isStrict: strict)
    }
  }

  package static func open(
    _ address: PostgresAddress,
    strict: Bool = false,
    progress: ProgressHandler?
  ) async throws -> StoredNetwork {
    try await reporting(progress) { monitor in
      try reading(address, readsAll: true) { connection, catalogue in
        monitor.begin { connection.cancel() }
        return try NetworkReader.read(connection, catalogue, isStrict: strict, monitor: monitor)
      }
    }
  }

  /// Reads the network at an address as ``open(_:strict:)`` does, or from its image with the commits since.
  package static func openSnapshot(
    _ address: PostgresAddress,
    strict isStrict: Bool = false,
    images: ImageCache = .standard,
    monitor: RowMonitor? = nil
  ) throws(StoreError) -> StoredSnapshot {
    try StoreError.telling(address, otherwise: .cannotOpen) {
      let connection = try Connection(address)
      monitor?.begin { connection.cancel() }
      return try NetworkOpening(
        connection,
        address,
        isStrict: isStrict,
        images: images,
        monitor: monitor
      ).snapshot
    }
  }

  /// Describes the image of a network, with the number of commits since.
  package static func image(
    of address: PostgresAddress,
    in images: ImageCache = .standard,
    isChecked: Bool = false
  ) throws(StoreError) -> ImageDescription {
    try reading(address) { connection, catalogue in
      ImageDescription(
        database: catalogue.network,
        in: images,
        isChecked: isChecked,
        commitCount: try NetworkOpening.image(connection, catalogue, images)?.commitCount
      )
    }
  }

  @discardableResult
  package static func removeImage(
    of address: PostgresAddress,
    in images: ImageCache = .standard
  ) throws(StoreError) -> Bool {
    try reading(address) { _, catalogue in
      ImageDescription.removeImage(database: catalogue.network, in: images)
    }
  }

  /// Reads the extent of a subnetwork from one state, as ``GeoPackage/open(_:subnetwork:strict:)`` does.
  ///
  /// To find the extent, the controllers and rows in and around the extent are read; all rows if the subnetwork spans
  /// the network.
  package static func open(
    _ address: PostgresAddress,
    subnetwork: SubnetworkName,
    strict: Bool = false
  ) throws -> StoredNetwork {
    try searching(address, subnetwork) { search, connection, catalogue in
      let extent = try search.extent { try NetworkReader.read(connection, catalogue, $0) }
      return try NetworkReader.read(connection, catalogue, extent, isStrict: strict)
    }
  }

  package static func extent(
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
