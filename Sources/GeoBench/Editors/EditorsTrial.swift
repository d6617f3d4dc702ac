import Foundation
package import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Synchronization

/// Many editors and readers of one network at once, each with a separate session, and the outcome.
package struct EditorsTrial: Sendable {
  package struct Outcome: Encodable, Sendable {
    package var seed: UInt64
    package var features: Int
    package var seconds: Double
    package var commits: Int
    package var commitsPerSecond: Double
    package var conflicts: Int
    package var refused: Int
    package var failed: Int
    package var replaced: Int
    package var statesRead: Int
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
  /// The number of editors that use SQL in addition to the sessions.
  package var sqlEditors = 0
  /// The program to run as a process for each writer; nil for threads.
  package var program: String?
  package var network: UtilityNetwork

  package static let counters = 16
  package static let pairs = 16

  package init(url: String, schema: String, network: UtilityNetwork) {
    self.url = url
    self.schema = schema
    self.network = network
  }

  /// A made-up town with `side` sites along each side.
  package static func town(side: Int) throws -> UtilityNetwork {
    try Town.network(side: side, counters: counters, pairs: pairs)
  }

  func address(_ user: String? = nil) throws -> PostgresAddress {
    var text = url + (url.contains("?") ? "&" : "?") + "schema=\(schema)"
    if let user { text += "&user=\(user)" }
    return try PostgresAddress(text)
  }

  func name(_ writer: Int) -> String { "geosnap_trial_\(writer)" }

  /// Stores the network in its schema, with a role for each editor.
  func prepare() async throws {
    try await PostGIS.write(network, to: try address(), replacing: true)
    for writer in 0..<writers + sqlEditors {
      _ = try? psql("CREATE ROLE \(name(writer)) LOGIN")
      try psql("SELECT \"\(schema)\".un_grant('\(name(writer))', 'editor')")
    }
  }

  @discardableResult
  func psql(_ sql: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, url]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw BenchError("psql does not do: \(sql)") }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
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
      seed: seed,
      counters: Self.counters,
      pairs: Self.pairs
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
    for reader in 0..<readers + (program == nil ? writers : 0) {
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
    let threads = (0..<writers).map { writer in
      TrialThread { [self] in
        let isWanted = { (more: Int) in
          ContinuousClock.now < deadline && board.commits(more: more) < transactions
        }
        if let program {
          follow(program, writer, say: board.note, isWanted: isWanted)
        } else {
          write(writer, in: held[readers + writer], say: board.note, isWanted: isWanted)
        }
      }
    }
    for thread in threads { await thread.value }
    let took = (ContinuousClock.now - start) / .seconds(1)
    for session in held { try session.reload() }
    try? await Task.sleep(for: .milliseconds(200))
    board.end()
    for task in following { await task.value }
    var verdict = try TrialVerdict(try address(), initial: network, board.events)
    try await verdict.judge(isComplete: true, seed: seed)
    var faults = verdict.faults
    let anew = try NetworkState(verdict.stored)
    var random = SplitMix(seed: seed &+ 7)
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
    var outcome = Outcome(
      seed: seed,
      features: network.featureCount,
      seconds: seconds,
      commits: 0,
      commitsPerSecond: 0,
      conflicts: 0,
      refused: 0,
      failed: 0,
      replaced: 0,
      statesRead: 0,
      faults: faults
    )
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
    outcome.commitsPerSecond = Double(outcome.commits) / max(seconds, 0.001)
    return outcome
  }

  /// Reads the events of a writer that is a separate process.
  private func follow(
    _ program: String,
    _ writer: Int,
    say: (TrialEvent) -> Void,
    isWanted: (Int) -> Bool
  ) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [
      "editor", "--url", url, "--schema", schema, "--writer", "\(writer)", "--writers",
      "\(writers)", "--seed", "\(seed)",
    ]
    let (output, input) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardInput = input
    do { try process.run() } catch { return say(.fault("\(program) does not run: \(error)")) }
    var isEnding = false
    var rest = Data()
    while true {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      rest.append(data)
      while let end = rest.firstIndex(of: 10) {
        let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
        rest = Data(rest[rest.index(after: end)...])
        guard let event = TrialEvent(line: line) else { continue }
        say(event)
        var more = 0
        if case .told = event { more = 1 }
        if !isWanted(more), !isEnding {
          // It ends with its input.
          isEnding = true
          try? input.fileHandleForWriting.close()
        }
      }
    }
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      say(.fault("The process of writer \(writer) has ended with \(process.terminationStatus)."))
    }
  }
}

/// The shared results of all parts of a trial.
private final class TrialBoard: Sendable {
  private struct State {
    var events: [TrialEvent] = []
    var commits = 0
    var isOver = false
  }

  private let state = Mutex(State())

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
    let reader = TrialReader(pairs: EditorsTrial.pairs, say: note)
    let following = Task { await reader.follow(changes, from: state) }
    while !self.state.withLock({ $0.isOver }) { try? await Task.sleep(for: .milliseconds(50)) }
    following.cancel()
    await following.value
  }
}

/// A separate thread for work that tasks can wait for.
private final class TrialThread: Sendable {
  private let ended: AsyncStream<Void>

  init(_ body: @escaping @Sendable () -> Void) {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    ended = stream
    let thread = Thread {
      body()
      continuation.finish()
    }
    thread.stackSize = 8 << 20
    thread.start()
  }

  var value: Void {
    get async { for await _ in ended {} }
  }
}
