/// The user's choices for snapping: the main switches, kinds and tolerances, each source and asset group.
///
/// The list of sources is empty before it is synchronised with a map.
public struct SnapSettings: Equatable, Codable, Sendable {
  /// Whether snapping is on at all; off by default.
  public var isEnabled = false
  /// Whether snapping is suspended, as while a key is held, without a change of other switches.
  public var isSuspended = false
  /// Whether to snap to features and graphics.
  public var snapsToFeatures = true
  /// Whether to snap to the sketch's guides.
  public var snapsToGeometryGuides = true
  /// The map scales for snaps to features and graphics, in addition to those of each layer.
  public var scaleRange = ScaleRange.always
  /// The kinds of places to snap to; a source may override them.
  public var kinds: SnapKinds = [.standard, .guides]
  /// The default tolerance.
  public var tolerance = SnapTolerance.pixels(10)
  /// The tolerances of single kinds.
  public var kindTolerances: [SnapKind: SnapTolerance] = [:]
  /// The grid, which also requires ``SnapKind/grid`` in `kinds`; nil for none.
  public var grid: SnapGrid?
  /// The sources: layers in map order, then graphics overlays.
  ///
  /// Synchronising adds and removes entries; their switches may be set freely.
  public var sourceSettings: [SnapSourceSettings] = []

  /// Creates settings without sources, switched off.
  public init() {}

  /// The index of a source in the list; nil when there is none with the name.
  public func index(ofSource name: String) -> Int? {
    sourceSettings.firstIndex { $0.name == name }
  }
}

extension SnapSettings {
  /// Reads settings; missing switches have the values of ``init()``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, into value: inout Value) throws {
      value = try container.decodeIfPresent(Value.self, forKey: key) ?? value
    }
    self.init()
    try read(.isEnabled, into: &isEnabled)
    try read(.isSuspended, into: &isSuspended)
    try read(.snapsToFeatures, into: &snapsToFeatures)
    try read(.snapsToGeometryGuides, into: &snapsToGeometryGuides)
    try read(.scaleRange, into: &scaleRange)
    try read(.kinds, into: &kinds)
    try read(.tolerance, into: &tolerance)
    try read(.kindTolerances, into: &kindTolerances)
    grid = try container.decodeIfPresent(SnapGrid.self, forKey: .grid)
    try read(.sourceSettings, into: &sourceSettings)
  }
}
