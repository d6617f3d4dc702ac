/// The parts of a graph that hang together, with every node labelled by its part.
///
/// With barriers it labels all subnetworks at once, and tells of two nodes in constant time whether
/// one can be walked to from the other.
public struct GraphComponents: Sendable {
  // Invariant: `labels` has for each node a label below `sizes.count`; labels ascend with the least
  // node of each component.

  /// For each node the number of its component; components are numbered in the order of their least
  /// nodes.
  public let labels: [Int32]
  /// For each component the number of its nodes.
  public let sizes: [Int32]

  init(labels: [Int32], sizes: [Int32]) {
    self.labels = labels
    self.sizes = sizes
  }

  /// The number of components.
  public var count: Int { sizes.count }

  /// Whether two nodes are in one component.
  @inlinable
  @inline(__always)
  public func areConnected(_ one: Int, _ other: Int) -> Bool { labels[one] == labels[other] }

  /// The number of nodes in the component of a node.
  public func size(around node: Int) -> Int { Int(sizes[Int(labels[node])]) }
}
