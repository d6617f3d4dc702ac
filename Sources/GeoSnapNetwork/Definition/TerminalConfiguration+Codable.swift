extension TerminalConfiguration: Codable {
  private enum TraversabilityModel: String, Codable {
    case directional = "esriUNTMDirectional"
    case bidirectional = "esriUNTMBidirectional"
  }

  /// Reads a terminal configuration; id, name and terminals are required.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    self.init(
      id: try container.decode(Int.self, forKey: "terminalConfigurationId"),
      name: try container.decode(String.self, forKey: "terminalConfigurationName"),
      isDirectional: try container.decodeIfPresent(
        TraversabilityModel.self,
        forKey: "traversabilityModel"
      ) == .directional,
      terminals: try container.decode([Terminal].self, forKey: "terminals"),
      validPaths: try container.value(
        "validConfigurationPaths",
        otherwise: [ValidPath(id: 1, name: "All", description: "All")]
      ),
      defaultPath: try container.value("defaultConfiguration", otherwise: "All")
    )
  }

  /// Writes a terminal configuration.
  public func encode(to encoder: any Encoder) throws {
    let model: TraversabilityModel = isDirectional ? .directional : .bidirectional
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(id, forKey: "terminalConfigurationId")
    try container.encode(name, forKey: "terminalConfigurationName")
    try container.encode(model, forKey: "traversabilityModel")
    try container.encode(terminals, forKey: "terminals")
    try container.encode(validPaths, forKey: "validConfigurationPaths")
    try container.encode(defaultPath, forKey: "defaultConfiguration")
  }
}

extension Terminal: Codable {
  /// Reads a terminal; id and name are required.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    self.init(
      id: try container.decode(Int.self, forKey: "terminalId"),
      name: try container.decode(String.self, forKey: "terminalName"),
      isUpstream: try container.flag("isUpstreamTerminal")
    )
  }

  /// Writes a terminal.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(id, forKey: "terminalId")
    try container.encode(name, forKey: "terminalName")
    try container.encode(isUpstream, forKey: "isUpstreamTerminal")
  }
}
