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
    return told
  }
}
