internal import GeoSnapSupport

/// All subnetworks of a network, each with its controllers and what belongs to it.
public struct SubnetworkReport: Sendable {
  /// One subnetwork.
  public struct Subnetwork: Sendable {
    /// The name, which its controllers share.
    public let name: String
    /// The tier.
    public let tierName: String
    /// The domain network.
    public let domainNetworkName: String
    /// The controllers, in the order of features.
    public let controllers: [SubnetworkController]
    /// The elements, in the order in which they are reached from the controllers.
    public let elements: TraceElements
    /// The values of the tier's functions.
    public let functions: [TraceFunctionOutput]
    /// What is not valid in the tier, and what else is wrong with the subnetwork.
    public let warnings: [TraceWarning]
  }

  /// The subnetworks, by domain network, rank of tier and first controller.
  public let subnetworks: [Subnetwork]
  /// The features of domain networks with tiers that no controller of the tiers that were traced
  /// reaches, in order; containers aside.
  public let disconnected: [FeatureID]
}

extension Topology {
  /// Traces all subnetworks from their controllers, on all cores.
  ///
  /// - Parameters:
  ///   - tierName: The tier, of every domain network that has one of this name; nil for all.
  ///   - domainNetworkName: The domain network; nil for all.
  ///   - assumptions: What is taken for granted though the network says otherwise.
  ///   - threads: How many threads to use; nil for one a core.
  /// - Returns: The subnetworks and what belongs to none.
  /// - Throws: ``TraceError`` when there is no such tier, or a tier's definition names what the
  ///   network has not.
  /// - Complexity: Linear in the sum of the subnetworks' sizes.
  public func subnetworks(
    ofTier tierName: String? = nil,
    inDomainNetwork domainNetworkName: String? = nil,
    assuming assumptions: TraceAssumptions = TraceAssumptions(),
    threads: Int? = nil
  ) throws(TraceError) -> SubnetworkReport {
    let choices = try tierChoices(named: tierName, inDomainNetwork: domainNetworkName)
    let tracing = SubnetworkTracing(self, choices, assumptions)
    tracing.run(threads: threads ?? availableCores())
    return report(try tracing.result(), of: choices)
  }

  /// Traces all subnetworks from their controllers on all cores, with progress, and so that it can be
  /// cancelled.
  ///
  /// - Parameters:
  ///   - tierName: As in the other form.
  ///   - domainNetworkName: As in the other form.
  ///   - assumptions: As in the other form.
  ///   - progress: Told now and then what share of the subnetworks is done, from 0 to 1; never by two threads
  ///     at once.
  /// - Returns: The report, as the other form gives it.
  /// - Throws: ``TraceError`` as the other form; `CancellationError` when the task was cancelled.
  /// - Complexity: Linear in the sum of the subnetworks' sizes.
  @concurrent
  public func subnetworks(
    ofTier tierName: String? = nil,
    inDomainNetwork domainNetworkName: String? = nil,
    assuming assumptions: TraceAssumptions = TraceAssumptions(),
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> SubnetworkReport {
    let choices = try tierChoices(named: tierName, inDomainNetwork: domainNetworkName)
    let tracing = SubnetworkTracing(self, choices, assumptions)
    try await tracing.run(progress: progress)
    return report(try tracing.result(), of: choices)
  }

  private func tierChoices(
    named tierName: String?,
    inDomainNetwork domainNetworkName: String?
  ) throws(TraceError) -> [TierChoice] {
    if let tierName { return try tiers(named: tierName, inDomainNetwork: domainNetworkName) }
    return try tierChoices(inDomainNetwork: domainNetworkName)
  }

  private func report(
    _ subnetworks: [SubnetworkReport.Subnetwork],
    of choices: [TierChoice]
  ) -> SubnetworkReport {
    var isReached = [Bool](repeating: false, count: network.ordinalLimit)
    for subnetwork in subnetworks {
      for code in subnetwork.elements.codes { isReached[Int(featureOrdinal(code))] = true }
    }
    let domains = choices.map { Int32($0.domain) }
    var disconnected: [FeatureID] = []
    network.forEachFeature { feature in
      let ordinal = network.ordinal(of: feature)
      let type = network.assetTypeOrdinal(at: ordinal)
      guard !isReached[Int(ordinal)], type >= 0, domains.contains(rules.classes[Int(type)].domain),
        isInGraph(feature)
      else { return }
      disconnected.append(feature)
    }
    return SubnetworkReport(
      subnetworks: subnetworks,
      disconnected: disconnected
    )
  }
}

/// All subnetworks, each a piece of work of its own.
private final class SubnetworkTracing: PhasedWork {
  private struct Job: Sendable {
    let name: String
    let choice: TierChoice
    var places: [ControllerPlace]
  }

