public import GeoSnap
public import GeoSnapStore

extension NetworkPlace {
  /// Reads what lies in the extent that a subnetwork takes up, as ``GeoPackage/open(_:subnetwork:strict:)`` and
  /// ``PostGIS/open(_:subnetwork:strict:)`` do.
  ///
  /// - Parameters:
  ///   - subnetwork: The subnetwork, by the name that its controllers give it.
  ///   - strict: Whether a row in the extent that cannot be read is an error.
  /// - Returns: The network in the extent.
  /// - Throws: ``StoreError``; `TraceError` when there is no such subnetwork, or it cannot be traced.
  public func open(
    subnetwork: SubnetworkName,
    strict: Bool = false
  ) throws -> StoredNetwork {
    switch self {
    case .file(let path): try GeoPackage.open(path, subnetwork: subnetwork, strict: strict)
    case .database(let address): try PostGIS.open(address, subnetwork: subnetwork, strict: strict)
    }
  }

  /// The extent that a subnetwork takes up, with which a session edits it.
  ///
  /// - Parameter subnetwork: The subnetwork, by the name that its controllers give it.
  /// - Returns: The smallest rectangle that holds all its features and comes to what these are associated with, in the
  ///   reference system of the network.
  /// - Throws: As ``open(subnetwork:strict:)``.
  public func extent(of subnetwork: SubnetworkName) throws -> Envelope {
    switch self {
    case .file(let path): try GeoPackage.extent(of: subnetwork, in: path)
    case .database(let address): try PostGIS.extent(of: subnetwork, in: address)
    }
  }
}
