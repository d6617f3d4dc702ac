import Foundation
import GeoSnap
import GeoSnapService
import GeoSnapStore
import GeoSnapTestSupport
import GeoSnapTool
import Testing

/// Editing over the service: commits are in the file, and all clients receive them.
struct EditingTests {
  private func change(_ fixture: ServiceFixture, to value: Int) throws -> String {
    let (feature, field) = try attribute(fixture)
    let id = try #require(fixture.network.globalID(of: feature))
    let name = fixture.network.base.tables[Int(feature.table)].fields[field].name
    return """
      {"name": "Change \(value)", "edits": [{"setAttributes": "\(id)", "attributes": {"\(name)": \(value)}}]}
      """
  }

  private func attribute(_ fixture: ServiceFixture) throws -> (FeatureID, Int) {
    let feature = try fixture.feature("pipe/1697").id
    let fields = fixture.network.base.tables[Int(feature.table)].fields
    return (feature, try #require(fields.firstIndex { $0.storage == .integer }))
  }

  @Test("A transaction is in the file, can be undone and redone, and everybody is told")
  func transactions() async throws {
    let fixture = try await ServiceFixture()
    let listening = await fixture.service.answer(
      ServiceRequest(method: "GET", target: "/events", headers: ServiceFixture.withToken)
    )
    guard case .pieces(let events) = listening.body else { throw CancellationError() }
    let first = fixture.service.served.now.revision
    let body = try change(fixture, to: 77)
    let checked = try await fixture.document("/transactions?check=true", body: body)
    #expect((checked["committed"] as? [Any])?.count == 1)
    #expect(fixture.service.served.now.revision == first)
    let done = try await fixture.document("/transactions", body: body)
    #expect((done["committed"] as? [Any])?.count == 1)
    #expect(done["refused"] is NSNull)
    #expect(fixture.service.served.now.revision > first)
    #expect(await fixture.statusOfPost("/undo") == 200)
    #expect(await fixture.statusOfPost("/redo") == 200)
    let steps = try await fixture.document("/history")["steps"] as? [Document]
    #expect(steps?.map { $0["name"] as? String } == ["Change 77"])
    #expect(await fixture.statusOfPost("/redo") == 422)
    fixture.service.end()
    var told: [String] = []
    for try await piece in events { told.append(String(decoding: piece, as: UTF8.self)) }
    #expect(told.first == "event: listening\ndata: {\"revision\":\(first)}\n\n")
    let names = told.filter { $0.hasPrefix("event: commit") }
    #expect(names.count == 3)
    #expect(names[0].contains(#""name":"Change 77""#))
    #expect(names[1].contains(#""name":"Undo""#))
  }

  @Test("What others write into the file is taken over, and told")
  func others() async throws {
    let fixture = try await ServiceFixture()
    let body = try change(fixture, to: 5)
    let (feature, field) = try attribute(fixture)
    _ = try await fixture.printed("edit NETWORK --transaction -", input: body)
    #expect(fixture.network.attribute(field, of: feature) != .integer(5))
    fixture.service.takeOver(name: nil)
    #expect(fixture.network.attribute(field, of: feature) == .integer(5))
  }

  @Test("A refused transaction says why, and changes nothing")
  func refused() async throws {
    let fixture = try await ServiceFixture()
    let before = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    let answer = await fixture.ask(
      "/transactions",
      method: "POST",
      body: #"{"edits": [{"delete": "00000000-0000-0000-0000-000000000001"}]}"#
    )
    #expect([400, 422].contains(answer.status))
    let document = try read(answer.bytes)
    #expect(document["error"] != nil || document["refused"] is Document)
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == before)
  }

