public import GeoSnap
public import GeoSnapStore

extension NetworkPlace {
  /// Reads the extent of a subnetwork, as ``GeoPackage/open(_:subnetwork:strict:)`` and
  /// ``PostGIS/open(_:subnetwork:strict:)`` do.
  ///
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

  /// The extent of a subnetwork, for a session that edits it: see ``GeoPackage/extent(of:in:)``.
  ///
  /// - Throws: As ``open(subnetwork:strict:)``.
  public func extent(of subnetwork: SubnetworkName) throws -> Envelope {
    switch self {
    case .file(let path): try GeoPackage.extent(of: subnetwork, in: path)
    case .database(let address): try PostGIS.extent(of: subnetwork, in: address)
    }
  }
}
