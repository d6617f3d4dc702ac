/// A connection point of a device.
public struct Terminal: Hashable, Sendable, MemberCodable {
  /// The id, unique within the configuration.
  public var id: Int
  /// The name, such as `XFR:High`.
  public var name: String
  /// Whether the commodity enters here.
  public var isUpstream: Bool

  package init(id: Int, name: String, isUpstream: Bool = false) {
    self.id = id
    self.name = name
    self.isUpstream = isUpstream
  }

  static var unread: Self { Self(id: 0, name: "") }

  mutating func pass(_ members: inout CodedMembers) throws {
    try members.pass(&id, "terminalId")
    try members.pass(&name, "terminalName")
    try members.pass(&isUpstream, "isUpstreamTerminal", otherwise: false)
  }
}

/// The terminals of a kind of device and the paths between them.
public struct TerminalConfiguration: Equatable, Sendable, MemberCodable {
  /// The id that asset types refer to.
  public var id: Int
  /// The name.
  public var name: String
  /// Whether the commodity passes from upstream to downstream terminals only.
  public var isDirectional: Bool
  /// The terminals, in order of id.
  public var terminals: [Terminal]
  /// The sets of paths to choose from for a feature.
  package var validPaths: [ValidPath]
  /// The name of the path set of new features.
  package var defaultPath: String

  /// A set of terminal pairs between which the commodity passes.
  package struct ValidPath: Equatable, Sendable, Codable {
    package var id: Int
    package var name: String
    /// `All`, `None`, or pairs of terminal names such as `A-B`.
    package var description: String

    package init(id: Int, name: String, description: String) {
      self.id = id
      self.name = name
      self.description = description
    }
  }

  package init(
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

  private enum TraversabilityModel: String, Codable {
    case directional = "esriUNTMDirectional"
    case bidirectional = "esriUNTMBidirectional"
  }

  static var unread: Self { Self(id: 0, name: "", terminals: []) }

  mutating func pass(_ members: inout CodedMembers) throws {
    try members.pass(&id, "terminalConfigurationId")
    try members.pass(&name, "terminalConfigurationName")
    var model: TraversabilityModel? = isDirectional ? .directional : .bidirectional
    try members.pass(&model, "traversabilityModel")
    isDirectional = model == .directional
    try members.pass(&terminals, "terminals")
    try members.pass(&validPaths, "validConfigurationPaths", otherwise: validPaths)
    try members.pass(&defaultPath, "defaultConfiguration", otherwise: defaultPath)
  }
}
