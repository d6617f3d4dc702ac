import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapPostgresTestSupport
import GeoSnapStore
import GeoSnapTestSupport

/// A network in a store of the kind on which a test runs, which is gone with the value.
final class StoreSubject {
  private let store: Store

  private enum Store {
    case file(TemporaryFile)
    case database(TemporarySchema)
  }

  /// A separate place without a network.
  init() throws {
    switch StoreKind.current {
    case .file: store = .file(try TemporaryFile())
    case .database: store = .database(try TemporarySchema())
    }
  }

  convenience init(_ network: UtilityNetwork, imports: [ImportRecord] = []) async throws {
    try self.init()
    try await place.write(network, imports: imports)
  }

  convenience init(copying path: String) async throws {
    try self.init()
    if let file {
      try FileManager.default.copyItem(atPath: path, toPath: file.path)
      return
    }
    let stored = try GeoPackage.open(path, images: .none)
    let configurations = stored.traceConfigurations
    try await place.write(
      stored.network,
      imports: stored.imports,
      traceConfigurations: configurations
    )
  }

  var file: TemporaryFile? { if case .file(let file) = store { file } else { nil } }

  var schema: TemporarySchema? { if case .database(let schema) = store { schema } else { nil } }

  var place: NetworkPlace {
    switch store {
    case .file(let file): .file(file.path)
    case .database(let schema): .database(schema.address)
    }
  }

  /// What is in front of a place where there is no network.
  var nowhere: NetworkPlace {
    switch store {
    case .file(let file): .file(file.path + "no")
    case .database(let schema): .database(try! PostgresAddress("\(schema.address)no"))
    }
  }

  func write(_ network: UtilityNetwork) async throws {
    try await place.write(network, replacing: true)
  }

  /// The stored network, read again from its rows.
  func stored(strict: Bool = false) async throws -> StoredNetwork {
    try await place.open(strict: strict, images: .none)
  }

  func network() throws -> UtilityNetwork {
    try place.openSnapshot(strict: false, images: .none).stored.network
  }

  /// Changes rows as another program does; `KEY` and `GEOMETRY` are the columns that have these.
  func execute(_ sql: String) throws {
    switch store {
    case .file(let file):
      try file.execute(sql.replacing("KEY", with: "OBJECTID").replacing("GEOMETRY", with: "SHAPE"))
    case .database(let schema):
      // A database needs no manifest.
      let lines = sql.split(separator: "\n").filter { !$0.contains("un_manifest") }
      try schema.execute(
        lines.joined(separator: "\n").replacing("KEY", with: "objectid")
          .replacing("GEOMETRY", with: "shape")
      )
    }
  }

  /// Opens it for edits that no state is kept for, but where a store has one anyway.
  func store(extent: Envelope? = nil) async throws -> any TestedStore {
    switch store {
    case .file(let file): try NetworkStore(file.path, extent: extent, images: .none)
    case .database(let schema):
      try await PostgresSession(
        schema.address,
        allowsUnconnected: true,
        extent: extent,
        images: .none,
        lookingEvery: nil
      )
    }
  }
}

extension NetworkPlace {
  func session(
    allowsUnconnected: Bool = false,
    strict: Bool = false,
    extent: Envelope? = nil,
    images: ImageCache = .standard,
    lookingEvery interval: Duration? = nil,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> any TestedSession {
    switch self {
    case .file(let path):
      try await NetworkSession(
        path,
        allowsUnconnected: allowsUnconnected,
        strict: strict,
        extent: extent,
        images: images,
        lookingEvery: interval,
        progress: progress
      )
    case .database(let address):
      try await PostgresSession(
        address,
        allowsUnconnected: allowsUnconnected,
        strict: strict,
        extent: extent,
        images: images,
        lookingEvery: interval,
        progress: progress
      )
    }
  }
}
