import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import GeoSnapTool
import Testing

/// The recorded walk that the demo draws, with 500 positions of the pointer.
@Suite("The demo's editing walk")
struct EditingWalkTests {
  let walk: EditingWalk
  var index: NetworkIndex { walk.index }

  /// Walked once for all tests.
  private static let walked = Result {
    let index = try NetworkIndex(GeoPackage.open(SampleFile.path).network)
    return try EditingWalk(index, with: GeometryEditor(scene: SnapScene(index)))
  }

  init() throws { walk = try EditingWalkTests.walked.get() }

  private func origin(_ feature: FeatureID?) -> String? {
    feature.flatMap { index.network.base.tables[Int($0.table)].origins[Int($0.row)] }
  }

  // MARK: The steps

  @Test("A tap picks the first point feature under it")
  func tap() throws {
    let type = try #require(index.network.base.assetType(of: walk.picked))
    #expect("\(type.group.name) \u{B7} \(type.type.name)" == "Fitting \u{B7} Tap")
    #expect(origin(walk.picked) == "junction/240")
    let points = walk.hits.filter { index.network.base.geometry(of: $0.feature)?.type == .point }
    #expect(points.first?.feature == walk.picked)
  }

  @Test("The sources are listed as the rules have them, and a switch takes one away")
  func sources() throws {
    let rules = try SnapRules(for: try #require(assetType), in: index.network.base)
    var expected = SnapSettings()
    expected.isEnabled = true
    expected.syncSourceSettings(with: index.network.base, rules: rules, enabling: .setFromRules)
    #expect(walk.sources.sourceSettings == expected.sourceSettings)
    expected[source: "PipelineLine"]?.isEnabled = false
    expected[source: "survey_points"]?.isEnabled = true
    #expect(walk.toggledSources.sourceSettings == expected.sourceSettings)
    #expect(walk.toggledSources != walk.sources)

    #expect(walk.switchedOff.match == nil)
    #expect(walk.switchedOff.refused.map(\.reason).contains(.disabled))
    let list = MapList(walk.sources)
    #expect(
      list.rows.filter { $0.detail != "prevented" }.map { "\($0.label) \($0.detail)" } == [
        "PipelineLine limited", "\u{2013} Plastic Main limited", "\u{2013} Steel Main limited",
        "\u{2013} Iron Main limited", "\u{2013} Other Main limited", "\u{2013} Service limited",
        "survey_points allowed, off",
      ]
    )
    #expect(MapList(walk.toggledSources).rows.count { $0.detail == "limited, off" } == 6)
  }

  private var assetType: AssetTypeID? {
    index.network.base.tables[Int(walk.picked.table)].assetTypeID(of: Int(walk.picked.row))
  }

  @Test("A snap is allowed at the end of a main by a rule that names both asset types")
  func allowed() throws {
    let match = try #require(walk.allowed.match)
    #expect(match.place.kind == .lineEnd && match.place.source == "PipelineLine")
    guard case .rule(let id) = match.permission else {
      Issue.record("allowed as \(match.permission)")
      return
    }
    let rule = try #require(index.network.base.rules.first { $0.id == id })
    let main = try #require(match.place.feature)
    let other = index.network.base.tables[Int(main.table)].assetTypeID(of: Int(main.row))
    #expect(Set([rule.from.assetType, rule.to.assetType]) == Set([assetType, other]))
    // The same place is refused while the source is off.
    #expect(walk.switchedOff.place == walk.allowed.place)
  }

  @Test("A place is refused though its source is on, with a reason")
  func refused() throws {
    #expect(walk.refused.match == nil)
    let refusal = try #require(walk.refused.refused.first)
    #expect(refusal.reason != .disabled)
    let source = try #require(refusal.place.source)
    let settings = try #require(walk.sources.sourceSettings.first { $0.name == source })
    #expect(settings.isEnabled && settings.ruleBehavior == .rulesPreventSnapping)
  }

  @Test("Saving is possible only after a change, and cancelling restores the geometry")
  func saving() throws {
    #expect(walk.untouched.geometry == walk.geometry)
    #expect(!walk.untouched.canSave && !walk.untouched.canUndo)
    #expect(!walk.stacked.canSave && walk.stacked.canUndo)
    #expect(walk.stacked.problems.contains { $0.code == .stackedJunctions })
    #expect(walk.saveRefusal?.contains("two junctions cannot share a place") == true)
    #expect(walk.changed.canSave && walk.changed.problems.isEmpty)
    #expect(walk.changed.geometry?.coordinates.first == walk.onMain.match?.place.location)
    #expect(walk.onMain.match?.insertsVertex == true)
    #expect(index.network.base.geometry(of: walk.picked) == walk.geometry)
    #expect(walk.restored.match?.place.feature == walk.picked)
    #expect(walk.restored.match?.place.location == walk.geometry.coordinates.first)
  }

  // MARK: The drag

