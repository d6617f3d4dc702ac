import Foundation
import Testing

@Suite("The documentation of operations on geometry")
struct DocumentationTests {
  /// Runs `Scripts/check-documentation`; answers its exit code and all that it said.
  private func check(_ arguments: [String]) throws -> (exitCode: Int32, said: String) {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      [root.appendingPathComponent("Scripts/check-documentation").path] + arguments
    let said = Pipe()
    process.standardOutput = said
    process.standardError = said
    try process.run()
    let text = said.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  @Test("Each says units, Z and M, errors, cost and source, and its example is a test")
  func operations() throws {
    let run = try check([])
    #expect(run.exitCode == 0, "\(run.said)")
  }

  @Test("What checks that notices when something is missing")
  func selfTest() throws {
    let run = try check(["--self-test"])
    #expect(run.exitCode == 0, "\(run.said)")
  }
}
