package import GeoSnap

/// The workflow of the ArcGIS sample "Snap geometry edits with utility network rules", done by an
/// editor over the gas of the sample network, step by step, with what came of each.
package struct EditingWalk {
  /// Where the user taps: beside a tap on a gas main.
  static let tapped = Coordinate(x: 417_360.9, y: 5_368_091.4)
  /// How near a feature must be to be picked, in coordinate units.
  static let tapReach = 2.0
  static let scale = 500.0

  package let index: NetworkIndex
  /// What lies under the user's tap, and the first of it that is a point.
  package let hits: [IdentifyHit]
  package let picked: FeatureID
  /// The geometry of what was picked, before the walk.
  package let geometry: Geometry
  /// The sources as the rules have them, and with the gas lines off and the surveyed points on.
  package let sources: SnapSettings
  package let toggledSources: SnapSettings
  /// What the pointer snaps to beside the end of a main: with its source off, and on again.
  package let switchedOff: SnapReport
  package let allowed: SnapReport
  /// What happens beside a cable, whose source is on.
  package let refused: SnapReport
  package let drag: [DragStep]
  /// The way to a save: nothing done, dropped onto another junction, dropped onto a main.
  package let untouched: EditState
  package let stacked: EditState
  /// What saving says of the junction on another; nil when it saved it.
  package let saveRefusal: String?
  package let changed: EditState
  package let onMain: SnapReport
  /// After cancelling: what snapping without rules finds where the feature was.
  package let restored: SnapReport

  /// A position of the pointer while dragging.
  package struct DragStep {
    let pointer: Coordinate
    package let match: SnapMatch?
    /// Where nothing was snapped to, why; nil when nothing was near.
    package let reason: SnapRefusalReason?
  }

  /// What an editor says of its geometry.
  package struct EditState {
    package let geometry: Geometry?
    package let canSave: Bool
    package let canUndo: Bool
    package let problems: [EditProblem]

    init(_ editor: GeometryEditor) {
      geometry = editor.geometry
      canSave = editor.canSave
      canUndo = editor.canUndo
      problems = editor.problems()
    }
  }

  /// Walks.
  ///
  /// - Throws: `Failure` when the network is not the sample.
  package init(_ index: NetworkIndex, with editor: GeometryEditor) throws {
    self.index = index
    hits = EditingWalk.hits(index)
    picked = try EditingWalk.firstPoint(of: hits, index)
    geometry = index.network.geometry(of: picked) ?? .point(Point(EditingWalk.tapped))
    let places = try EditingPlaces(index, around: EditingWalk.tapped)

    editor.settings.isEnabled = true
    editor.view = SnapView(scale: EditingWalk.scale)
    try editor.start(editing: picked)
    editor.syncSourceSettings(enabling: .setFromRules)
    sources = editor.settings
    untouched = EditState(editor)
    drag = try EditingWalk.drag(editor, index)
    editor.settings = sources
    editor.view = SnapView(scale: EditingWalk.scale)

    editor.settings[source: "PipelineLine"]?.isEnabled = false
    editor.settings[source: "survey_points"]?.isEnabled = true
    toggledSources = editor.settings
    switchedOff = try SnapReport(editor, at: places.mainEnd)
    editor.settings = sources
    allowed = try SnapReport(editor, at: places.mainEnd)
    try editor.place()
    stacked = EditState(editor)
    saveRefusal = EditingWalk.saveRefusal(editor)
    try editor.undo()
    refused = try SnapReport(editor, at: places.cable)
    onMain = try SnapReport(editor, at: places.mainMiddle)
    try editor.place()
    changed = EditState(editor)

    try editor.cancel()
    editor.syncSourceSettings()
    let before = geometry.coordinates.first ?? EditingWalk.tapped
    restored = try SnapReport(
      Snapper(editor.scene, settings: editor.settings, view: editor.view),
      at: Coordinate(x: before.x + 0.4, y: before.y + 0.3),
      tolerance: editor.radius,
      role: .point,
      editing: nil
    )
  }

  private static func saveRefusal(_ editor: GeometryEditor) -> String? {
    do {
      _ = try editor.save()
      return nil
    } catch {
      return error.message
    }
  }

  private static func hits(_ index: NetworkIndex) -> [IdentifyHit] {
    index.identify(
      IdentifyRequest(
        at: tapped,
        tolerance: tapReach,
        sources: ["PipelineDevice", "PipelineJunction", "PipelineLine"]
      )
    )
  }

  private static func firstPoint(of hits: [IdentifyHit], _ index: NetworkIndex) throws -> FeatureID
  {
    guard
      let hit = hits.first(where: { index.network.geometry(of: $0.feature)?.type == .point })
    else { throw DemoPlaces.notTheSample("a gas junction at \(text(tapped))") }
    return hit.feature
  }

  /// Drags along the recorded path, puts down, and takes it back: one step, however long.
  private static func drag(_ editor: GeometryEditor, _ index: NetworkIndex) throws -> [DragStep] {
    let path = try PointerPath(around: tapped, in: index)
    var steps: [DragStep] = []
    try editor.beginDrag()
    for (number, place) in path.places.enumerated() {
      PointerPath.prepare(editor, before: number)
      try editor.pointerMoved(to: place)
      if number.isMultiple(of: 50) { try editor.cycleSnap() }
      let reason = editor.match == nil ? try editor.explain(at: place)?.mainReason : nil
      steps.append(DragStep(pointer: place, match: editor.match, reason: reason))
    }
    try editor.place()
    try editor.undo()
    return steps
  }
}

extension SnapExplanation {
  /// Why there is no snap: a switch if it takes one away, else why the best place is refused.
  fileprivate var mainReason: SnapRefusalReason? {
    let reasons = refused.map(\.reason)
    return reasons.first { $0 == .disabled || $0 == .suspended } ?? reasons.first
  }
}

extension GeometryEditor {
  /// How near a place must be to be snapped to, in map units.
  fileprivate var radius: Double {
    switch settings.tolerance {
    case .mapUnits(let distance): distance
    case .pixels(let pixels): view.map { pixels * $0.unitsPerPixel } ?? 0
    }
  }
}

extension SnapReport {
  /// Moves the pointer of an editor that edits a point, and reports what it says.
  fileprivate init(_ editor: GeometryEditor, at place: Coordinate) throws {
    let match = try editor.pointerMoved(to: place)
    self.init(
      place: place,
      tolerance: editor.radius,
      role: .point,
      matches: match.map { [$0] } ?? [],
      refused: try editor.explain(at: place)?.refused ?? [],
      output: SnapOutput(network: editor.scene.network, rules: editor.rules)
    )
  }
}
