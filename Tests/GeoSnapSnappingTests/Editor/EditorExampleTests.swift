import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

// What stands between the two lines of dashes stands in Documentation/Editor.md as well.

// ----
/// Puts a new tap on a main and leads a service from it, as taps and a pointer would.
func drawService(in network: UtilityNetwork) async throws -> [SavedEdit] {
  let editor = GeometryEditor(
    scene: SnapScene(try NetworkIndex(network)),
    view: SnapView(scale: 500)
  )
  editor.settings.isEnabled = true
  let events = editor.events()
  func table(_ name: String) -> Int { network.tables.firstIndex { $0.name == name } ?? -1 }

  // A feature about to be created: its asset type decides what it may snap to.
  let tap = AssetTypeID(sourceID: 10, assetGroup: 1, assetType: 1)
  try editor.start(creatingIn: table("PipelineJunction"), assetType: tap)
  editor.syncSourceSettings(enabling: .setFromRules)

  // The pointer comes near the main, and the user taps.
  if let match = try editor.pointerMoved(to: Coordinate(x: 7, y: 0.5)) {
    print("snaps to a \(match.place.kind.name) of \(match.place.source ?? "the sketch")")
  }
  try editor.place()
  for problem in editor.problems() { print(problem) }
  let newTap = try editor.save()
  // The main has no vertex there: `newTap.transaction(in:)`, or a session, inserts one.
  for insertion in newTap.insertions { print("insert a vertex at \(insertion.location)") }

  // The service begins at the tap that was just made, which is not stored yet.
  let service = AssetTypeID(sourceID: 11, assetGroup: 2, assetType: 1)
  try editor.start(creatingIn: table("PipelineLine"), assetType: service)
  editor.syncSourceSettings(enabling: .setFromRules)
  try editor.place(at: Coordinate(x: 7.2, y: 0.1))
  try editor.place(at: Coordinate(x: 7, y: 30))
  try editor.place(at: Coordinate(x: 15, y: 30))
  try editor.undo()

  // The last vertex is dragged: one step, however often the pointer moves.
  try editor.select(editor.selection(at: Coordinate(x: 7, y: 30)))
  try editor.beginDrag()
  for step in 1...10 { try editor.pointerMoved(to: Coordinate(x: 7, y: 30 + Double(step))) }
  try editor.place()
  let newService = try editor.save()

  for await event in events {
    if case .snapChanged(let match?) = event { print("on \(match.place.location)") }
    if case .saved(let edit) = event, edit == newService { break }
  }
  return [newTap, newService]
}
// ----

@Suite("The example of the editor's documentation")
struct EditorExampleTests {
  @Test("It draws a tap on the main and a service from it")
  func example() async throws {
    let edits = try await drawService(in: try GasFixture.network())
    #expect(edits.map(\.target) == [.pending(0), .pending(1)])
    #expect(edits[0].geometry == (try wkt("POINT (7 0)")))
    #expect(edits[0].insertions.map(\.location) == [Coordinate(x: 7, y: 0)])
    #expect(edits[1].geometry == (try wkt("LINESTRING (7 0, 7 40)")))
    #expect(edits.flatMap(\.problems).isEmpty)
  }

  @Test("It is the one in the documentation")
  func documentation() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let example = try #require(source.components(separatedBy: "// ----\n").dropFirst().first)
    let root = #filePath.components(separatedBy: "/").dropLast(4).joined(separator: "/")
    let article = try String(contentsOfFile: root + "/Documentation/Editor.md", encoding: .utf8)
    #expect(article.contains("```swift\n" + example + "```"))
  }
}
