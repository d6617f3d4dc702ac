package import GeoSnapColumns
internal import GeoSnapSupport

/// The subnetworks of each feature, kept for queries by feature.
///
/// ```swift
/// var labels = try topology.subnetworkLabels()
/// for subnetwork in labels.subnetworks(of: pipe) { print(subnetwork.name, subnetwork.tierName) }
/// let commit = try editor.commit(transaction)
/// try topology.apply(commit)
/// labels = try labels.mended(after: commit, to: topology)
/// ```
///
/// After a commit only those subnetworks are traced again that it can have changed. The image of a network keeps the
/// labels, and they are mapped when it is opened.
public struct SubnetworkLabels: Sendable {
  /// One subnetwork.
  public struct Subnetwork: Hashable, Sendable {
    /// Its number in these labels and in those mended from them; other labels may number it differently.
    package let number: Int
    /// The name, which its controllers share.
    public let name: String
    /// The tier.
    public let tierName: String
    /// The domain network.
    public let domainNetworkName: String
    /// The controllers, in the order of features.
    public let controllers: [SubnetworkController]
    /// The values of the tier's functions.
    public let functions: [TraceFunctionOutput]
    /// Warnings about asset types that are not valid in the tier and other errors of the subnetwork.
    public let warnings: [TraceWarning]
  }

  package let topology: Topology
  private let packed: LabelColumns
  /// The subnetworks that were traced again, by number.
  private var mended: [Int: LabelRecord] = [:]
  /// The numbers of the subnetworks, in order; nil when they are those of the columns.
  private var order: [Int]?
  /// The position of each number in the order.
  private var places: [Int: Int] = [:]
  /// An upper limit of all numbers so far; new subnetworks get numbers from it on.
  private(set) var numberLimit: Int
  /// The rows of features that differ from those in the columns.
  private var rows = PersistentMap<Int32, [LabelCode]>()

  init(_ topology: Topology, _ packed: LabelColumns) {
    self.topology = topology
    self.packed = packed
    numberLimit = packed.count
  }

  // MARK: Queries

  /// The subnetworks, by domain network, rank of tier and first controller.
  ///
  /// - Complexity: O(k) for k subnetworks with their controllers.
  public var subnetworks: [Subnetwork] { numbers.map { subnetwork($0) } }

  /// The subnetworks of a feature, in the order of all; empty for features that no controller reaches or that no
  /// longer exist.
  ///
  /// - Complexity: O(k) for the k subnetworks that it belongs to, or at which one ends.
  public func subnetworks(of feature: FeatureID) -> [Subnetwork] {
    guard topology.network.contains(feature) else { return [] }
    let found = codes(of: topology.network.ordinal(of: feature)).filter(\.isMember).map(\.number)
    let ordered = order == nil ? found : found.rising { places[$0] ?? 0 }
    return ordered.map { subnetwork($0) }
  }

  /// The features of a subnetwork, each once, in the order in which they are reached; containers, content and
  /// structures come last.
  ///
  /// Empty for a subnetwork of other labels. The time is linear in the number of features.
  public func members(of subnetwork: Subnetwork) -> [FeatureID] {
    let number = subnetwork.number
    guard mended[number] != nil || (0..<packed.count).contains(number) else { return [] }
    return members(number).map { topology.network.feature(ordinal: $0) }
  }

  /// The features of domain networks with tiers that are in no subnetwork, in order; containers are left out.
  package func disconnected(
    fromTier tierName: String? = nil,
    ofDomainNetwork domainNetworkName: String? = nil
  ) throws(TraceError) -> [FeatureID] {
    let choices = try topology.tierChoices(named: tierName, inDomainNetwork: domainNetworkName)
    let wanted = Set(choices.map { [$0.domainNetwork.name, $0.tier.name] })
    var isReached = [Bool](repeating: false, count: topology.network.ordinalLimit)
    for subnetwork in subnetworks
    where wanted.contains([subnetwork.domainNetworkName, subnetwork.tierName]) {
      for feature in members(subnetwork.number) { isReached[Int(feature)] = true }
    }
    return topology.disconnected(in: choices) { isReached[Int($0)] }
  }

