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

  @Test("Points that come to stand on one spot are refused, as validation tells them")
  func stacks() throws {
    var (refused, taken) = (0, 0)
    for seed in UInt64(0)..<40 {
      var generator = SeededGenerator(seed: seed)
      let network = try RandomConnectedNetwork(size: 30, side: 5, using: &generator).network()
      let check = try TopologyCheck(Topology(network, tolerance: .millimetre))
      let rules = JoinRules(network)
      let editor = NetworkEditor(network)
      var edits = RandomEdits(network)
      for step in 0..<30 {
        let before = editor.snapshot
        let transaction = NetworkTransaction(
          "",
          try (0..<generator.int(1...3)).map { _ in try edits.next(before, &generator) }
        )
        guard let commit = try? before.committing(transaction) else { continue }
        let problems = check.problems(before: before, after: commit.after, touched: commit.touched)
        let told = problems.filter { $0.code.rawValue == "stackedPoints" }
        let new = stackedPairs(commit.after, rules).subtracting(stackedPairs(before, rules))
        let place = "seed \(seed), step \(step): \(transaction)"
        #expect(told.isEmpty == new.isEmpty, "\(place)")
        let named = Set(new.flatMap { $0 })
        #expect(told.allSatisfy { named.contains($0.row ?? "") }, "\(place)")
        if new.isEmpty { taken += 1 } else { refused += 1 }
        let done = try editor.commit(transaction)
        check.didCommit(done, isChecked: true)
      }
    }
    #expect(refused > 40 && taken > 200, "\(refused) refused, \(taken) taken")
  }

  /// Every two points of one domain network that stand on one spot, by looking at all pairs.
  private func stackedPairs(_ network: EditedNetwork, _ rules: JoinRules) -> Set<Set<String>> {
    var points: [(id: String, domain: Int32, point: Point)] = []
    network.forEachFeature { feature in
      let type = network.assetTypeOrdinal(of: feature)
      guard type >= 0, rules.classes[Int(type)].part == .point,
        case .point(let point)? = network.geometry(of: feature), point.coordinate != nil
      else { return }
      let id = network.globalID(of: feature)?.description ?? ""
      points.append((id, rules.classes[Int(type)].domain, point))
    }
    var pairs: Set<Set<String>> = []
    for (index, one) in points.enumerated() {
      for other in points[..<index] where other.domain == one.domain {
        guard let here = one.point.coordinate, let there = other.point.coordinate else { continue }
        if here.distance(to: there) <= 0.001 { pairs.insert([one.id, other.id]) }
      }
    }
    return pairs
  }
}
