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
    var done = Done()
    if upgrade { done.upgradedFrom = try PostGIS.upgrade(address) }
    for grant in grant { try PostGIS.grant(grant.right, to: grant.role, on: address) }
    if let foreignEdits {
      try PostGIS.allowForeignEdits(foreignEdits == .recorded, on: address)
    }
    if let forgetHistory {
      done.forgotten = try PostGIS.forgetHistory(upTo: forgetHistory, of: address)
    }
    let output = DatabaseOutput(facts: try PostGIS.facts(of: address), done: done)
    try form.print(output.document, output.lines)
  }

  /// The changes that a subcommand has made.
  struct Done {
    var upgradedFrom: Int?
    var forgotten: Int?
  }
}

enum ForeignEditsArgument: String, ExpressibleByArgument, CaseIterable {
  case recorded, refused
}

/// An argument such as `anna=editor`, divided at the last `=`, since names of roles may contain one.
struct GrantArgument: ExpressibleByArgument {
  let role: String
  /// nil for none.
  let right: NetworkRight?

  init?(argument: String) {
    guard let sign = argument.lastIndex(of: "="), sign > argument.startIndex else { return nil }
    role = String(argument[..<sign])
    let word = String(argument[argument.index(after: sign)...])
    right = NetworkRight(rawValue: word)
    guard right != .owner, right != nil || word == "none" else { return nil }
  }
}

private struct DatabaseOutput {
  let facts: DatabaseFacts
  let done: DatabaseCommand.Done

  var lines: [String] {
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
      "  SQL edits    \(facts.allowsForeignEdits ? "recorded" : "refused")",
    ]
    lines.append("  roles")
    lines += facts.roles.map { "    \($0.right.rawValue)  \($0.name)" }
    lines.append("  sessions     \(facts.sessions.count)")
    lines += facts.sessions.map { session in
      let from = session.client.isEmpty ? "" : " from \(session.client)"
      let program = session.program.isEmpty ? "" : " with \(session.program)"
      let since = session.since.isEmpty ? "" : " since \(session.since)"
      return "    \(session.role)\(program)\(from)\(since)"
    }
    return lines
  }

  var document: JSONValue {
    .object([
      "network": .string("\(facts.address)"), "schema": JSONValue(facts.address.schema),
      "version": .integer(facts.version),
      "programVersion": .integer(DatabaseFacts.knownVersion), "id": .string(facts.network),
      "server": .string(facts.server), "postGIS": .string(facts.postGIS),
      "features": .integer(facts.featureCount), "associations": .integer(facts.associationCount),
      "rules": .integer(facts.ruleCount),
      "history": .object([
        "entries": .integer(facts.historyCount), "revision": .integer(facts.revision),
        "forgottenUpTo": .integer(facts.forgotten), "bytes": .integer(facts.historyBytes),
      ]),
      "foreignEdits": .string(facts.allowsForeignEdits ? "recorded" : "refused"),
      "roles": .array(
        facts.roles.map {
          .object(["name": .string($0.name), "may": .string($0.right.rawValue)])
        }
      ),
      "sessions": .array(
        facts.sessions.map {
          .object([
            "role": .string($0.role), "program": .string($0.program),
            "client": .string($0.client), "since": .string($0.since),
          ])
        }
      ),
      "upgradedFrom": JSONValue(done.upgradedFrom), "forgotten": JSONValue(done.forgotten),
    ])
  }
}
