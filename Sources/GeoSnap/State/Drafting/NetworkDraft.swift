/// The edits of one transaction, tried one after the other on a separate state, and recorded as simple edits.
///
/// Each edit sees the result of the edits before it. Edits that are added together are checked together; if they fail,
/// they are refused and the draft is unchanged. Edits that a ``GeometryEditor`` proposes depend on the features around them; a draft combines them
/// with other edits in one transaction. No one else sees the result until ``transaction`` is committed to the network
/// that the draft began with.
///
/// ```swift
/// var draft = NetworkDraft(session.state, name: "A valve on the main")
/// let drawn = try draft.draw(
///   NewFeature(assetGroup: 3, assetType: 1, geometry: place), in: "PipelineDevice")
/// try draft.add([.setAttributes(main, ["CLEARED": .integer(1)])])
/// try session.commit(draft.transaction)
/// ```
public struct NetworkDraft: Sendable {
  /// The network after the edits so far, not committed.
  public private(set) var state: NetworkState
  /// The transaction that leads to ``state``: with global ids filled in, splits and merges written as simple edits,
  /// and edits that change nothing left out.
  public private(set) var transaction: NetworkTransaction
  /// The number of edits that were added, drawn, redrawn and deleted.
  public internal(set) var count = 0
  private let checks: [any NetworkCommitCheck]
  private let allowsUnconnected: Bool

  /// Begins with a state.
  ///
  /// - Parameters:
  ///   - state: The state that the first edit applies to.
  ///   - name: The name of the transaction.
  ///   - checks: Checks for each edit in addition to the built-in ones.
  ///   - allowsUnconnected: Whether edits may leave features that meet without connecting.
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

  /// Adds edits unchanged; they have to pass the checks together.
  ///
  /// - Throws: `TransactionError` with one problem for each error; edits are counted from the first of the draft.
  /// - Complexity: As ``NetworkState/previewing(_:checks:)``.
  public mutating func add(_ edits: [NetworkEdit]) throws(TransactionError) {
    try carryOut(edits, EditNumbering(Array(count..<count + edits.count)))
    count += edits.count
  }

  /// Deletes a feature and merges the two lines that it joined: see ``NetworkState/deletion(of:healsLines:)``.
  ///
  /// Throws as ``add(_:)``. The time is linear in the number of features at the same place.
  public mutating func delete(
    _ key: FeatureKey,
    healsLines: Bool = true
  ) throws(TransactionError) {
    let feature = state.network.feature(key)
    let edits = feature.map { state.deletion(of: $0, healsLines: healsLines).edits }
    try carryOutOne(edits ?? [.deleteFeature(key)])
  }

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
      // Problems elsewhere are new, so this edit caused them.
      for index in refusal.problems.indices where refusal.problems[index].edit == nil {
        refusal.problems[index].edit = count
      }
      throw refusal
    }
    count += 1
  }

  /// The problems of a single edit, without those of the topology.
  func problems(of edit: NetworkEdit) -> [TransactionProblem] {
    var trial = NetworkTransaction(transaction.name, [edit])
    trial.numbering = EditNumbering([count])
    return state.network.problems(of: trial)
  }

  private mutating func carryOut(
    _ edits: [NetworkEdit],
    _ numbering: EditNumbering
  ) throws(TransactionError) {
    var trial = NetworkTransaction(transaction.name, edits)
    trial.numbering = numbering
    // Problems that earlier edits left open are reported with the numbers of these edits.
    trial.numbering?.openIDs.merge(transaction.numbering?.openIDs ?? [:]) { own, _ in own }
    let check = StateCheck(state, refuses: !allowsUnconnected)
    let commit = try state.network.committing(trial, checks: checks + [check])
    check.didCommit(commit, isChecked: true)
    state = check.state
    transaction.edits += commit.transaction.edits
    transaction.numbering?.append(commit.numbering)
  }
}
