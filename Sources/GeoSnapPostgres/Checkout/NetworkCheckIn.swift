internal import Foundation
public import GeoSnap
public import GeoSnapStore
internal import GeoSnapSupport

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
    package var isIn: Bool {
      switch outcome {
      case .done, .doneBefore, .unchanged: true
      case .possible, .conflict, .refused, .waits: false
      }
    }

    /// Whether it cannot be written.
    package var isHeldUp: Bool {
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

  package var writtenCount: Int {
    steps.count { if case .done = $0.outcome { true } else { false } }
  }

  /// Whether an earlier check-in had written all steps.
  package var wasComplete: Bool {
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

extension PostGIS {
  /// Checks in the edits of a file that ``checkOut(_:extent:to:replacing:)`` has made.
  ///
  /// Each step of the file's history that is not undone becomes a commit of the current role, under the same name.
  /// New rows get row ids of the database, and keep their global ids. All steps are tried first. When one conflicts
  /// with changes of others, or the rules refuse it, nothing is written; with `skipsConflicts`, the remaining steps
  /// are written. Steps are found again by the identifiers of their commits, so an interrupted check-in can be
  /// repeated, and later steps can follow: no step is written twice.
  ///
  /// - Parameters:
  ///   - path: The file, which must not be edited meanwhile.
  ///   - address: The network; nil for the one of the checkout.
  ///   - isTrial: Whether to report the outcome without writing.
  ///   - skipsConflicts: Whether to write the steps that can be written.
  ///   - allowsUnconnected: Whether steps may leave features that meet without being connected.
  ///   - timeout: How long to wait for other programs that have the file, and for the server.
  ///   - images: The cache for images of the database's network.
  ///   - progress: Receives the share that is done.
  /// - Returns: The outcome of each step.
  /// - Throws: ``StoreError`` with code `cannotOpen` when the file was not checked out or the database has another
  ///   network; `inUse`; `badData` when another program has changed rows of the file; `changedByOthers` when a step
  ///   was checked in and has since been undone in the file; `CancellationError` before anything is written.
  /// - Complexity: As opening the network, and linear in the size of the file and of its history.
  public static func checkIn(
    _ path: String,
    into address: PostgresAddress? = nil,
    isTrial: Bool = false,
    skipsConflicts: Bool = false,
    allowsUnconnected: Bool = false,
    timeout: Duration = .seconds(10),
    images: ImageCache = .standard,
    progress: ProgressHandler? = nil
  ) async throws -> NetworkCheckIn {
    let file = try await onThread(stop: { true }, { try CheckedOutFile(path, timeout: timeout) })
    let checkout = file.checkout
    let session = try await PostgresSession(
      try address ?? PostgresAddress(checkout.address),
      allowsUnconnected: allowsUnconnected,
      timeout: timeout,
      images: images,
      lookingEvery: nil,
      progress: { progress?($0 / 2) }
    )
    guard session.networkID.lowercased() == checkout.network.lowercased() else {
      let message =
        "This is not the network from which \(path) was checked out: that network was at \(checkout.address)."
      throw session.address.error(.cannotOpen, message)
    }
    try Task.checkCancellation()
    let network = session.state.network
    let isRedefined =
      network.base.definition != file.stored.network.definition
      || network.base.rules != file.stored.network.rules
    // From here it cannot be cancelled, since an interrupted check-in would have to be repeated.
    let stop: @Sendable () -> Bool = { false }
    let steps = try await onThread(stop: stop) {
      try outcomes(
        of: file,
        session,
        isTrial: isTrial,
        skipsConflicts: skipsConflicts,
        allowsUnconnected: allowsUnconnected,
        progress
      )
    }
    progress?(1)
    return NetworkCheckIn(
      checkout: checkout,
      address: session.address,
      steps: steps,
      isRedefined: isRedefined
    )
  }

  private static func outcomes(
    of file: CheckedOutFile,
    _ session: PostgresSession,
    isTrial: Bool,
    skipsConflicts: Bool,
    allowsUnconnected: Bool,
    _ progress: ProgressHandler?
  ) throws -> [NetworkCheckIn.Step] {
    let run = try CheckInRun(file, session, allowsUnconnected: allowsUnconnected)
    let checkout = file.checkout
    var steps = try run.trial()
    if isTrial || !skipsConflicts && steps.contains(where: \.isHeldUp) { return steps }
    let before = checkout.begun
    if steps.contains(where: { if case .possible = $0.outcome { true } else { false } }) {
      // The steps are recorded before they begin, so that an interrupted attempt is known.
      try file.note(before.adding(file.steps, steps), checkedIn: checkout.checkedIn)
      let count = Double(max(1, steps.count))
      steps = try run.write(skipsConflicts: skipsConflicts) {
        progress?(0.5 + Double($0) / count / 2)
      }
    } else if checkout.checkedIn != nil {
      return steps
    }
    let isComplete = steps.allSatisfy(\.isIn)
    try file.note(
      before.adding(file.steps, steps),
      checkedIn: isComplete ? Date().formatted(.iso8601) : checkout.checkedIn
    )
    return steps
  }

  /// Checks out an extent of a network into a GeoPackage, for editing without the database.
  ///
  /// ``checkIn(_:into:isTrial:skipsConflicts:allowsUnconnected:timeout:images:progress:)`` writes the edits back. The
  /// file holds the result of ``NetworkPlace/open(extent:strict:images:)``, with the row ids of the database, and its
  /// origin in `un_checkout`. Nothing is locked in the database: the check-in reports conflicts with edits that others
  /// make meanwhile. See `Documentation/Fieldwork.md`.
  ///
  /// - Parameters:
  ///   - address: The network.
  ///   - extent: The extent, in the reference system of the network.
  ///   - path: The path of the file; the folder must exist.
  ///   - replacing: Whether to replace an existing file.
  /// - Returns: The network in the file, with ``StoredData/edge`` and ``StoredData/checkout``.
  /// - Throws: ``StoreError`` with one problem for each row in the extent that cannot be read, since its neighbours
  ///   could not be edited by the rules; with code `cannotOpen`, `alreadyExists` or `cannotWrite`.
  /// - Complexity: Linear in the content of the extent, times the logarithm of the network's size.
  @discardableResult
  public static func checkOut(
    _ address: PostgresAddress,
    extent: Envelope,
    to path: String,
    replacing: Bool = false
  ) throws(StoreError) -> StoredNetwork {
    var (stored, checkout) = try reading(address) { connection, catalogue in
      let stored = try NetworkReader.read(connection, catalogue, extent, isStrict: true)
      let role = try connection.query("SELECT session_user")[0, 0] ?? ""
      return (
        stored,
        NetworkCheckout(
          id: .random(),
          address: "\(catalogue.address)",
          network: catalogue.network,
          state: try Stamp.now(connection, catalogue).stamp.text,
          extent: extent,
          cut: stored.edge?.associations ?? [],
          author: "\(role) on \(ThisMachine.name)",
          time: Date().formatted(.iso8601)
        )
      )
    }
    checkout = try GeoPackage.write(stored, checkedOut: checkout, to: path, replacing: replacing)
    stored.additional.checkout = checkout
    return stored
  }
}

extension [NetworkCheckout.Begun] {
  fileprivate func adding(
    _ steps: [CheckedOutFile.Step],
    _ outcomes: [NetworkCheckIn.Step]
  ) -> [NetworkCheckout.Begun] {
    let new = zip(steps, outcomes).map { step, outcome in
      let revision: Int64? =
        switch outcome.outcome {
        case .done(let revision), .doneBefore(let revision): Int64(revision)
        default: nil
        }
      return NetworkCheckout.Begun(
        commit: step.commit,
        step: step.number,
        name: step.name,
        revision: revision
      )
    }
    let known = Set(new.map(\.commit))
    return filter { !known.contains($0.commit) } + new
  }
}

extension NetworkCheckout {
  package var revision: Int { Stamp(state).map { Int($0.revision) } ?? 0 }
}
