public import GeoSnap
public import GeoSnapStore

extension PostGIS {
  /// Reads the network at an address from one state, and checks everything that can be checked.
  ///
  /// Rows that cannot be read are set aside, as in ``GeoPackage/open(_:strict:images:)``.
  ///
  /// - Parameters:
  ///   - address: The network.
  ///   - strict: Whether a row that cannot be read is an error.
  /// - Returns: The network, with further data of the database.
  /// - Throws: ``StoreError`` with code `cannotOpen` when there is no network, else `badData` with one problem for
  ///   each error.
  /// - Complexity: Linear in the size of the network.
  public static func open(
    _ address: PostgresAddress,
    strict: Bool = false
  ) throws(StoreError) -> StoredNetwork {
    try reading(address, readsAll: true) { connection, catalogue in
      try NetworkReader.read(connection, catalogue, isStrict: strict)
    }
  }

  /// Reads an extent of the network at an address, through the database's spatial indexes.
  ///
  /// Features that reach into the extent are read whole. So are features that end near enough to be joined with a
  /// feature in it, and objects that associations lead to. ``StoredNetwork/edge`` describes where the network
  /// continues.
  ///
  /// - Parameters:
  ///   - address: The network.
  ///   - extent: The extent, in the reference system of the network.
  ///   - strict: Whether a row in the extent that cannot be read is an error.
  /// - Returns: The network in the extent.
  /// - Throws: ``StoreError`` as ``open(_:strict:)``.
  /// - Complexity: Linear in the content of the extent, times the logarithm of the network's size.
  public static func open(
    _ address: PostgresAddress,
    extent: Envelope,
    strict: Bool = false
  ) throws(StoreError) -> StoredNetwork {
    try reading(address) { connection, catalogue in
      try NetworkReader.read(connection, catalogue, extent, isStrict: strict)
    }
  }
}
