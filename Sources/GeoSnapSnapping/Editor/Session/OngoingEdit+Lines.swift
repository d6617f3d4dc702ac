extension OngoingEdit {
  mutating func split(part: Int, vertex: Int) throws(GeometryEditorError) {
    try state.shape.checkVertex(part, vertex)
    guard state.shape.type.dimension == 1, state.shape.withoutEmptyParts.parts.count == 1,
      !state.shape.isLineEnd(part, vertex), isNamed
    else {
      throw GeometryEditorError(
        .notSplittable,
        "Only a line feature of one part can be split, and only at an inner vertex: vertex \(vertex) of "
          + "part \(part) is not such a vertex."
      )
    }
    try step { state throws(GeometryEditorError) in
      state.shape.parts[part][vertex].splits.toggle()
    }
  }

  mutating func merge(
    with other: FeatureID,
    in scene: SnapScene
  ) throws(GeometryEditorError) {
    func refused(_ reason: String) -> GeometryEditorError {
      GeometryEditorError(.notMergeable, reason)
    }
    guard let before = geometry, state.shape.type.dimension == 1, isNamed,
      state.shape.withoutEmptyParts.parts.count == 1
    else { throw refused("The edited geometry is not a line feature of one part.") }
    guard scene.network.contains(other) else { throw refused("The other line does not exist.") }
    guard scene.network.assetTypeID(of: other) == assetType, Int(other.table) == table else {
      throw refused(scene.network.onlyAlike(assetType, scene.network.assetTypeID(of: other)))
    }
    guard let ordinal = scene.ordinal(of: .feature(other)),
      let geometry = scene.geometry(of: ordinal),
      let path = geometry.onlyLine, path.dimensions == state.shape.dimensions
    else {
      throw refused(
        "The other feature is not a line of one part with heights and measures like the edited one."
      )
    }
    let part = state.shape.parts.firstIndex { !$0.isEmpty } ?? 0
    guard let vertices = state.shape.parts[part].merged(with: try EditorShape(geometry).parts[0])
    else {
      throw refused(
        "The lines have no common end: move an end of one line to an end of the other first."
      )
    }
    try step { state throws(GeometryEditorError) in
      state.shape.parts[part] = vertices
      state.merges.append(LineMerge(feature: other, before: before))
      state.selection = nil
    }
  }
}

extension [EditorVertex] {
  /// The vertices of two lines with a common end, in the direction of the first; nil without one.
  ///
  /// The end of the first at the start of the second is preferred.
  fileprivate func merged(with other: [EditorVertex]) -> [EditorVertex]? {
    let other = other.map { vertex in
      var vertex = vertex
      vertex.original = -1
      return vertex
    }
    func isOne(_ end: EditorVertex?, _ start: EditorVertex?) -> Bool {
      end?.place == start?.place && end?.z == start?.z
    }
    for second in [other, other.reversed()] {
      if isOne(last, second.first) { return self + second.dropFirst() }
      if isOne(first, second.last) { return second.dropLast() + self }
    }
    return nil
  }
}
