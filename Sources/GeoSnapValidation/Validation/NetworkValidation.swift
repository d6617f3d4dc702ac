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

  /// The network.
  public let network: UtilityNetwork
  /// What is wrong.
  public let errors: [NetworkFault]
  /// Asset types that meet or are associated without a rule, the most frequent first.
  ///
  /// Counted in the whole network, also at places where another error hides this one.
  public let ruleGaps: [RuleGapCount]
  private let faulty: [FeatureID: [Int]]

  /// Validates a network.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - problems: What was tolerated when the network was opened or made.
  ///   - tolerance: How near two vertices must be to be one place; by default what suits the
  ///     network's reference system.
  ///   - extent: When given, only errors are listed that concern a feature which lies in or touches
  ///     it.
  /// - Throws: ``IndexError`` when an ordinate is too large to measure with.
  /// - Complexity: O(n log n) for n vertices, as long as features overlap little.
  public init(
    _ network: UtilityNetwork,
    tolerated problems: [NetworkProblem] = [],
    tolerance: CoincidenceTolerance? = nil,
    extent: Envelope? = nil
  ) throws(IndexError) {
    self.init(
      Topology(network, tolerance: tolerance),
      try FeatureIndex(
        lists: network.tables.map(\.geometries),
        threads: Self.threads(for: network)
      ),
      tolerated: problems,
      extent: extent
    )
  }

  /// Validates a network on all cores, with progress, and so that it can be cancelled.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - problems: What was tolerated when the network was opened or made.
  ///   - tolerance: How near two vertices must be to be one place; by default what suits the
  ///     network's reference system.
  ///   - extent: When given, only errors are listed that concern a feature which lies in or touches
  ///     it.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Throws: ``IndexError`` when an ordinate is too large to measure with; `CancellationError`
  ///   when the task was cancelled.
  /// - Complexity: O(n log n) for n vertices, as long as features overlap little.
  public init(
    _ network: UtilityNetwork,
    tolerated problems: [NetworkProblem] = [],
    tolerance: CoincidenceTolerance? = nil,
    extent: Envelope? = nil,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws {
    // The checks take about half of the time.
    let topology = try await Topology(
      network,
      tolerance: tolerance,
      progress: { progress?($0 * 0.3) }
    )
    let features = try await FeatureIndex(
      lists: network.tables.map(\.geometries),
      progress: { progress?(0.3 + $0 * 0.2) }
    )
    try await self.init(
      topology,
      features,
      tolerated: problems,
      extent: extent,
      progress: { progress?(0.5 + $0 * 0.5) }
    )
  }

  /// Validates a network whose topology and index are there already.
  ///
  /// - Parameters:
  ///   - topology: The topology of the network.
  ///   - features: The index of all its features, under their ordinals: ``NetworkIndex/features``.
  ///   - problems: What was tolerated when the network was opened or made.
  ///   - extent: When given, only errors are listed that concern a feature which lies in or touches
  ///     it.
  public init(
    _ topology: Topology,
    _ features: FeatureIndex,
    tolerated problems: [NetworkProblem] = [],
    extent: Envelope? = nil
  ) {
    let work = ValidationWork(ValidationRun(topology, features, tolerated: problems))
    self.init(work.finished(threads: Self.threads(for: topology.network.base)), extent)
  }

  /// Validates a network whose topology and index are there already on all cores, with progress, and so that
  /// it can be cancelled.
  ///
  /// - Parameters:
  ///   - topology: The topology of the network.
  ///   - features: The index of all its features, under their ordinals: ``NetworkIndex/features``.
  ///   - problems: What was tolerated when the network was opened or made.
  ///   - extent: When given, only errors are listed that concern a feature which lies in or touches
  ///     it.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Throws: `CancellationError` when the task was cancelled.
  public init(
    _ topology: Topology,
    _ features: FeatureIndex,
    tolerated problems: [NetworkProblem] = [],
    extent: Envelope? = nil,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws {
    let work = ValidationWork(ValidationRun(topology, features, tolerated: problems))
    try await work.run(progress: progress)
    self.init(work.finished(), extent)
  }

  private static func threads(for network: UtilityNetwork) -> Int {
    network.featureCount < 1 << 14 ? 1 : availableCores()
  }

  private init(_ run: ValidationRun, _ extent: Envelope?) {
    let (topology, features) = (run.topology, run.features)
    network = topology.network.base
    ruleGaps = run.gaps.sorted
    var errors = run.faults
    if let extent {
      let inside = Set(
        features.features(intersecting: extent).map { topology.network.base.feature(ordinal: $0) }
      )
      errors = errors.filter { $0.features.contains { inside.contains($0) } }
    }
    self.errors = errors
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
