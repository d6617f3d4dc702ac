public import GeoSnap
public import GeoSnapStore

extension PostGIS {
  /// Reads the network at an address, all of one state, and checks everything that can be checked.
  ///
  /// Rows that cannot be read are set aside, as ``GeoPackage/open(_:strict:images:)`` does it.
  ///
  /// - Parameters:
  ///   - address: Where the network is.
  ///   - strict: Whether a row that cannot be read is an error.
  /// - Returns: The network, with what the database says about it besides.
  /// - Throws: ``StoreError`` with code `cannotOpen` when there is no network, else `badData` with one problem for each
  ///   thing that is wrong.
  /// - Complexity: Linear in the size of the network.
  public static func open(
    _ address: PostgresAddress,
    strict: Bool = false
  ) throws(StoreError) -> StoredNetwork {
    try StoreError.telling(address, otherwise: .cannotOpen) {
      let connection = try Connection(address)
      return try connection.readingOneState(readsAll: true) {
        var reader = NetworkReader(
          connection,
          try Catalogue(connection, address),
          isStrict: strict
        )
        return try reader.read()
      }
    }
  }

  /// Reads what lies in an extent of the network at an address, through the database's spatial indexes.
  ///
  /// Features that reach into the extent are read whole, with them those that end so near it that they may be joined with
  /// something in it, and the objects that associations lead to. ``StoredNetwork/edge`` says where the network goes on.
  ///
  /// - Parameters:
  ///   - address: Where the network is.
  ///   - extent: What to read, in the reference system of the network.
  ///   - strict: Whether a row in the extent that cannot be read is an error.
  /// - Returns: The network in the extent.
  /// - Throws: ``StoreError`` as ``open(_:strict:)``.
  /// - Complexity: Linear in what lies in the extent, by the logarithm of the network's size.
  public static func open(
    _ address: PostgresAddress,
    extent: Envelope,
    strict: Bool = false
  ) throws(StoreError) -> StoredNetwork {
    try StoreError.telling(address, otherwise: .cannotOpen) {
      let connection = try Connection(address)
      return try connection.readingOneState(readsAll: false) {
        var reader = NetworkReader(
          connection,
          try Catalogue(connection, address),
          isStrict: strict
        )
        return try reader.read(extent)
      }
    }
  }
}
