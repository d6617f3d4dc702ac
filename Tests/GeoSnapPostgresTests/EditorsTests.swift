import Foundation
import GeoBench
import GeoSnap
import GeoSnapPostgres
import GeoSnapPostgresTestSupport
import GeoSnapStore
import GeoSnapTestSupport
import Synchronization
import Testing

@Suite("Many editors of one network", TestDatabase.isThere)
struct EditorsTests {
  @Test("The answers to 4 editors and 2 readers agree with the history and the tables")
  func trial() async throws {
    let url = try #require(TestDatabase.url)
    let schema = "trial_\(UUID().uuidString.prefix(8).lowercased())"
    var trial = EditorsTrial(url: url, schema: schema, network: try EditorsTrial.town(side: 8))
    trial.writers = 4
    trial.readers = 2
    trial.transactions = Extent.count(400, long: 4_000)
    trial.seconds = 300
    let seed = ProcessInfo.processInfo.environment["GEOSNAP_SEED"].flatMap { UInt64($0) }
    trial.seed = seed ?? UInt64(Date.now.timeIntervalSince1970)
    defer { _ = try? TemporarySchema.psql("DROP SCHEMA IF EXISTS \(schema) CASCADE") }
    let outcome = try await trial.run()
    #expect(outcome.faults.isEmpty, "seed \(trial.seed)")
    #expect(outcome.commits >= 400 && outcome.statesRead > 0)
  }
}

extension EditorsTests {
  @Test("Thousands of rows changed with SQL at once and 4 editors do not stop each other")
  func bulk() async throws {
    let schema = try TemporarySchema("bulk")
    // Three devices at each site: far more than the server has locks for.
    let side = Extent.count(30, long: 60)
    try await NetworkPlace.database(schema.address).write(try EditorsTrial.town(side: side))
    let reader = try await PostgresSession(schema.address)
    let end = Flag()
    var sessions: [PostgresSession] = []
    for _ in 0..<4 { sessions.append(try await PostgresSession(schema.address)) }
    let opened = sessions
    let (commits, failures) = await withTaskGroup(of: (Int, [String]).self) { group in
      for (number, session) in opened.enumerated() {
        group.addTask {
          do {
            return try await onOwnThread { Self.edit(session, seed: UInt64(number)) { end.isSet } }
          } catch { return (0, ["\(error)"]) }
        }
      }
      do {
        for number in 0..<2 {
          _ = try await onOwnThread {
            try schema.execute("UPDATE pipelinedevice SET name = 'bulk \(number)'")
          }
        }
      } catch { Issue.record(error) }
      end.set()
      return await group.reduce(into: (0, [])) { $0 = ($0.0 + $1.0, $0.1 + $1.1) }
    }
    #expect(failures.isEmpty)
    #expect(commits > 0)
    try reader.reload()
    let anew = try NetworkState(PostGIS.open(schema.address).network)
    let difference = StateComparison(reader.state, anew: anew, hasOneOrder: false).difference(at: []
    )
    #expect(difference == nil)
  }

  /// Sets lengths of lines until the end; returns the number of successes, and the errors other than conflicts.
  private static func edit(
    _ session: PostgresSession,
    seed: UInt64,
    isOver: () -> Bool
  ) -> (Int, [String]) {
    var random = SeededGenerator(seed: seed)
    var count = 0
    var failures: [String] = []
    while !isOver() {
      let state = session.state
      guard let table = state.network.table(named: "PipelineLine"),
        let device = state.network.features(table: table).randomElement(using: &random),
        let id = state.network.globalID(of: device)
      else { continue }
      let edit = NetworkEdit.setAttributes(.globalID(id), ["LENGTH": .real(Double(count))])
      do {
        try session.commit(NetworkTransaction("Count", [edit]), madeOn: state.network)
        count += 1
      } catch let error as StoreError where error.code == .changedByOthers {
        continue
      } catch { failures.append("\(error)") }
    }
    return (count, failures)
  }
}

private final class Flag: Sendable {
  private let state = Mutex(false)

  var isSet: Bool { state.withLock { $0 } }

  func set() { state.withLock { $0 = true } }
}

/// Does what waits without a thread that tasks need.
private func onOwnThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
