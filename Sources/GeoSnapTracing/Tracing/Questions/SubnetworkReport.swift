internal import GeoSnapSupport

/// All subnetworks of a network, each with its controllers and elements.
public struct SubnetworkReport: Sendable {
  /// One subnetwork.
  @dynamicMemberLookup
  public struct Subnetwork: Sendable {
    fileprivate let label: SubnetworkLabels.Subnetwork
    /// The elements, in the order in which they are reached from the controllers.
    public let elements: TraceElements

    /// The members of a label: the name, tier, domain network, controllers, function values and warnings.
    public subscript<Value>(
      dynamicMember path: KeyPath<SubnetworkLabels.Subnetwork, Value>
    ) -> Value { label[keyPath: path] }
  }

  /// The subnetworks, by domain network, rank of tier and first controller.
  public let subnetworks: [Subnetwork]
  /// The features of domain networks with tiers that no controller of the traced tiers reaches, in order; containers
  /// are left out.
  public let disconnected: [FeatureID]
}

extension Topology {
  /// Traces all subnetworks from their controllers, on all cores.
  ///
  /// - Parameters:
  ///   - tierName: The tier, of every domain network that has one of this name; nil for all.
  ///   - domainNetworkName: The domain network; nil for all.
  ///   - assumptions: Assumptions that replace values and barriers of the network.
  ///   - threads: The number of threads; nil for one per core.
  /// - Returns: The subnetworks and the disconnected features.
  /// - Throws: ``TraceError`` when there is no such tier, or a tier's definition names something that the network
  ///   does not have.
  /// - Complexity: Linear in the sum of the subnetworks' sizes.
  public func subnetworks(
    ofTier tierName: String? = nil,
    inDomainNetwork domainNetworkName: String? = nil,
    assuming assumptions: TraceAssumptions = TraceAssumptions(),
    threads: Int? = nil
  ) throws(TraceError) -> SubnetworkReport {
    let choices = try tierChoices(named: tierName, inDomainNetwork: domainNetworkName)
    let tracing = reporting(choices, assumptions)
    tracing.run(threads: threads ?? availableCores())
    return report(try tracing.results(), of: choices)
  }

  /// The asynchronous twin of ``subnetworks(ofTier:inDomainNetwork:assuming:threads:)``, with progress; throws
  /// `CancellationError` when its task is cancelled.
  ///
  /// `progress` receives the share of the subnetworks that is done, from 0 to 1, from one thread at a time.
  @concurrent
  public func subnetworks(
    ofTier tierName: String? = nil,
    inDomainNetwork domainNetworkName: String? = nil,
    assuming assumptions: TraceAssumptions = TraceAssumptions(),
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> SubnetworkReport {
    let choices = try tierChoices(named: tierName, inDomainNetwork: domainNetworkName)
    let tracing = reporting(choices, assumptions)
    try await tracing.run(progress: progress)
    return report(try tracing.results(), of: choices)
  }

  package func tierChoices(
    named tierName: String?,
    inDomainNetwork domainNetworkName: String?
  ) throws(TraceError) -> [TierChoice] {
    if let tierName { return try tiers(named: tierName, inDomainNetwork: domainNetworkName) }
    return try tierChoices(inDomainNetwork: domainNetworkName)
  }

  private func reporting(
    _ choices: [TierChoice],
    _ assumptions: TraceAssumptions
  ) -> SubnetworkTracing<SubnetworkReport.Subnetwork> {
    let jobs = SubnetworkJob.all(of: self, in: choices)
    return SubnetworkTracing(self, jobs, assuming: assumptions) { number, result in
      let label = SubnetworkLabels.Subnetwork(self, jobs[number], result, number: number)
      return SubnetworkReport.Subnetwork(label: label, elements: result.elements)
    }
  }

  private func report(
    _ subnetworks: [SubnetworkReport.Subnetwork],
    of choices: [TierChoice]
  ) -> SubnetworkReport {
    var isReached = [Bool](repeating: false, count: network.ordinalLimit)
    for subnetwork in subnetworks {
      for code in subnetwork.elements.codes { isReached[Int(featureOrdinal(code))] = true }
    }
    return SubnetworkReport(
      subnetworks: subnetworks,
      disconnected: disconnected(in: choices) { isReached[Int($0)] }
    )
  }

  /// The features of domain networks with tiers that are in none of their subnetworks.
  func disconnected(in choices: [TierChoice], isReached: (_ ordinal: Int32) -> Bool) -> [FeatureID]
  {
    let domains = choices.map { Int32($0.domain) }
    var disconnected: [FeatureID] = []
    network.forEachFeature { feature in
      let ordinal = network.ordinal(of: feature)
      let type = network.assetTypeOrdinal(at: ordinal)
      guard !isReached(ordinal), type >= 0, domains.contains(rules.classes[Int(type)].domain),
        takesPart(feature)
      else { return }
      disconnected.append(feature)
    }
    return disconnected
  }

  /// The elements of a subnetwork that are not valid in its tier: one warning for each asset type.
  fileprivate func unfitting(_ elements: TraceElements, in tier: Tier) -> [TraceWarning] {
    let entries = network.catalog.entries
    /// The first feature and the number of elements of each asset type.
    var firsts = [Int32](repeating: -1, count: entries.count)
    var counts = [Int](repeating: 0, count: entries.count)
    for code in elements.codes {
      let ordinal = featureOrdinal(code)
      let type = Int(network.assetTypeOrdinal(at: ordinal))
      guard type >= 0 else { continue }
      if counts[type] == 0 { firsts[type] = ordinal }
      counts[type] += 1
    }
    return entries.indices.compactMap { type in
      let entry = entries[type]
      guard counts[type] > 0 else { return nil }
      let valid = tier.validAssetTypes(of: entry.source.usage)
      let own = AssetTypeCode(assetGroup: entry.id.assetGroup, assetType: entry.id.assetType)
      if valid.isEmpty || valid.contains(own) { return nil }
      // Esri's numbers with GeoSnap's names.
      let (code, number) =
        switch entry.source.usage {
        case .line: ("lineNotValidInTier", 24)
        case .device: ("deviceNotValidInTier", 26)
        case .junction: ("junctionNotValidInTier", 40)
        case .junctionObject: ("junctionObjectNotValidInTier", 41)
        default: ("edgeObjectNotValidInTier", 42)
        }
      return TraceWarning(
        code: .notValidInTier,
        message: "\(code) (\(number)): \(counts[type]) elements of \(entry.type.name), such "
          + "as \(name(of: network.feature(ordinal: firsts[type]))), are not valid in tier "
          + "\(tier.name)."
      )
    }
  }
}

struct SubnetworkJob: Sendable {
  let name: String
  let choice: TierChoice
  /// The position of the tier among those requested.
  let choicePlace: Int
  private(set) var places: [ControllerPlace]

