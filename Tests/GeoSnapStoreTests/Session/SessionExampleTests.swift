import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Synchronization
import Testing

// What stands between two lines of dashes stands in Documentation/Session.md as well.

// ----
/// Puts a valve on a gas main where the user tapped, and asks which valves lie around a leak of that main.
func placeValve(_ type: String, in path: String, at tapped: Coordinate) async throws -> [String] {
  let session = try await NetworkSession(path) { share in
    print("opening: \(Int(share * 100)) %")
  }
  let definition = session.state.network.definition
  let type = try definition.assetType(path: type)

  // The editor begins from the session, and saves into it.
  let editor = GeometryEditor(for: session, view: SnapView(scale: 500))
  editor.settings.isEnabled = true
  editor.chooseTerminal = \.suggestion
  try editor.start(creating: type)
  editor.syncSourceSettings(enabling: .setFromRules)
  try editor.pointerMoved(to: tapped)
  try editor.place()
  guard editor.canSave else { return editor.problems().map(\.message) }
  let saved = try editor.save()
  guard let valve = saved.feature, let main = saved.joinedLines.first else { return [] }

  // The state is that of the file: the main is split at the valve or has a vertex there, and traces see it.
  let network = session.state.network
  var lines = ["\(network.describe(valve)) stands on \(network.describe(main))"]
  let topology = session.state.topology
  let leak = TraceLocation(main, fractionAlongEdge: 0.5)
  var configuration = try topology.defaultConfiguration(of: .isolation, from: [leak])
  configuration.filter.barriers = try TraceCondition(
    parsing: "category = Isolating",
    in: definition
  )
  let trace = try topology.trace(
    TraceParameters(.isolation, from: [leak], configuration: configuration)
  )
  lines += trace.isolation?.needed.map { "to shut: \(network.describe($0))" } ?? []

  // One step takes back all that was saved.
  try session.undo()
  return lines
}
// ----

// ----
/// Counts the features of each asset type, for a list beside the map.
func census(of network: some NetworkReading) -> [String: Int] {
  var counts: [String: Int] = [:]
  for feature in network.features {
    let type = network.assetTypeID(of: feature).map { network.describe($0) }
    counts[type ?? network.base.tables[Int(feature.table)].name, default: 0] += 1
  }
  return counts
}
// ----

// ----
/// Puts a device where the user tapped, or says why it may not be put there.
func place(
  _ type: AssetTypeID,
  at tapped: Coordinate,
  with editor: GeometryEditor,
  in session: NetworkSession
) throws -> [String] {
  // Where nothing snaps, nothing is placed: a device would float there.
  editor.requiresSnap = true
  try editor.start(creating: type)
  editor.syncSourceSettings(enabling: .setFromRules)
  if try editor.pointerMoved(to: tapped) == nil {
    let network = session.state.network
    let refused = try editor.explain(at: tapped)?.refused ?? []
    try editor.cancel()
    return refused.isEmpty
      ? ["There is nothing to put it on."]
      : refused.map { "\(network.describe($0)). \(network.remedy(of: $0))" }
  }
  try editor.place()
  try editor.save()
  return []
}
// ----

// ----
/// Keeps what is drawn up to date, until the session ends.
func follow(
  _ session: NetworkSession,
  drawing draw: @escaping @Sendable (_ features: [FeatureID]?, _ why: String) -> Void
) -> Task<Void, Never> {
  // Before the task: it may begin late, and what changes meanwhile is in the stream.
  let changes = session.changes()
  return Task {
    for await change in changes {
      let network = change.state.network
      switch (change.cause, change.commit) {
      case (.byOthers, let commit?):
        draw(commit.touched, "Another program: \(commit.touched.map { network.describe($0) })")
      case (.committed, let commit?), (.undone, let commit?), (.redone, let commit?):
        draw(commit.touched, network.describe(commit))
      default:
        // Replaced: earlier identifiers are invalid, and all is drawn again.
        draw(nil, "Another network is in the file.")
      }
    }
  }
}
// ----

// ----
/// Saves, and asks first when another editor has changed the same feature meanwhile.
func save(
  _ editor: GeometryEditor,
  into session: NetworkSession,
  anyway: (_ message: String) -> Bool
) throws -> SavedEdit? {
  // What another program has written just now is taken over, so that the editor knows of it.
  try session.reload()
  if let conflict = editor.problems().first(where: { $0.code == .changedFeature }) {
    guard anyway(conflict.message) else {
      try editor.cancel()
      return nil
    }
    try editor.refresh()
  }
  return try editor.save()
}
// ----

@Suite("The session's examples")
struct SessionExampleTests {
  private let file: TemporaryFile
  /// Beside a gas main of the sample.
  private let beside = Coordinate(417_831.99, 5_367_587.99)

  init() throws {
    file = try TemporaryFile(copying: SampleFile.path)
  }

