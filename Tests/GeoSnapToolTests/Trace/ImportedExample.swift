import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Synchronization

/// A committed example, imported into a separate file that is removed at the end.
final class ImportedExample {
  let path: String

  private static let folder = SampleFile.path.split(
    separator: "/",
    omittingEmptySubsequences: false
  )
  .dropLast(2).joined(separator: "/")

  /// Imports a file of `Examples`, such as `import pandapower Pandapower/cigre_mv_all.json`.
  init(_ format: String, _ file: String, _ options: [String] = []) throws {
    path = NSTemporaryDirectory() + "geosnap-example-\(UUID().uuidString).gpkg"
    let words = [format, file] + options
    if let bytes = Self.imported.withLock({ $0[words] }) {
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return
    }
    let run = try CommandLineRun(
      ["import", format, "\(Self.folder)/\(file)", path]
        + options.map { $0.hasSuffix(".csv") ? "\(Self.folder)/\($0)" : $0 }
    )
    guard run.exitCode == 0 else { throw ExampleError(message: run.errors) }
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    Self.imported.withLock { $0[words] = bytes }
  }

  /// By the words of the command; arrays, as the search for leaks does not see through `Data`.
  private static let imported = Mutex<[[String]: [UInt8]]>([:])

  func append(_ format: String, _ file: String) throws {
    let run = try CommandLineRun(["import", format, "\(Self.folder)/\(file)", path, "--append"])
    guard run.exitCode == 0 else { throw ExampleError(message: run.errors) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// 15 medium-voltage buses in two feeders, with open switches at the ends of two lines that tie them.
  static func feeders(_ options: [String] = []) throws -> ImportedExample {
    try ImportedExample("pandapower", "Pandapower/cigre_mv_all.json", options)
  }

  /// A town's water supply with valves; a pump and closed pipes divide their links.
  static func water(_ options: [String] = []) throws -> ImportedExample {
    try ImportedExample(
      "epanet",
      "Water/Net3.inp",
      ["--valves", "Water/Net3.valves-random.csv"] + options
    )
  }

  func topology() throws -> Topology { Topology(try GeoPackage.open(path).network) }

  func run(_ verb: String, _ arguments: String...) throws -> CommandLineRun {
    try CommandLineRun([verb, path] + arguments)
  }
}

struct ExampleError: Error {
  let message: String
}