  var controllers: [SubnetworkController] { places.map(\.controller) }

  /// The subnetworks that the controllers of some tiers name, by tier and first controller.
  static func all(of topology: Topology, in choices: [TierChoice]) -> [SubnetworkJob] {
    var jobs: [SubnetworkJob] = []
    for (choicePlace, choice) in choices.enumerated() {
      var numbers: [String: Int] = [:]
      for place in topology.controllerPlaces where topology.controls(place, choice) {
        let name = place.controller.subnetworkName
        if let known = numbers[name] {
          jobs[known].places.append(place)
        } else {
          numbers[name] = jobs.count
          jobs.append(
            SubnetworkJob(name: name, choice: choice, choicePlace: choicePlace, places: [place])
          )
        }
      }
    }
    return jobs
  }

  func trace(
    _ topology: Topology,
    assuming assumptions: TraceAssumptions
  ) throws(TraceError) -> TraceResult {
    var configuration = choice.tier.traceConfiguration ?? TraceConfiguration()
    configuration.domainNetworkName = choice.domainNetwork.name
    configuration.tierName = choice.tier.name
    configuration.subnetworkName = name
    var parameters = TraceParameters(.subnetwork, configuration: configuration)
    parameters.assumptions = assumptions
    return try topology.trace(parameters)
  }
}

final class SubnetworkTracing<Traced: Sendable>: PhasedWork {
  private let topology: Topology
  private let assumptions: TraceAssumptions
  private let jobs: [SubnetworkJob]
  private let take: @Sendable (_ job: Int, TraceResult) -> Traced
  private let done: Locked<[Result<Traced, TraceError>?]>
  private let isCancelled = Locked(false)

  let phaseCount = 1

  /// Prepares the work; `take` turns the result of each job into the value to keep, on the thread that traced it.
  init(
    _ topology: Topology,
    _ jobs: [SubnetworkJob],
    assuming assumptions: TraceAssumptions = TraceAssumptions(),
    keeping take: @escaping @Sendable (_ job: Int, TraceResult) -> Traced
  ) {
    self.topology = topology
    self.assumptions = assumptions
    self.jobs = jobs
    self.take = take
    done = Locked([Result<Traced, TraceError>?](repeating: nil, count: jobs.count))
  }

  func begin(_ phase: Int) -> Int { jobs.count }

  func run(_ phase: Int, _ piece: Int) {
    // Only the calling thread belongs to the task; the other threads learn of its cancellation here.
    let isCancelled = isCancelled.withLock { cancelled in
      cancelled = cancelled || Task.isCancelled
      return cancelled
    }
    let result: Result<Traced, TraceError>
    do {
      result =
        isCancelled
        ? .failure(.cancelled)
        : .success(take(piece, try jobs[piece].trace(topology, assuming: assumptions)))
    } catch { result = .failure(error) }
    done.withLock { $0[piece] = result }
  }

  /// The kept values, in order; throws the ``TraceError`` of the first subnetwork that could not be traced.
  func results() throws(TraceError) -> [Traced] {
    let all = done.withLock { $0 }
    var results: [Traced] = []
    for piece in jobs.indices {
      guard let result = all[piece] else { preconditionFailure("Every piece was run") }
      results.append(try result.get())
    }
    return results
  }
}

extension SubnetworkLabels.Subnetwork {
  init(_ topology: Topology, _ job: SubnetworkJob, _ result: TraceResult, number: Int) {
    self.init(
      number: number,
      name: job.name,
      tierName: job.choice.tier.name,
      domainNetworkName: job.choice.domainNetwork.name,
      controllers: job.controllers,
      functions: result.functions,
      warnings: result.warnings + topology.unfitting(result.elements, in: job.choice.tier)
    )
  }
}
