import Foundation
import GeoSnapTestSupport
import Testing

@Suite("Control-C")
struct InterruptionTests {
  @Test("It ends a verb that waits for its input with exit code 130, and leaves no file in part")
  func waiting() async throws {
    let network = try FixtureFile()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func files() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }
    let process = Process()
    process.executableURL = CommandLineRun.program
    process.arguments = [
      "identify", network.path, "--batch", "-", "--tolerance", "1", "--output",
      folder.appendingPathComponent("out.csv").path,
    ]
    let input = Pipe()
    process.standardInput = input
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer { if process.isRunning { process.terminate() } }
    // More follows than this header and these points, for all that the program knows.
    let points = "x,y\n" + String(repeating: "1,2\n", count: 200_000)
    try input.fileHandleForWriting.write(contentsOf: Data(points.utf8))
    let clock = ContinuousClock()
    let start = clock.now
    while try files().isEmpty, clock.now - start < .seconds(60) {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(try !files().isEmpty, "The output was never begun")
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 130)
    #expect(try files() == [])
  }

  @Test("A verb that waits for its input says that it was stopped, with --json in one document")
  func told() throws {
    let network = try FixtureFile()
    let process = Process()
    process.executableURL = CommandLineRun.program
    process.arguments = ["edit", network.path, "--transaction", "-", "--json"]
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    defer { if process.isRunning { process.terminate() } }
    // More than a pipe holds: when it is written, the program waits for the rest.
    try input.fileHandleForWriting.write(contentsOf: Data(repeating: 32, count: 300_000))
    process.interrupt()
    let document = output.fileHandleForReading.readDataToEndOfFile()
    let told = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 130)
    let json = try JSONSerialization.jsonObject(with: document) as? [String: Any]
    #expect((json?["error"] as? [String: Any])?["code"] as? String == "interrupted")
    #expect(String(decoding: told, as: UTF8.self) == "geosnap: Stopped: no file was written.\n")
  }
}
