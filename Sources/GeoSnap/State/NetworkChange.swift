/// A change of the network of a session.
public struct NetworkChange: Sendable {
  /// The cause of a change.
  public enum Cause: Hashable, Sendable {
    /// A transaction was committed.
    case committed
    /// The last step was undone.
    case undone
    /// A step was redone.
    case redone
    /// Another program has changed the stored network.
    case byOthers
    /// Another network is stored now, with a different definition, rules or tables: earlier feature identifiers are
    /// no longer valid, global ids still are.
    case replaced
  }

  /// The cause.
  public let cause: Cause
  /// The edits, those that undo them, and the features that they touched; nil when the network was replaced.
  public let commit: NetworkCommit?
  /// The state after the change.
  public let state: NetworkState

  package init(_ cause: Cause, _ commit: NetworkCommit?, _ state: NetworkState) {
    self.cause = cause
    self.commit = commit
    self.state = state
  }
}
