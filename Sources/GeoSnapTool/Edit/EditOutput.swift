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
    drawn: [DrawnFeature.DrawnSummary] = [],
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
        "revision": .integer(revision),
        "touched": .array(commit.touched.map { json($0, commit) }),
        "drawn": .array(drawn.map(\.json)),
        "parted": .array(partings.map { json($0, commit) }),
      ])
    )
  }

  /// A sentence about features that are no longer joined, and how to join them.
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
    var object = members(parting.feature)
    object["from"] = .array(parting.others.map { .object(members($0)) })
    return .object(object)
  }

  /// Adds a step that was undone or redone.
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
    var members = FeatureOutput(network: commit.network(of: feature)).members(feature)
    members["isDeleted"] = .bool(commit.after.isDeleted(feature))
    return .object(members)
  }
}

extension NetworkCommit {
  /// The network that has a feature: the one before the commit when the commit deleted it.
  fileprivate func network(of feature: FeatureID) -> EditedNetwork {
    let isOld = Int(feature.row) < before.rowCount(table: Int(feature.table))
    return after.isDeleted(feature) && isOld ? before : after
  }
}

/// Prints the history of a network.
struct HistoryOutput {
  let network: String
  let store: any EditingStore
  private let steps: ArraySlice<HistoryStep>
  private let rest: Int

  init(network: String, store: any EditingStore, steps: [HistoryStep], _ limit: Int?) {
    self.network = network
    self.store = store
    self.steps = steps.suffix(limit ?? .max)
    rest = steps.count - self.steps.count
  }

  var json: JSONValue {
    .object([
      "network": .string(network), "revision": .integer(store.revision),
      "canUndo": .bool(store.canUndo), "canRedo": .bool(store.canRedo),
      "steps": .array(
        steps.map { step in
          .object([
            "number": .integer(Int(step.number)), "name": .string(step.name),
            "time": .string(step.time), "edits": .integer(step.editCount),
            "isUndone": .bool(step.isUndone), "author": JSONValue(step.author),
          ])
        }
      ),
    ])
  }

  var lines: [String] {
    ["\(count(rest + steps.count, "step")), revision \(store.revision)"]
      + (rest > 0 ? ["  \(rest) older: see --limit"] : [])
      + steps.map { step in
        "  \(step.number)  \(step.time)  \(step.name)  \(count(step.editCount, "edit"))"
          + (step.author.map { "  by \($0)" } ?? "") + (step.isUndone ? "  (undone)" : "")
      }
  }
}
