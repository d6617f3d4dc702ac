/// What is being edited.
public enum EditSubject: Equatable, Sendable {
  /// A stored feature.
  case feature(FeatureID)
  /// A feature that was created and is not stored yet, by its number in the scene.
  case pending(Int)
  /// A feature about to be created: the index of its table in ``UtilityNetwork/tables`` and its asset
  /// type, nil in a plain table.
  case creation(table: Int, assetType: AssetTypeID?)
  /// A geometry that belongs to no feature.
  case sketch
}

/// What of a geometry is selected; it decides what follows the pointer.
///
/// Parts are counted as ``GeometryPath/part``, a ring's closing vertex is its vertex 0.
public enum EditSelection: Equatable, Sendable {
  /// A vertex: dragging moves it, placing adds one after it, or before the first of a line.
  case vertex(part: Int, vertex: Int)
  /// The middle of the segment that starts at a vertex: dragging and placing put a vertex there.
  case midvertex(part: Int, segment: Int)
  /// A part: dragging moves it, placing adds a vertex at its end.
  case part(Int)
  /// Everything: dragging moves it.
  case geometry
}

/// What placing did.
public enum EditPlacement: Equatable, Sendable {
  /// A vertex was placed or moved.
  case vertex(part: Int, vertex: Int)
  /// A ring was closed at its first vertex: nothing was added, and nothing is selected any more.
  case closedRing(part: Int)
  /// A part was moved.
  case part(Int)
  /// The whole geometry was moved.
  case geometry
}
