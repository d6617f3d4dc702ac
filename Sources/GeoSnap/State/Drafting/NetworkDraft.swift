/// The edits of one transaction, tried one after the other on a state of their own, and written out as simple ones.
///
/// Each edit finds what those before it left, and holds by itself, with all checks, or is refused: the draft is as
/// before then. So edits that a ``GeometryEditor`` proposes, which depend on what is there, stand in one transaction
/// with others. Nobody sees any of it until ``transaction`` is committed to what the draft began with.
///
/// ```swift
/// var draft = NetworkDraft(session.state, name: "A valve on the main")
/// let drawn = try draft.draw(
///   NewFeature(assetGroup: 3, assetType: 1, geometry: place), in: "PipelineDevice")
/// try draft.add([.setAttributes(main, ["CLEARED": .integer(1)])])
/// try session.commit(draft.transaction)
/// ```
public struct NetworkDraft: Sendable {
  /// The network as the edits so far leave it, which nobody has committed.
  public private(set) var state: NetworkState
  /// What leads there: global ids are filled in, splits and merges written out, edits that change nothing left out.
  public private(set) var transaction: NetworkTransaction
  /// How many edits were added, drawn, redrawn and deleted.
  public internal(set) var count = 0
  private let checks: [any NetworkCommitCheck]
  private let allowsUnconnected: Bool

  /// Begins with a state.
  ///
  /// - Parameters:
  ///   - state: What the first edit finds.
  ///   - name: The name of the transaction.
  ///   - checks: What each edit has to pass beside the built-in checks.
  ///   - allowsUnconnected: Whether edits may leave what meets without connecting.
  public init(
    _ state: NetworkState,
    name: String = "",
    checks: [any NetworkCommitCheck] = [],
    allowsUnconnected: Bool = false
  ) {
    self.state = state
    transaction = NetworkTransaction(name)
    transaction.numbering = EditNumbering()
    self.checks = checks
    self.allowsUnconnected = allowsUnconnected
  }

  /// Adds edits as they are, which together hold by themselves.
  ///
  /// - Throws: `TransactionError` with one problem for each thing that is wrong; edits are counted from the first of the
  ///   draft.
  /// - Complexity: As ``NetworkState/previewing(_:checks:)``.
  public mutating func add(_ edits: [NetworkEdit]) throws(TransactionError) {
    try carryOut(edits, EditNumbering(Array(count..<count + edits.count)))
    count += edits.count
  }

  /// Deletes a feature, and makes one line of the two that it lay between: see
  /// ``NetworkState/deletion(of:healsLines:)``.
  ///
  /// - Throws: As ``add(_:)``.
  /// - Complexity: Linear in what is at the feature's place.
  public mutating func delete(
    _ key: FeatureKey,
    healsLines: Bool = true
  ) throws(TransactionError) {
    let feature = state.network.feature(key)
    let edits = feature.map { state.deletion(of: $0, healsLines: healsLines).edits }
    try carryOutOne(edits ?? [.deleteFeature(key)])
  }

  /// Carries out what one edit was written out as.
  mutating func carryOutOne(
    _ edits: [NetworkEdit],
    openID: GlobalID? = nil
  ) throws(TransactionError) {
    var numbering = EditNumbering(edits.map { _ in count })
    if let openID { numbering.openIDs[openID] = count }
    do throws(TransactionError) {
      try carryOut(edits, numbering)
    } catch {
      var refusal = error
      // Whatever is wrong somewhere else is so since this edit.
      for index in refusal.problems.indices where refusal.problems[index].edit == nil {
        refusal.problems[index].edit = count
      }
      throw refusal
    }
    count += 1
  }

  /// What is wrong with an edit as it is, topology apart.
  func problems(of edit: NetworkEdit) -> [TransactionProblem] {
    var trial = NetworkTransaction(transaction.name, [edit])
    trial.numbering = EditNumbering([count])
    do throws(TransactionError) {
      _ = try state.network.committing(trial)
      return []
    } catch {
      return error.problems
    }
  }

  private mutating func carryOut(
    _ edits: [NetworkEdit],
    _ numbering: EditNumbering
  ) throws(TransactionError) {
    var trial = NetworkTransaction(transaction.name, edits)
    trial.numbering = numbering
    // What earlier edits left open is told by their numbers.
    trial.numbering?.openIDs.merge(transaction.numbering?.openIDs ?? [:]) { own, _ in own }
    let check = StateCheck(state, refuses: !allowsUnconnected)
    let commit = try state.network.committing(trial, checks: checks + [check])
    check.didCommit(commit, isChecked: true)
    state = check.state
    transaction.edits += commit.transaction.edits
    transaction.numbering?.append(commit.numbering)
  }
}
