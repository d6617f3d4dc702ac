import GeoSnap
import GeoSnapStore

/// Edits geometries with snapping that follows the rules of the network, and saves them.
@MainActor
final class SnapGeometryEdits {
  let session: NetworkSession
  let editor: GeometryEditor
  private(set) var selected: FeatureID?
  private(set) var history: [String] = []

  init(_ path: String, scale: Double) async throws {
    session = try await NetworkSession(path)
    editor = GeometryEditor(for: session, view: SnapView(scale: scale))
    editor.settings.isEnabled = true
    editor.movesSharedVertices = true
  }

  var instruction: String {
    if editor.isStarted {
      return editor.canSave ? "Save the edits." : "Tap on the map to move the feature."
    }
    return selected == nil ? "Tap the map to select a feature." : "Edit the feature."
  }

  /// Selects the first point feature of the network, and lists what it may snap to.
  func tap(_ place: Coordinate) throws {
    let radius = 5 * (editor.view?.unitsPerPixel ?? 0)
    let network = session.state.network
    selected = session.state.index.identify(IdentifyRequest(at: place, tolerance: radius))
      .map(\.feature)
      .first { network.geometry(of: $0)?.type == .point && network.assetType(of: $0) != nil }
    guard let selected, let type = network.assetTypeID(of: selected) else { return }
    history.append("selected \(network.describe(selected))")
    let rules = try SnapRules(for: type, in: network.base)
    editor.settings.syncSourceSettings(with: network.base, rules: rules, enabling: .setFromRules)
  }

  func edit() throws {
    guard let selected else { return }
    try editor.start(editing: selected)
    editor.syncSourceSettings(enabling: .preserve)
  }

  /// Beside the sample: a new feature.
  func create(_ path: String) throws {
    guard let type = session.state.network.definition.assetTypes(path: path).first else { return }
    try editor.start(creating: type)
    editor.syncSourceSettings(enabling: .setFromRules)
  }

  func toggle(_ source: String) { editor.settings[source: source]?.isEnabled.toggle() }

  var sources: [String] {
    editor.settings.sourcePaths.compactMap { path in
      editor.settings[source: path].map {
        "\(path): \($0.behaviorName), \($0.isEnabled ? "on" : "off")"
      }
    }
  }

  func move(to place: Coordinate) throws {
    if let match = try editor.pointerMoved(to: place) {
      history.append("snaps to \(session.state.network.describe(match))")
    } else if let refusal = try editor.explain(at: place)?.refused.first {
      history.append("refused: \(session.state.network.describe(refusal))")
    } else {
      history.append("nothing near")
    }
  }

  func place() throws {
    try editor.place()
    history += editor.problems().map { "problem: \($0)" }
  }

  func save() throws {
    let edit = try editor.save()
    selected = nil
    history.append("saved revision \(session.revision), \(edit.neighbours.count) lines moved along")
  }

  func cancel() throws {
    if editor.isStarted { try editor.cancel() }
    selected = nil
  }

  static func run(_ path: String) async throws -> [String] {
    let sample = try await SnapGeometryEdits(path, scale: 250)
    let events = sample.editor.events()
    try sample.tap(Coordinate(x: 417_360.4, y: 5_368_091.8))
    try sample.edit()
    sample.history += sample.sources.filter { !$0.contains("prevented") }
    sample.toggle("PipelineLine/Service")
    try sample.move(to: Coordinate(x: 417_357, y: 5_368_091.8))
    try sample.place()
    sample.history.append(sample.instruction)
    try sample.save()
    try sample.create("PipelineLine/Service/House Connection")
    try sample.move(to: Coordinate(x: 417_355, y: 5_368_091.6))
    try sample.cancel()
    for await event in events {
      if case .snapChanged(let match?) = event {
        sample.history.append("event: snapped to a \(match.place.kind.name)")
      }
      if case .saved = event { break }
    }
    try sample.session.undo()
    return sample.history
  }
}
