import GeoSnap

/// A transaction as a file has it.
struct FileTransaction: Decodable {
  let name: String
  let edits: [FileEdit]

  /// Reads a transaction as `Documentation/Editing.md` describes it; the name may be missing.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    try container.refuseKeys(except: ["name", "edits"])
    name = try container.decodeIfPresent(String.self, forKey: "name") ?? ""
    edits = try container.decode([FileEdit].self, forKey: "edits")
  }

  /// The transaction; nil where an edit of it depends on what is there.
  var plain: NetworkTransaction? {
    let plain = edits.compactMap { if case .plain(let edit) = $0 { edit } else { nil } }
    return plain.count == edits.count ? NetworkTransaction(name, plain) : nil
  }

  /// Writes its edits out on a state.
  ///
  /// Edits between those that are drawn are tried together. What comes behind the last of these is left to whoever
  /// commits.
  ///
  /// - Throws: `TransactionError`; edits are counted as in the file.
  func written(
    on state: NetworkState,
    checks: [any NetworkCommitCheck],
    allowsUnconnected: Bool
  ) throws(TransactionError) -> WrittenTransaction {
    if let plain { return WrittenTransaction(transaction: plain, drawn: []) }
    var draft = NetworkDraft(
      state,
      name: name,
      checks: checks,
      allowsUnconnected: allowsUnconnected
    )
    var drawn: [DrawnFeature.Told] = []
    var waiting: [NetworkEdit] = []
    for edit in edits {
      if case .plain(let edit) = edit {
        waiting.append(edit)
        continue
      }
      if !waiting.isEmpty { try draft.add(waiting) }
      waiting = []
      if let feature = try edit.draw(in: &draft) {
        drawn.append(DrawnFeature.Told(feature, in: draft.state.network))
      }
    }
    var transaction = draft.transaction
    transaction.edits += waiting
    transaction.numbering?.numbers += edits.indices.suffix(waiting.count)
    return WrittenTransaction(transaction: transaction, drawn: drawn)
  }
}

/// A transaction of plain edits, with what was proposed for those that were drawn.
struct WrittenTransaction {
  let transaction: NetworkTransaction
  let drawn: [DrawnFeature.Told]
}
