internal import Foundation
public import GeoSnap
public import GeoSnapStore

extension PostGIS {
  /// Takes an extent of a network offline: into a GeoPackage that is edited by the rules where there is no database, and
  /// brought back with
  /// ``checkIn(_:into:isTrial:skipsConflicts:allowsUnconnected:timeout:images:progress:)``.
  ///
  /// The file holds what ``open(_:extent:strict:)`` reads, with the row ids of the database, and says in `un_checkout`
  /// where it comes from. Nothing is locked in the database: others go on editing it, and what they change is told at
  /// the check-in. `Documentation/Fieldwork.md` says more.
  ///
  /// - Parameters:
  ///   - address: Where the network is.
  ///   - extent: What to take, in the reference system of the network.
  ///   - path: Where to put the file; the folder must exist.
  ///   - replacing: Whether a file that is there already is replaced.
  /// - Returns: The network in the file; ``StoredNetwork/edge`` says where it goes on, and
  ///   ``StoredNetwork/checkout`` what was taken.
  /// - Throws: ``StoreError`` with one problem for each row in the extent that cannot be read, as what it may be joined
  ///   with could not be edited by the rules; with code `cannotOpen`, `alreadyExists` or `cannotWrite`.
  /// - Complexity: Linear in what lies in the extent, by the logarithm of the network's size.
  @discardableResult
  public static func checkOut(
    _ address: PostgresAddress,
    extent: Envelope,
    to path: String,
    replacing: Bool = false
  ) throws(StoreError) -> StoredNetwork {
    var (stored, checkout) = try reading(address) { connection, catalogue in
      var reader = NetworkReader(connection, catalogue, isStrict: true)
      let stored = try reader.read(extent)
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
  /// The revision of the database that was taken.
  public var revision: Int { Stamp(state).map { Int($0.revision) } ?? 0 }
}
