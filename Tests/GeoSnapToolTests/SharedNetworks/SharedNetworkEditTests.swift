import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

private let isLongRun = Extent.isFull

/// Real networks under thousands of edits.
@Suite struct SharedNetworkEditTests {
  @Test(
    "After random edits of a real network its derived graph is that of a full build",
    arguments: SharedNetwork.all.filter { network in
      Extent.current >= .long || ["IEEE 13", "every kind of pandapower"].contains(network.name)
    }
  )
  func equalsFullBuild(shared: SharedNetwork) throws {
    let network = try shared.network()
    let seed = UInt64(isLongRun ? 9_000 : 5)
    let target = isLongRun ? 10_000 : 200
    var edits = RandomNetworkEdits(network, seed: seed)
    let check = TopologyCheck(refuses: false)
    let editor = NetworkEditor(network, checks: [check])
    var (accepted, refused, undone, steps) = (0, 0, 0, 0)
    var comparisons = 0
    while accepted < target, refused < target * 20 {
      steps += 1
      if edits.generator.oneIn(12), editor.undo() != nil {
        undone += 1
        if edits.generator.oneIn(2), editor.redo() != nil { undone += 1 }
        continue
      }
      guard let commit = try? editor.commit(try edits.next(editor.snapshot)) else {
        refused += 1
        continue
      }
      let before = accepted
      accepted += commit.transaction.edits.count
      guard before / (target / 4) != accepted / (target / 4) || isLongRun else { continue }
      guard !isLongRun || before / (target / 20) != accepted / (target / 20) else { continue }
      comparisons += 1
      try expectFullBuild(check, editor, "\(shared.name), seed \(seed), step \(steps)")
    }
    #expect(accepted >= target && comparisons >= (isLongRun ? 20 : 4))
    print(
      "\(shared.name): seed \(seed), \(network.featureCount) features, \(accepted) edits accepted,",
      "\(refused) transactions refused, \(undone) steps undone or redone,",
      "\(comparisons) comparisons"
    )
    while editor.undo() != nil {}
    try expectFullBuild(check, editor, "\(shared.name), seed \(seed), all undone")
    #expect(editor.snapshot.changedFeatures.allSatisfy { editor.snapshot.isDeleted($0) })
  }

  @Test("The comparison tells a network from one that lacks a line")
  func tellsApart() throws {
    let network = try GasFixture.network()
    let check = TopologyCheck(refuses: false)
    let editor = NetworkEditor(network, checks: [check])
    let before = GraphDigest(Topology(network))
    let line = try #require(
      network.tables.indices.filter { network.tables[$0].geometryType == .lineString }
        .compactMap { network.tables[$0].globalIDs.first ?? nil }.first
    )
    try editor.commit(NetworkTransaction("", [.deleteFeature(.globalID(line))]))
    let edited = GraphDigest(try #require(check.topology))
    #expect(edited.difference(from: before)?.contains("edge of") == true)
    #expect(edited.difference(from: GraphDigest(Topology(editor.snapshot.rebased()))) == nil)
  }

  private func expectFullBuild(
    _ check: TopologyCheck,
    _ editor: NetworkEditor,
    _ place: String
  ) throws {
    let edited = GraphDigest(try #require(check.topology))
    let full = GraphDigest(Topology(editor.snapshot.rebased()))
    guard let difference = edited.difference(from: full) else { return }
    Issue.record("\(place): \(difference)")
    throw Differs()
  }

  private struct Differs: Error {}
}