  // MARK: Parts

  private var numbers: [Int] { order ?? Array(0..<packed.count) }

  private func subnetwork(_ number: Int) -> Subnetwork {
    mended[number]?.subnetwork ?? packed.subnetwork(number, topology)
  }

  private func members(_ number: Int) -> [Int32] {
    mended[number]?.members ?? packed.members(number)
  }

  /// The number of each subnetwork's tier among those of all domain networks, and the subnetwork, in order.
  var entries: [(choice: Int32, subnetwork: Subnetwork)] {
    numbers.map { (mended[$0]?.choice ?? packed.choices[$0], subnetwork($0)) }
  }

  package var records: [LabelRecord] { numbers.map { record($0) } }

  private func record(_ number: Int) -> LabelRecord {
    mended[number] ?? packed.record(number, topology)
  }

  /// The subnetworks whose traces have visited a feature.
  func codes(of feature: Int32) -> [LabelCode] { rows.find(feature) ?? packed.codes(of: feature) }

  // MARK: Mending

  /// The labels after a commit: the subnetworks that it can have changed are traced again.
  ///
  /// These are the ones whose traces visited a touched feature, or a feature that meets one or is associated with one
  /// before or after the commit, and those with different controllers. Conditions, filters, propagators and functions
  /// read no other features.
  ///
  /// - Parameters:
  ///   - commit: The next commit on the network of these labels.
  ///   - topology: The topology after the commit.
  ///   - threads: The number of threads; nil for one per core.
  /// - Returns: The labels, as ``Topology/subnetworkLabels(threads:)`` of that topology.
  /// - Throws: ``TraceError`` as that function.
  /// - Complexity: Linear in the sizes of the subnetworks that are traced again, and in the number of all subnetworks
  ///   and controllers. When the commit does not lead from the topology of these labels to the other, all are traced
  ///   again.
  public func mended(
    after commit: NetworkCommit,
    to topology: Topology,
    threads: Int? = nil
  ) throws(TraceError) -> SubnetworkLabels {
    guard commit.follows(self.topology.network), commit.leads(to: topology.network) else {
      return try topology.subnetworkLabels(threads: threads)
    }
    var mending = LabelMending(self)
    mending.apply(commit, to: topology)
    return try mending.mended(threads: threads)
  }

  /// The labels of another state, with `records` in place of the subnetworks of their numbers, all in `order`.
  func replacing(_ topology: Topology, _ records: [LabelRecord], _ order: [Int]) -> SubnetworkLabels
  {
    var labels = SubnetworkLabels(topology, packed)
    (labels.mended, labels.rows, labels.numberLimit) = (mended, rows, numberLimit)
    labels.order = order
    for (place, number) in order.enumerated() { labels.places[number] = place }
    for number in numbers where labels.places[number] == nil {
      labels.change(number, from: record(number), to: nil)
    }
    let known = Set(numbers)
    for new in records {
      let number = new.subnetwork.number
      labels.change(number, from: known.contains(number) ? record(number) : nil, to: new)
    }
    return labels
  }

  /// Replaces the subnetwork of a number, and the rows of features in which they differ.
  private mutating func change(_ number: Int, from old: LabelRecord?, to new: LabelRecord?) {
    var left: [Int32: LabelCode] = [:]
    for (feature, code) in old?.codes ?? [] { left[feature] = code }
    for (feature, code) in new?.codes ?? [] where left.removeValue(forKey: feature) != code {
      let others = codes(of: feature).filter { $0.number != number }
      rows.set((others + [code]).rising { $0.rawValue }, for: feature)
    }
    for feature in left.keys {
      rows.set(codes(of: feature).filter { $0.number != number }, for: feature)
    }
    mended[number] = new
    numberLimit = max(numberLimit, number + 1)
  }

  // MARK: Image

  package init(_ topology: Topology, from image: inout ImageReader) throws(ImageError) {
    self.init(topology, try LabelColumns(topology, from: &image))
  }

