/// The switches and rules of one snap source, or of one of its asset groups.
public struct SnapSourceSettings: Equatable, Codable, Sendable {
  /// The name of the layer or graphics overlay, or of the asset group for a child.
  public let name: String
  /// The table; nil for an overlay.
  public let table: String?
  /// The network source; nil for a plain table and for an overlay.
  public let sourceID: Int?
  /// The asset group's code; nil for a whole source.
  public let assetGroup: Int?
  /// The user's switch; a child has candidates only if its source is also enabled.
  public var isEnabled: Bool
  /// The kinds of places; nil for those of the source or the general ones.
  public var kinds: SnapKinds?
  /// The tolerance; nil for that of the source or the general one.
  public var tolerance: SnapTolerance?
  /// The tolerances of single kinds, which override all others.
  public var kindTolerances: [SnapKind: SnapTolerance] = [:]
  /// The effect of rules on it; nil when no rules apply, so that everything is allowed.
  public internal(set) var ruleBehavior: SnapRuleBehavior?
  /// The effect of rules for a legend: `allowed`, `limited` or `prevented`.
  public var behaviorName: String {
    switch ruleBehavior {
    case nil: "allowed"
    case .rulesLimitSnapping: "limited"
    case .rulesPreventSnapping: "prevented"
    }
  }
  /// One entry for each sublayer of a subtype layer, in its order; empty for others.
  public var childSourceSettings: [SnapSourceSettings]

  init(
    name: String,
    table: String?,
    sourceID: Int?,
    assetGroup: Int? = nil,
    isEnabled: Bool = false,
    childSourceSettings: [SnapSourceSettings] = []
  ) {
    self.name = name
    self.table = table
    self.sourceID = sourceID
    self.assetGroup = assetGroup
    self.isEnabled = isEnabled
    self.childSourceSettings = childSourceSettings
  }
}