  @Test("Five hundred positions of the pointer give the answers recorded")
  func recordedPath() {
    #expect(walk.drag.count == 500)
    var digest = Digest()
    var counts: [String: Int] = [:]
    for (number, step) in walk.drag.enumerated() {
      counts[step.match?.place.kind.name ?? "none", default: 0] += 1
      #expect(step.match?.place.feature != walk.picked, "position \(number)")
      #expect(step.match == nil || step.reason == nil, "position \(number)")
      digest.add(step.match, origin(step.match?.place.feature), at: number)
    }
    #expect(counts == ["none": 205, "lineEnd": 188, "segment": 94, "midpoint": 13])
    #expect(
      digest.value == 14_296_224_566_223_911_856,
      "seed \(PointerPath.seed): \(digest.value)"
    )
    // What the switches are for.
    #expect(walk.drag[200..<250].allSatisfy { $0.match == nil })
    #expect(walk.drag[200..<250].contains { $0.reason == .disabled })
    #expect(walk.drag[300..<320].allSatisfy { $0.match == nil })
    #expect(walk.drag[300..<320].contains { $0.reason == .suspended })
    #expect(!walk.drag[..<350].contains { $0.match?.place.kind == .midpoint })
  }

  @Test("The editor tells of each step once, from starting to cancelling")
  func told() async throws {
    let editor = GeometryEditor(scene: SnapScene(index))
    let events = editor.events()
    _ = try EditingWalk(index, with: editor)
    var told: [GeometryEditorEvent] = []
    for await event in events {
      told.append(event)
      if event == .cancelled { break }
    }
    #expect(told.first == .started(.feature(walk.picked), walk.geometry))
    #expect(told.last == .cancelled)
    // A drag of 500 positions is one step; each of the three is put down, two are taken back.
    let undo = told.compactMap { event -> [Bool]? in
      if case .undoStateChanged(let canUndo, let canRedo) = event {
        [canUndo, canRedo]
      } else {
        nil
      }
    }
    #expect(
      undo.prefix(5) == [
        [true, false], [false, true], [true, false], [false, true], [true, false],
      ]
    )
    let snaps = told.compactMap { event -> SnapMatch?? in
      if case .snapChanged(let match) = event { .some(match) } else { nil }
    }
    #expect(zip(snaps, snaps.dropFirst()).allSatisfy { $0 != $1 })
    // Far fewer than positions: staying on a place or sliding along a segment is no change.
    #expect(snaps.count == 94)
    #expect(!told.contains { if case .saved = $0 { true } else { false } })
  }

  // MARK: The pages

  @Test("The page is well-formed, has a map for each step, and is the same each time")
  func page() throws {
    let html = walk.page(linkingTo: "first & last.html").html()
    let reader = try SVGReader(html)
    for (number, figure) in walk.figures.enumerated() {
      #expect(reader.texts.contains("\(number + 1). \(figure.title)"))
      #expect(reader.texts.contains(figure.caption))
    }
    let addresses = reader.elements.filter { $0.name == "a" }.map { $0.attributes["href"] }
    #expect(addresses == ["first & last.html"])
    #expect(reader.texts.contains("Positions of the pointer ") && reader.texts.contains("500"))
    let again = try EditingWalk(index, with: GeometryEditor(scene: SnapScene(index)))
    #expect(again.page(linkingTo: "first & last.html").html() == html)
  }

  @Test(
    "The demo writes two pages that link to each other and to the traces, and tells of both",
    .long
  )
  func demo() throws {
    let folder = NSTemporaryDirectory() + "geosnap-demo-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = try CommandLineRun(["demo", SampleFile.path, "--map", "\(folder)/town.html"])
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    let links = [
      "town.html": ["walk.html", DemoTour.traceFile, DemoTour.whatIfFile],
      "walk.html": ["town.html"],
    ]
    for (file, expected) in links {
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      let links = try SVGReader(text).elements.filter { $0.name == "a" }
      #expect(links.map { $0.attributes["href"] } == expected)
      #expect(run.output.contains("\(folder)/\(file)"))
    }
    for file in links["town.html"] ?? [] {
      #expect(FileManager.default.fileExists(atPath: "\(folder)/\(file)"))
    }
    for number in 1...6 { #expect(run.output.contains("\n\(number). ")) }
  }

  @Test("The first page cannot have the name of the second")
  func nameTaken() throws {
    let run = try CommandLineRun(["demo", SampleFile.path, "--map", "walk.html"])
    #expect(run.exitCode == 64 && run.output.isEmpty)
    #expect(run.errors.contains("--map cannot be walk.html"))
  }
}

/// A number that stands for a list of answers: FNV-1a over their words and bits.
private struct Digest {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ match: SnapMatch?, _ origin: String?, at number: Int) {
    var words = "\(number)"
    if let match {
      let place = match.place
      words += " \(place.kind.name) \(place.source ?? "") \(origin ?? "") \(place.part)"
      words += " \(place.vertex) \(place.location.x.bitPattern) \(place.location.y.bitPattern)"
      words += " \(match.permission) \(match.insertsVertex) \(match.splitsLine)"
    }
    for byte in words.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
}
