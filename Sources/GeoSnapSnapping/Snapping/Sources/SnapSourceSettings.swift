/// The switches and the rules of one snap source, or of one asset group within it.
public struct SnapSourceSettings: Equatable, Codable, Sendable {
  /// The name of the layer or graphics overlay, or of the asset group for a child.
  public let name: String
  /// The table it shows; nil for an overlay.
  public let table: String?
  /// The network source; nil for a plain table and for an overlay.
  public let sourceID: Int?
  /// The asset group's code; nil for a source as a whole.
  public let assetGroup: Int?
  /// The user's switch.
  ///
  /// A child offers candidates only when its source is enabled as well.
  public var isEnabled: Bool
  /// The kinds of places it offers; nil as its source, or as all.
  public var kinds: SnapKinds?
  /// How near its places must be; nil as its source, or as all.
  public var tolerance: SnapTolerance?
  /// Kinds of its places with a tolerance of their own, which wins over all others.
  public var kindTolerances: [SnapKind: SnapTolerance] = [:]
  /// What rules mean for it; nil when they say nothing, so that everything is allowed.
  public internal(set) var ruleBehavior: SnapRuleBehavior?
  /// What rules mean for it, as a legend names it: `allowed`, `limited` or `prevented`.
  public var behaviorName: String {
    switch ruleBehavior {
    case nil: "allowed"
    case .rulesLimitSnapping: "limited"
    case .rulesPreventSnapping: "prevented"
    }
  }
  /// One entry for each sublayer of a subtype layer, in its order; none in others.
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
