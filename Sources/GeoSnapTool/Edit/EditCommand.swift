import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

struct EditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Commits, undoes and redoes transactions of edits to a network.",
    discussion: """
      FILE contains one transaction as JSON, or a list of them; Documentation/Editing-JSON.md describes the \
      format. An id is \(ElementReference.forms), and refers to the network before the first transaction. Each \
      transaction is checked and written as a whole. The verb prints the line of a transaction when the \
      transaction is on the disk. --draw is short for a transaction that draws one point. If a transaction is \
      refused, earlier transactions are kept, and later transactions are not tried. While another program \
      edits the network, the verb waits for up to --timeout. A refusal has a code, the number of the edit \
      (from 1), and the path of the edit in FILE, such as [1].edits[0]. Incomplete edits are not refused: \
      `geosnap validate NETWORK` lists them, with remedies. A note lists features that an edit moved away from \
      joined features: to move the joined features too, redraw with movesSharedVertices. A note also lists \
      features that no longer meet because an edit deleted the junction between them.

      In a database, several users edit at the same time, and the verb takes over their changes. If a \
      transaction names a feature that another user has changed since the network was opened, the transaction \
      is refused, and the refusal gives author and time of the change. --undo undoes the last step that the \
      same role committed from the same machine, unless later steps of others depend on it; --history lists \
      the steps of all users, and the changes with SQL.

      Drawn and redrawn features are joined to the features at their place, as in an interactive editor: lines \
      get vertices or are split, terminals are chosen, and associations are made. With --check, all \
      transactions are checked and nothing is written. committed then lists what a commit would write, with \
      the revision that the commit would get.

      JSON: {network, revision, committed[{name, edits, revision, touched[{source, globalID, origin, \
      assetGroup, assetType, row, isDeleted}], drawn[{edit, source, globalID, row, insertedVertices, splits, \
      joined, associations, terminalChoices[{lineEnd, terminals[{id, name}], terminal}]}], parted[{source, \
      globalID, origin, row, from[{source, globalID, origin, row}]}]}], refused{name, problems[{code, number, \
      edit, path, table, row, message}]}} for --transaction, --draw, --undo and --redo: edits counts the edits \
      that changed something, number is the number of the validation error with the same code, or null, \
      refused is null if nothing was refused, and drawn has an item for each draw and redraw; {network, \
      revision, canUndo, canRedo, steps[{number, name, time, edits, isUndone, author}]} for --history; author \
      is null in a file.
      """
  )

  @OptionGroup var input: NetworkArgument
  @Option(
    help: "A file of transactions as JSON, or - for stdin.",
    completion: .file(extensions: ["json"])
  )
  var transaction: String?
  @Option(
    help:
      "Draw a point feature of an asset type: Source/Asset group/Asset type, by names or codes.",
    completion: Completions.assetTypes
  )
  var draw: String?
  @Option(
    parsing: .unconditional,
    help: "The place for --draw: X,Y, in the reference system of the network, or of --srid.",
    transform: CoordinateArgument.read
  )
  var at: Coordinate?
  @OptionGroup var reference: ReferenceArguments
  @Flag(help: "Undo the last step; in a database, the last step of the same role and machine.")
  var undo = false
  @Flag(help: "Redo the step that was undone last.") var redo = false
  @Flag(help: "List the steps.") var history = false
  @Option(
    parsing: .unconditional,
    help: "The maximum number of steps that --history lists, from the newest."
  )
  var limit: Int?
  @Flag(help: "Check the transactions in order, as a commit does, and write nothing.")
  var check = false
  @Flag(help: "Accept transactions whose features meet without connecting.")
  var allowUnconnected = false
  @Option(
    parsing: .unconditional,
    help: "The number of newest steps that the file keeps for undo; 1000 by default."
  )
  var historyLimit: Int?
  @Option(parsing: .unconditional, help: "The maximum time to wait for other programs, in seconds.")
  var timeout = 5.0
  @OptionGroup var form: JSONOption

  func validate() throws {
    let verbs = [transaction != nil, draw != nil, undo, redo, history].count { $0 }
    let commits = transaction != nil || draw != nil
    try refuse(
      verbs != 1,
      "Give one of --transaction FILE, --draw TYPE, --undo, --redo and --history."
    )
    try refuse((draw == nil) != (at == nil), "--draw TYPE and --at X,Y go together.")
    try refuse(reference.srid != nil && draw == nil, "--srid needs --draw.")
    try refuse(
      historyLimit != nil && !commits,
      "--history-limit needs --transaction or --draw: only commits drop steps."
    )
    try refuse(historyLimit ?? 1 < 1, "--history-limit must be 1 or more.")
    try refuse(allowUnconnected && !commits, "--allow-unconnected needs --transaction or --draw.")
    try refuse(check && !commits, "--check needs --transaction or --draw.")
    try refuse(
      historyLimit != nil && PostgresAddress.isAddress(input.given),
      "--history-limit does not go with a database, which keeps the history of all users: its administrator "
        + "shortens it with geosnap database --forget-history."
    )
    try refuse(
      check && historyLimit != nil,
      "--history-limit does not go with --check: nothing is written."
    )
    try refuse(limit != nil && !history, "--limit needs --history.")
    try refuse(limit ?? 0 < 0, "--limit must not be negative.")
    try checkTimeout(timeout)
  }

  func run() async throws {
    let data = try transaction.map { try TransactionFile.data($0) }
    do {
      let (store, state) = try await open()
      defer { (store as? NetworkStore)?.keepImage() }
      let drawn = try draw.flatMap { path in
        try at.map {
          let place = try reference.place($0, in: store.snapshot, isDrawn: true)
          return try TransactionFile.drawing(path, at: place, in: store.snapshot)
        }
      }
      if let data = data ?? drawn {
        let file = try TransactionFile(data, from: transaction ?? "--draw", in: store.snapshot)
        let needsState = !allowUnconnected || file.transactions.contains { $0.plain == nil }
        let committer = TransactionCommitter(
          store,
          needsState ? try state() : nil,
          allowsUnconnected: allowUnconnected,
          isTrial: check,
          // A caller that opened an extent has not seen the network beyond it.
          madeOn: input.openNetwork.flatMap { $0.snapshot.edge == nil ? $0.network : nil }
        )
        try commit(file, with: committer, to: store)
      } else if history {
        let all = try store.history()
        let steps = all.suffix(limit ?? .max)
        let rest = all.count - steps.count
        try form.print(
          JSONValue.object([
            "network": .string(input.name), "revision": .integer(store.revision),
            "canUndo": .bool(store.canUndo), "canRedo": .bool(store.canRedo),
            "steps": .objects(steps) { step in
              [
                "number": .integer(Int(step.number)), "name": .string(step.name),
                "time": .string(step.time), "edits": .integer(step.editCount),
                "isUndone": .bool(step.isUndone), "author": JSONValue(step.author),
              ]
            },
          ]),
          ["\(count(rest + steps.count, "step")), revision \(store.revision)"]
            + (rest > 0 ? ["  \(rest) older: see --limit"] : [])
            + steps.map { step in
              "  \(step.number)  \(step.time)  \(step.name)  \(count(step.editCount, "edit"))"
                + (step.author.map { "  by \($0)" } ?? "") + (step.isUndone ? "  (undone)" : "")
            }
        )
      } else {
        guard let commit = undo ? try store.undo() : try store.redo() else {
          throw Failure.badData("\(input.network): There is nothing to \(undo ? "undo" : "redo").")
        }
        var output = EditOutput(
          network: input.name,
          verb: undo ? "Undone" : "Redone",
          isJSON: form.json
        )
        try output.add(replayed: commit, revision: store.revision)
        try output.end(revision: store.revision)
      }
    } catch let error as IndexError {
      throw input.failure(of: error)
    } catch let error as TransactionError {
      throw Failure.badData("\(input.network): \(error)")
    } catch let refusal as EditRefusal {
      throw Failure.badData(refusal.lines.map { "\(input.network): \($0)" }.joined(separator: "\n"))
    }
  }

  /// Opens the network for editing; returns its store, and a closure that gives its state, which is called once and
  /// before the first commit.
  private func open() async throws -> (any EditingStore, state: () throws -> NetworkState) {
    switch try input.place() {
    case .file:
      let store = try input.openStore(
        timeout: .seconds(timeout),
        historyLimit: historyLimit ?? NetworkHistory.defaultLimit
      )
      return (store, { try store.takeOpening().state() })
    case .database(let address):
      let session = try await input.openSession(
        address,
        allowsUnconnected: allowUnconnected,
        timeout: .seconds(timeout)
      )
      return (session, { session.state })
    }
  }

  private func commit(
    _ file: TransactionFile,
    with committer: TransactionCommitter,
    to store: any EditingStore
  ) throws {
    var output = EditOutput(
      network: input.name,
      verb: check ? "would commit" : "committed",
      isJSON: form.json
    )
    do {
      for (index, transaction) in file.transactions.enumerated() {
        do {
          let done = try committer.commit(transaction)
          try output.add(
            done.commit,
            revision: done.revision,
            drawn: done.drawn,
            partings: done.partings
          )
        } catch let error as TransactionError {
          throw EditRefusal(error, number: index, isInList: file.isList)
        }
      }
    } catch {
      // Commits that were made stay, and are printed.
      try output.end(revision: store.revision, error as? EditRefusal)
      throw error
    }
    try output.end(revision: store.revision)
  }
}
