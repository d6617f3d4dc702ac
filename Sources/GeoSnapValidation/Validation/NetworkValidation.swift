internal import GeoSnapSupport

/// The errors of a network, each with its features, location and proposed correction.
///
/// It is a value that is computed once. Errors are in the order of their codes' numbers, then of features, always the
/// same for a network. Tracing finds errors of subnetworks, which are not included.
public struct NetworkValidation: Sendable {
  /// The status of a feature.
  public enum Status: Hashable, Sendable {
    /// No error concerns it.
    case clean
    /// An error concerns it.
    case error
  }

  /// The network with the edits of the validated topology; its identifiers are those of ``errors``.
  public let network: EditedNetwork
  /// The errors.
  public let errors: [NetworkFault]
  /// The combinations of asset types without a rule, the most frequent first.
  ///
  /// Counted in the whole network, including those hidden by other errors; with an extent, in the listed errors.
  public let ruleGaps: [RuleGapCount]
  /// The probable mistakes that break no rule, kind by kind; empty unless requested.
  public let doubts: [NetworkDoubt]
  /// The number of accepted doubts, which ``doubts`` omits.
  public let acceptedDoubtCount: Int
  private let faulty: [FeatureID: [Int]]

  /// Validates a network.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - problems: The problems that were tolerated when the network was opened or created.
  ///   - tolerance: The tolerance for coinciding vertices; by default that of the network's reference system.
  ///   - extent: Lists only errors, doubts and missing rules of features within or touching it; nil for all.
  ///   - doubts: The settings of the search for doubts; nil for no search.
  /// - Throws: ``IndexError`` when an ordinate is too large to measure with.
  /// - Complexity: O(n log n) for n vertices, if few features overlap.
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

  /// The asynchronous twin of ``init(_:tolerated:tolerance:extent:doubts:)``, on all cores and with progress.
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time. Throws
  /// `CancellationError` when its task is cancelled.
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

  /// Validates a network with an existing topology and index.
  package init(
    _ topology: Topology,
    _ features: FeatureIndex,
    tolerated problems: [NetworkProblem] = [],
    extent: Envelope? = nil,
    doubts: DoubtSettings? = nil
  ) {
    let threads = Self.threads(for: topology.network.base)
    let anew = topology.network.box == nil ? nil : topology.network.packedAnew()
    let subject = ValidationSubject(
      anew.map { Topology($0.network, tolerance: topology.tolerance) } ?? topology.withoutEdits,
      anew.map { Self.index(of: $0, threads: threads) } ?? features,
      tolerated: problems,
      isDoubting: doubts != nil
    )
    let work = ValidationWork(subject, isDoubting: doubts != nil)
    self.init(work.finished(threads: threads), extent, doubts, topology.network, anew)
  }

  /// The asynchronous twin, on all cores and with progress.
  package init(
    _ topology: Topology,
    _ features: FeatureIndex,
    tolerated problems: [NetworkProblem] = [],
    extent: Envelope? = nil,
    doubts: DoubtSettings? = nil,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws {
    // After a commit without changes, the network has no edits, but the topology does.
    var (current, index, start) = (topology.withoutEdits, features, 0.0)
    let anew = topology.network.box == nil ? nil : topology.network.packedAnew()
    if let anew {
      current = try await Topology(
        anew.network,
        tolerance: topology.tolerance,
        progress: { progress?($0 * 0.3) }
      )
      // Features that the given index omits are also omitted here.
      var skipped: [IndexError] = []
      index = try await FeatureIndex(
        anew.network.geometries,
        skipped: &skipped,
        progress: { progress?(0.3 + $0 * 0.2) }
      )
      start = 0.5
    }
    let isDoubting = doubts != nil
    let subject = ValidationSubject(current, index, tolerated: problems, isDoubting: isDoubting)
    let work = ValidationWork(subject, isDoubting: isDoubting)
    try await work.run(progress: { [start] in progress?(start + $0 * (1 - start)) })
    self.init(work.finished(), extent, doubts, topology.network, anew)
  }

  private static func threads(for network: UtilityNetwork) -> Int {
    network.featureCount < 1 << 14 ? 1 : availableCores()
  }

  /// The index of a network whose features were indexed before they were packed.
  private static func index(of anew: RepackedNetwork, threads: Int) -> FeatureIndex {
    do throws(IndexError) {
      // Features that the given index omits are also omitted here.
      return try FeatureIndex(
        lists: anew.network.tables.map { .column($0.geometries) },
        threads: threads,
        isTolerant: true
      )
    } catch { preconditionFailure("As many segments are indexed already: \(error.message)") }
  }

  // The last parameter is the packed network that was checked instead; nil when it is the network itself.
  private init(
    _ run: ValidationRun,
    _ extent: Envelope?,
    _ settings: DoubtSettings?,
    _ network: EditedNetwork,
    _ anew: RepackedNetwork?
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

  /// Whether there are no errors, so that traces are reliable.
  public var isConsistent: Bool { errors.isEmpty }

  /// The status of a feature.
  public func status(of feature: FeatureID) -> Status { faulty[feature] == nil ? .clean : .error }

  /// The errors that concern a feature, in the order of ``errors``.
  public func errors(of feature: FeatureID) -> [NetworkFault] {
    (faulty[feature] ?? []).map { errors[$0] }
  }
}
