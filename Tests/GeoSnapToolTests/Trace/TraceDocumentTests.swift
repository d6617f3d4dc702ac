import Foundation
import GeoSnapTestSupport
import Testing

/// The sessions in Documentation/TraceCommands.md: each command, and what it prints there.
@Suite("The document of the trace commands")
struct TraceDocumentTests {
  private struct Session {
    let words: [String]
    let answer: String
  }

  private static let path =
    SampleFile.path.split(
      separator: "/",
      omittingEmptySubsequences: false
    )
    .dropLast(3).joined(separator: "/") + "/Documentation/TraceCommands.md"

  /// The commands behind `$ geosnap`, each with the lines up to an empty one or the end of the block.
  private func sessions() throws -> [Session] {
    let document = try String(contentsOfFile: Self.path, encoding: .utf8)
    return document.matches(of: /(?m)^\$ geosnap (.+)\n((?:(?!```).+\n)*)/).map { match in
      Session(words: Self.words(String(match.output.1)), answer: String(match.output.2))
    }
  }

  /// A command line's words; quotes keep words together.
  private static func words(_ line: String) -> [String] {
    line.matches(of: /'([^']*)'|[^ ']+/).map { String($0.output.1 ?? $0.output.0) }
  }

  @Test("Every command prints what the document says")
  func sessionsHold() throws {
    let files = [
      "feeders.gpkg": try ImportedExample.feeders(), "water.gpkg": try ImportedExample.water(),
    ]
    let sessions = try sessions()
    #expect(sessions.count >= 10)
    for session in sessions {
      let run = try CommandLineRun(session.words.map { files[$0]?.path ?? $0 })
      // Errors stand in the document in lines that are not too long to read.
      let printed = (run.output + run.errors).split { $0.isWhitespace }
      let expected = session.answer.split { $0.isWhitespace }
      #expect(printed == expected, "\(session.words.joined(separator: " "))")
    }
  }

  @Test("The configuration in the document is taken as it stands, and says what it shows")
  func configuration() throws {
    let document = try String(contentsOfFile: Self.path, encoding: .utf8)
    let example = try #require(document.firstMatch(of: /(?s)```json\n(.+?)```/)).output.1
    let feeders = try ImportedExample.feeders()
    let run = try CommandLineRun(
      [
        "trace", feeders.path, "--type", "downstream", "--start", "origin:bus/8", "--config",
        "/dev/stdin", "--json",
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
