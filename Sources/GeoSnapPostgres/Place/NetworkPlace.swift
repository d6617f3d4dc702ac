internal import Foundation
public import GeoSnapStore

/// The place of a network: a GeoPackage file, or a schema of a database.
///
/// It reads and writes both in the same way, so programs can accept either.
///
/// ```swift
/// let place = try NetworkPlace("postgresql://anna@server/utility?schema=town")
/// let network = try place.openSnapshot().network
/// ```
public enum NetworkPlace: Hashable, Sendable {
  /// A GeoPackage file, by its path.
  case file(String)
  /// A schema of a PostgreSQL database with PostGIS.
  case database(PostgresAddress)

  /// Reads an address that begins with `postgresql://`, or else the path of a file.
  ///
  /// - Throws: ``StoreError`` with code `cannotOpen` when an address is malformed.
  public init(_ text: String) throws(StoreError) {
    self = PostgresAddress.isAddress(text) ? .database(try PostgresAddress(text)) : .file(text)
  }

  /// A short name: that of the file without its folder, or of the schema.
  public var name: String {
    switch self {
    case .file(let path): URL(fileURLWithPath: path).lastPathComponent
    case .database(let address): address.schema ?? "\(address)"
    }
  }
}

extension NetworkPlace: CustomStringConvertible {
  /// The path, or the address without a password.
  public var description: String {
    switch self {
    case .file(let path): path
    case .database(let address): "\(address)"
    }
  }
}
