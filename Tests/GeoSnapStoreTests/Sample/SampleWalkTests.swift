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
  private var network: UtilityNetwork { index.network.base }

  /// Where the user taps: beside a tap on a gas main.
  static let tapped = Coordinate(x: 417_360.9, y: 5_368_091.4)

  init() throws {
    index = try SampleTown.index
    editor = GeometryEditor(scene: SnapScene(index), view: SnapView(scale: 500))
    editor.settings.isEnabled = true
  }

  private func identified() throws -> FeatureID {
    let sources = ["PipelineDevice", "PipelineJunction", "PipelineLine"]
    let hits = index.identify(IdentifyRequest(at: Self.tapped, tolerance: 2, sources: sources))
    return try #require(hits.map(\.feature).first { network.geometry(of: $0)?.type == .point })
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

  private func toggle(_ source: String, _ isEnabled: Bool) throws {
    let number = try #require(editor.settings.index(ofSource: source))
    editor.settings.sourceSettings[number].isEnabled = isEnabled
  }

  @Test("From the tap to the saved feature")
  func workflow() throws {
    // 1. A tap picks the first point feature; its asset group and type are shown.
    let feature = try identified()
    #expect(network.origin(of: feature) == "junction/240")
    let type = try #require(network.assetType(of: feature))
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
    let main = try #require(network.features(origin: "pipe/320").first)
    let end = try #require(network.geometry(of: main)?.coordinates.first)
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
    #expect(!editor.canSave && editor.canUndo)
    #expect(editor.problems().contains { $0.code == .stackedJunctions })
    #expect(throws: GeometryEditorError.self) { _ = try editor.save() }

    // 7. Cancelling restores the geometry, and the feature is a candidate again.
    let before = try #require(network.geometry(of: feature))
    try editor.cancel()
    editor.syncSourceSettings()
    let place = try #require(before.coordinates.first)
    let snapper = Snapper(editor.scene, settings: editor.settings, view: editor.view)
    #expect(try snapper.matches(at: place).contains { $0.place.feature == feature })

    // 8. Once more, onto the middle of the main: it is saved there, and the main needs a vertex.
    try editor.start(editing: feature)
    #expect(editor.geometry == before && !editor.canSave)
    editor.syncSourceSettings(enabling: .setFromRules)
    let path = try #require(network.geometry(of: main)).coordinates
    let middle = Segment(path[0], path[1]).coordinate(atFraction: 0.5)
    let segment = try #require(try editor.pointerMoved(to: Coordinate(middle.x + 0.2, middle.y)))
    #expect(segment.place.feature == main && segment.insertsVertex)
    try editor.place()
    let edit = try editor.save()
    #expect(edit.geometry.coordinates.first == segment.place.location)
    #expect(edit.insertions.map(\.segment.target) == [.feature(main)])
    #expect(edit.problems.isEmpty)
  }
}