  /// Writes the labels before any edit.
  package func write(to image: inout ImageWriter) throws(ImageError) {
    try packed.write(to: &image)
  }
}

/// Labels with the commits made since, and the subnetworks that these can have changed, which are traced only when the
/// labels are needed.
package struct LabelMending: Sendable {
  private let labels: SubnetworkLabels
  private var topology: Topology
  private var stale: Set<Int> = []

  /// Begins with labels that are up to date with their topology.
  package init(_ labels: SubnetworkLabels) {
    self.labels = labels
    topology = labels.topology
  }

  /// Takes over the next commit, with the topology after it; linear in the features that meet those touched.
  package mutating func apply(_ commit: NetworkCommit, to after: Topology) {
    precondition(commit.follows(topology.network), "Commits come in their order, none left out")
    // Stale subnetworks stay so; for the others the rows list all features visited, in all states since they were
    // traced.
    for feature in after.renewedFeatures(by: commit) {
      for code in labels.codes(of: feature) { stale.insert(code.number) }
    }
    topology = after
  }

  /// The labels after the commits; `threads` is nil for one per core.
  package func mended(threads: Int? = nil) throws(TraceError) -> SubnetworkLabels {
    let plan = MendingPlan(labels, topology, stale)
    let tracing = LabelRecord.tracing(topology, plan.jobs, numbers: plan.numbers)
    tracing.run(threads: threads ?? availableCores())
    return labels.replacing(topology, try tracing.results(), plan.order)
  }
}

/// The subnetworks to trace again for a changed topology.
private struct MendingPlan {
  /// The subnetworks that may have changed, have different controllers, or are new; and their numbers.
  private(set) var jobs: [SubnetworkJob] = []
  private(set) var numbers: [Int] = []
  /// The numbers of all current subnetworks, in order.
  private(set) var order: [Int] = []

  private struct Key: Hashable {
    let choice: Int32
    let name: String
  }

  init(_ labels: SubnetworkLabels, _ topology: Topology, _ stale: Set<Int>) {
    var known: [Key: SubnetworkLabels.Subnetwork] = [:]
    for (choice, subnetwork) in labels.entries {
      known[Key(choice: choice, name: subnetwork.name)] = subnetwork
    }
    var limit = labels.numberLimit
    for job in SubnetworkJob.all(of: topology, in: topology.tierChoices) {
      let old = known[Key(choice: Int32(job.choicePlace), name: job.name)]
      let number = old?.number ?? limit
      if old == nil { limit += 1 }
      order.append(number)
      if stale.contains(number) || old?.controllers != job.controllers {
        jobs.append(job)
        numbers.append(number)
      }
    }
  }
}

extension Topology {
  /// Traces all subnetworks from their controllers, on all cores, and keeps the subnetworks of each feature.
  ///
  /// `threads` is nil for one per core. The time is linear in the number of features and in the sum of the
  /// subnetworks' sizes.
  ///
  /// - Throws: ``TraceError`` when a tier's definition names something that the network does not have.
  public func subnetworkLabels(threads: Int? = nil) throws(TraceError) -> SubnetworkLabels {
    let tracing = labelling()
    tracing.run(threads: threads ?? availableCores())
    return labels(try tracing.results())
  }

  /// The asynchronous twin of ``subnetworkLabels(threads:)``, with progress; throws `CancellationError` when its task
  /// is cancelled.
  ///
  /// `progress` receives the share of the subnetworks that is done, from 0 to 1, from one thread at a time.
  @concurrent
  public func subnetworkLabels(
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> SubnetworkLabels {
    let tracing = labelling()
    try await tracing.run(progress: progress)
    return labels(try tracing.results())
  }

  private func labelling() -> SubnetworkTracing<LabelRecord> {
    let jobs = SubnetworkJob.all(of: self, in: tierChoices)
    return LabelRecord.tracing(self, jobs, numbers: Array(jobs.indices))
  }

  private func labels(_ records: [LabelRecord]) -> SubnetworkLabels {
    SubnetworkLabels(self, LabelColumns(records, self))
  }
}
