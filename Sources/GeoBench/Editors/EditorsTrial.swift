import Foundation
package import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Synchronization

/// Many editors and readers of one network at once, each with a separate session, and the outcome.
package struct EditorsTrial: Sendable {
  package struct Outcome: Sendable {
    package var seconds: Double
    package var commits = 0
    package var conflicts = 0
    package var refused = 0
    package var failed = 0
    package var replaced = 0
    package var statesRead = 0
    /// The errors that were found; empty for a trial without errors.
    package var faults: [String]
  }

  /// The address of the server, without a schema.
  package var url: String
  package var schema: String
  package var writers = 12
  package var readers = 4
  package var transactions = 100_000
  package var seconds = 600.0
  package var seed: UInt64 = 1
  package var network: UtilityNetwork

  package init(url: String, schema: String, network: UtilityNetwork) {
    self.url = url
    self.schema = schema
    self.network = network
  }

  /// A made-up town with `side` sites along each side.
  package static func town(side: Int) throws -> UtilityNetwork {
    try Town.network(side: side)
  }

  func address(_ user: String? = nil) throws -> PostgresAddress {
    try PostgresAddress(url, schema: schema, user: user)
  }

  func name(_ writer: Int) -> String { "geosnap_trial_\(writer)" }

  /// Stores the network in its schema, with a role for each editor.
  func prepare() async throws {
    try await PostGIS.write(network, to: try address(), replacing: true)
    for writer in 0..<writers {
      _ = try? psql("CREATE ROLE \(name(writer)) LOGIN", at: url)
      try psql("SELECT \"\(schema)\".un_grant('\(name(writer))', 'editor')", at: url)
    }
  }

  /// A writer's part: transactions as long as `isWanted` is true.
  ///
  /// `isWanted` is called before each transaction, and receives the number of commits of the last one.
  func write(
    _ writer: Int,
    in session: PostgresSession,
    say: @escaping (TrialEvent) -> Void,
    isWanted: (_ more: Int) -> Bool
  ) {
    let edits = TrialEdits(
      session.state.network,
      editor: writer,
      of: writers,
      seed: seed
    )
    let editor = TrialWriter(session, name: name(writer), edits, checksEvery: 100, say: say)
    var more = 0
    while isWanted(more) { more = editor.step() }
  }

  /// Runs the trial and checks its outcome.
  package func run() async throws -> Outcome {
    try await prepare()
    let board = TrialBoard()
    var sessions: [PostgresSession] = []
    for reader in 0..<readers + writers {
      let user = reader < readers ? nil : name(reader - readers)
      sessions.append(try await PostgresSession(try address(user)))
    }
    let held = sessions
    let start = ContinuousClock.now
    let deadline = start + .seconds(seconds)
    let following = held.prefix(readers).map { session in
      let (changes, state) = (session.changes(), session.state)
      return Task.detached { await board.follow(changes, from: state) }
    }
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<writers {
        group.addTask { [self] in
          await onNewThread { [self] in
            write(writer, in: held[readers + writer], say: board.note) { more in
              ContinuousClock.now < deadline && board.commits(more: more) < transactions
            }
          }
        }
      }
    }
    let took = (ContinuousClock.now - start) / .seconds(1)
    for session in held { try session.reload() }
    try? await Task.sleep(for: .milliseconds(200))
    board.end()
    for task in following { await task.value }
    var verdict = try TrialVerdict(try address(), initial: network, board.events)
    try await verdict.judge(isComplete: true, seed: seed)
    var faults = verdict.faults
    let anew = try NetworkState(verdict.stored)
    var random = SeededGenerator(seed: seed &+ 7)
    for (number, session) in held.enumerated() {
      let places = TrialVerdict.places(verdict.stored, 25, &random)
      if let difference = StateComparison(session.state, anew: anew, hasOneOrder: false).difference(
        at: places
      ) {
        faults.append("Session \(number) is not as one opened now: \(difference)")
      }
    }
    return outcome(board.events, took, faults)
  }

  private func outcome(
    _ events: [TrialEvent],
    _ seconds: Double,
    _ faults: [String]
  ) -> Outcome {
    var outcome = Outcome(seconds: seconds, faults: faults)
    for event in events {
      switch event {
      case .told: outcome.commits += 1
      case .conflict: outcome.conflicts += 1
      case .refused: outcome.refused += 1
      case .failed(let code, let message):
        outcome.failed += 1
        // That the network is busy is a valid reply.
        if outcome.failed <= 5, code != "inUse" { outcome.faults.append("\(code): \(message)") }
      case .replaced: outcome.replaced += 1
      case .read(let states): outcome.statesRead += states
      case .fault: break
      }
    }
    return outcome
  }
}

/// The shared results of all parts of a trial.
private final class TrialBoard: Sendable {
  private let state = Mutex((events: [TrialEvent](), commits: 0, isOver: false))

  var events: [TrialEvent] { state.withLock { $0.events } }

  func note(_ event: TrialEvent) { state.withLock { $0.events.append(event) } }

  /// The number of commits so far, with `more`.
  func commits(more: Int) -> Int {
    state.withLock {
      $0.commits += more
      return $0.commits
    }
  }

  func end() { state.withLock { $0.isOver = true } }

  /// Checks all changes of a session with a reader, until the end.
  func follow(_ changes: AsyncStream<NetworkChange>, from state: NetworkState) async {
    let reader = TrialReader(say: note)
    let following = Task { await reader.follow(changes, from: state) }
    while !self.state.withLock({ $0.isOver }) { try? await Task.sleep(for: .milliseconds(50)) }
    following.cancel()
    await following.value
  }
}

/// Does work on a separate thread, for which a task waits without holding its own.
private func onNewThread(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    let thread = Thread {
      body()
      continuation.resume()
    }
    thread.stackSize = 8 << 20
    thread.start()
  }
}
