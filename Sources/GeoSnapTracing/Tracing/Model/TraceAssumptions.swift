/// What a trace takes for granted though the network says otherwise: a question of what would be if.
///
/// Nothing is written, and nothing copied: the network stays as it is.
public struct TraceAssumptions: Hashable, Sendable {
  /// A value that a feature is taken to have.
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

  /// The values that features are taken to have, at all their terminals; the last counts.
  public var values: [Value] = []
  /// The features taken to bar, whatever conditions say: a junction is passed by nothing then, a device not from
  /// terminal to terminal, a line not along any part.
  public var blocked: [FeatureID] = []
  /// The features taken not to bar, whatever conditions say.
  public var unblocked: [FeatureID] = []

  /// Creates assumptions; none by default.
  public init(values: [Value] = [], blocked: [FeatureID] = [], unblocked: [FeatureID] = []) {
    self.values = values
    self.blocked = blocked
    self.unblocked = unblocked
  }

  /// Whether the network is taken as it is.
  public var isEmpty: Bool { values.isEmpty && blocked.isEmpty && unblocked.isEmpty }
}

extension TraceAssumptions: Codable {
  /// Reads assumptions about the network of the decoder's `userInfo`; none where a list is missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      values: try container.decodeIfPresent([Value].self, forKey: .values) ?? [],
      blocked: try container.decodeIfPresent([FeatureID].self, forKey: .blocked) ?? [],
      unblocked: try container.decodeIfPresent([FeatureID].self, forKey: .unblocked) ?? []
    )
  }
}
