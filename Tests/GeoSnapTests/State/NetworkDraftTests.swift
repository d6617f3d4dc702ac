import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("A draft: edits that are tried one after the other")
struct NetworkDraftTests {
  private func draft() throws -> NetworkDraft {
    NetworkDraft(try NetworkState(GasFixture.network()), name: "draft")
  }

  private func coupling(_ x: Double, _ id: GlobalID? = nil) -> NewFeature {
    NewFeature(GasFixture.coupling, .point(Point(x: x, y: 0)), id: id)
  }

  @Test("What a draft wrote out does in a session what the draft's state has")
  func commits() throws {
    let session = MemorySession(try NetworkState(GasFixture.network()))
    var draft = NetworkDraft(session.state, name: "draft")
    let id = GlobalID(high: 7, low: 7)
    let first = try draft.draw(coupling(5, id), in: "pipelinejunction")
    try draft.add([.setOrigin(.globalID(id), "drawn/1")])
    let second = try draft.draw(coupling(7), in: "PipelineJunction")
    try draft.delete(.globalID(GasFixture.id(91)))
    #expect(first.edit == 0 && second.edit == 2 && draft.count == 4)
    #expect(first.insertedVertexCount == 1 && second.insertedVertexCount == 1)
    let commit = try session.commit(draft.transaction)
    #expect(commit.transaction.name == "draft")
    for network in [session.state.network, draft.state.network] {
      #expect(network.features(origin: "drawn/1") == [first.feature])
      let main = try #require(network.features(origin: "pipe/0").first)
      #expect(network.geometry(of: main)?.coordinates.count == 7)
    }
    session.undo()
    #expect(session.state.network.features(origin: "drawn/1").isEmpty)
  }

  @Test("A refused edit leaves the draft as it was, and is told by its position")
  func refusal() throws {
    var draft = try draft()
    try draft.draw(coupling(5), in: "PipelineJunction")
    let before = draft.transaction
    for body: (inout NetworkDraft) throws -> Void in [
      { try $0.draw(self.coupling(5), in: "PipelineJunction") },
      { try $0.draw(NewFeature(), in: "fences") },
      { try $0.redraw(.globalID(GlobalID(high: 7, low: 9)), as: .point(Point(x: 1, y: 1))) },
      { try $0.delete(.globalID(GlobalID(high: 7, low: 9))) },
      { try $0.add([.setOrigin(.globalID(GlobalID(high: 7, low: 9)), nil)]) },
    ] {
      let error = try #require(throws: TransactionError.self) { try body(&draft) }
      #expect(error.problems.allSatisfy { $0.edit == 1 }, "\(error)")
      #expect(!error.problems.isEmpty && draft.transaction == before && draft.count == 1)
    }
  }

  @Test("Numbers of problems are those of validation")
  func numbers() throws {
    var draft = try draft()
    let error = try #require(throws: TransactionError.self) {
      try draft.draw(
        NewFeature(assetGroup: 3, assetType: 1, geometry: .point(Point(x: 40, y: 0))),
        in: "PipelineDevice"
      )
    }
    #expect(error.problems.map(\.code.rawValue) == ["noRule"])
    #expect(error.problems.map(\.number) == [8])
  }
}
