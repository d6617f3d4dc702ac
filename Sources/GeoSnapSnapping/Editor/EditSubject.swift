/// The edited object.
public enum EditSubject: Equatable, Sendable {
  /// A stored feature.
  case feature(FeatureID)
  /// A created feature that is not stored yet, by its number in the scene.
  case pending(Int)
  /// A feature to create: its table's index in ``UtilityNetwork/tables`` and its asset type, nil in a plain table.
  case creation(table: Int, assetType: AssetTypeID?)
  /// A geometry without a feature.
  case sketch

  package var feature: FeatureID? { if case .feature(let feature) = self { feature } else { nil } }
}

/// The selected part of a geometry, which determines what follows the pointer.
///
/// Parts are counted as in ``GeometryPath/part``; a ring's closing vertex is its vertex 0.
public enum EditSelection: Equatable, Sendable {
  /// A vertex: dragging moves it, placing adds one after it, or before the first of a line.
  case vertex(part: Int, vertex: Int)
  /// The middle of the segment that starts at a vertex: dragging and placing insert a vertex there.
  case midvertex(part: Int, segment: Int)
  /// A part: dragging moves it, placing adds a vertex at its end.
  case part(Int)
  /// The whole geometry: dragging moves it.
  case geometry
}

/// The effect of placing.
public enum EditPlacement: Equatable, Sendable {
  /// A vertex was placed or moved.
  case vertex(part: Int, vertex: Int)
  /// A ring was closed at its first vertex, without a new vertex; the selection is empty.
  case closedRing(part: Int)
  /// A part was moved.
  case part(Int)
  /// The whole geometry was moved.
  case geometry
}
