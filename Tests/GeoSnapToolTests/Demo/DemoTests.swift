import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import GeoSnapTool
import Testing

/// What no command of the demo shows; its steps, pages and maps are in the transcripts.
@Suite("The demo")
struct DemoTests {
  @Test("Words of a command are in quotes where needed; one that fails is told with what it said")
  func commands() throws {
    let program = DemoProgram(url: CommandLineRun.program, name: "geosnap")
    #expect(
      program.command(["a/b", "--x=1", "add(Length)", "", "it's", "$HOME", "a b"])
        == #"geosnap a/b --x=1 'add(Length)' '' 'it'\''s' '$HOME' 'a b'"#
    )
    let words = ["info", "no-such-file.gpkg"]
    let failure = #expect(throws: Failure.self) { try program.lines(words) }
    #expect(failure?.message.hasPrefix("geosnap info no-such-file.gpkg ended with 66:") == true)
    #expect(try program.lines(words, endingWith: 66).count == 1)
  }

  @Test("The drag over 500 positions gives the recorded answers, and prints each step once")
  func walk() async throws {
    let index = try NetworkIndex(GeoPackage.open(SampleFile.path).network)
    let editor = GeometryEditor(scene: SnapScene(index))
    let events = editor.events()
    let walk = try EditingWalk(index, with: editor)
    // FNV-1a over the words and bits of all answers.
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    var counts: [String: Int] = [:]
    for (number, step) in walk.drag.enumerated() {
      counts[step.match?.place.kind.name ?? "none", default: 0] += 1
      #expect(step.match == nil || step.reason == nil, "position \(number)")
      var words = "\(number)"
      if let match = step.match {
        let place = match.place
        #expect(place.feature != walk.picked, "position \(number)")
        let origin = place.feature.flatMap { index.network.origin(of: $0) }
        words += " \(place.kind.name) \(place.source ?? "") \(origin ?? "") \(place.part)"
        words += " \(place.vertex) \(place.location.x.bitPattern) \(place.location.y.bitPattern)"
        words += " \(match.permission) \(match.insertsVertex) \(match.splitsLine)"
      }
      for byte in words.utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    #expect(counts == ["none": 205, "lineEnd": 188, "segment": 94, "midpoint": 13])
    #expect(digest == 14_296_224_566_223_911_856, "seed \(PointerPath.seed)")
    // What the switches are for.
    for (positions, reason) in [(200..<250, SnapRefusalReason.disabled), (300..<320, .suspended)] {
      #expect(walk.drag[positions].allSatisfy { $0.match == nil })
      #expect(walk.drag[positions].contains { $0.reason == reason })
    }

    var told: [GeometryEditorEvent] = []
    for await event in events {
      told.append(event)
      if event == .cancelled { break }
    }
    #expect(told.first == .started(.feature(walk.picked), walk.geometry))
    #expect(!told.contains { if case .saved = $0 { true } else { false } })
    // A drag of 500 positions is one step; each of the three is put down, two are taken back.
    let undo = told.compactMap { event -> [Bool]? in
      if case .undoStateChanged(let canUndo, let canRedo) = event {
        [canUndo, canRedo]
      } else {
        nil
      }
    }
    let (done, undone) = ([true, false], [false, true])
    #expect(undo.prefix(5) == [done, undone, done, undone, done])
    let snaps = told.compactMap { event -> SnapMatch?? in
      if case .snapChanged(let match) = event { .some(match) } else { nil }
    }
    // Far fewer than positions: staying on a place or sliding along a segment is no change.
    #expect(snaps.count == 94 && zip(snaps, snaps.dropFirst()).allSatisfy { $0 != $1 })
    #expect(index.network.base.geometry(of: walk.picked) == walk.geometry)
  }

  private static let bench = CommandLineRun.program.deletingLastPathComponent()
    .appendingPathComponent("GeoBench")

  @Test(
    "The benchmark's summary has a sentence for each of at most eight ratios",
    .long,
    .enabled(if: FileManager.default.isExecutableFile(atPath: bench.path))
  )
  func summary() throws {
    struct Summary: Decodable {
      struct Row: Decodable { let job, sentence: String, ratio: Double }
      let rows: [Row]
    }
    let program = DemoProgram(url: Self.bench, name: "GeoBench")
    let small = ["--size", "800", "--places", "40", "--repetitions", "1"]
    let words = ["summary", SampleFile.path] + small
    let text = try program.lines(words + ["--json"]).joined(separator: "\n")
    let rows = try JSONDecoder().decode(Summary.self, from: Data(text.utf8)).rows
    #expect((1...8).contains(rows.count))
    #expect(rows.allSatisfy { $0.ratio > 0 && $0.sentence.hasSuffix(".") })
    let table = try program.lines(words)
    #expect(table.count == rows.count + 2)
    for row in rows { #expect(table.contains { $0.contains(" \(row.job) ") }, "\(row.job)") }
  }
}
