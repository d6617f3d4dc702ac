import Foundation
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// Runs the built program as a user does: another process, its streams and its exit code.
struct CommandLineRun {
  let exitCode: Int32
  let output: String
  let errors: String

  /// Runs to the end; `input` is short enough for a pipe to hold.
  init(_ arguments: [String], input: [UInt8]? = nil) throws {
    try self.init(CommandLineRun.program, arguments, input)
  }

  /// Runs the program with words that bash reads; `path` is where it finds other programs, nil for
  /// where the tests find them.
  init(shell words: String, path: String? = nil) throws {
    let setting = path.map { "PATH='\($0)' " } ?? ""
    let command = "\(setting)'\(CommandLineRun.program.path)' \(words)"
    try self.init(URL(fileURLWithPath: "/bin/bash"), ["-c", command], nil)
  }

  private init(_ program: URL, _ arguments: [String], _ input: [UInt8]?) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    let inputPipe = Pipe()
    if input != nil { process.standardInput = inputPipe }
    try process.run()
    if let input {
      try inputPipe.fileHandleForWriting.write(contentsOf: input)
      try inputPipe.fileHandleForWriting.close()
    }
    // stderr is short; stdout may fill its pipe and is read while the program runs.
    let outputData = output.fileHandleForReading.readDataToEndOfFile()
    let errorData = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    exitCode = process.terminationReason == .exit ? process.terminationStatus : -1
    self.output = String(decoding: outputData, as: UTF8.self)
    self.errors = String(decoding: errorData, as: UTF8.self)
  }

  func json() throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(output.utf8))
    return try #require(value as? [String: Any])
  }

  /// The program stands beside the bundle of the tests.
  static let program: URL = {
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let folder =
      (bundle ?? URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0]))
      .deletingLastPathComponent()
    return folder.appendingPathComponent("geosnap")
  }()
}

/// The gas fixture as a file, removed at the end.
final class FixtureFile {
  let path: String

  init() throws {
    path = Self.temporary()
    try Data(Self.written.get()).write(to: URL(fileURLWithPath: path))
  }

  /// The bytes of the file, made once; an array, as the search for leaks does not see through `Data`.
  private static let written = Result {
    let path = temporary()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try GeoPackage.write(GasFixture.network(), to: path)
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private static func temporary() -> String {
    NSTemporaryDirectory() + "geosnap-fixture-\(UUID().uuidString).gpkg"
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