  private let topology: Topology
  private let assumptions: TraceAssumptions
  private let jobs: [Job]
  private let done: Locked<[Result<SubnetworkReport.Subnetwork, TraceError>?]>
  private let isCancelled = Locked(false)

  let phaseCount = 1

  init(_ topology: Topology, _ choices: [TierChoice], _ assumptions: TraceAssumptions) {
    self.topology = topology
    self.assumptions = assumptions
    var jobs: [Job] = []
    for choice in choices {
      var numbers: [String: Int] = [:]
      for place in topology.controllerPlaces where topology.controls(place, choice) {
        let name = place.controller.subnetworkName
        if let known = numbers[name] {
          jobs[known].places.append(place)
        } else {
          numbers[name] = jobs.count
          jobs.append(Job(name: name, choice: choice, places: [place]))
        }
      }
    }
    self.jobs = jobs
    done = Locked(
      [Result<SubnetworkReport.Subnetwork, TraceError>?](repeating: nil, count: jobs.count)
    )
  }

  func begin(_ phase: Int) -> Int { jobs.count }

  func run(_ phase: Int, _ piece: Int) {
    let job = jobs[piece]
    // The task is that of the thread which asked; the others hear of it from here.
    let isCancelled = isCancelled.withLock { cancelled in
      cancelled = cancelled || Task.isCancelled
      return cancelled
    }
    let result: Result<SubnetworkReport.Subnetwork, TraceError>
    do {
      result = isCancelled ? .failure(.cancelled) : .success(try trace(job))
    } catch {
      result = .failure(error)
    }
    done.withLock { $0[piece] = result }
  }

  private func trace(_ job: Job) throws(TraceError) -> SubnetworkReport.Subnetwork {
    var configuration = job.choice.tier.traceConfiguration ?? TraceConfiguration()
    configuration.domainNetworkName = job.choice.domainNetwork.name
    configuration.tierName = job.choice.tier.name
    configuration.subnetworkName = job.name
    var parameters = TraceParameters(.subnetwork, configuration: configuration)
    parameters.assumptions = assumptions
    let result = try topology.trace(parameters)
    return SubnetworkReport.Subnetwork(
      name: job.name,
      tierName: job.choice.tier.name,
      domainNetworkName: job.choice.domainNetwork.name,
      controllers: job.places.map(\.controller),
      elements: result.elements,
      functions: result.functions,
      warnings: result.warnings + topology.unfitting(result.elements, in: job.choice.tier)
    )
  }

  /// The subnetworks, in order.
  func result() throws(TraceError) -> [SubnetworkReport.Subnetwork] {
    let all = done.withLock { $0 }
    var subnetworks: [SubnetworkReport.Subnetwork] = []
    for piece in jobs.indices {
      guard let result = all[piece] else { preconditionFailure("Every piece was run") }
      subnetworks.append(try result.get())
    }
    return subnetworks
  }
}

extension Topology {
  /// What of a subnetwork is not valid in its tier: one warning for each asset type.
  fileprivate func unfitting(_ elements: TraceElements, in tier: Tier) -> [TraceWarning] {
    let entries = network.catalog.entries
    /// For each asset type its first element's feature and how many there are.
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
      // Esri's numbers, under names of their own.
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
