/// What a user may switch about snapping: the whole, its kinds and tolerances, each source and
/// asset group.
///
/// The list of sources is empty until it is synchronised with a map.
public struct SnapSettings: Equatable, Sendable {
  /// Whether anything snaps at all; off until turned on.
  public var isEnabled = false
  /// Whether snapping rests for the moment, as while a key is held; no other switch changes.
  public var isSuspended = false
  /// Whether features and graphics are snapped to.
  public var snapsToFeatures = true
  /// Whether the sketch's own guides are snapped to.
  public var snapsToGeometryGuides = true
  /// The map scales at which features and graphics are snapped to, beside those of each layer.
  public var scaleRange = ScaleRange.always
  /// What kinds of places are snapped to; a source may have its own choice.
  public var kinds: SnapKinds = [.standard, .guides]
  /// How near a place must be where nothing else is said.
  public var tolerance = SnapTolerance.pixels(10)
  /// Kinds with a tolerance of their own.
  public var kindTolerances: [SnapKind: SnapTolerance] = [:]
  /// The grid; nil for none.
  ///
  /// It is snapped to when `kinds` has ``SnapKind/grid`` as well.
  public var grid: SnapGrid?
  /// The sources: layers in map order, then graphics overlays.
  ///
  /// Entries are added and dropped by synchronising; their switches may be set at will.
  public var sourceSettings: [SnapSourceSettings] = []

  /// Creates settings without sources, switched off.
  public init() {}

  /// The index of a source in the list; nil when it has none of the name.
  public func index(ofSource name: String) -> Int? {
    sourceSettings.firstIndex { $0.name == name }
  }
}
