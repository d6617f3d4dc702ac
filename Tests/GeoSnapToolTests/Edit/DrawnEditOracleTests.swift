import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("What geosnap edit draws, and what an editor of a session does")
struct DrawnEditOracleTests {
  private static let networks = SharedNetwork.all.filter {
    ["Schutterwald sample", "Net3"].contains($0.name)
  }

  @Test(
    "Both give the same file, refuse the same, and undo brings back what was",
    arguments: networks
  )
  func same(network: SharedNetwork) async throws {
    for _ in 0..<Extent.count(1, long: 4, full: 40) {
      try await compare(network, seed: UInt64.random(in: 0...UInt64.max))
    }
  }

  private func compare(_ shared: SharedNetwork, seed: UInt64) async throws {
    let place: Comment = "\(shared.name), seed \(seed)"
    let folder = try ScratchFolder()
    let (drawn, edited) = (folder.path("drawn.gpkg"), folder.path("edited.gpkg"))
    try GeoPackage.write(try shared.network(), to: drawn)
    try FileManager.default.copyItem(atPath: drawn, toPath: edited)
    let before = NetworkContent(try GeoPackage.open(edited).network, withIDs: true)
    var steps: [DrawnAtRandom.Step] = []
    do {
      let session = try await NetworkSession(drawn, lookingEvery: nil)
      var random = DrawnAtRandom(session, seed: seed)
      for _ in 0..<Extent.count(24, long: 60) { steps.append(try random.next()) }
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: edited))
    for refused in steps.indices.filter({ !steps[$0].isDone }).prefix(Extent.count(3, long: 12)) {
      try refuse(steps[...refused], of: edited, place)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: edited)) == bytes, place)
    let done = steps.filter(\.isDone).map(\.edit)
    #expect(!done.isEmpty, place)
    // Half of them as separate transactions, the others together.
    let half = done.count / 2
    let together = done[half...].joined(separator: ",\n")
    let alone = done[..<half].map { #"{"name": "alone", "edits": [\#($0)]}"# }
    let list = (alone + [#"{"name": "together", "edits": [\#(together)]}"#]).joined(
      separator: ",\n"
    )
    let run = try edit(edited, "[\(list)]")
    #expect(run.exitCode == 0, "\(place) \(run.errors)\n\(list)")
    let difference = NetworkContent(try GeoPackage.open(edited).network)
      .difference(from: NetworkContent(try GeoPackage.open(drawn).network))
    #expect(difference == nil, "\(place) \(difference ?? "")\n\(list)")
    let store = try NetworkStore(edited)
    var undone = 0
    while try store.undo() != nil { undone += 1 }
    #expect(undone == half + 1, place)
    let left = NetworkContent(try GeoPackage.open(edited).network, withIDs: true)
    #expect(left.difference(from: before) == nil, place)
  }

  /// Checks the steps that are done and the last, which is not, without writing.
  private func refuse(
    _ steps: ArraySlice<DrawnAtRandom.Step>,
    of path: String,
    _ place: Comment
  ) throws {
    let refused = try #require(steps.last)
    let edits = steps.filter(\.isDone).map(\.edit) + [refused.edit]
    let run = try edit(path, #"{"edits": [\#(edits.joined(separator: ",\n"))]}"#, ["--check"])
    #expect(run.exitCode == 65, place)
    let document = try #require(try run.json()["refused"] as? [String: Any], place)
    let problems = try #require(document["problems"] as? [[String: Any]], place)
    let told = problems.map { $0["code"] as? String ?? "" }
    // In one transaction the feature with the problem may be one that an edit before has drawn.
    let paths = edits.indices.map { "edits[\($0)]" }
    #expect(
      told == refused.problems.map(\.code.rawValue)
        && problems.allSatisfy { paths.contains($0["path"] as? String ?? "") },
      "\(place) \(refused.edit) \(problems.map { $0["message"] as Any }) \(refused.problems)"
    )
  }

  private func edit(_ path: String, _ json: String, _ more: [String] = []) throws -> CommandLineRun
  {
    try CommandLineRun(
      ["edit", path, "--image", "none", "--transaction", "-", "--json"] + more,
      input: Array(json.utf8)
    )
  }
}
