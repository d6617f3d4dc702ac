import GeoSnap
import GeoSnapTestSupport
import GeoSnapTopology
import Testing

@Suite struct TopologyCheckTests {
  private func network(
    _ seed: UInt64,
    side: Int = 4
  ) throws -> (generator: SeededGenerator, network: UtilityNetwork) {
    var generator = SeededGenerator(seed: seed)
    let made = try RandomConnectedNetwork(size: 30, side: side, using: &generator)
    return (generator, try made.network())
  }

  @Test("A transaction after which something new does not connect is refused, and nothing changes")
  func refuses() throws {
    var refused = 0
    var taken = 0
    let rounds = Extent.count(6, long: 40)
    for seed in 0..<UInt64(rounds) {
      var (generator, network) = try network(seed)
      let check = TopologyCheck(Topology(network, tolerance: .millimetre))
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
      #expect(GraphForm(topology).sortingNames == GraphForm(expected).sortingNames, "seed \(seed)")
    }
    #expect(refused > rounds * 5 / 4 && taken > 5 * rounds, "\(refused) refused, \(taken) taken")
  }

  @Test("Points that come to stand on one spot are refused, as validation tells them")
  func stacks() throws {
    var (refused, taken) = (0, 0)
    let rounds = Extent.count(6, long: 40)
    for seed in 0..<UInt64(rounds) {
      var (generator, network) = try network(seed, side: 5)
      let check = TopologyCheck(Topology(network, tolerance: .millimetre))
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
    #expect(refused > rounds && taken > 5 * rounds, "\(refused) refused, \(taken) taken")
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

  @Test("Questions about other snapshots, from other threads, do not get into what is kept")
  func asksBeside() async throws {
    for seed in 0..<Extent.count(1, long: 6) as Range<UInt64> {
      let (_, network) = try network(seed)
      let check = TopologyCheck(Topology(network, tolerance: .millimetre), refuses: false)
      let editor = NetworkEditor(network, checks: [check])
      let asked = await withTaskGroup(of: Int.self) { group in
        // Each task edits a separate copy, from the beginning and from later snapshots.
        for asker in 0..<3 {
          group.addTask {
            var generator = SeededGenerator(seed: 100 * seed + UInt64(asker))
            var edits = RandomEdits(network)
            var own = editor.snapshot
            var asked = 0
            for step in 0..<40 {
              if step % 8 == 7 { own = editor.snapshot }
              guard let edit = try? edits.next(own, &generator),
                let commit = try? own.committing(NetworkTransaction("", [edit]), checks: [check])
              else { continue }
              own = commit.after
              asked += 1
            }
            return asked
          }
        }
        group.addTask {
          var generator = SeededGenerator(seed: 1000 + seed)
          var edits = RandomEdits(network)
          for step in 0..<40 {
            guard let edit = try? edits.next(editor.snapshot, &generator) else { continue }
            _ = try? editor.commit(NetworkTransaction("", [edit]))
            if step % 10 == 9 { editor.undo() }
          }
          return 0
        }
        return await group.reduce(0, +)
      }
      #expect(asked > 40, "seed \(seed)")
      let topology = try #require(check.topology)
      let expected = Topology(editor.snapshot.rebased(), tolerance: .millimetre)
      let (form, other) = (GraphForm(topology).sortingNames, GraphForm(expected).sortingNames)
      #expect(form == other, "seed \(seed):\n\(form.difference(from: other))")
    }
  }

  @Test("An answer about an older snapshot is about that one")
  func asksOlderSnapshot() throws {
    for seed in 0..<Extent.count(3, long: 10) as Range<UInt64> {
      var (generator, network) = try network(seed)
      let check = TopologyCheck(Topology(network, tolerance: .millimetre))
      let fresh = TopologyCheck(Topology(network, tolerance: .millimetre))
      let editor = NetworkEditor(network, checks: [check])
      var edits = RandomEdits(network)
      for _ in 0..<20 {
        let edit = try edits.next(editor.snapshot, &generator)
        _ = try? editor.commit(NetworkTransaction("", [edit]))
      }
      let beginning = EditedNetwork(network)
      for _ in 0..<20 {
        let edit = NetworkTransaction("", [try edits.next(beginning, &generator)])
        func refusal(_ check: TopologyCheck) -> Set<String> {
          do {
            _ = try beginning.committing(edit, checks: [check])
            return []
          } catch { return Set(error.problems.map { "\($0.code.rawValue) \($0.features) \($0)" }) }
        }
        #expect(refusal(check) == refusal(fresh), "seed \(seed)")
      }
    }
  }
}
