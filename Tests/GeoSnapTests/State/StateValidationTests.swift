import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Validation of a network with edits")
struct StateValidationTests {
  @Test("After random edits every way of validating finds what the packed network has wrong")
  func allWaysAgree() async throws {
    var (found, renumbered) = (0, 0)
    let rounds: UInt64 = Extent.count(2, long: 30, full: 500)
    for seed in 0..<rounds {
      var generator = SeededGenerator(seed: seed)
      let network = try RandomConnectedNetwork.network(using: &generator)
      let editor = NetworkEditor(network)
      var state = try NetworkState(network)
      var edits = RandomEdits(network)
      for step in 0..<15 {
        let edit = try edits.next(editor.snapshot, &generator)
        guard let commit = try? editor.commit(NetworkTransaction("", [edit])) else { continue }
        try state.apply(commit)
        guard step % 5 == 4 else { continue }
        let (packed, topology, index) = (
          state.network.rebased(), state.topology, state.index.features
        )
        for extent in [nil, Envelope(minX: 0, minY: 0, maxX: 1.5, maxY: 1.5)] {
          let expected = try NetworkValidation(packed, extent: extent)
          let ways = [
            try await state.validation(extent: extent),
            NetworkValidation(topology, index, extent: extent),
            try await NetworkValidation(topology, index, extent: extent, progress: nil),
          ]
          for validation in ways {
            try #require(
              told(validation, in: state.network) == told(expected, in: packed),
              "seed \(seed), step \(step): \(edit)"
            )
            #expect(validation.ruleGaps == expected.ruleGaps)
            #expect(
              validation.errors.allSatisfy { error in
                error.features.allSatisfy { validation.status(of: $0) == .error }
              }
            )
          }
          found += expected.errors.count
          if ways[0].errors != expected.errors { renumbered += 1 }
        }
      }
    }
    #expect(found > 10 * Int(rounds) && renumbered > 0)
  }

  @Test("A tap beside a vertexless stretch of a main is an error, before and after reopening")
  func nearlyConnected() async throws {
    let session = MemorySession(try NetworkState(GasFixture.network()), allowsUnconnected: true)
    try session.commit(
      NetworkTransaction("Tap", [.insertFeature(tap(at: 5, 0.0005), table: "PipelineJunction")])
    )
    let state = session.state
    let plain = NetworkValidation(state.topology, state.index.features)
    let codes = try NetworkValidation(state.network.rebased()).errors.map(\.code)
    #expect(codes.contains(.noVertexForConnection))
    #expect(plain.errors.map(\.code) == codes)
    #expect(try await state.validation().errors == plain.errors)
  }

  @Test("After a commit that changes nothing every way of validating answers as before")
  func emptyCommit() async throws {
    let session = MemorySession(try NetworkState(GasFixture.network()), allowsUnconnected: true)
    let expected = try await session.state.validation().errors
    try session.commit(NetworkTransaction("Nothing", []))
    let state = session.state
    #expect(try await state.validation().errors == expected)
    #expect(NetworkValidation(state.topology, state.index.features).errors == expected)
    let editor = NetworkEditor(try GasFixture.network())
    var topology = Topology(editor.snapshot.base)
    let index = try NetworkIndex(editor.snapshot.base)
    try topology.apply(editor.commit(NetworkTransaction("Nothing", [])))
    #expect(NetworkValidation(topology, index.features).errors == expected)
  }

  @Test("After deletions and insertions errors and fixes name the features of the state")
  func identifiers() async throws {
    let session = MemorySession(try NetworkState(GasFixture.network()), allowsUnconnected: true)
    let first = tap(at: 100, 100)
    let id = GlobalID(high: 9, low: 9)
    for new in [first, tap(at: 5, 0, id)] {
      try session.commit(NetworkTransaction("", [.insertFeature(new, table: "PipelineJunction")]))
    }
    let network = session.state.network
    let table = try #require(network.table(named: "PipelineJunction"))
    for feature in network.features(table: table) where network.globalID(of: feature) != id {
      let key = try #require(network.key(of: feature))
      try session.commit(NetworkTransaction("Delete", [.deleteFeature(key)]))
    }
    let state = session.state
    let validation = try await state.validation()
    let stray = try #require(state.network.feature(globalID: id))
    #expect(stray.row > 0 && state.network.features(table: table) == [stray])
    let error = try #require(validation.errors.first { $0.code == .noVertexForConnection })
    #expect(error.features.last == stray)
    #expect(validation.status(of: stray) == .error)
    #expect(validation.network.globalID(of: stray) == id)
    guard case .insertVertex(let line, let segment, let place) = error.fix else {
      Issue.record("\(error.fix)")
      return
    }
    // What is proposed can be done, and mends it.
    let key = try #require(state.network.key(of: line))
    #expect(segment == 0)
    try session.commit(NetworkTransaction("Mend", [.insertVertex(key, at: place)]))
    let mended = try await session.state.validation()
    #expect(mended.errors(of: stray).isEmpty)
  }

  private func tap(at x: Double, _ y: Double, _ id: GlobalID? = nil) -> NewFeature {
    NewFeature(GasFixture.tap, .point(Point(x: x, y: y)), id: id)
  }

  /// All errors in words, with the features that they name by what lasts.
  private func told(_ validation: NetworkValidation, in network: some NetworkReading) -> [String] {
    validation.errors.map { error in
      let features = error.features.map { feature in
        "\(feature.table)/\(network.rowID(of: feature) ?? -1)"
      }
      let words = "\(network.describe(error)) \(network.remedy(of: error))"
      return "\(error.code) \(features) \(error.location.map { "\($0)" } ?? "-") \(words)"
    }
  }
}
