extension EditorShape {
  /// One vertex of a shape.
  struct VertexNumber: Equatable, Sendable {
    var part: Int
    var vertex: Int
  }

  /// The shape that a geometry has, reached from this one by few changes.
  ///
  /// Parts that are alike at the beginning and at the end stay, and so do the vertices at the beginning and end of
  /// those between. The other vertices of a part are moved one after the other, and then new ones added, or what is
  /// left taken out. Heights and measures that the geometry has not are kept.
  ///
  /// - Returns: The shape, with the vertices that are new or at another place than before.
  /// - Throws: ``GeometryEditorError`` with code `unsupportedType` for a geometry of another dimension, and for a
  ///   collection.
  /// - Complexity: Linear in the vertices of both, and for each added vertex in those of its part.
  func reshaped(
    to geometry: Geometry
  ) throws(GeometryEditorError) -> (shape: EditorShape, changed: [VertexNumber]) {
    let drawn = try EditorShape(geometry)
    guard drawn.type.dimension == type.dimension else {
      throw GeometryEditorError(
        .unsupportedType,
        "A \(drawn.type.name) is no shape for what is a \(type.name)."
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

  /// Whether a vertex stays as it is where another is to be.
  private func keeps(_ old: EditorVertex, for new: EditorVertex, of drawn: EditorShape) -> Bool {
    old.place == new.place && (!drawn.hasZ || (hasZ && old.z == new.z))
      && (!drawn.dimensions.hasM || old.m.bitPattern == new.m.bitPattern)
  }

  /// Gives the last part, which has the vertices of before, those that are drawn.
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

  /// Takes over the height and the measure of a vertex that is drawn.
  private mutating func take(
    _ drawn: EditorVertex,
    _ shape: EditorShape,
    _ part: Int,
    _ vertex: Int
  ) {
    // Without heights between huge ordinates there is nothing to work out, which may not be a number.
    if shape.hasZ || !hasZ { parts[part][vertex].z = drawn.z }
    if shape.dimensions.hasM { parts[part][vertex].m = drawn.m }
  }
}
