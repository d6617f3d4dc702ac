/// A network as nodes and links, as other programs model it.
///
/// Connectivity associations are contracted, and so are devices on a link, such as a switch at a line's end. The
/// result is the graph of the file that the network was imported from.
public struct ContractedGraph: Sendable {
  /// A node, where links meet.
  public struct Node: Equatable, Sendable {
    /// The origin of its element, such as `bus/17`; without one, the global id of a feature there.
    public let origin: String
  }

  /// A link between two nodes.
  public struct Link: Equatable, Sendable {
    /// The origin of its element, such as `line/42`; several are separated by semicolons.
    ///
    /// It is that of the line if it has one, else of a device that has no status, else of one that has a status.
    public let origin: String
    /// The origins of the devices along it that are not in ``origin``, such as `switch/7`.
    public let via: [String]
    /// The number of the first node.
    public let from: Int
    /// The number of the second node.
    public let to: Int
    /// Whether it has no barrier.
    public let isConducting: Bool
    /// Whether everything along it is in service.
    public let isEnabled: Bool
  }

  /// The nodes, in the order of features.
  public let nodes: [Node]
  /// The links, in the order of edges.
  public let links: [Link]
}
