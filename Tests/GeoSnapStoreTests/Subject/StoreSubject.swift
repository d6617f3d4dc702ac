import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport

/// A network in a store of the kind on which a test runs, which is gone with the value.
final class StoreSubject {
  private let store: Store

  private enum Store {
    case file(TemporaryFile)
    case database(TemporarySchema)
  }

  init(_ network: UtilityNetwork) async throws {
    switch StoreKind.current {
    case .file: store = .file(try TemporaryFile())
    case .database: store = .database(try TemporarySchema())
    }
    try await write(network)
  }

  /// Where the network is.
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

  /// Puts another network in its place.
  func write(_ network: UtilityNetwork) async throws {
    switch store {
    case .file(let file): try GeoPackage.write(network, to: file.path, replacing: true)
    case .database(let schema):
      try await PostGIS.write(network, to: schema.address, replacing: true)
    }
  }

  /// What is stored, read anew.
  func network() throws -> UtilityNetwork {
    try place.openSnapshot(strict: false, images: .none).stored.network
  }

  /// Changes rows as another program does; `KEY` and `GEOMETRY` are the columns that have these.
  func execute(_ sql: String) throws {
    switch store {
    case .file(let file):
      try file.execute(
        sql.replacing("KEY", with: "OBJECTID").replacing("GEOMETRY", with: "SHAPE")
      )
    case .database(let schema):
      // A database needs no manifest.
      let lines = sql.split(separator: "\n").filter { !$0.contains("un_manifest") }
      try schema.execute(
        lines.joined(separator: "\n").replacing("KEY", with: "objectid")
          .replacing("GEOMETRY", with: "shape")
      )
    }
  }

  func session(
    allowsUnconnected: Bool = false,
    lookingEvery interval: Duration? = nil,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> any TestedSession {
    try await place.session(
      allowsUnconnected: allowsUnconnected,
      lookingEvery: interval,
      progress: progress
    )
  }
}

extension NetworkPlace {
  func session(
    allowsUnconnected: Bool = false,
    lookingEvery interval: Duration? = nil,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> any TestedSession {
    switch self {
    case .file(let path):
      try await NetworkSession(
        path,
        allowsUnconnected: allowsUnconnected,
        lookingEvery: interval,
        progress: progress
      )
    case .database(let address):
      try await PostgresSession(
        address,
        allowsUnconnected: allowsUnconnected,
        lookingEvery: interval,
        progress: progress
      )
    }
  }
}

/// What sessions of both kinds have beside what editors need.
protocol TestedSession: EditingSession {
  var revision: Int { get }
  func history() throws(StoreError) -> [HistoryStep]
  func addField(_ field: AttributeField, to tables: [String]) throws
}

extension NetworkSession: TestedSession {}
extension PostgresSession: TestedSession {}
