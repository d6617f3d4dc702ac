// Features are coded by global id, so parameters can be read for a network that is opened later; it is in
// `userInfo[.network]`. Values that are equal to their default may be missing.

extension TraceLocation: Codable {
  private enum CodingKeys: String, CodingKey {
    case feature, terminal, fractionAlongEdge
  }

  /// Reads a location in the network in the decoder's `userInfo`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(FeatureID.self, forKey: .feature),
      terminalID: try container.decodeIfPresent(Int.self, forKey: .terminal),
      fractionAlongEdge: try container.decodeIfPresent(Double.self, forKey: .fractionAlongEdge)
    )
  }

  /// Writes the feature, and the terminal and fraction if any.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(feature, forKey: .feature)
    try container.encodeIfPresent(terminalID, forKey: .terminal)
    try container.encodeIfPresent(fractionAlongEdge, forKey: .fractionAlongEdge)
  }
}

extension TraceParameters: Codable {
  private enum CodingKeys: String, CodingKey {
    case type, starts, barriers, filterBarriers, traceConfiguration, indeterminateFlow
    case assumptions, propagatedAttributeNames, tellsDeadEnds
  }

  /// Reads parameters for the network in the decoder's `userInfo`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, into value: inout Value) throws {
      value = try container.decodeIfPresent(Value.self, forKey: key) ?? value
    }
    self.init(try container.decode(TraceType.self, forKey: .type))
    try read(.starts, into: &starts)
    try read(.barriers, into: &barriers)
    try read(.filterBarriers, into: &filterBarriers)
    configuration = try container.decodeIfPresent(
      TraceConfiguration.self,
      forKey: .traceConfiguration
    )
    try read(.indeterminateFlow, into: &indeterminateFlow)
    try read(.assumptions, into: &assumptions)
    try read(.propagatedAttributeNames, into: &propagatedAttributeNames)
    try read(.tellsDeadEnds, into: &tellsDeadEnds)
  }

  /// Writes the parameters; the configuration in the JSON of services.
  ///
  /// - Throws: `EncodingError` for a condition that this JSON cannot express: see ``TraceConfiguration``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(type, forKey: .type)
    try container.encode(starts, forKey: .starts)
    try container.encode(barriers, forKey: .barriers)
    try container.encode(filterBarriers, forKey: .filterBarriers)
    try container.encodeIfPresent(configuration, forKey: .traceConfiguration)
    try container.encode(indeterminateFlow, forKey: .indeterminateFlow)
    try container.encode(assumptions, forKey: .assumptions)
    try container.encode(propagatedAttributeNames, forKey: .propagatedAttributeNames)
    try container.encode(tellsDeadEnds, forKey: .tellsDeadEnds)
  }
}
