import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite struct SharedNetworkEditTests {
  @Test(
    "After random edits of a real network its derived graph is that of a full build",
    arguments: SharedNetwork.all.filter { network in
      Extent.current >= .long || ["IEEE 13", "every kind of pandapower"].contains(network.name)
    }
  )
  func equalsFullBuild(shared: SharedNetwork) throws {
    let network = try shared.network()
    let seed: UInt64 = Extent.isFull ? 9_000 : 5
    let (target, comparisons) = Extent.isFull ? (10_000, 20) : (200, 4)
    var edits = RandomNetworkEdits(network, seed: seed)
    let check = TopologyCheck(refuses: false)
    let editor = NetworkEditor(network, checks: [check])
    func expectFullBuild(_ step: String) throws {
      let edited = GraphForm(try #require(check.topology))
      let full = GraphForm(Topology(editor.snapshot.rebased()))
      try #require(
        edited == full,
        "\(shared.name), seed \(seed), \(step): \(edited.difference(from: full))"
      )
    }
    var (accepted, refused, compared) = (0, 0, 0)
    while accepted < target, refused < target * 20 {
      if edits.generator.oneIn(12), editor.undo() != nil {
        if edits.generator.oneIn(2) { editor.redo() }
        continue
      }
      guard let commit = try? editor.commit(try edits.next(editor.snapshot)) else {
        refused += 1
        continue
      }
      accepted += commit.transaction.edits.count
      if accepted * comparisons / target > compared {
        compared += 1
        try expectFullBuild("\(accepted) edits")
      }
    }
    #expect(accepted >= target && compared >= comparisons)
    while editor.undo() != nil {}
    try expectFullBuild("all undone")
    #expect(editor.snapshot.changedFeatures.allSatisfy { editor.snapshot.isDeleted($0) })
  }
}
