internal import Foundation
internal import GeoSnap
public import GeoSnapStore
internal import GeoSnapSupport

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
  ///   - progress: Receives the share that is done, from 0 to 1, from one thread at a time.
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
          "This is not the network from which \(path) was checked out: that network was at \(checkout.address)."
      )
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
    _ progress: (@Sendable (_ done: Double) -> Void)?
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
}

extension [NetworkCheckout.Begun] {
  /// The list with the steps of a file and their outcomes.
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
