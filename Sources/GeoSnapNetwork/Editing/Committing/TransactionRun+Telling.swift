extension TransactionRun {
  /// A problem in the terms of who wrote the edits: which of them is at fault, and no identifiers that
  /// were chosen for what is not there now.
  func told(_ problem: TransactionProblem) -> TransactionProblem {
    var told = problem
    if told.edit == nil {
      let own = problem.features.first.flatMap { lastEdits[$0.number] }
      told.edit = own ?? problem.features.compactMap { lastEdits[$0.number] }.max()
    }
    if let id = problem.row.flatMap({ GlobalID($0) }), let edit = openIDs[id] {
      (told.row, told.edit) = (nil, Int(edit))
    } else if let row = problem.row, wholeNumber(row) != nil, let feature = problem.features.first,
      let edit = openRows[feature.number]
    {
      (told.row, told.edit) = (nil, edit)
    }
    guard !openIDs.isEmpty else { return told }
    let words = problem.message.split(separator: " ", omittingEmptySubsequences: false)
    told.message = words.map(inEdits).joined(separator: " ")
    return told
  }

  /// A word of a message; for a global id that an edit left open the number of the edit.
  private func inEdits(_ word: Substring) -> String {
    let id = word.prefix { $0.isHexDigit || $0 == "-" }
    guard id.utf8.count == 36, let globalID = GlobalID(String(id)), let edit = openIDs[globalID]
    else { return String(word) }
    return "of edit \(edit + 1)" + word.dropFirst(id.count)
  }
}
