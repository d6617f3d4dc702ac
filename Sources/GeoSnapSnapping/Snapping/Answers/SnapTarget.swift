/// What a place belongs to.
public enum SnapTarget: Hashable, Sendable {
  /// A stored feature.
  case feature(FeatureID)
  /// A feature that was created and is not stored yet, by its number in the scene.
  case pending(Int)
  /// A graphic: the index of its overlay in the map and its own in the overlay.
  case graphic(overlay: Int, index: Int)
  /// The sketch being edited.
  case sketch
  /// The grid.
  case grid
}
