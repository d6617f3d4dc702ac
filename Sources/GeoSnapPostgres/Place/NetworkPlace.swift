internal import Foundation
public import GeoSnap
public import GeoSnapStore

/// The place of a network: a GeoPackage file, or a schema of a database.
///
/// It reads and writes both in the same way, so programs can accept either.
///
/// ```swift
/// let place = try NetworkPlace("postgresql://anna@server/utility?schema=town")
/// let network = try place.openSnapshot().network
/// ```
public enum NetworkPlace: Hashable, Sendable, CustomStringConvertible {
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
  package var name: String {
    switch self {
    case .file(let path): URL(fileURLWithPath: path).lastPathComponent
    case .database(let address): address.schema ?? "\(address)"
    }
  }

  /// Reads the current network from one state, as ``GeoPackage/openSnapshot(_:strict:images:)`` does.
  ///
  /// - Throws: ``StoreError`` with code `cannotOpen` when there is no network, else `badData` with one problem for
  ///   each error.
  /// - Complexity: Linear in the size of the network; with an image, in the commits since.
  public func openSnapshot(
    strict: Bool = false,
    images: ImageCache = .standard
  ) throws(StoreError) -> StoredSnapshot {
    switch self {
    case .file(let path): try GeoPackage.openSnapshot(path, strict: strict, images: images)
    case .database(let address):
      try PostGIS.openSnapshot(address, strict: strict, images: images)
    }
  }

  /// The asynchronous twin of ``openSnapshot(strict:images:)``, with progress; throws `CancellationError` when its
  /// task is cancelled.
  public func openSnapshot(
    strict: Bool = false,
    images: ImageCache = .standard,
    progress: ProgressHandler?
  ) async throws -> StoredSnapshot {
    switch self {
    case .file(let path):
      try await GeoPackage.openSnapshot(path, strict: strict, images: images, progress: progress)
    case .database(let address):
      try await reporting(progress) {
        try PostGIS.openSnapshot(address, strict: strict, images: images, monitor: $0)
      }
    }
  }

  /// Reads the network as one without edits, on a separate thread.
  ///
  /// Rows that cannot be read are set aside, as in ``GeoPackage/open(_:strict:images:)``.
  ///
  /// - Throws: ``StoreError`` as ``openSnapshot(strict:images:)``; `CancellationError` when the task was cancelled.
  /// - Complexity: Linear in the size of the network; constant with the image of a file.
  public func open(
    strict: Bool = false,
    images: ImageCache = .standard,
    progress: ProgressHandler? = nil
  ) async throws -> StoredNetwork {
    switch self {
    case .file(let path):
      try await GeoPackage.open(path, strict: strict, images: images, progress: progress)
    case .database(let address):
      try await PostGIS.open(address, strict: strict, progress: progress)
    }
  }

  /// Reads a network with wrong data, as ``GeoPackage/open(_:tolerating:images:)`` does.
  ///
  /// In a database, constraints exclude values of other types; other rows that cannot be read are set aside.
  ///
  /// - Throws: ``StoreError``; `CancellationError` when the task was cancelled.
  public func open(
    tolerating problems: inout [NetworkProblem],
    images: ImageCache = .standard,
    progress: ProgressHandler?
  ) async throws -> StoredNetwork {
    switch self {
    case .file(let path):
      return try await GeoPackage.open(
        path,
        tolerating: &problems,
        images: images,
        progress: progress
      )
    case .database(let address):
      let stored = try await PostGIS.open(address, progress: progress)
      problems += stored.unreadable + stored.notes
      return stored
    }
  }

  /// Reads an extent of the network, as ``GeoPackage/open(_:extent:strict:images:)`` does.
  ///
  /// - Throws: ``StoreError``.
  public func open(
    extent: Envelope,
    strict: Bool = false,
    images: ImageCache = .standard
  ) throws(StoreError) -> StoredNetwork {
    switch self {
    case .file(let path): try GeoPackage.open(path, extent: extent, strict: strict, images: images)
    case .database(let address): try PostGIS.open(address, extent: extent, strict: strict)
    }
  }

