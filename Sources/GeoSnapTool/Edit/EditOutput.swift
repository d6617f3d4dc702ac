import GeoSnap
import GeoSnapStore

/// Prints commits: in text a line as soon as the commit is on disk, in JSON all at the end.
struct EditOutput {
  let network: String
  let verb: String
  let isJSON: Bool
  private(set) var commits: [JSONValue] = []

  mutating func add(
    _ commit: NetworkCommit,
    revision: Int,
    drawn: [DrawnSummary] = [],
    partings: [Parting] = []
  ) throws {
    let edits = commit.transaction.edits.count
    guard isJSON else {
      let done = edits == 0 ? "unchanged" : verb
      try printLines(["\(done) revision \(revision)  \(commit.after.describe(commit))"])
      if edits > 0 {
        // Each feature has one note. A parting names the features that were joined before.
        let parted = Set(partings.map(\.feature))
        var told: Set<FeatureID> = []
        for drawn in drawn {
          guard let feature = drawn.loose(in: commit.after), !parted.contains(feature),
            told.insert(feature).inserted
          else { continue }
          let place = commit.after.geometry(of: feature)?.coordinates.first
          let doubt = place.flatMap { commit.before.doubt(about: $0) }
          let reason = [.degrees, .notDegrees].contains(doubt) ? doubt.map { " \($0)" } : nil
          note("\(commit.after.describe(feature)) joins nothing.\(reason ?? "")")
        }
      }
      for parting in partings { note(sentence(parting, commit)) }
      return
    }
    commits.append(
      .object([
        "name": .string(commit.transaction.name), "edits": .integer(edits),
        "revision": .integer(revision), "touched": .array(commit.touched.map { json($0, commit) }),
        "drawn": .array(drawn.map(\.json)), "parted": .array(partings.map { json($0, commit) }),
      ])
    )
  }

  private func sentence(_ parting: Parting, _ commit: NetworkCommit) -> String {
    let network = commit.after
    let others = network.describe(Array(parting.others.prefix(5)))
    let rest = parting.others.count - others.count
    let names = others.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    if network.isDeleted(parting.feature) {
      let deleted = commit.before.describe(parting.feature)
      return "\(deleted) is deleted, and the features that it joined no longer meet: \(names)."
    }
    return "\(network.describe(parting.feature)) is no longer joined with \(names)."
      + " To move those too, undo the step and redraw the feature with \"movesSharedVertices\": true."
  }

  private func json(_ parting: Parting, _ commit: NetworkCommit) -> JSONValue {
    func members(_ feature: FeatureID) -> [String: JSONValue] {
      let network = commit.network(of: feature)
      return [
        "source": .string(network.base.tables[Int(feature.table)].name),
        "globalID": JSONValue(network.globalID(of: feature)?.description),
        "origin": JSONValue(network.origin(of: feature)),
        "row": JSONValue(network.rowID(of: feature).map { Int($0) }),
      ]
    }
    return members(parting.feature).with(["from": .objects(parting.others, members)])
  }

  mutating func add(replayed commit: NetworkCommit, revision: Int) throws {
    if isJSON { return try add(commit, revision: revision) }
    let name = commit.transaction.name
    let step = name.isEmpty ? count(commit.transaction.edits.count, "edit") : name
    try printLines(["\(verb): \(step) (now at revision \(revision))"])
  }

  func end(revision: Int, _ refusal: EditRefusal? = nil) throws {
    guard isJSON else { return }
    try JSONValue.object([
      "network": .string(network), "revision": .integer(revision), "committed": .array(commits),
      "refused": refusal?.json ?? .null,
    ]).print()
  }

  /// A feature as it is after the commit, or as it was before a commit that deleted it.
  private func json(_ feature: FeatureID, _ commit: NetworkCommit) -> JSONValue {
    FeatureOutput(network: commit.network(of: feature)).members(feature)
      .with(["isDeleted": .bool(commit.after.isDeleted(feature))])
  }
}

extension NetworkCommit {
  fileprivate func network(of feature: FeatureID) -> EditedNetwork {
    let isOld = Int(feature.row) < before.rowCount(table: Int(feature.table))
    return after.isDeleted(feature) && isOld ? before : after
  }
}

/// A refused transaction of a file: its problems, each with the place of its edit in the file.
struct EditRefusal: Error {
  private let error: TransactionError
  private let name: String
  private let path: String

  init(_ error: TransactionError, number: Int, isInList: Bool) {
    self.error = error
    name = error.transaction.isEmpty && isInList ? "transaction \(number + 1)" : error.transaction
    path = isInList ? "[\(number)].edits" : "edits"
  }

  var lines: [String] {
    error.problems.map { problem in
      let number = problem.number.map { " \($0)" } ?? ""
      return (name.isEmpty ? "" : "\(name): ")
        + "\(problem) (\(problem.code.rawValue)\(number) at \(path(of: problem)))"
    }
  }

  var json: JSONValue {
    .object([
      "name": .string(error.transaction),
      "problems": .objects(error.problems) { problem in
        [
          "code": .string(problem.code.rawValue), "number": JSONValue(problem.number),
          "edit": JSONValue(problem.edit.map { $0 + 1 }), "path": .string(path(of: problem)),
          "table": JSONValue(problem.table), "row": JSONValue(problem.row),
          "message": .string(problem.message),
        ]
      },
    ])
  }

  private func path(of problem: TransactionProblem) -> String {
    path + (problem.edit.map { "[\($0)]" } ?? "")
  }
}

struct DrawnSummary {
  private let drawn: DrawnFeature
  private let source: String
  private let globalID: GlobalID?
  private let row: Int64?
  /// The number of features joined with it after the commit; nil for features that are not joined by place.
  private var joinedCount: Int?

  init(_ drawn: DrawnFeature, in network: EditedNetwork) {
    self.drawn = drawn
    source = network.base.tables[Int(drawn.feature.table)].name
    globalID = network.globalID(of: drawn.feature)
    row = network.rowID(of: drawn.feature)
  }

  mutating func look(in state: NetworkState) {
    guard let feature = globalID.flatMap(state.network.feature(globalID:)),
      let usage = state.network.assetTypeID(of: feature)
        .flatMap({ state.network.assetType($0) })?.source.usage,
      [.device, .junction, .line].contains(usage)
    else { return }
    var joined = state.topology.joined(with: feature)
    for association in state.network.associations(of: feature)
    where association.kind.isConnectivity {
      let ends = [association.from.globalID, association.to.globalID]
      joined.formUnion(ends.compactMap(state.network.feature(globalID:)))
    }
    joined.remove(feature)
    joinedCount = joined.count
  }

  func loose(in network: EditedNetwork) -> FeatureID? {
    joinedCount == 0 ? globalID.flatMap(network.feature(globalID:)) : nil
  }

  var json: JSONValue {
    .object([
      "edit": .integer(drawn.edit + 1), "source": .string(source),
      "globalID": JSONValue(globalID?.description), "row": JSONValue(row.map { Int($0) }),
      "insertedVertices": .integer(drawn.insertedVertexCount), "splits": .integer(drawn.splitCount),
      "joined": JSONValue(joinedCount), "associations": .integer(drawn.associationCount),
      "terminalChoices": .array(drawn.terminalChoices.map { Self.json($0) }),
    ])
  }

  private static func json(_ choice: TerminalChoice) -> JSONValue {
    .object([
      "lineEnd": JSONValue(choice.lineEnd.map { $0 == .start ? "start" : "end" }),
      "terminals": JSONValue(choice.terminals), "terminal": JSONValue(choice.terminal),
    ])
  }
}
