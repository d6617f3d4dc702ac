public import GeoSnap
public import GeoSnapStore

/// What has become of the steps of a file that was checked out, or would become of them.
public struct NetworkCheckIn: Sendable {
  /// What has become of a step.
  public enum Outcome: Sendable {
    /// The database has it now, under a revision.
    case done(revision: Int)
    /// The database had it already, under a revision: an earlier check-in has brought it.
    case doneBefore(revision: Int)
    /// The database is as the step leaves it: there was nothing to do.
    case unchanged
    /// It could be done, and was not: only a trial was asked for, or other steps could not be.
    case possible
    /// Others have changed in the database what it names.
    case conflict([CheckInConflict])
    /// The database's rules, or its definition, refuse it.
    case refused(TransactionError)
    /// It names what an earlier step, by its number, inserts or changes, which could not be done.
    case waits(for: Int64)
  }

  /// A step of the file.
  public struct Step: Sendable {
    /// Its number in the file's history.
    public let number: Int64
    /// What it did, for people.
    public let name: String
    /// When it was committed in the file, in UTC.
    public let time: String
    /// What has become of it.
    public let outcome: Outcome

    /// Whether the database has what it did.
    public var isIn: Bool {
      switch outcome {
      case .done, .doneBefore, .unchanged: true
      case .possible, .conflict, .refused, .waits: false
      }
    }

    /// Whether something is in its way.
    public var isHeldUp: Bool {
      switch outcome {
      case .conflict, .refused, .waits: true
      case .done, .doneBefore, .unchanged, .possible: false
      }
    }
  }

  /// What the file says of where it comes from, as it was before.
  public let checkout: NetworkCheckout
  /// Where the network is.
  public let address: PostgresAddress
  /// The steps of the file that are done, oldest first.
  public let steps: [Step]
  /// Whether the network has another definition, or other rules, than when it was checked out.
  public let isRedefined: Bool

  /// Whether the database has all steps of the file.
  public var isComplete: Bool { steps.allSatisfy(\.isIn) }

  /// The number of steps that were written now.
  public var writtenCount: Int {
    steps.count { if case .done = $0.outcome { true } else { false } }
  }

  /// Whether all was in the database before, by an earlier check-in.
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

/// That others have changed in the database what a step of a file names.
public struct CheckInConflict: Sendable {
  /// What both are about: a feature, or an association.
  public let key: FeatureKey
  /// The edit of the step that names it, by its position.
  public let edit: Int
  /// Who has changed it last in the database; nil when the history does not say.
  public let author: String?
  /// When, in UTC.
  public let time: String?
  /// What that step was called.
  public let name: String?
  /// Both sides, as a sentence.
  public let message: String
}
