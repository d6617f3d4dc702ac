internal import Foundation
public import GeoSnap
public import GeoSnapStore

extension PostGIS {
  /// Checks out an extent of a network into a GeoPackage, for editing without the database.
  ///
  /// ``checkIn(_:into:isTrial:skipsConflicts:allowsUnconnected:timeout:images:progress:)`` writes the edits back. The
  /// file holds the result of ``open(_:extent:strict:)``, with the row ids of the database, and its origin in
  /// `un_checkout`. Nothing is locked in the database: the check-in reports conflicts with edits that others make
  /// meanwhile. See `Documentation/Fieldwork.md`.
  ///
  /// - Parameters:
  ///   - address: The network.
  ///   - extent: The extent, in the reference system of the network.
  ///   - path: The path of the file; the folder must exist.
  ///   - replacing: Whether to replace an existing file.
  /// - Returns: The network in the file, with ``StoredNetwork/edge`` and ``StoredNetwork/checkout``.
  /// - Throws: ``StoreError`` with one problem for each row in the extent that cannot be read, since its neighbours
  ///   could not be edited by the rules; with code `cannotOpen`, `alreadyExists` or `cannotWrite`.
  /// - Complexity: Linear in the content of the extent, times the logarithm of the network's size.
  @discardableResult
  public static func checkOut(
    _ address: PostgresAddress,
    extent: Envelope,
    to path: String,
    replacing: Bool = false
  ) throws(StoreError) -> StoredNetwork {
    var (stored, checkout) = try reading(address) { connection, catalogue in
      let stored = try NetworkReader.read(connection, catalogue, extent, isStrict: true)
      let role = try connection.query("SELECT session_user")[0, 0] ?? ""
      return (
        stored,
        NetworkCheckout(
          id: .random(),
          address: "\(catalogue.address)",
          network: catalogue.network,
          state: try Stamp.now(connection, catalogue).stamp.text,
          extent: extent,
          cut: stored.edge?.associations ?? [],
          author: "\(role) on \(ThisMachine.name)",
          time: Date().formatted(.iso8601)
        )
      )
    }
    checkout = try GeoPackage.write(stored, checkedOut: checkout, to: path, replacing: replacing)
    stored.checkout = checkout
    return stored
  }
}

extension NetworkCheckout {
  /// The revision of the database that was checked out.
  public var revision: Int { Stamp(state).map { Int($0.revision) } ?? 0 }
}
