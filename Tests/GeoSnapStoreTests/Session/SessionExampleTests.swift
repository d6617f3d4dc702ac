import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

// What stands between the two lines of dashes stands in Documentation/Session.md as well.

// ----
/// Puts a valve on a gas main where the user tapped, and asks which valves lie around a leak of that main.
func placeValve(in path: String, at tapped: Coordinate) async throws -> [String] {
  let session = try await NetworkSession(path) { share in
    print("opening: \(Int(share * 100)) %")
  }
  let definition = session.state.network.definition
  let valve = definition.assetTypes(path: "PipelineDevice/Valve/Valve")[0]

  // The editor begins from the session, and saves into it.
  let editor = GeometryEditor(for: session, view: SnapView(scale: 500))
  editor.settings.isEnabled = true
  editor.chooseTerminal = \.suggestion
  try editor.start(creating: valve)
  editor.syncSourceSettings(enabling: .setFromRules)
  try editor.pointerMoved(to: tapped)
  try editor.place()
  guard editor.canSave else { return editor.problems().map(\.message) }
  let saved = try editor.save()
  guard case .feature(let main)? = saved.splits.first?.line else { return [] }

  // The state is that of the file: the main is split at the valve, and traces see it.
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
  let network = session.state.network
  let valves = trace.isolation?.boundary.map { element in
    let name = network.assetType(of: element.feature)?.type.name ?? ""
    return "\(name) at \(network.geometry(of: element.feature)?.coordinates.first ?? tapped)"
  }

  // One step takes back all that was saved.
  try session.undo()
  return valves ?? []
}
// ----

@Suite("The session's example")
struct SessionExampleTests {
  @Test("It places a valve, saves, traces and undoes on the sample")
  func example() async throws {
    let file = try TemporaryFile()
    let sample = URL(fileURLWithPath: SampleFile.path)
    try FileManager.default.copyItem(at: sample, to: URL(fileURLWithPath: file.path))
    let before = try GeoPackage.open(file.path).network
    let valves = try await placeValve(
      in: file.path,
      at: Coordinate(x: 417_831.99, y: 5_367_587.99)
    )
    #expect(
      !valves.isEmpty && valves.allSatisfy { $0.hasPrefix("Valve at 417831.503") },
      "\(valves)"
    )
    let after = try GeoPackage.open(file.path).network
    #expect(after.tables == before.tables && after.associations == before.associations)
  }

  @Test("It is the one in the documentation")
  func documentation() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let example = try #require(source.components(separatedBy: "// ----\n").dropFirst().first)
    let root = #filePath.components(separatedBy: "/").dropLast(4).joined(separator: "/")
    let article = try String(contentsOfFile: root + "/Documentation/Session.md", encoding: .utf8)
    #expect(article.contains("```swift\n" + example + "```"))
  }
}
