extension TransactionRun {
  /// The problem for the author of the edits: with the number of the erroneous edit, and without generated
  /// identifiers of features that do not exist now.
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
    told.message = EditNumbering(openIDs: openIDs.mapValues { Int($0) }).told(problem.message)
    if let edit = told.edit, splits.contains(edit) {
      // A piece of the line has no id yet that an edit could name.
      for field in [TerminalField.from, TerminalField.to] {
        told.message = told.message.replacing(
          TerminalField.setting(field),
          with: "Give the split \"terminals\" before and after the place, such as [[1, 2]]:"
        )
      }
    }
    return told
  }
}
