internal import Foundation
internal import GeoSnap
public import GeoSnapStore
internal import GeoSnapSupport

extension PostGIS {
  /// Brings back what was edited in a file that ``checkOut(_:extent:to:replacing:)`` has made.
  ///
  /// Each step of the file's history that is done becomes a commit of whoever checks in, under the same name. New rows
  /// get row ids of the database, and keep their global ids. All steps are tried first: when one is in conflict with what
  /// others have changed since, or the rules refuse it, nothing is written, or the others are when `skipsConflicts` says
  /// so. What was written is found by the identifiers of its commits, so that a check-in which was cut off can be
  /// repeated, and the rest can be brought later: no step is done twice.
  ///
  /// - Parameters:
  ///   - path: The file, which nobody else may edit meanwhile.
  ///   - address: Where the network is; nil for where the file says that it comes from.
  ///   - isTrial: Whether to tell alone what would be done.
  ///   - skipsConflicts: Whether to bring back those steps that nothing is in the way of.
  ///   - allowsUnconnected: Whether steps may leave what meets without connecting.
  ///   - timeout: How long to wait for other programs that have the file, and for the server.
  ///   - images: Where images of the database's network are kept.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Returns: What has become of each step.
  /// - Throws: ``StoreError`` with code `cannotOpen` when the file was not checked out or the database has another
  ///   network; `inUse`; `badData` when another program has changed rows of the file; `changedByOthers` when a step was
  ///   brought back and undone in the file since; `CancellationError` before anything is written.
  /// - Complexity: As opening the network, and linear in the size of the file and of its history.
  public static func checkIn(
    _ path: String,
    into address: PostgresAddress? = nil,
    isTrial: Bool = false,
    skipsConflicts: Bool = false,
    allowsUnconnected: Bool = false,
    timeout: Duration = .seconds(10),
    images: ImageCache = .standard,
    progress: (@Sendable (_ done: Double) -> Void)? = nil
  ) async throws -> NetworkCheckIn {
    let file = try await onThread(
      stop: { true },
      { try CheckedOutFile(path, timeout: timeout) }
    )
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
      throw StoreError(
        .cannotOpen,
        path: "\(session.address)",
        message:
          "This is another network than \(path) was checked out of, which was at \(checkout.address)."
      )
    }
    try Task.checkCancellation()
    let network = session.state.network
    let isRedefined =
      network.base.definition != file.stored.network.definition
      || network.base.rules != file.stored.network.rules
    // From here on it is done to the end: what is cut off would have to be repeated.
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
    _ progress: (@Sendable (_ done: Double) -> Void)?
  ) throws -> [NetworkCheckIn.Step] {
    let run = try CheckInRun(file, session, allowsUnconnected: allowsUnconnected)
    let checkout = file.checkout
    var steps = try run.trial()
    if isTrial || !skipsConflicts && steps.contains(where: \.isHeldUp) { return steps }
    let before = checkout.begun
    if steps.contains(where: { if case .possible = $0.outcome { true } else { false } }) {
      // A try that is cut off has left its traces before it begins.
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
}

extension [NetworkCheckout.Begun] {
  /// The same with the steps of a file, and what is known of them.
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
