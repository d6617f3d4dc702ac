/// A change to an index: what an editor hands over, and keeps to do it again.
public enum FeatureEdit: Hashable, Sendable {
  /// A feature appears at a geometry.
  case insert(Int32, at: Geometry)
  /// A feature disappears, from the geometry that it has.
  case remove(Int32, at: Geometry)
  /// A feature gets another geometry.
  case move(Int32, from: Geometry, to: Geometry)
}
