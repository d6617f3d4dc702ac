/// A change to an index: what an editor hands over, and keeps to do it again.
public enum FeatureEdit: Hashable, Sendable {
  /// A feature appears at a geometry.
  case insert(Int32, at: Geometry)
  /// A feature disappears, from the geometry that it has.
  case remove(Int32, at: Geometry)
  /// A feature gets another geometry.
  case move(Int32, from: Geometry, to: Geometry)

  /// The edit that undoes this one.
  public var inverse: FeatureEdit {
    switch self {
    case .insert(let feature, let geometry): .remove(feature, at: geometry)
    case .remove(let feature, let geometry): .insert(feature, at: geometry)
    case .move(let feature, let old, let new): .move(feature, from: new, to: old)
    }
  }
}
