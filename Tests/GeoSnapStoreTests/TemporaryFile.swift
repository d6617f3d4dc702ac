import Foundation
import GRDB

/// A path of its own in a folder of its own, both gone with the value.
final class TemporaryFile {
  let folder: URL
  let path: String

  init(_ name: String = "network.gpkg") throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent(name).path
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
      for trigger in try String.fetchAll(
        database,
        sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'"
      ) {
        // They call functions that only GDAL brings.
        try database.execute(sql: "DROP TRIGGER \"\(trigger)\"")
      }
      try database.execute(sql: sql)
    }
    try queue.close()
  }

  /// Reads from the file.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    let queue = try DatabaseQueue(path: path)
    let value = try queue.read(body)
    try queue.close()
    return value
  }

  var bytes: [UInt8] {
    get throws { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }
  }

  func write(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }
}
