import GeoSnap

/// A transaction in a file.
struct FileTransaction: Decodable {
  let name: String
  let edits: [FileEdit]

  /// Reads a transaction as `Documentation/Editing-JSON.md` describes it; the name is optional.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    try container.refuseKeys(except: ["name", "edits"])
    name = try container.decodeIfPresent(String.self, forKey: "name") ?? ""
    edits = try container.decode([FileEdit].self, forKey: "edits")
  }

  /// The transaction; nil where one of its edits depends on the network.
  var plain: NetworkTransaction? {
    let plain = edits.compactMap { if case .plain(let edit) = $0 { edit } else { nil } }
    return plain.count == edits.count ? NetworkTransaction(name, plain) : nil
  }

  /// Replaces edits that draw by plain edits, on a state.
  ///
  /// Edits between them are tried together; those after the last one are only checked by the commit. Throws
  /// `TransactionError`, whose edits are counted as in the file.
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
    var drawn: [DrawnFeature.DrawnSummary] = []
    var waiting: [NetworkEdit] = []
    for edit in edits {
      if case .plain(let edit) = edit {
        waiting.append(edit)
        continue
      }
      if !waiting.isEmpty { try draft.add(waiting) }
      waiting = []
      if let feature = try edit.draw(in: &draft) {
        drawn.append(DrawnFeature.DrawnSummary(feature, in: draft.state.network))
      }
    }
    var transaction = draft.transaction
    transaction.edits += waiting
    transaction.numbering?.numbers += edits.indices.suffix(waiting.count)
    return WrittenTransaction(transaction: transaction, drawn: drawn)
  }
}

/// A transaction of plain edits, with the features that were drawn.
struct WrittenTransaction {
  let transaction: NetworkTransaction
  let drawn: [DrawnFeature.DrawnSummary]
}
