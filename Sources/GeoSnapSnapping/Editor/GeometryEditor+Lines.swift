extension GeometryEditor {
  /// Splits the edited line at one of its inner vertices, into two features when it is saved.
  ///
  /// The longer piece keeps the identity: see ``NetworkEdit/splitLine(_:at:newIDs:)``. Repetition has no effect.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging`, `noSuchPart`, `noSuchVertex`, or
  ///   `notSplittable` for an end, for several parts and for geometries other than lines of features.
  public func split(part: Int = 0, vertex: Int) throws(GeometryEditorError) {
    try change { ongoing throws(GeometryEditorError) in
      try ongoing.split(part: part, vertex: vertex)
    }
  }

  /// Whether the edited line is to be split at a vertex.
  public func isSplit(part: Int = 0, vertex: Int) -> Bool {
    ongoing?.state.shape.vertex(part, vertex)?.splits ?? false
  }

  /// Merges the edited line with another stored line of the same asset type that shares an end.
  ///
  /// Saving deletes the other line and gives its associations to the edited line.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging`, or `notMergeable`.
  public func merge(with other: FeatureID) throws(GeometryEditorError) {
    let scene = scene
    try change { ongoing throws(GeometryEditorError) in
      try ongoing.merge(with: other, in: scene)
    }
  }
}
