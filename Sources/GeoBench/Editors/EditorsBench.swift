import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import Synchronization

/// Runs many editors of one network at once, and compares the replies that they received with the database.
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

  @Option(help: "The sites along each side of the made-up town.")
  var side = 30
  @Option(help: "How many editors.")
  var writers = 12
  @Option(help: "How many sessions that only look.")
  var readers = 4
  @Option(help: "For how many minutes at most.")
  var minutes = 10.0
  @Option(help: "How many commits at most.")
  var transactions = 100_000
  @Option(help: "Where the random numbers begin; by the clock when absent.")
  var seed: UInt64?
  @Option(help: "The schema.")
  var schema = "geosnap_trial"
  @Flag(help: "Leave the schema where it is.")
  var keep = false
  @Flag(help: "Put the network there, and end.")
  var prepare = false
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
    print(
      "seed \(trial.seed), \(trial.network.featureCount) features, \(writers) writers, \(readers) readers"
    )
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

/// One editor of a trial as a process: prints the replies that it receives, one line each, until its input ends.
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
  @Option(help: "For how many seconds to try to reach the server.")
  var timeout = 10

  func run() throws {
    var trial = EditorsTrial(url: url, schema: schema, network: try EditorsTrial.town(side: 1))
    trial.writers = writers
    trial.seed = seed
    let address = try trial.address(trial.name(writer))
    let timeout = timeout
    let session = try waited { try await PostgresSession(address, timeout: .seconds(timeout)) }
    let isEnding = Mutex(false)
    let watch = Thread {
      while !FileHandle.standardInput.availableData.isEmpty {}
      isEnding.withLock { $0 = true }
    }
    watch.start()
    trial.write(writer, in: session) { event in
      try? FileHandle.standardOutput.write(contentsOf: Data((event.line + "\n").utf8))
    } isWanted: { _ in
      !isEnding.withLock { $0 }
    }
    try session.reload()
  }
}