  @Test("It places a device of two terminals or of one, saves, traces and undoes on the sample")
  func example() async throws {
    let before = try file.network
    for (path, count) in [("PipelineDevice/Valve/Valve", 1), ("PipelineJunction/Fitting/Tap", 0)] {
      let lines = try await placeValve(path, in: file.path, at: beside)
      let first = try #require(lines.first)
      #expect(first.contains(" stands on ") && first.contains("(PipelineLine, "), "\(lines)")
      #expect(lines.count > count, "\(lines)")
      #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("to shut: Valve / Valve (") }, "\(lines)")
      let after = try file.network
      #expect(after.tables == before.tables && after.associations == before.associations)
    }
  }

  @Test("All features are counted")
  func counts() throws {
    let network = try SampleTown.network
    let counts = census(of: network)
    #expect(counts.values.reduce(0, +) == network.featureCount)
    #expect(counts == census(of: EditedNetwork(network)))
    let meter = try network.definition.assetType(path: "PipelineDevice/Meter/Customer Meter")
    let expected = network.features(ofAssetType: meter).count
    #expect(counts["PipelineDevice/Meter/Customer Meter"] == expected)
  }

  @Test("A valve is not put where nothing is, nor on a cable, and the reason is told")
  func refusals() async throws {
    let session = try await NetworkSession(file.path)
    let network = session.state.network
    let editor = GeometryEditor(for: session, view: SnapView(scale: 500))
    editor.settings.isEnabled = true
    editor.chooseTerminal = \.suggestion
    let valve = try network.definition.assetType(path: "PipelineDevice/Valve/Valve")
    let nowhere = try place(valve, at: Coordinate(400_000, 5_000_000), with: editor, in: session)
    #expect(nowhere == ["There is nothing to put it on."])
    let cable = try #require(network.base.features(origin: "lv/line/8769").first)
    let line = try #require(network.geometry(of: cable))
    let middle = try #require(try line.linearLocation(atFraction: 0.5)).coordinate
    let told = try place(valve, at: middle, with: editor, in: session)
    #expect(told.contains { $0.contains("(ElectricLine, lv/line/8769)") }, "\(told)")
    #expect(!editor.isStarted && !session.canUndo)
    #expect(try place(valve, at: beside, with: editor, in: session) == [])
    #expect(session.canUndo)
  }

  @Test("What was changed before the task begins is told as well")
  func changes() async throws {
    var session: NetworkSession? = try await NetworkSession(file.path)
    let told = Mutex<[String]>([])
    let task = follow(try #require(session)) { features, why in
      told.withLock { $0.append("\(features?.count ?? -1) \(why)") }
    }
    let network = try #require(session?.state.network)
    let meter = try network.definition.assetType(path: "PipelineDevice/Meter/Customer Meter")
    let feature = try #require(network.features(ofAssetType: meter).first)
    let key = try #require(network.key(of: feature))
    try session?.commit(.init("Mark", .setOrigin(key, "marked")))
    try session?.undo()
    session = nil
    await task.value
    let line = "1 Mark: 1 edit, 1 feature touched"
    #expect(told.withLock { $0 } == [line, line])
  }

  @Test("A conflict with another program is told by name; the edit is saved after it, or cancelled")
  func conflicts() async throws {
    let session = try await NetworkSession(file.path, lookingEvery: nil)
    let network = session.state.network
    let cable = try #require(network.base.features(origin: "lv/line/8769").first)
    let other = try #require(
      network.features(table: Int(cable.table)).first {
        $0 != cable && network.geometry(of: $0) != nil
      }
    )
    let theirs = try #require(network.geometry(of: other))
    let rows = try (#require(network.rowID(of: cable)), #require(network.rowID(of: other)))
    let editor = GeometryEditor(for: session, view: SnapView(scale: 500))
    for goesOn in [true, false] {
      try editor.start(editing: cable)
      let line = try #require(session.state.network.geometry(of: cable)).coordinates
      let bend = Coordinate(x: (line[0].x + line[1].x) / 2 + 0.01, y: (line[0].y + line[1].y) / 2)
      try editor.insertVertex(at: bend, before: 1)
      try file.execute(
        """
        UPDATE ElectricLine SET SHAPE = (SELECT SHAPE FROM ElectricLine WHERE rowid = \(rows.1)) \
        WHERE rowid = \(rows.0)
        """
      )
      var messages: [String] = []
      let saved = try save(editor, into: session) { message in
        messages.append(message)
        return goesOn
      }
      let message = try #require(messages.first)
      #expect(messages.count == 1 && message.contains("(ElectricLine, lv/line/8769) was changed"))
      #expect(message.contains("refresh the editor and save again"), "\(message)")
      #expect(saved?.feature == (goesOn ? cable : nil))
      #expect(!editor.isStarted)
      let now = session.state.network.geometry(of: cable)
      #expect(now?.coordinates.contains(bend) == goesOn && (now == theirs) == !goesOn)
    }
  }

  @Test("They are those in the documentation")
  func documentation() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let pieces = source.components(separatedBy: "// ----\n")
    let article = try documentationPage("Session")
    let examples = pieces.indices.filter { !$0.isMultiple(of: 2) }.map { pieces[$0] }
    #expect(examples.count == 5)
    for example in examples { #expect(article.contains("```swift\n" + example + "```")) }
  }
}
