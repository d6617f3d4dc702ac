extension EditorShape {
  struct VertexNumber: Equatable, Sendable {
    var part: Int
    var vertex: Int
  }

  /// The shape of a geometry, as few changes from this one as possible.
  ///
  /// Equal parts at the beginning and at the end stay, as do the vertices at the beginning and end of the other
  /// parts. The remaining vertices of a part move one after another; then new ones are added or surplus ones deleted.
  /// Missing heights and measures are kept.
  ///
  /// - Returns: The shape, with the vertices that are new or moved.
  /// - Throws: ``GeometryEditorError`` with code `unsupportedType` for a collection or another dimension.
  func reshaped(
    to geometry: Geometry
  ) throws(GeometryEditorError) -> (shape: EditorShape, changed: [VertexNumber]) {
    let drawn = try EditorShape(geometry)
    guard drawn.type.dimension == type.dimension else {
      throw GeometryEditorError(
        .unsupportedType,
        "A \(type.name) cannot take the shape of a \(drawn.type.name)."
      )
    }
    let count = type.isAreas ? drawn.polygonEnds.count : drawn.parts.count
    var shape = try EditorShape(
      type.isMulti || count < 2 ? type : drawn.type,
      CoordinateDimensions(
        hasZ: hasZ || drawn.hasZ,
        hasM: dimensions.hasM || drawn.dimensions.hasM
      ),
      srid: srid
    )
    let isSame = { (old: [EditorVertex], new: [EditorVertex]) in
      old.count == new.count && zip(old, new).allSatisfy { keeps($0, for: $1, of: drawn) }
    }
    let (old, new) = differences(parts, drawn.parts, isSame)
    var changed: [VertexNumber] = []
    shape.parts = Array(parts[..<old.lowerBound])
    for (offset, part) in new.enumerated() {
      let before = offset < old.count ? parts[old.lowerBound + offset] : []
      shape.parts.append(before)
      shape.reshape(part, to: drawn, from: self, &changed)
    }
    shape.parts += parts[old.upperBound...]
    shape.polygonEnds = drawn.polygonEnds
    return (shape, changed)
  }

  /// Whether a vertex equals a drawn one.
  private func keeps(_ old: EditorVertex, for new: EditorVertex, of drawn: EditorShape) -> Bool {
    old.place == new.place && (!drawn.hasZ || (hasZ && old.z == new.z))
      && (!drawn.dimensions.hasM || old.m.bitPattern == new.m.bitPattern)
  }

  /// Gives the last part, which has the vertices of before, the drawn vertices.
  private mutating func reshape(
    _ part: Int,
    to drawn: EditorShape,
    from before: EditorShape,
    _ changed: inout [VertexNumber]
  ) {
    let vertices = drawn.parts[part]
    let (old, new) = differences(parts[part], vertices) { before.keeps($0, for: $1, of: drawn) }
    let moved = min(old.count, new.count)
    for offset in 0..<moved {
      let (from, to) = (old.lowerBound + offset, vertices[new.lowerBound + offset])
      if parts[part][from].place != to.place {
        changed.append(VertexNumber(part: part, vertex: from))
      }
      parts[part][from].place = to.place
      parts[part][from].snap = -1
      take(to, drawn, part, from)
    }
    let next = old.lowerBound + moved
    if next < old.upperBound { parts[part].removeSubrange(next..<old.upperBound) }
    for number in next..<max(next, new.upperBound) {
      let to = vertices[number]
      let vertex = newVertex(at: to.place, z: nil, part: part, index: number)
      parts[part].insert(vertex, at: number)
      take(to, drawn, part, number)
      changed.append(VertexNumber(part: part, vertex: number))
    }
  }

  /// Copies the height and the measure of a drawn vertex.
  private mutating func take(
    _ drawn: EditorVertex,
    _ shape: EditorShape,
    _ part: Int,
    _ vertex: Int
  ) {
    // Without given heights, an interpolation between huge ordinates could yield NaN.
    if shape.hasZ || !hasZ { parts[part][vertex].z = drawn.z }
    if shape.dimensions.hasM { parts[part][vertex].m = drawn.m }
  }
}
