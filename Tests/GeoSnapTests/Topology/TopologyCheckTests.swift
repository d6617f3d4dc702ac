import GeoSnapTestSupport
import Testing

@testable import GeoSnap

@Suite struct TopologyCheckTests {
  @Test("A transaction after which something new does not connect is refused, and nothing changes")
  func refuses() throws {
    var refused = 0
    var taken = 0
    for seed in UInt64(0)..<40 {
      var generator = SeededGenerator(seed: seed)
      let network = try RandomConnectedNetwork(size: 30, side: 4, using: &generator).network()
      let check = try TopologyCheck(Topology(network, tolerance: .millimetre))
      let editor = NetworkEditor(network, checks: [check])
      var edits = RandomEdits(network)
      for _ in 0..<30 {
        let before = editor.snapshot
        let problems = Set(Topology(before.rebased(), tolerance: .millimetre).problems.map(\.code))
        let edit = try edits.next(before, &generator)
        do {
          try editor.commit(NetworkTransaction("", [edit]))
          taken += 1
        } catch {
          let codes = Set(NetworkErrorCode.allCases.map(\.rawValue))
          guard error.problems.contains(where: { codes.contains($0.code.rawValue) }) else {
            continue
          }
          refused += 1
          let after = Topology(editor.snapshot.rebased(), tolerance: .millimetre)
          #expect(Set(after.problems.map(\.code)) == problems, "seed \(seed)")
        }
      }
      while editor.undo() != nil {}
      while editor.redo() != nil {}
      let topology = try #require(check.topology)
      let expected = Topology(editor.snapshot.rebased(), tolerance: .millimetre)
      #expect(
        GraphForm(topology).sortingNames == GraphForm(expected).sortingNames,
        "seed \(seed)"
      )
    }
    #expect(refused > 50 && taken > 200, "\(refused) refused, \(taken) taken")
  }
}
