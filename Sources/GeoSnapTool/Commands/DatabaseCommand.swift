import ArgumentParser
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

struct DatabaseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "database",
    abstract: "Describes a network in a database, and administers it.",
    discussion: """
      Runs the options in the order of the list below, then prints the version of the schema, the number of \
      features, the length of the history, the rights of each role and the sessions. Documentation/PostGIS.md \
      describes the rights of each role.

      JSON: {network, schema, version, programVersion, id, server, postGIS, features, associations, rules, \
      history{entries, revision, forgottenUpTo, bytes}, foreignEdits, roles[{name, may}], sessions[{role, \
      program, client, since}], upgradedFrom, forgotten}. foreignEdits is recorded or refused. may is owner, \
      administrator, editor or reader. upgradedFrom is null without --upgrade, and forgotten is null without \
      --forget-history.
      """
  )

  @Argument(
    help: "The network: postgresql://USER@HOST/DATABASE?schema=NAME.",
    completion: Completions.network
  )
  var address: String
  @Flag(
    help: """
      Upgrade the schema, its functions and triggers to the version of this program; only the role that owns \
      the network and the members of this role may do so.
      """
  )
  var upgrade = false
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Set the right of an existing role: reader, editor, administrator or none. May be given several times.",
      valueName: "role=right"
    )
  )
  var grant: [GrantArgument] = []
  @Option(help: "How to treat edits that SQL makes outside sessions: recorded or refused.")
  var foreignEdits: ForeignEditsArgument?
  @Option(
    help: ArgumentHelp(
      "Delete the history up to and including a revision; the deleted steps can no longer be undone.",
      valueName: "revision"
    )
  )
  var forgetHistory: Int?
  @OptionGroup var form: JSONOption

  func validate() throws {
    guard PostgresAddress.isAddress(address) else {
      throw ValidationError(
        "\(address) is not the address of a database, such as postgresql://USER@HOST/DATABASE?schema=NAME."
      )
    }
  }

  func run() throws {
    let address = try PostgresAddress(address)
    var done: Done = (nil, nil)
    if upgrade { done.upgradedFrom = try PostGIS.upgrade(address) }
    for grant in grant { try PostGIS.grant(grant.right, to: grant.role, on: address) }
    if let foreignEdits { try PostGIS.allowForeignEdits(foreignEdits == .recorded, on: address) }
    if let forgetHistory {
      done.forgotten = try PostGIS.forgetHistory(upTo: forgetHistory, of: address)
    }
    let facts = try PostGIS.facts(of: address)
    try form.print(document(facts, done), lines(facts, done))
  }

  private typealias Done = (upgradedFrom: Int?, forgotten: Int?)

  private func lines(_ facts: DatabaseFacts, _ done: Done) -> [String] {
    var lines: [String] = []
    if let old = done.upgradedFrom {
      lines.append(
        old == facts.version
          ? "Functions and triggers now match this program."
          : "Upgraded from version \(old) to version \(facts.version)."
      )
    }
    if let forgotten = done.forgotten {
      lines.append("Forgot \(count(forgotten, "change")) of the history.")
    }
    let known = DatabaseFacts.knownVersion
    lines += [
      "\(facts.address)",
      "  network      \(facts.network)",
      "  schema       version \(facts.version)"
        + (facts.version == known
          ? ""
          : ", but this program uses version \(known)"
            + (facts.version < known ? ": --upgrade brings it there" : "")),
      "  server       PostgreSQL \(facts.server), PostGIS \(facts.postGIS)",
      "  holds        \(count(facts.featureCount, "feature")), "
        + "\(count(facts.associationCount, "association")), \(count(facts.ruleCount, "rule"))",
      "  history      \(count(facts.historyCount, "change")), \(facts.historyBytes / 1024) kB, "
        + "last revision \(facts.revision)"
        + (facts.forgotten > 0 ? ", forgotten up to \(facts.forgotten)" : ""),
      "  SQL edits    \(facts.allowsForeignEdits ? "recorded" : "refused")", "  roles",
    ]
    lines += facts.roles.map { "    \($0.right.rawValue)  \($0.name)" }
    lines.append("  sessions     \(facts.sessions.count)")
    return lines
      + facts.sessions.map { session in
        let from = session.client.isEmpty ? "" : " from \(session.client)"
        let program = session.program.isEmpty ? "" : " with \(session.program)"
        let since = session.since.isEmpty ? "" : " since \(session.since)"
        return "    \(session.role)\(program)\(from)\(since)"
      }
  }

  private func document(_ facts: DatabaseFacts, _ done: Done) -> JSONValue {
    .object([
      "network": .string("\(facts.address)"), "schema": JSONValue(facts.address.schema),
      "version": .integer(facts.version), "programVersion": .integer(DatabaseFacts.knownVersion),
      "id": .string(facts.network), "server": .string(facts.server),
      "postGIS": .string(facts.postGIS), "features": .integer(facts.featureCount),
      "associations": .integer(facts.associationCount), "rules": .integer(facts.ruleCount),
      "history": .object([
        "entries": .integer(facts.historyCount), "revision": .integer(facts.revision),
        "forgottenUpTo": .integer(facts.forgotten), "bytes": .integer(facts.historyBytes),
      ]),
      "foreignEdits": .string(facts.allowsForeignEdits ? "recorded" : "refused"),
      "roles": .objects(facts.roles) {
        ["name": .string($0.name), "may": .string($0.right.rawValue)]
      },
      "sessions": .objects(facts.sessions) {
        [
          "role": .string($0.role), "program": .string($0.program), "client": .string($0.client),
          "since": .string($0.since),
        ]
      },
      "upgradedFrom": JSONValue(done.upgradedFrom), "forgotten": JSONValue(done.forgotten),
    ])
  }
}