  /// Reads the extent of a subnetwork, as ``GeoPackage/open(_:subnetwork:strict:)`` does.
  ///
  /// - Throws: ``StoreError``; `TraceError` when there is no such subnetwork, or it cannot be traced.
  public func open(subnetwork: SubnetworkName, strict: Bool = false) throws -> StoredNetwork {
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

  package func isTaken() throws(StoreError) -> Bool {
    switch self {
    case .file(let path): FileManager.default.fileExists(atPath: path)
    case .database(let address): try PostGIS.isTaken(address)
    }
  }

  /// Writes a network, as ``GeoPackage/write(_:to:imports:traceConfigurations:replacing:)`` does; it appears when it is
  /// complete.
  ///
  /// In a database it is one transaction, and gets a separate schema. Owner and rights of roles stay when it replaces
  /// a network.
  ///
  /// - Throws: ``StoreError`` with code `alreadyExists` or `cannotWrite`, or `badData` with one problem for each part
  ///   that the file or database cannot hold; `CancellationError` when the task was cancelled.
  /// - Complexity: O(n log n) for n rows, because of the indexes.
  public func write(
    _ network: UtilityNetwork,
    imports: [ImportRecord] = [],
    traceConfigurations: [SavedTraceConfiguration] = [],
    replacing: Bool = false,
    progress: ProgressHandler? = nil
  ) async throws {
    switch self {
    case .file(let path):
      try await GeoPackage.write(
        network,
        to: path,
        imports: imports,
        traceConfigurations: traceConfigurations,
        replacing: replacing,
        progress: progress
      )
    case .database(let address):
      let stored = StoredNetwork(
        network: network,
        imports: imports,
        traceConfigurations: traceConfigurations
      )
      try await PostGIS.write(stored, to: address, replacing: replacing, progress: progress)
    }
  }

  package func save(_ saved: SavedTraceConfiguration) throws(StoreError) {
    switch self {
    case .file(let path): try GeoPackage.save(saved, in: path)
    case .database(let address): try PostGIS.save(saved, in: address)
    }
  }

  @discardableResult
  package func removeTraceConfiguration(named name: String) throws(StoreError) -> Bool {
    switch self {
    case .file(let path): try GeoPackage.removeTraceConfiguration(named: name, from: path)
    case .database(let address): try PostGIS.removeTraceConfiguration(named: name, from: address)
    }
  }

  package func readDefinition() throws(StoreError) -> NetworkDefinition {
    switch self {
    case .file(let path): try GeoPackage.readDefinition(of: path)
    case .database(let address):
      try PostGIS.reading(address, timeout: PostGIS.quick) { $1.definition }
    }
  }

  /// Reads the extent and the reference system of the network without its features: see
  /// ``GeoPackage/readOutline(of:)``.
  package func readOutline() throws(StoreError) -> UtilityNetwork {
    switch self {
    case .file(let path): try GeoPackage.readOutline(of: path)
    case .database(let address): try PostGIS.readOutline(of: address)
    }
  }

  /// The names of the tables with features, network sources and plain ones.
  package func tableNames() throws(StoreError) -> [String] {
    switch self {
    case .file(let path): try GeoPackage.tableNames(of: path)
    case .database(let address):
      try PostGIS.reading(address, timeout: PostGIS.quick) {
        $1.relations.filter(\.hasGeometry).map(\.name)
      }
    }
  }

  /// Completes the name of a feature: see ``GeoPackage/featureNames(beginningWith:of:limit:)``.
  package func featureNames(beginningWith prefix: String) throws(StoreError) -> [String] {
    switch self {
    case .file(let path): try GeoPackage.featureNames(beginningWith: prefix, of: path)
    case .database(let address):
      try PostGIS.featureNames(beginningWith: prefix, of: address)
    }
  }

  package func readTable(_ name: String) throws(StoreError) -> ForeignTable {
    switch self {
    case .file(let path): try GeoPackage.readTable(name, of: path)
    case .database(let address): try PostGIS.readTable(name, of: address)
    }
  }

  /// Describes the image of the network.
  package func image(
    in images: ImageCache = .standard,
    isChecked: Bool = false
  ) throws(StoreError) -> ImageDescription {
    switch self {
    case .file(let path): ImageDescription(of: path, in: images, isChecked: isChecked)
    case .database(let address):
      try PostGIS.image(of: address, in: images, isChecked: isChecked)
    }
  }

  @discardableResult
  package func removeImage(in images: ImageCache = .standard) throws(StoreError) -> Bool {
    switch self {
    case .file(let path): ImageDescription.removeImage(of: path, in: images)
    case .database(let address): try PostGIS.removeImage(of: address, in: images)
    }
  }

  /// The path, or the address without a password.
  public var description: String {
    switch self {
    case .file(let path): path
    case .database(let address): "\(address)"
    }
  }

  /// Looks for changes of the network since the look that returned `old`; nil for the first look.
  package func look(since old: NetworkStamp? = nil) throws(StoreError) -> NetworkLook {
    switch self {
    case .file(let path):
      let facts = GeoPackageFacts.settled(path)
      if let facts, case .file(let known)? = old, known == facts { return .same }
      return .other(facts.map { .file($0) })
    case .database(let address):
      let known: DatabaseStamp? = if case .database(let stamp)? = old { stamp } else { nil }
      let (stamp, isSame) = try PostGIS.stamp(of: address, since: known)
      return isSame ? .same : .other(.database(stamp))
    }
  }
}

/// Identifies the state of a network, to detect later changes.
package enum NetworkStamp: Sendable {
  case file(GeoPackageFacts)
  case database(DatabaseStamp)
}

package struct DatabaseStamp: Sendable {
  /// The network's identifier, its cluster, the last deleted revision, and digests of tables without a history.
  fileprivate let besides: String
  fileprivate let snapshot: String
}

package enum NetworkLook: Sendable {
  /// The network is unchanged.
  case same
  /// The network has to be read. The stamp of this look detects later changes; it is nil for a file whose facts are
  /// unknown.
  case other(NetworkStamp?)
}

extension PostGIS {
  fileprivate static func stamp(
    of address: PostgresAddress,
    since old: DatabaseStamp?
  ) throws(StoreError) -> (stamp: DatabaseStamp, isSame: Bool) {
    try reading(address) { connection, catalogue in
      let schema = catalogue.schema
      // A commit that was running then is not in that snapshot, whatever its revision.
      let rows = try connection.query(
        """
        SELECT concat_ws('/', n.network, n.cluster, n.forgotten,
            (SELECT md5(string_agg(t::text, '' ORDER BY t.objectid)) FROM \(schema).un_trace_configurations AS t),
            (SELECT md5(string_agg(i::text, '' ORDER BY i.objectid)) FROM \(schema).un_import AS i)),
          pg_current_snapshot()::text,
          EXISTS (SELECT FROM \(schema).un_history AS h WHERE h.xid >= pg_snapshot_xmin(s.known)
            AND NOT pg_visible_in_snapshot(h.xid, s.known))
        FROM \(schema).un_network AS n,
          (SELECT coalesce($1::text::pg_snapshot, pg_current_snapshot()) AS known) AS s
        """,
        [old.map { .text($0.snapshot) } ?? .null]
      )
      let stamp = DatabaseStamp(besides: rows[0, 0] ?? "", snapshot: rows[0, 1] ?? "")
      return (stamp, old?.besides == stamp.besides && rows[0, 2] == "f")
    }
  }
}
