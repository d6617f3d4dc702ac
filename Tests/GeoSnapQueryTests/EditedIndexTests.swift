import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("An index takes over commits")
struct EditedIndexTests {
  @Test("After random edits it answers as one that is made anew")
  func equalsNewIndex() throws {
    var applied = 0
    let rounds: UInt64 = Extent.count(6, long: 60, full: 1_000)
    for seed in 0..<rounds {
      var generator = SeededGenerator(seed: seed)
      let network = try RandomConnectedNetwork.network(using: &generator)
      let editor = NetworkEditor(network)
      var index = try NetworkIndex(network)
      // Made ahead in half of the rounds, so that it is kept up; in the others it is made from edits.
      if seed % 2 == 0 { _ = index.centroids }
      var edits = RandomEdits(network)
      for step in 0..<30 {
        let edit = try edits.next(editor.snapshot, &generator)
        let before = index
        guard let commit = try? editor.commit(NetworkTransaction("", [edit])) else { continue }
        try index.apply(commit)
        applied += 1
        #expect(before.network.featureCount == commit.before.featureCount)
        guard step % 3 == 2 else { continue }
        try check(index, &generator, "seed \(seed), step \(step): \(edit)")
      }
      while let commit = editor.undo() { try index.apply(commit) }
      try check(index, &generator, "seed \(seed), all undone")
    }
    #expect(applied > 8 * Int(rounds))
  }

  @Test("Ordinals and features name each other, also behind those of the packed network")
  func ordinals() throws {
    let network = EditedNetwork(try GasFixture.network())
    let counts = network.base.tables.map(\.count)
    var seen: Set<Int32> = []
    for (table, count) in counts.enumerated() {
      for row in 0..<count + 5 {
        let feature = FeatureID(table: table, row: row)
        let ordinal = network.ordinal(of: feature)
        #expect(network.feature(ordinal: ordinal) == feature)
        #expect(seen.insert(ordinal).inserted)
        if row < count { #expect(ordinal == network.base.ordinal(of: feature)) }
      }
    }
  }

  private func check(
    _ index: NetworkIndex,
    _ generator: inout SeededGenerator,
    _ place: @autoclosure () -> String
  ) throws {
    let anew = try NetworkIndex(index.network.rebased())
    for _ in 0..<12 {
      let at = Coordinate(
        x: Double.random(in: -0.5...4, using: &generator),
        y: Double.random(in: -0.5...4, using: &generator)
      )
      let request = IdentifyRequest(
        at: at,
        tolerance: Double.random(in: 0...1.5, using: &generator),
        limitPerSource: Bool.random(using: &generator) ? 2 : nil
      )
      #expect(answers(index, request) == answers(anew, request), "\(place()) at \(at)")
      let many = index.identify(atEach: [at, at], as: request)
      #expect(Array(many[1]).map(\.feature) == index.identify(request).map(\.feature))
      let right = at.x + Double.random(in: 0...2, using: &generator)
      let extent = Envelope(minX: at.x - 1, minY: at.y - 1, maxX: right, maxY: at.y + 1)
      #expect(
        index.associations(in: extent) == anew.associations(in: extent),
        "\(place()) in \(extent)"
      )
      let centres = { (index: NetworkIndex) in
        index.centroids.hits(at: at, within: 1)
          .map { index.network.globalID(of: index.network.feature(ordinal: $0.feature)) }
      }
      #expect(Set(centres(index)) == Set(centres(anew)), "\(place()) at \(at)")
    }
    index.network.forEachFeature { feature in
      guard let id = index.network.globalID(of: feature),
        let other = anew.network.feature(globalID: id)
      else { return }
      let view = index.containerView(of: feature)
      let expected = anew.containerView(of: other)
      #expect(view.extent == expected.extent && view.associations == expected.associations)
      #expect(
        view.content.map { index.network.globalID(of: $0) }
          == expected.content.map { anew.network.globalID(of: $0) },
        "\(place())"
      )
      #expect(
        index.classes[index.network.ordinal(of: feature)]
          == anew.classes[anew.network.ordinal(of: other)],
        "\(place())"
      )
    }
  }

  private struct Answer: Equatable {
    let globalID: GlobalID?
    let distance: Double
    let location: Coordinate
    let z: Double?
  }

  private func answers(_ index: NetworkIndex, _ request: IdentifyRequest) -> [Answer] {
    index.identify(request).map {
      Answer(
        globalID: index.network.globalID(of: $0.feature),
        distance: $0.distance,
        location: $0.location,
        z: $0.z
      )
    }
  }
}
