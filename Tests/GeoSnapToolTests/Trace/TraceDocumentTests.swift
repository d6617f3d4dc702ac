import Foundation
import GeoSnapTestSupport
import Testing

@Suite("Documentation/TraceCommands.md")
struct TraceDocumentTests {
  private static let document = Result {
    let root = SampleFile.path.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    let path = root.joined(separator: "/") + "/Documentation/TraceCommands.md"
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("Every command prints what the document says")
  func sessions() throws {
    let files = [
      "feeders.gpkg": try ImportedExample.feeders(), "water.gpkg": try ImportedExample.water(),
    ]
    // Each command behind `$ geosnap`, with the lines up to an empty one or the end of the block.
    let sessions = try Self.document.get().matches(of: /(?m)^\$ geosnap (.+)\n((?:(?!```).+\n)*)/)
    #expect(sessions.count >= 10)
    for session in sessions {
      // Quotes keep words together.
      let words = session.output.1.matches(of: /'([^']*)'|[^ ']+/)
        .map { String($0.output.1 ?? $0.output.0) }
      let run = try CommandLineRun(words.map { files[$0]?.path ?? $0 })
      // Errors stand in the document in lines that are not too long to read.
      let printed = (run.output + run.errors).split { $0.isWhitespace }
      #expect(printed == session.output.2.split { $0.isWhitespace }, "\(session.output.1)")
    }
  }

  @Test("The configuration in the document is taken as it stands, and says what it shows")
  func configuration() throws {
    let example = try #require(Self.document.get().firstMatch(of: /(?s)```json\n(.+?)```/)).output.1
    let feeders = try ImportedExample.feeders()
    let run = try CommandLineRun(
      [
        "trace", feeders.path, "--type", "downstream", "--start", "origin:bus/8", "--config", "-",
        "--json",
      ],
      input: Array(example.utf8)
    )
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    let features = try #require(try run.json()["features"] as? [[String: Any]])
    // Two of the nearest, as many as it asks for, and nothing but what its filter names.
    let origins = features.compactMap { $0["origin"] as? String }
    #expect(origins.count == 2 && origins.allSatisfy { $0.hasPrefix("load/") }, "\(origins)")
  }
}
