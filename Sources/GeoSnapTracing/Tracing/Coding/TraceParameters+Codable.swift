// Features are coded by global id, so parameters can be read for a network that is opened later; it is in
// `userInfo[.network]`. Values that are equal to their default may be missing.

extension TraceParameters: Decodable {
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
    configuration = try container.decodeIfPresent(TraceConfiguration.self, forKey: .configuration)
    try read(.indeterminateFlow, into: &indeterminateFlow)
    try read(.assumptions, into: &assumptions)
    try read(.propagatedAttributeNames, into: &propagatedAttributeNames)
    try read(.tellsDeadEnds, into: &tellsDeadEnds)
  }
}
