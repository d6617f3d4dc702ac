import Foundation
import GeoSnapStore
import Testing

@Suite("geosnap edit")
struct EditCommandTests {
  @Test("A network that is being edited is waited for, then told who edits it")
  func inUse() throws {
    let file = try FixtureFile()
    let store = try NetworkStore(file.path)
    let run = try CommandLineRun(["edit", file.path, "--history", "--timeout", "0.1"])
    #expect(run.exitCode == 66)
    #expect(run.errors.contains("process \(ProcessInfo.processInfo.processIdentifier)"))
    withExtendedLifetime(store) {}
  }
}