  @Test("Of transactions at one time each is committed, one after the other")
  func many() async throws {
    let fixture = try await ServiceFixture()
    let bodies = try (101...105).map { try change(fixture, to: $0) }
    let statuses = await withTaskGroup(of: Int.self) { group in
      for body in bodies {
        group.addTask { await fixture.statusOfPost("/transactions", body: body) }
      }
      return await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 200, count: 5))
    let steps = try await fixture.document("/history")["steps"] as? [Any]
    #expect(steps?.count == 5)
  }

  @Test("Turns let so many in at a time, and refuse who would wait too long")
  func turns() async throws {
    let turns = AdmissionQueue(count: 2, most: 3)
    let gate = AsyncStream.makeStream(of: Void.self)
    let answers = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<9 {
        group.addTask {
          do {
            try await turns.take {
              for await _ in gate.stream { break }
            }
            return true
          } catch { return false }
        }
      }
      var refused = 0
      var answers: [Bool] = []
      // Four are refused at once; the rest waits at the gate.
      while refused < 4, let answer = await group.next() {
        answers.append(answer)
        if !answer { refused += 1 }
      }
      gate.continuation.finish()
      for await answer in group { answers.append(answer) }
      return answers
    }
    #expect(answers.count { $0 } == 5 && answers.count == 9)
    #expect(try await turns.take { 7 } == 7)
  }

  @Test("The end of turns waits for who has one, and refuses all others")
  func endOfTurns() async throws {
    let turns = AdmissionQueue(count: 1, most: 8)
    await turns.end()
    await #expect(throws: ServiceRefusal.self) { try await turns.take {} }
    let writing = AdmissionQueue(count: 1, most: 8)
    let begun = AsyncStream.makeStream(of: Void.self)
    let gate = AsyncStream.makeStream(of: Void.self)
    let order = Order()
    let written = Task {
      try await writing.take {
        begun.continuation.finish()
        for await _ in gate.stream { break }
        await order.add("written")
      }
    }
    for await _ in begun.stream {}
    let waiting = Task { try await writing.take {} }
    let end = Task {
      await writing.end()
      await order.add("ended")
    }
    await #expect(throws: ServiceRefusal.self) { try await waiting.value }
    gate.continuation.finish()
    await end.value
    try await written.value
    #expect(await order.words == ["written", "ended"])
  }

  @Test("Who looks at the history while somebody writes keeps nobody from asking")
  func historyWaits() async throws {
    let fixture = try await ServiceFixture()
    let service = fixture.service
    let begun = AsyncStream.makeStream(of: Void.self)
    let gate = AsyncStream.makeStream(of: Void.self)
    let writer = Task {
      try await service.writing.take {
        begun.continuation.finish()
        for await _ in gate.stream { break }
      }
    }
    for await _ in begun.stream {}
    let looking = (0..<8).map { _ in Task { await fixture.status("/history") } }
    // They come to where they wait.
    try await Task.sleep(for: .milliseconds(300))
    // On a busy machine the time of an answer may be over before its turn.
    var status = 0
    for _ in 0..<5 where status != 200 { status = await fixture.status("/search?text=pipe") }
    #expect(status == 200)
    gate.continuation.finish()
    try await writer.value
    for one in looking { #expect([200, 503].contains(await one.value)) }
  }

  @Test("The extent of a collection is that of the network as it was edited")
  func extents() async throws {
    let fixture = try await ServiceFixture()
    let now = fixture.service.served.now
    let network = now.open.network
    let table = try #require(network.table(named: "StructureBoundary"))
    func box() async throws -> [Double] {
      let document = try await fixture.document("/collections/StructureBoundary")
      return try #require((value(document, "extent", "spatial", "bbox") as? [[Double]])?.first)
    }
    let before = try await box()
    let whole = try #require(now.reach(of: table).envelope)
    let edge = try #require(
      network.features(table: table).first {
        network.geometry(of: $0)?.envelope?.maxX == whole.maxX
      }
    )
    let id = try #require(network.globalID(of: edge))
    let corner = Coordinate(x: whole.minX + 0.5, y: whole.minY + 0.5)
    let wkt = Geometry(Envelope(corner).expanded(by: 0.5)).wkt
    let done = try await fixture.document(
      "/transactions?allow-unconnected=true",
      body: #"{"edits": [{"redraw": "\#(id)", "geometry": "\#(wkt)"}]}"#
    )
    #expect(done["refused"] is NSNull)
    let after = try await box()
    #expect(after[2] < before[2])
    let later = fixture.service.served.now
    #expect(
      later.reach(of: table).envelope == TableReach(of: table, in: later.open.network).envelope
    )
  }

  @Test("Tiles that are empty are counted, so that they are not kept without end")
  func emptyTiles() async throws {
    let fixture = try await ServiceFixture.asked
    let moment = NetworkMoment(open: fixture.service.served.now.open, revision: 1)
    for column in 0..<10 { _ = try moment.tile(TileAddress(zoom: 24, column: column, row: 0)) }
    #expect(moment.tileCosts >= 10 * 128)
  }
}

/// Words in the order in which they came.
private actor Order {
  private(set) var words: [String] = []

  func add(_ word: String) { words.append(word) }
}
