public import GeoSnap
public import GeoSnapStore

/// The outcome of a check-in, or of its trial.
public struct NetworkCheckIn: Sendable {
  /// The outcome of a step.
  public enum Outcome: Sendable {
    /// It was written to the database, as a revision.
    case done(revision: Int)
    /// The database already had it, as a revision, from an earlier check-in.
    case doneBefore(revision: Int)
    /// The database already is in the state after the step.
    case unchanged
    /// It could be written but was not, because of a trial or of failed steps.
    case possible
    /// Other users have changed objects that it names.
    case conflict([CheckInConflict])
    /// The database's rules or its definition refuse it.
    case refused(TransactionError)
    /// It names objects of an earlier step, by its number, that failed.
    case waits(for: Int64)
  }

  /// A step of the file.
  public struct Step: Sendable {
    /// Its number in the file's history.
    public let number: Int64
    /// A description of the step for users.
    public let name: String
    /// The time of its commit in the file, in UTC.
    public let time: String
    /// The outcome.
    public let outcome: Outcome

    /// Whether its changes are in the database.
    public var isIn: Bool {
      switch outcome {
      case .done, .doneBefore, .unchanged: true
      case .possible, .conflict, .refused, .waits: false
      }
    }

    /// Whether it cannot be written.
    public var isHeldUp: Bool {
      switch outcome {
      case .conflict, .refused, .waits: true
      case .done, .doneBefore, .unchanged, .possible: false
      }
    }
  }

  /// The checkout record of the file before the check-in.
  public let checkout: NetworkCheckout
  /// The network.
  public let address: PostgresAddress
  /// The steps of the file that are not undone, oldest first.
  public let steps: [Step]
  /// Whether the definition or the rules of the network have changed since the checkout.
  public let isRedefined: Bool

  /// Whether the database has all steps of the file.
  public var isComplete: Bool { steps.allSatisfy(\.isIn) }

  /// The number of steps that were written now.
  public var writtenCount: Int {
    steps.count { if case .done = $0.outcome { true } else { false } }
  }

  /// Whether an earlier check-in had written all steps.
  public var wasComplete: Bool {
    checkout.checkedIn != nil
      && steps.allSatisfy { step in
        switch step.outcome {
        case .doneBefore, .unchanged: true
        default: false
        }
      }
  }
}

/// A conflict: other users have changed an object in the database that a step of a file names.
public struct CheckInConflict: Sendable {
  /// The feature or association.
  public let key: FeatureKey
  /// The position of the edit in the step.
  public let edit: Int
  /// The author of the last change in the database; nil when the history does not have it.
  public let author: String?
  /// The time of that change, in UTC.
  public let time: String?
  /// The name of that change.
  public let name: String?
  /// A sentence that describes both sides.
  public let message: String
}
