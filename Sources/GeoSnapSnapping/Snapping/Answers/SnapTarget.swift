/// The owner of a place.
public enum SnapTarget: Hashable, Sendable {
  /// A stored feature.
  case feature(FeatureID)
  /// A feature that is created but not stored yet, by its number in the scene.
  case pending(Int)
  /// A graphic: the index of its overlay in the map, and its index in the overlay.
  case graphic(overlay: Int, index: Int)
  /// The edited sketch.
  case sketch
  /// The grid.
  case grid
}
