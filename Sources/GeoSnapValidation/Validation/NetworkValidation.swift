internal import GeoSnapSupport

/// What is wrong with a network: every error with its features, its place and what to do.
///
/// A value, worked out once. Errors come in the order of their codes' numbers, then of features; the
/// same network gives the same list. Errors of subnetworks are not among them: tracing finds those.
public struct NetworkValidation: Sendable {
  /// Whether a feature is in order.
  public enum Status: Hashable, Sendable {
    /// Nothing is wrong with it.
    case clean
    /// Some error concerns it.
    case error
  }

  /// The network, with the edits of the topology that was validated: its identifiers are those of ``errors``.
  public let network: EditedNetwork
  /// What is wrong.
  public let errors: [NetworkFault]
  /// Asset types that meet or are associated without a rule, the most frequent first.
  ///
  /// Counted in the whole network, even where another error hides this one; with an extent, in the listed errors.
  public let ruleGaps: [RuleGapCount]
  /// What breaks no rule but looks like a mistake, kind by kind; empty unless doubts were looked for.
  public let doubts: [NetworkDoubt]
  /// The number of doubts that were accepted and are left out of ``doubts``.
  public let acceptedDoubtCount: Int
  private let faulty: [FeatureID: [Int]]

  /// Validates a network.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - problems: What was tolerated when the network was opened or made.
  ///   - tolerance: How near two vertices must be to be one place; by default what suits the
  ///     network's reference system.
  ///   - extent: When given, only the errors, doubts and missing rules of features that lie in or touch it are
  ///     listed.
  ///   - doubts: How to look for doubts; nil to leave them out.
  /// - Throws: ``IndexError`` when an ordinate is too large to measure with.
  /// - Complexity: O(n log n) for n vertices, as long as features overlap little.
  public init(
    _ network: UtilityNetwork,
    tolerated problems: [NetworkProblem] = [],
    tolerance: CoincidenceTolerance? = nil,
    extent: Envelope? = nil,
    doubts: DoubtSettings? = nil
  ) throws(IndexError) {
    self.init(
      Topology(network, tolerance: tolerance),
      try FeatureIndex(
        lists: network.tables.map { .column($0.geometries) },
        threads: Self.threads(for: network)
      ),
      tolerated: problems,
      extent: extent,
      doubts: doubts
    )
  }

