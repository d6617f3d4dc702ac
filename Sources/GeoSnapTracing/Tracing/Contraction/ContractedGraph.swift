/// A network as other programs see it: nodes, and links between them.
///
/// Connectivity associations are contracted, and so are devices on the way of a link, such as a switch at a line's
/// end: what remains between the nodes is the graph of the file that the network was imported from.
public struct ContractedGraph: Sendable {
  /// A place where links meet.
  public struct Node: Equatable, Sendable {
    /// The origin of the element it stands for, such as `bus/17`; where there is none, the global id of a feature
    /// there.
    public let origin: String
  }

  /// A way from one node to another.
  public struct Link: Equatable, Sendable {
    /// The origin of the element it stands for, such as `line/42`.
    ///
    /// That of the line if it has one, else of a device that has no status, else of one that has; several are
    /// separated by semicolons.
    public let origin: String
    /// The origins of the devices along it that are not in ``origin``, such as `switch/7`.
    public let via: [String]
    /// The number of the node it leads from.
    public let from: Int
    /// The number of the node it leads to.
    public let to: Int
    /// Whether nothing on the way bars.
    public let isConducting: Bool
    /// Whether everything on the way is in service.
    public let isEnabled: Bool
  }

  /// The nodes, in the order of features.
  public let nodes: [Node]
  /// The links, in the order of edges.
  public let links: [Link]
}
