/// Something that has changed in the network of a session.
public struct NetworkChange: Sendable {
  /// How it came about.
  public enum Cause: Hashable, Sendable {
    /// A transaction was committed.
    case committed
    /// The last step was undone.
    case undone
    /// A step that was undone was done again.
    case redone
    /// Another program has changed what is stored.
    case byOthers
    /// Another network is stored now, with another definition, other rules or tables: identifiers of
    /// features from before are good no more, global ids are.
    case replaced
  }

  /// How it came about.
  public let cause: Cause
  /// What was changed, with what undoes it and the features that it touched; nil when the network was
  /// replaced.
  public let commit: NetworkCommit?
  /// The state since then.
  public let state: NetworkState

  package init(_ cause: Cause, _ commit: NetworkCommit?, _ state: NetworkState) {
    self.cause = cause
    self.commit = commit
    self.state = state
  }
}
