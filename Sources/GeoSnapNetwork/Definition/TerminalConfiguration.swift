/// A connection point of a device.
public struct Terminal: Hashable, Sendable {
  /// The id, unique within the configuration.
  public var id: Int
  /// The name, such as `XFR:High`.
  public var name: String
  /// Whether the commodity enters here.
  public var isUpstream: Bool

  /// Creates a terminal.
  public init(id: Int, name: String, isUpstream: Bool = false) {
    self.id = id
    self.name = name
    self.isUpstream = isUpstream
  }
}

/// The terminals of a kind of device and the paths between them.
public struct TerminalConfiguration: Equatable, Sendable {
  /// The id that asset types refer to.
  public var id: Int
  /// The name.
  public var name: String
  /// Whether the commodity passes from upstream to downstream terminals only.
  public var isDirectional: Bool
  /// The terminals, in order of id.
  public var terminals: [Terminal]
  /// The sets of paths to choose from for a feature.
  public var validPaths: [ValidPath]
  /// The name of the path set of new features.
  public var defaultPath: String

  /// A set of terminal pairs between which the commodity passes.
  public struct ValidPath: Equatable, Sendable, Codable {
    /// The id.
    public var id: Int
    /// The name.
    public var name: String
    /// `All`, `None`, or pairs of terminal names such as `A-B`.
    public var description: String

    /// Creates a set of paths.
    public init(id: Int, name: String, description: String) {
      self.id = id
      self.name = name
      self.description = description
    }
  }

  /// Creates a terminal configuration.
  public init(
    id: Int,
    name: String,
    isDirectional: Bool = false,
    terminals: [Terminal],
    validPaths: [ValidPath] = [ValidPath(id: 1, name: "All", description: "All")],
    defaultPath: String = "All"
  ) {
    self.id = id
    self.name = name
    self.isDirectional = isDirectional
    self.terminals = terminals
    self.validPaths = validPaths
    self.defaultPath = defaultPath
  }
}
