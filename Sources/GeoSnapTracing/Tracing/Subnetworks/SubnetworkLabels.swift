package import GeoSnapColumns
internal import GeoSnapSupport

/// Which subnetworks each feature belongs to: what ``Topology/subnetworks(ofTier:inDomainNetwork:assuming:threads:)``
/// finds, kept so that it can be asked by feature.
///
/// ```swift
/// var labels = try topology.subnetworkLabels()
/// for subnetwork in labels.subnetworks(of: pipe) { print(subnetwork.name, subnetwork.tierName) }
/// let commit = try editor.commit(transaction)
/// try topology.apply(commit)
/// labels = try labels.mended(after: commit, to: topology)
/// ```
///
/// After a commit only those subnetworks are traced again that it can have changed. With the image of a network the
/// labels are kept, and mapped when it is opened.
public struct SubnetworkLabels: Sendable {
  /// One subnetwork.
  public struct Subnetwork: Hashable, Sendable {
    /// Its number in these labels, and in those mended of them; others may give it another.
    public let number: Int
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
    /// What is not valid in the tier, and what else is wrong with the subnetwork.
    public let warnings: [TraceWarning]
  }

  /// What was traced.
  package let topology: Topology
  private let packed: LabelColumns
  /// The subnetworks that were traced again, by number.
  private var mended: [Int: LabelRecord] = [:]
  /// The numbers of the subnetworks, in order; nil as long as they are those of the columns.
  private var order: [Int]?
  /// Where each number stands in the order.
  private var places: [Int: Int] = [:]
  /// No subnetwork ever had this number, or one above it.
  private(set) var numberLimit: Int
  /// The rows of features of which they are not as in the columns.
  private var rows = PersistentMap<Int32, [LabelCode]>()

  init(_ topology: Topology, _ packed: LabelColumns) {
    self.topology = topology
    self.packed = packed
    numberLimit = packed.count
  }

  // MARK: Asking

  /// The subnetworks, by domain network, rank of tier and first controller.
  ///
  /// - Complexity: O(k) for k subnetworks with their controllers.
  public var subnetworks: [Subnetwork] { numbers.map { subnetwork($0) } }

  /// The subnetworks that a feature belongs to, in the order of all; none for what no controller reaches and for what
  /// is no feature any more.
  ///
  /// - Complexity: O(k) for the k subnetworks that it belongs to, or at which one ends.
  public func subnetworks(of feature: FeatureID) -> [Subnetwork] {
    guard topology.network.contains(feature) else { return [] }
    let found = codes(of: topology.network.ordinal(of: feature)).filter(\.isMember).map(\.number)
    let ordered = order == nil ? found : found.rising { places[$0] ?? 0 }
    return ordered.map { subnetwork($0) }
  }

  /// The features of a subnetwork, each once, in the order in which they are reached from the controllers;
  /// containers, content and structures come last.
  ///
  /// None of a subnetwork of other labels.
  ///
  /// - Complexity: O(n) for n features.
  public func members(of subnetwork: Subnetwork) -> [FeatureID] {
    let number = subnetwork.number
    guard mended[number] != nil || (0..<packed.count).contains(number) else { return [] }
    return members(number).map { topology.network.feature(ordinal: $0) }
  }

  /// The features of domain networks with tiers that are in none of some subnetworks, in order; containers aside.
  ///
  /// - Parameters:
  ///   - tierName: The tier, of every domain network that has one of this name; nil for all.
  ///   - domainNetworkName: The domain network; nil for all.
  /// - Returns: The features.
  /// - Throws: ``TraceError`` when there is no such tier.
  /// - Complexity: Linear in the number of features.
  public func disconnected(
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

  /// For each subnetwork, in order, the number of its tier among those of all domain networks, and what it is.
  var entries: [(choice: Int32, subnetwork: Subnetwork)] {
    numbers.map { (mended[$0]?.choice ?? packed.choices[$0], subnetwork($0)) }
  }

  /// All of the subnetworks, in order.
  package var records: [LabelRecord] { numbers.map { record($0) } }

  private func record(_ number: Int) -> LabelRecord {
    mended[number] ?? packed.record(number, topology)
  }

  /// The subnetworks whose traces have come to a feature.
  func codes(of feature: Int32) -> [LabelCode] { rows.find(feature) ?? packed.codes(of: feature) }

  // MARK: Mending

  /// The labels of the topology after a commit: of all subnetworks that it can have changed new ones.
  ///
  /// These are those whose traces came to a feature that was touched, to one that meets such a feature or is
  /// associated with it, before or after, and those whose controllers are others; whatever the tier's conditions,
  /// filters, propagators and functions are, they look at nothing else.
  ///
  /// - Parameters:
  ///   - commit: The next commit on the network that was labelled.
  ///   - topology: The topology that has taken it over.
  ///   - threads: How many threads to use; nil for one a core.
  /// - Returns: The labels, as ``Topology/subnetworkLabels(threads:)`` of that topology gives them.
  /// - Throws: ``TraceError`` as that does.
  /// - Complexity: Linear in the sizes of the subnetworks that are traced again, and in the number of all subnetworks
  ///   and controllers. Where the commit does not lead from the topology of these labels to the other, all are traced
  ///   anew.
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

  /// The same labels of another state of the network, with other subnetworks in place of some.
  ///
  /// - Parameters:
  ///   - topology: The topology of that state.
  ///   - records: The subnetworks that were traced again or are new.
  ///   - order: The numbers of all subnetworks, in their order.
  /// - Returns: The labels.
  func replacing(
    _ topology: Topology,
    _ records: [LabelRecord],
    _ order: [Int]
  ) -> SubnetworkLabels {
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

  /// Puts one subnetwork in place of another of its number, and changes the rows of features in which they differ.
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

  /// Reads the labels of a topology from an image.
  package init(_ topology: Topology, from image: inout ImageReader) throws(ImageError) {
    self.init(topology, try LabelColumns(topology, from: &image))
  }

  /// Writes the labels as they were before any edit.
  package func write(to image: inout ImageWriter) throws(ImageError) {
    try packed.write(to: &image)
  }
}
