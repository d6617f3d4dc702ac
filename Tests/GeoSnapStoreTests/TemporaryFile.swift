import Foundation
import GRDB
import GeoSnap
import GeoSnapStore

/// A path in a separate temporary folder, both deleted with the value.
final class TemporaryFile {
  let folder: URL
  let path: String

  init(_ name: String = "network.gpkg") throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent(name).path
  }

  convenience init(holding network: UtilityNetwork, imports: [ImportRecord] = []) throws {
    try self.init()
    try GeoPackage.write(network, to: path, imports: imports)
  }

  convenience init(holding bytes: [UInt8]) throws {
    try self.init()
    try write(bytes)
  }

  convenience init(copying other: String) throws {
    try self.init()
    try FileManager.default.copyItem(atPath: other, toPath: path)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Changes the file with SQL, as its owner could, whatever the schema says.
  func execute(_ sql: String) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    // A session may be looking at it.
    configuration.busyMode = .timeout(5)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { database in
      // Each trigger is a transaction, and none has to outlive a loss of power.
      try database.execute(sql: "PRAGMA synchronous = OFF")
      let triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
      for trigger in try String.fetchAll(database, sql: triggers) {
        // They call functions that only GDAL brings.
        try database.execute(sql: "DROP TRIGGER \"\(trigger)\"")
      }
      try database.execute(sql: sql)
    }
    try queue.close()
  }

  /// Opens the file as another program that does not let go of it.
  func opened(inLogMode: Bool = false) throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: path)
    if inLogMode {
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    }
    return queue
  }

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    let queue = try DatabaseQueue(path: path)
    let value = try queue.read(body)
    try queue.close()
    return value
  }

  func texts(_ sql: String) throws -> [String] { try read { try String.fetchAll($0, sql: sql) } }

  var network: UtilityNetwork { get throws { try GeoPackage.open(path).network } }

  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
  }

  var bytes: [UInt8] { get throws { try bytesOfFile(path) } }

  func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
}

func bytesOfFile(_ path: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
}

/// Puts bytes into any file, in place.
func write(_ bytes: [UInt8], toFile path: String) throws {
  try Data(bytes).write(to: URL(fileURLWithPath: path))
}
