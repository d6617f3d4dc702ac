/// Hypothetical values and barriers that replace those of the network in a trace.
///
/// The network is neither changed nor copied.
public struct TraceAssumptions: Hashable, Sendable {
  /// An assumed value of a feature.
  public struct Value: Hashable, Codable, Sendable {
    /// The feature.
    public var feature: FeatureID
    /// The name of the network attribute.
    public var attributeName: String
    /// The value: a number, or the name of a coded value; nil for none.
    public var value: TraceValue?

    /// Creates a value.
    public init(_ feature: FeatureID, _ attributeName: String, _ value: TraceValue?) {
      self.feature = feature
      self.attributeName = attributeName
      self.value = value
    }
  }

  /// The assumed values of features, at all their terminals; the last one counts.
  public var values: [Value] = []
  /// The features that are barriers, independently of conditions: nothing passes a junction, nothing passes from
  /// terminal to terminal of a device, and no part of a line can be passed.
  public var blocked: [FeatureID] = []
  /// The features that are not barriers, independently of conditions.
  public var unblocked: [FeatureID] = []

  /// Creates assumptions; none by default.
  public init(values: [Value] = [], blocked: [FeatureID] = [], unblocked: [FeatureID] = []) {
    self.values = values
    self.blocked = blocked
    self.unblocked = unblocked
  }

  /// Whether there are no assumptions.
  public var isEmpty: Bool { values.isEmpty && blocked.isEmpty && unblocked.isEmpty }
}

extension TraceAssumptions: Codable {
  /// Reads assumptions about the network in the decoder's `userInfo`; missing lists are empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      values: try container.decodeIfPresent([Value].self, forKey: .values) ?? [],
      blocked: try container.decodeIfPresent([FeatureID].self, forKey: .blocked) ?? [],
      unblocked: try container.decodeIfPresent([FeatureID].self, forKey: .unblocked) ?? []
    )
  }
}
