import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// The workflow of "snap geometry edits with utility network rules", step by step over the sample's gas
/// network: identify, show, list and toggle sources, snap, save or cancel.
@Suite("An editing walk over the sample")
struct SampleWalkTests {
  let index: NetworkIndex
  let editor: GeometryEditor

  /// Where the user taps: beside a tap on a gas main.
  static let tapped = Coordinate(x: 417_360.9, y: 5_368_091.4)
  static let seed: UInt64 = 20_261_121

  init() throws {
    index = try NetworkIndex(GeoPackage.open(SampleFile.path).network)
    editor = GeometryEditor(scene: SnapScene(index), view: SnapView(scale: 500))
    editor.settings.isEnabled = true
  }

  /// The first point feature under a tap.
  private func identified() throws -> FeatureID {
    let hits = index.identify(
      IdentifyRequest(
        at: Self.tapped,
        tolerance: 2,
        sources: ["PipelineDevice", "PipelineJunction", "PipelineLine"]
      )
    )
    return try #require(
      hits.map(\.feature).first { index.network.geometry(of: $0)?.type == .point }
    )
  }

  private func behaviors() -> [String] {
    editor.settings.sourceSettings.flatMap { source in
      ([source] + source.childSourceSettings).map { entry in
        let rule =
          switch entry.ruleBehavior {
          case nil: "allowed"
          case .rulesLimitSnapping: "limited"
          case .rulesPreventSnapping: "prevented"
          }
        let name = entry.assetGroup == nil ? entry.name : "\(source.name)/\(entry.name)"
        return "\(name) \(rule)\(entry.isEnabled ? "" : ", off")"
      }
    }
  }

  private func origin(_ match: SnapMatch?) -> String? {
    match?.place.feature.flatMap { feature in
      index.network.tables[Int(feature.table)].origins[Int(feature.row)]
    }
  }

  private func toggle(_ source: String, _ isEnabled: Bool) throws {
    let number = try #require(editor.settings.index(ofSource: source))
    editor.settings.sourceSettings[number].isEnabled = isEnabled
  }

  @Test("From the tap to the saved feature")
  func workflow() throws {
    // 1. A tap picks the first point feature; its asset group and type are shown.
    let feature = try identified()
    let type = try #require(index.network.assetType(of: feature))
    #expect(index.network.tables[Int(feature.table)].origins[Int(feature.row)] == "junction/240")
    #expect("\(type.group.name) · \(type.type.name)" == "Fitting · Tap")

    // 2. Editing begins: the feature disappears from its layer, the sources are listed by rules.
    try editor.start(editing: feature)
    editor.syncSourceSettings(enabling: .setFromRules)
    let listed = behaviors()
    let own = listed.filter { $0.hasPrefix("Pipeline") || $0.hasPrefix("survey") }
    #expect(
      own == [
        "PipelineDevice prevented", "PipelineDevice/Pressure Source prevented",
        "PipelineDevice/Meter prevented", "PipelineDevice/Valve prevented",
        "PipelineDevice/Pump prevented", "PipelineDevice/Compressor prevented",
        "PipelineDevice/Controllable Regulator prevented", "PipelineDevice/Heat Transfer prevented",
        "PipelineDevice/Storage prevented", "PipelineJunction prevented",
        "PipelineJunction/Fitting prevented", "PipelineLine limited",
        "PipelineLine/Plastic Main limited", "PipelineLine/Steel Main limited",
        "PipelineLine/Iron Main limited", "PipelineLine/Other Main limited",
        "PipelineLine/Service limited", "survey_points allowed, off",
      ]
    )
    #expect(listed.contains("ElectricLine prevented") && listed.contains("StructureLine prevented"))

    // 3. A snap is allowed at a vertex of a main.
    let main = try #require(index.network.features(origin: "pipe/320").first)
    let end = try #require(index.network.geometry(of: main)?.coordinates.first)
    let near = Coordinate(x: end.x + 0.3, y: end.y - 0.2)
    let vertex = try #require(try editor.pointerMoved(to: near))
    #expect(vertex.place.kind == .lineEnd && vertex.place.location == end)
    #expect(vertex.place.source == "PipelineLine")

    // 4. Another junction is refused there although its source is enabled.
    let refused = try #require(try editor.explain(at: near)).refused
    #expect(refused.contains { $0.reason == .junctionOnJunction })

    // 5. Toggling the mains' source takes the snap away and gives it back.
    try toggle("PipelineLine", false)
    #expect(try editor.pointerMoved(to: near) == nil)
    #expect(try editor.explain(at: near)?.refused.map(\.reason).contains(.disabled) == true)
    try toggle("PipelineLine", true)
    #expect(try editor.pointerMoved(to: near) != nil)

    // 6. Saving is possible only after a change, and not on top of another junction.
    #expect(!editor.canSave)
    try editor.place()
    #expect(editor.canSave && editor.canUndo)
    #expect(editor.problems().contains { $0.code == .stackedJunctions })
    #expect(throws: GeometryEditorError.self) { _ = try editor.save() }

    // 7. Cancelling restores the geometry, and the feature is a candidate again.
    let before = try #require(index.network.geometry(of: feature))
    try editor.cancel()
    editor.syncSourceSettings()
    let place = try #require(before.coordinates.first)
    let shown = Snapper(editor.scene, settings: editor.settings, view: editor.view).matches(
      at: place
    )
    #expect(shown.contains { $0.place.feature == feature })

    // 8. Once more, onto the middle of the main: it is saved there, and the main needs a vertex.
    try editor.start(editing: feature)
    #expect(editor.geometry == before && !editor.canSave)
    editor.syncSourceSettings(enabling: .setFromRules)
    let path = try #require(index.network.geometry(of: main)).coordinates
    let middle = Segment(path[0], path[1]).coordinate(atFraction: 0.5)
    let segment = try #require(
      try editor.pointerMoved(to: Coordinate(x: middle.x + 0.2, y: middle.y))
    )
    #expect(origin(segment) == "pipe/320" && segment.insertsVertex)
    try editor.place()
    let edit = try editor.save()
    #expect(edit.geometry.coordinates.first == segment.place.location)
    #expect(edit.insertions.map(\.segment.target) == [.feature(main)])
    #expect(edit.problems.isEmpty)
  }

  @Test("Five hundred pointer positions on a seeded path give the answers recorded")
  func recordedPath() throws {
    let feature = try identified()
    try editor.start(editing: feature)
    editor.syncSourceSettings(enabling: .setFromRules)
    try editor.beginDrag()
    var generator = SeededGenerator(seed: Self.seed)
    let places = path(&generator)
    try #require(places.count == 500)
    var digest = Digest()
    var counts: [String: Int] = [:]
    for (number, place) in places.enumerated() {
      switch number {
      case 200: try toggle("PipelineLine", false)
      case 250: try toggle("PipelineLine", true)
      case 300: editor.isSnappingSuspended = true
      case 320: editor.isSnappingSuspended = false
      case 350: editor.settings.kinds.formUnion(SnapKinds(kinds: [.midpoint, .intersection]))
      case 420: editor.view = SnapView(scale: 2000)
      default: break
      }
      let match = try editor.pointerMoved(to: place)
      if number.isMultiple(of: 50) { try editor.cycleSnap() }
      let kind = editor.match.map(\.place.kind.name) ?? "none"
      counts[kind, default: 0] += 1
      #expect(match?.place.feature != feature, "position \(number)")
      #expect(editor.geometry?.coordinates.first == editor.match?.place.location ?? place)
      digest.add(editor.match, origin(editor.match), at: number)
    }
    try editor.place()
    #expect(editor.canSave)
    #expect(counts == ["none": 205, "lineEnd": 188, "segment": 94, "midpoint": 13])
    #expect(digest.value == 14_296_224_566_223_911_856, "seed \(Self.seed): \(digest.value)")
  }

  /// Along one pipe after the other around the tap, a few steps each, with an unsteady hand.
  private func path(_ generator: inout SeededGenerator) -> [Coordinate] {
    let network = index.network
    let around = Envelope(around: Self.tapped, radius: 60)
    let pipes = index.features.segments(intersecting: around)
      .filter {
        network.tables[Int(network.feature(ordinal: $0.feature).table)].name == "PipelineLine"
      }
      .map(\.geometry)
      .sorted { ($0.start.x, $0.start.y, $0.end.x) < ($1.start.x, $1.start.y, $1.end.x) }
    return (0..<20).flatMap { _ in
      let pipe = pipes[generator.int(0...pipes.count - 1)]
      return (0..<25).map { step in
        let place = pipe.coordinate(atFraction: Double(step) / 24)
        return Coordinate(
          x: place.x + generator.double(-1.2...1.2),
          y: place.y + generator.double(-1.2...1.2)
        )
      }
    }
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
