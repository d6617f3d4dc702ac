extension GeometryEditor {
  /// Splits the edited line at one of its inner vertices: when it is saved, it becomes two features.
  ///
  /// The longer piece keeps the identity; see ``NetworkEdit/splitLine(_:at:newIDs:)``. A vertex that splits already
  /// splits no more.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - vertex: The vertex.
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging`, `noSuchPart`, `noSuchVertex`, or
  ///   `notSplittable` for an end, several parts, and what is no line of a feature.
  public func split(part: Int = 0, vertex: Int) throws(GeometryEditorError) {
    try change { session throws(GeometryEditorError) in
      try session.split(part: part, vertex: vertex)
    }
  }

  /// Whether the edited line is split at a vertex when it is saved.
  public func isSplit(part: Int = 0, vertex: Int) -> Bool {
    session?.state.shape.vertex(part, vertex)?.splits ?? false
  }

  /// Merges the edited line with another that has an end at one of its ends: when it is saved, the other is
  /// deleted, and its associations are those of the edited line.
  ///
  /// - Parameter other: A stored line of the same asset type, as the scene shows it.
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging`, or `notMergeable`.
  public func merge(with other: FeatureID) throws(GeometryEditorError) {
    let scene = scene
    try change { session throws(GeometryEditorError) in
      try session.merge(with: other, in: scene)
    }
  }
}