  /// Validates a network on all cores, with progress, and so that it can be cancelled.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - problems: What was tolerated when the network was opened or made.
  ///   - tolerance: How near two vertices must be to be one place; by default what suits the
  ///     network's reference system.
  ///   - extent: When given, only the errors, doubts and missing rules of features that lie in or touch it are
  ///     listed.
  ///   - doubts: How to look for doubts; nil to leave them out.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Throws: ``IndexError`` when an ordinate is too large to measure with; `CancellationError`
  ///   when the task was cancelled.
  /// - Complexity: O(n log n) for n vertices, as long as features overlap little.
  public init(
    _ network: UtilityNetwork,
    tolerated problems: [NetworkProblem] = [],
    tolerance: CoincidenceTolerance? = nil,
    extent: Envelope? = nil,
    doubts: DoubtSettings? = nil,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws {
    // The checks take about half of the time.
    let topology = try await Topology(
      network,
      tolerance: tolerance,
      progress: { progress?($0 * 0.3) }
    )
    let features = try await FeatureIndex(
      lists: network.tables.map { .column($0.geometries) },
      progress: { progress?(0.3 + $0 * 0.2) }
    )
    try await self.init(
      topology,
      features,
      tolerated: problems,
      extent: extent,
      doubts: doubts,
      progress: { progress?(0.5 + $0 * 0.5) }
    )
  }

  /// Validates a network whose topology and index are there already.
  ///
  /// One with edits is packed anew for it, for the checks look at all features in their order. What is found
  /// is what the stored network opened anew gives, under the identifiers that features have in the topology.
  ///
  /// - Parameters:
  ///   - topology: The topology of the network.
  ///   - features: The index of all its features, under their ordinals: ``NetworkIndex/features``.
  ///   - problems: What was tolerated when the network was opened or made.
  ///   - extent: When given, only the errors, doubts and missing rules of features that lie in or touch it are
  ///     listed.
  ///   - doubts: How to look for doubts; nil to leave them out.
  /// - Complexity: O(n log n) for n vertices, as long as features overlap little.
  public init(
    _ topology: Topology,
    _ features: FeatureIndex,
    tolerated problems: [NetworkProblem] = [],
    extent: Envelope? = nil,
    doubts: DoubtSettings? = nil
  ) {
    let isDoubting = doubts != nil
    let threads = Self.threads(for: topology.network.base)
    let anew = topology.network.box == nil ? nil : topology.network.packedAnew()
    let subject =
      if let anew {
        ValidationSubject(
          Topology(anew.network, tolerance: topology.tolerance),
          Self.index(of: anew, threads: threads),
          tolerated: problems,
          isDoubting: isDoubting
        )
      } else {
        ValidationSubject(
          topology.withoutEdits,
          features,
          tolerated: problems,
          isDoubting: isDoubting
        )
      }
    let work = ValidationWork(subject, isDoubting: isDoubting)
    self.init(work.finished(threads: threads), extent, doubts, topology.network, anew)
  }

  /// Validates a network whose topology and index are there already on all cores, with progress, and so that
  /// it can be cancelled.
  ///
  /// One with edits is packed anew for it: the answer is that of the form without progress.
  ///
  /// - Parameters:
  ///   - topology: The topology of the network.
  ///   - features: The index of all its features, under their ordinals: ``NetworkIndex/features``.
  ///   - problems: What was tolerated when the network was opened or made.
  ///   - extent: When given, only the errors, doubts and missing rules of features that lie in or touch it are
  ///     listed.
  ///   - doubts: How to look for doubts; nil to leave them out.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Throws: `CancellationError` when the task was cancelled.
  /// - Complexity: O(n log n) for n vertices, as long as features overlap little.
  public init(
    _ topology: Topology,
    _ features: FeatureIndex,
    tolerated problems: [NetworkProblem] = [],
    extent: Envelope? = nil,
    doubts: DoubtSettings? = nil,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws {
    let isDoubting = doubts != nil
    guard topology.network.box != nil else {
      // After a commit that changed nothing the network has no edits, and the topology some.
      let work = ValidationWork(
        ValidationSubject(
          topology.withoutEdits,
          features,
          tolerated: problems,
          isDoubting: isDoubting
        ),
        isDoubting: isDoubting
      )
      try await work.run(progress: progress)
      self.init(work.finished(), extent, doubts, topology.network, nil)
      return
    }
    let anew = topology.network.packedAnew()
    let packed = try await Topology(
      anew.network,
      tolerance: topology.tolerance,
      progress: { progress?($0 * 0.3) }
    )
    // What the index that is there has left out is left out here as well.
    var skipped: [IndexError] = []
    let index = try await FeatureIndex(
      anew.network.geometries,
      skipped: &skipped,
      progress: { progress?(0.3 + $0 * 0.2) }
    )
    let work = ValidationWork(
      ValidationSubject(packed, index, tolerated: problems, isDoubting: isDoubting),
      isDoubting: isDoubting
    )
    try await work.run(progress: { progress?(0.5 + $0 * 0.5) })
    self.init(work.finished(), extent, doubts, topology.network, anew)
  }

  private static func threads(for network: UtilityNetwork) -> Int {
    network.featureCount < 1 << 14 ? 1 : availableCores()
  }

  /// The index of a network whose features were indexed before they were packed.
  private static func index(of anew: PackedAnew, threads: Int) -> FeatureIndex {
    do throws(IndexError) {
      // What the index that is there has left out is left out here as well.
      return try FeatureIndex(
        lists: anew.network.tables.map { .column($0.geometries) },
        threads: threads,
        isTolerant: true
      )
    } catch {
      preconditionFailure("As many segments are indexed already: \(error.message)")
    }
  }

  /// - Parameters:
  ///   - run: What was found.
  ///   - extent: When given, what errors have to lie in or touch.
  ///   - settings: How doubts were looked for.
  ///   - network: The network as the caller knows it.
  ///   - anew: What was looked at instead; nil when it is the network itself.
  private init(
    _ run: ValidationRun,
    _ extent: Envelope?,
    _ settings: DoubtSettings?,
    _ network: EditedNetwork,
    _ anew: PackedAnew?
  ) {
    self.network = network
    var gaps = run.gaps
    var errors = run.faults
    var doubts = run.sortedDoubts
    if let accepted = settings?.accepted, !accepted.isEmpty {
      let all = doubts.count
      doubts.removeAll { accepted.contains(run.subject.network.key(of: $0)) }
      acceptedDoubtCount = all - doubts.count
    } else {
      acceptedDoubtCount = 0
    }
    if let extent {
      let inside = Set(
        run.subject.features.features(intersecting: extent).map {
          run.subject.network.feature(ordinal: $0)
        }
      )
      errors = errors.filter { $0.features.contains { inside.contains($0) } }
      doubts = doubts.filter { $0.features.contains { inside.contains($0) } }
      gaps = RuleGapCounts()
      for error in errors {
        if error.code == .noJunctionBetweenLines {
          let types = error.features.map(run.subject.typeID)
          gaps.add(.edgeJunctionEdge, types[0], types[1])
        } else if let rule = error.rule {
          gaps.add(rule.kind, rule.from, rule.to, via: rule.via)
        }
      }
    }
    ruleGaps = gaps.sorted
    if let anew {
      errors = errors.map { $0.renaming(anew.original(of:)) }
      doubts = doubts.map { $0.renaming(anew.original(of:)) }
    }
    self.errors = errors
    self.doubts = doubts
    var faulty: [FeatureID: [Int]] = [:]
    for (number, error) in errors.enumerated() {
      for feature in Set(error.features) { faulty[feature, default: []].append(number) }
    }
    self.faulty = faulty
  }

  /// Whether nothing is wrong: what is traced can be trusted.
  public var isConsistent: Bool { errors.isEmpty }

  /// Whether a feature is in order.
  public func status(of feature: FeatureID) -> Status {
    faulty[feature] == nil ? .clean : .error
  }

  /// The errors that concern a feature, in the order of ``errors``.
  public func errors(of feature: FeatureID) -> [NetworkFault] {
    (faulty[feature] ?? []).map { errors[$0] }
  }
}
