import ArgumentParser
import Foundation
package import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Synchronization

struct EditorsBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "editors",
    abstract:
      "Tries many editors of one network in PostgreSQL at once, and judges what came of it.",
    discussion: """
      The network is put into a separate schema of the database that GEOSNAP_POSTGRES names. Every writer does \
      random transactions near others and far from them. At the end the history is done again from the beginning \
      and compared with the tables, with the answers to the editors, and with every session; reported conflicts \
      have to be in the history. The exit code is 1 when anything is wrong.
      """
  )

  @Option(help: "The sites along each side of the made-up town.") var side = 30
  @Option(help: "How many editors.") var writers = 12
  @Option(help: "How many sessions that only look.") var readers = 4
  @Option(help: "For how many minutes at most.") var minutes = 10.0
  @Option(help: "How many commits at most.") var transactions = 100_000
  @Option(help: "Where the random numbers begin; by the clock when absent.") var seed: UInt64?
  @Option(help: "The schema.") var schema = "geosnap_trial"
  @Flag(help: "Leave the schema where it is.") var keep = false
  @Flag(help: "Put the network there, and end.") var prepare = false
  @Option(help: "Judge a file of answers to editors, some of whom were killed, and end.")
  var judge: String?

  func run() throws {
    let url = try databaseURL()
    var trial = EditorsTrial(url: url, schema: schema, network: try EditorsTrial.town(side: side))
    trial.writers = writers
    trial.readers = readers
    trial.seconds = minutes * 60
    trial.transactions = transactions
    trial.seed = seed ?? UInt64(Date.now.timeIntervalSince1970)
    if prepare { return try waited { [trial] in try await trial.prepare() } }
    if let judge { return try tell(judging: judge, trial) }
    let size = "\(trial.network.featureCount) features, \(writers) writers, \(readers) readers"
    print("seed \(trial.seed), \(size)")
    let outcome = try waited { [trial] in try await trial.run() }
    if !keep {
      try psql("SET client_min_messages = warning; DROP SCHEMA \"\(schema)\" CASCADE", at: url)
    }
    tell(outcome)
    if !outcome.faults.isEmpty { throw ExitCode(1) }
  }

  private func tell(judging path: String, _ trial: EditorsTrial) throws {
    let lines = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    let events = lines.split(separator: "\n").compactMap { TrialEvent(line: String($0)) }
    let (entries, faults) = try waited { () async throws -> (Int, [String]) in
      var verdict = try TrialVerdict(try trial.address(), initial: trial.network, events)
      try await verdict.judge(isComplete: false, seed: trial.seed)
      return (verdict.entries, verdict.faults)
    }
    for fault in faults.prefix(20) { print("WRONG: \(fault)") }
    print("\(entries) entries in the history, \(faults.count) things wrong")
    if !faults.isEmpty { throw ExitCode(1) }
  }

  private func tell(_ outcome: EditorsTrial.Outcome) {
    let perSecond = Double(outcome.commits) / max(outcome.seconds, 0.001)
    print(
      "\(outcome.commits) commits in \(fixed(outcome.seconds, 1)) s (\(fixed(perSecond, 0)) a second), "
        + "\(outcome.conflicts) conflicts, \(outcome.refused) refused, \(outcome.failed) failed, "
        + "\(outcome.replaced) replaced, \(outcome.statesRead) states read"
    )
    for fault in outcome.faults.prefix(20) { print("WRONG: \(fault)") }
    print(outcome.faults.isEmpty ? "all is well" : "\(outcome.faults.count) things are wrong")
  }
}

struct EditorProcess: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "editor",
    abstract: "One editor of a trial as a process: a line for each answer.",
    shouldDisplay: false
  )

  @Option var url: String
  @Option var schema: String
  @Option var writer: Int
  @Option var writers: Int
  @Option var seed: UInt64
  @Option(help: "For how many seconds to try to reach the server.") var timeout = 10

  func run() throws {
    var trial = EditorsTrial(url: url, schema: schema, network: try EditorsTrial.town(side: 1))
    trial.writers = writers
    trial.seed = seed
    let address = try trial.address(trial.name(writer))
    let timeout = timeout
    let session = try waited { try await PostgresSession(address, timeout: .seconds(timeout)) }
    let isEnding = Mutex(false)
    Thread.detachNewThread {
      while !FileHandle.standardInput.availableData.isEmpty {}
      isEnding.withLock { $0 = true }
    }
    trial.write(writer, in: session) { event in
      try? FileHandle.standardOutput.write(contentsOf: Data((event.line + "\n").utf8))
    } isWanted: { _ in
      !isEnding.withLock { $0 }
    }
    try session.reload()
  }
}

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

  package static func town(side: Int) throws -> UtilityNetwork { try Town.network(side: side) }

  func address(_ user: String? = nil) throws -> PostgresAddress {
    try PostgresAddress(url, schema: schema, user: user)
  }

  func name(_ writer: Int) -> String { "geosnap_trial_\(writer)" }

  func prepare() async throws {
    try await NetworkPlace.database(try address()).write(network, replacing: true)
    for writer in 0..<writers {
      _ = try? psql("CREATE ROLE \(name(writer)) LOGIN", at: url)
      try psql("SELECT \"\(schema)\".un_grant('\(name(writer))', 'editor')", at: url)
    }
  }

  /// A writer's part: transactions while `isWanted` is true for the number of commits of the last one.
  func write(
    _ writer: Int,
    in session: PostgresSession,
    say: @escaping (TrialEvent) -> Void,
    isWanted: (_ more: Int) -> Bool
  ) {
    let edits = TrialEdits(session.state.network, editor: writer, of: writers, seed: seed)
    var editor = TrialWriter(session: session, name: name(writer), edits: edits, say: say)
    var more = 0
    while isWanted(more) { more = editor.step() }
  }

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
      let comparison = StateComparison(session.state, anew: anew, hasOneOrder: false)
      if let difference = comparison.difference(at: places) {
        faults.append("Session \(number) is not as one opened now: \(difference)")
      }
    }
    var outcome = Outcome(seconds: took, faults: faults)
    for event in board.events {
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
