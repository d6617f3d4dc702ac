package import GeoSnapColumns
internal import GeoSnapSupport

/// The connectivity graph of a network: features joined by coincidence, rules and associations.
///
/// Each terminal of a junction is a node. Lines become edges between the nodes they join, one edge from each
/// connected vertex to the next; two terminals of a device have an internal edge between them, and a connectivity
/// association is an edge. Where the ends of lines of one asset type meet without a junction, and where a line's end
/// joins nothing, there is a node without a feature: a system junction.
///
/// Lines do not connect where they cross without a vertex, at an inner vertex of a line that connects at its ends
/// only, or where no rule allows it; ``problems`` has the features that meet and may not connect.
///
/// ``apply(_:index:)`` takes over a commit in time that depends on the edit: the packed graph stays, and an overlay
/// holds the edits. It is a value: a copy is a snapshot that any number of threads may read.
public struct Topology: Sendable {
  /// The network, with the edits that the topology has taken over.
  public private(set) var network: EditedNetwork
  /// An upper limit of node numbers; after edits not every number below it is a node.
  package private(set) var nodeLimit: Int
  /// An upper limit of edge numbers; after edits not every number below it is an edge.
  package private(set) var edgeLimit: Int

  @usableFromInline package let packed: PackedTopology
  // The packed columns that a walk reads for each node and edge, without the indirection through the object that
  // holds them.
  @usableFromInline let nodeFeatures: Column<Int32>
  @usableFromInline let edgeFeatures: Column<Int32>
  /// The ends of the packed edges of lines, and of internal edges.
  @usableFromInline let lineEnd: Int
  @usableFromInline let internalEnd: Int
  /// The edits, nil when there are none; in a box, as walks copy the topology often.
  @usableFromInline private(set) var box: TopologyEditBox?
  package private(set) var caches: TopologyCaches

  init(_ packed: PackedTopology) { self.init(packed, EditedNetwork(packed.network)) }

  package init(_ network: UtilityNetwork, from image: inout ImageReader) throws(ImageError) {
    self.init(try PackedTopology(network, from: &image))
  }

  /// Writes the topology before any edit.
  package func write(to image: inout ImageWriter) throws(ImageError) {
    try packed.write(to: &image)
  }

  private init(_ packed: PackedTopology, _ network: EditedNetwork) {
    self.packed = packed
    self.network = network
    nodeFeatures = packed.nodeFeatures
    edgeFeatures = packed.edgeFeatures
    lineEnd = packed.lineEdges.upperBound
    internalEnd = packed.internalEdges.upperBound
    caches = packed.caches
    nodeLimit = packed.nodeFeatures.count
    edgeLimit = packed.edgeFeatures.count
  }

  package var withoutEdits: Topology {
    edits == nil ? self : Topology(packed, network.withoutEdits)
  }

  package var edits: TopologyEdits? { box?.edits }

  /// Caches that all states of the network share.
  package var sharedCaches: TopologyCaches { packed.caches }

  /// The distance within which two vertices coincide.
  package var tolerance: CoincidenceTolerance { packed.tolerance }

  package var rules: JoinRules { packed.rules }

  /// The features that meet without connecting, in the order of features; after edits in any order.
  ///
  /// - Complexity: O(k) for k problems once there were edits.
  public var problems: [TopologyProblem] { edits?.problems ?? packed.problems }

  /// Takes over a commit and updates the connections of the features that it touches.
  ///
  /// The result is the graph of a full build of the edited network, with different numbers: packed nodes and edges
  /// keep their numbers, new ones get numbers after them.
  ///
  /// - Parameters:
  ///   - commit: A commit on ``network``; commits come in their order.
  ///   - index: An index of all features under their ordinals after the commit, such as ``NetworkIndex/features``;
  ///     the topology keeps a separate index when it is never given.
  /// - Returns: The features that meet without connecting since this commit.
  /// - Throws: ``IndexError`` when an ordinate is too large to measure with, or with code `commitOutOfOrder` when the
  ///   commit is not the next one on ``network``; the topology is unchanged then.
  /// - Complexity: Linear in the number of features that meet those touched; independent of the network's size,
  ///   except for a separate index, which is built at the first commit.
  @discardableResult
  public mutating func apply(
    _ commit: NetworkCommit,
    index: FeatureIndex? = nil
  ) throws(IndexError) -> [TopologyProblem] {
    guard commit.follows(network) else { throw .commitOutOfOrder }
    var next: TopologyEdits
    if let edits { next = edits } else { next = try TopologyEdits(packed, network, index: index) }
    let problems = try next.apply(commit, index: index)
    network = next.network
    nodeLimit = next.overlay.nodeLimit
    edgeLimit = next.overlay.edgeLimit
    caches = TopologyCaches()
    box = TopologyEditBox(next)
    return problems
  }
}

extension Topology {
  /// Builds the topology of a network, on all cores when it is large enough.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - tolerance: The distance within which two vertices coincide; by default that of the network's reference
  ///     system.
  /// - Complexity: O(n) for n vertices, and O(k log k) for the k lines that are cut.
  public init(_ network: UtilityNetwork, tolerance: CoincidenceTolerance? = nil) {
    let builder = TopologyBuilder(network, tolerance ?? network.coincidenceTolerance)
    builder.run(threads: network.featureCount < 1 << 14 ? 1 : availableCores())
    self.init(builder.topology)
  }

  /// The asynchronous twin of ``init(_:tolerance:)``, with progress; throws `CancellationError` when its task is
  /// cancelled.
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time.
  public init(
    _ network: UtilityNetwork,
    tolerance: CoincidenceTolerance? = nil,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws {
    let builder = TopologyBuilder(network, tolerance ?? network.coincidenceTolerance)
    try await builder.run(progress: progress)
    self.init(builder.topology)
  }
}

/// Results computed from a topology on first use and shared by its copies.
package final class TopologyCaches: Sendable {
  private let kept = Locked<[any Sendable]>([])

  /// The value of a type, made on first use.
  package func kept<Value: Sendable>(_ make: @Sendable () -> Value) -> Value {
    kept.withLock { kept in
      for case let known as Value in kept { return known }
      let value = make()
      kept.append(value)
      return value
    }
  }
}
