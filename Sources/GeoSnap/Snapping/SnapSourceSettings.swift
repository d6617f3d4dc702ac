/// The switch and the rules of one snap source, or of one asset group within it.
public struct SnapSourceSettings: Hashable, Sendable {
  /// The name of the table, or of the asset group for a child.
  public let name: String
  /// The network source; nil for a plain table.
  public let sourceID: Int?
  /// The asset group's code; nil for a source as a whole.
  public let assetGroup: Int?
  /// The user's switch.
  ///
  /// A child offers candidates only when its source is enabled as well.
  public var isEnabled: Bool
  /// What rules mean for it; nil when they say nothing, so that everything is allowed.
  public internal(set) var ruleBehavior: SnapRuleBehavior?
  /// One entry for each asset group of a network source, in definition order; none in plain ones.
  public var childSourceSettings: [SnapSourceSettings]

  init(
    name: String,
    sourceID: Int?,
    assetGroup: Int? = nil,
    isEnabled: Bool = false,
    childSourceSettings: [SnapSourceSettings] = []
  ) {
    self.name = name
    self.sourceID = sourceID
    self.assetGroup = assetGroup
    self.isEnabled = isEnabled
    self.childSourceSettings = childSourceSettings
  }
}
