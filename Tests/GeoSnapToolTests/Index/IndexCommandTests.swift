import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("geosnap index")
struct IndexCommandTests {
  let file: FixtureFile
  let indexPath: String
  private let cleaner: Cleaner

  /// Removes a file at the end.
  private final class Cleaner {
    let path: String
    init(_ path: String) { self.path = path }
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  init() throws {
    file = try FixtureFile()
    indexPath = file.path + ".gsindex"
    cleaner = Cleaner(indexPath)
  }

  private func identify() throws -> CommandLineRun {
    try CommandLineRun([
      "identify", file.path, "--at", "20,15.5", "--tolerance", "5", "--json",
    ])
  }

  private func snap() throws -> CommandLineRun {
    try CommandLineRun(["snap", file.path, "--at", "5,0.2", "--tolerance", "0.9", "--json"])
  }

  private func damage(_ offset: Int) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: indexPath))
    bytes[offset] ^= 1
    try bytes.write(to: URL(fileURLWithPath: indexPath))
  }

  @Test("The file is built beside the network, and verbs answer the same with it")
  func build() throws {
    let (identified, snapped) = (try identify(), try snap())
    let run = try CommandLineRun(["index", file.path, "--json"])
    #expect(run.exitCode == 0, "\(run.errors)")
    let document = try run.json()
    #expect(document["file"] as? String == indexPath)
    #expect((document["fingerprint"] as? String)?.count == 16)
    let network = try GasFixture.network()
    #expect(document["features"] as? Int == network.tables.reduce(0) { $0 + $1.count })
    let entries = try #require(document["entries"] as? Int)
    #expect(entries == (try NetworkIndex(network).features.segmentCount))
    let size = try FileManager.default.attributesOfItem(atPath: indexPath)[.size] as? Int
    #expect(document["bytes"] as? Int == size)
    let times = try #require(document["milliseconds"] as? [String: Any])
    #expect(Set(times.keys) == ["fingerprint", "build", "write"])
    for (before, after) in [(identified, try identify()), (snapped, try snap())] {
      #expect(after.output == before.output)
      #expect(after.errors.isEmpty && after.exitCode == 0)
    }
    let text = try CommandLineRun(["index", file.path])
    #expect(text.exitCode == 0)
    #expect(text.output.contains(indexPath) && text.output.contains("\(entries) entries"))
  }

  @Test("--inspect tells what is in the file, by the network or by itself")
  func inspect() throws {
    _ = try CommandLineRun(["index", file.path])
    for path in [file.path, indexPath] {
      let run = try CommandLineRun(["index", path, "--inspect", "--json"])
      #expect(run.exitCode == 0, "\(run.errors)")
      let document = try run.json()
      #expect(document["content"] as? String == "sound")
      #expect(document["fitsNetwork"] as? Bool == true)
      #expect(document["network"] as? String == file.path)
      #expect(document["version"] as? Int == 1)
      let sections = try #require(document["sections"] as? [[String: Any]])
      #expect(sections.count == 13)
      let segments = try #require(document["segments"] as? [String: Any])
      #expect(segments["levels"] as? Int == 1)
      let text = try CommandLineRun(["index", path, "--inspect"])
      #expect(text.output.contains("content sound") && text.output.contains("fits \(file.path)"))
    }
    try FileManager.default.removeItem(atPath: file.path)
    let alone = try CommandLineRun(["index", indexPath, "--inspect", "--json"])
    #expect(alone.exitCode == 0)
    #expect(try alone.json()["fitsNetwork"] is NSNull)
  }

  @Test("A network that was changed makes its index stale: told, and answered from memory")
  func stale() throws {
    _ = try CommandLineRun(["index", file.path])
    let before = try identify()
    let network = try GasFixture.network()
    let changed = try UtilityNetwork(
      definition: network.definition,
      srid: network.srid,
      tables: network.tables.filter { $0.name != "fences" },
      associations: network.associations,
      rules: network.rules
    )
    try FileManager.default.removeItem(atPath: file.path)
    try GeoPackage.write(changed, to: file.path)
    let inspected = try CommandLineRun(["index", file.path, "--inspect", "--json"])
    #expect(try inspected.json()["fitsNetwork"] as? Bool == false)
    let run = try identify()
    #expect(run.exitCode == 0)
    #expect(run.errors.contains(indexPath) && run.errors.contains("other geometries"))
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.output == before.output)
    #expect(before.errors.isEmpty)
  }

  @Test("What is no index file is not replaced by one: above all not the network")
  func notReplaced() throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: file.path))
    for path in [file.path, "/dev/null"] {
      let run = try CommandLineRun(["index", file.path, "--output", path])
      #expect(run.exitCode == 74)
      #expect(run.errors.contains(path) && run.errors.contains("no index file"))
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == before)
    // An index of any name is.
    let other = indexPath + ".other"
    defer { try? FileManager.default.removeItem(atPath: other) }
    for _ in 0..<2 {
      let run = try CommandLineRun(["index", file.path, "--output", other])
      #expect(run.exitCode == 0, "\(run.errors)")
    }
  }

  @Test("A broken index is told in a line, and the answers are as without it")
  func broken() throws {
    let before = try identify()
    _ = try CommandLineRun(["index", file.path])
    try damage(700)
    let run = try identify()
    #expect(run.exitCode == 0)
    #expect(run.output == before.output)
    #expect(run.errors.contains(indexPath) && run.errors.contains("not what was written"))
    #expect(run.errors.split(separator: "\n").count == 1)
    let inspected = try CommandLineRun(["index", file.path, "--inspect", "--json"])
    #expect(inspected.exitCode == 65)
    #expect(try inspected.json()["content"] as? String == "damaged")
    #expect(inspected.errors.contains("not what was written"))
    try damage(20)
    let header = try CommandLineRun(["index", indexPath, "--inspect"])
    #expect(header.exitCode == 65)
    #expect(header.output.isEmpty && header.errors.contains(indexPath))
  }

  @Test("Exit codes are those of the other verbs")
  func exitCodes() throws {
    #expect(try CommandLineRun(["index", file.path + ".none"]).exitCode == 66)
    #expect(try CommandLineRun(["index", file.path, "--inspect"]).exitCode == 66)
    #expect(try CommandLineRun(["index", indexPath]).exitCode == 64)
    let unwritable = try CommandLineRun(["index", file.path, "--output", "/nowhere/at/all.gsindex"])
    #expect(unwritable.exitCode == 66)
    #expect(unwritable.errors.contains("/nowhere/at/all.gsindex"))
  }

  @Test("--output names another file")
  func output() throws {
    let other = file.path + ".other.gsindex"
    defer { try? FileManager.default.removeItem(atPath: other) }
    #expect(try CommandLineRun(["index", file.path, "--output", other]).exitCode == 0)
    #expect(!FileManager.default.fileExists(atPath: indexPath))
    let run = try CommandLineRun(["index", file.path, "--output", other, "--inspect", "--json"])
    #expect(try run.json()["fitsNetwork"] as? Bool == true)
  }
}
