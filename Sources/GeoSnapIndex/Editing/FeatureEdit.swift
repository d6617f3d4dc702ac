/// A change to an index, which an editor applies, and keeps to repeat it.
public enum FeatureEdit: Hashable, Sendable {
  /// Inserts a feature at a geometry.
  case insert(Int32, at: Geometry)
  /// Removes a feature from its geometry.
  case remove(Int32, at: Geometry)
  /// Gives a feature another geometry.
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