enum ForeignEditsArgument: String, ExpressibleByArgument, CaseIterable {
  case recorded, refused
}

/// An argument such as `anna=editor`, divided at the last `=`, since names of roles may contain one.
struct GrantArgument: ExpressibleByArgument {
  let role: String
  let right: NetworkRight?

  init?(argument: String) {
    guard let sign = argument.lastIndex(of: "="), sign > argument.startIndex else { return nil }
    role = String(argument[..<sign])
    let word = String(argument[argument.index(after: sign)...])
    right = NetworkRight(rawValue: word)
    guard right != .owner, right != nil || word == "none" else { return nil }
  }
}

struct CopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copies a network with all its rows into a file or a database.",
    discussion: """
      NETWORK and TARGET are each a GeoPackage file or the address of a database. Each row is copied unchanged, \
      with its row id, and so are the definition, rules, associations, reports of imports, trace configurations \
      and history. If a row cannot be read, nothing is written: `geosnap validate NETWORK` lists such rows.

      From file to file, all content of the file is copied. A copy into a database contains only the \
      network's tables. stderr lists the others, such as the styles that QGIS stores. If you copy a file into a \
      database, you become the author of its steps. From database to database, the authors are kept. A file \
      keeps neither authors, nor steps that can no longer be redone, nor steps that were made with SQL.

      JSON: {network, target, features, associations, rules, traceConfigurations, imports, steps, leftOut[]}. \
      leftOut lists the tables that were not copied.
      """
  )

  @Argument(
    help: "The network to copy: a GeoPackage file, or postgresql://USER@HOST/DATABASE?schema=NAME.",
    completion: Completions.network
  )
  var network: String
  @Argument(
    help: "The copy to write: a GeoPackage file, or postgresql://USER@HOST/DATABASE?schema=NAME.",
    completion: Completions.network
  )
  var target: String
  @Flag(help: "Replace an existing TARGET and its history.") var force = false
  @OptionGroup var form: JSONOption

  func run() async throws {
    let target = try NetworkTarget(target)
    do {
      let source = try NetworkPlace(network)
      guard source != target.place else {
        throw Failure.usage("\(source) is the network to copy: give another TARGET.")
      }
      try target.check(isReplaced: force, read: [(network, "the network")])
      let copy = try await withProgress("Copying \(source.name)") {
        try await source.copy(to: target.place, replacing: force, progress: $0.share)
      }
      if !copy.leftOut.isEmpty {
        note(
          "Tables that are not part of the network and are not copied: \(Words.names(copy.leftOut))."
        )
      }
      let (stored, network) = (copy.stored, copy.stored.network)
      let features = EditedNetwork(network).featureCount
      let counts = [
        count(features, "feature"), count(network.associations.count, "association"),
        count(network.rules.count, "rule"),
        count(stored.traceConfigurations.count, "trace configuration"),
        count(copy.stepCount, "step"),
      ]
      try form.print(
        JSONValue.object([
          "network": .string("\(source)"), "target": .string("\(target.place)"),
          "features": .integer(features), "associations": .integer(network.associations.count),
          "rules": .integer(network.rules.count),
          "traceConfigurations": .integer(stored.traceConfigurations.count),
          "imports": .integer(stored.imports.count), "steps": .integer(copy.stepCount),
          "leftOut": JSONValue(copy.leftOut),
        ]),
        ["Copied \(source) to \(target.place)", "  \(counts.joined(separator: ", "))"]
      )
    } catch let error as StoreError { throw target.failure(of: error, from: network) }
  }
}
