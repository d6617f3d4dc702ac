// None of these functions changes anything when it throws.

extension EditorShape {
  /// Inserts a vertex before the one with an index; appends a point.
  mutating func insert(
    _ vertex: EditorVertex,
    part: Int,
    at index: Int
  ) throws(GeometryEditorError) {
    if type.isPoints {
      guard type.isMulti || parts.isEmpty else {
        throw GeometryEditorError(.singlePart, "A POINT has one vertex: move this vertex instead.")
      }
      return parts.append([vertex])
    }
    try checkPart(part)
    guard (0...parts[part].count).contains(index) else {
      throw GeometryEditorError(
        .noSuchVertex,
        "A vertex can be inserted into part \(part) at index 0 to \(parts[part].count), not at \(index)."
      )
    }
    parts[part].insert(vertex, at: index)
  }

  /// Moves a vertex and replaces its snap.
  @inline(never)
  mutating func move(
    _ part: Int,
    _ vertex: Int,
    to place: Coordinate,
    z: Double?,
    snap: Int32 = -1
  ) throws(GeometryEditorError) {
    try checkVertex(part, vertex)
    parts[part][vertex].place = place
    if let z, hasZ { parts[part][vertex].z = z }
    parts[part][vertex].snap = snap
  }

  mutating func delete(_ part: Int, _ vertex: Int) throws(GeometryEditorError) {
    try checkVertex(part, vertex)
    if type == .multiPoint && parts.count > 1 { return try deletePart(part) }
    // A part that is being drawn may have too few.
    guard parts[part].count != type.fewestVertices else {
      throw GeometryEditorError(
        .tooFewVertices,
        "A \(type.partName) needs \(type.fewestVertices) vertices, and part \(part) has no more: "
          + "delete the part instead."
      )
    }
    parts[part].remove(at: vertex)
  }

  mutating func translate(part: Int?, dx: Double, dy: Double) throws(GeometryEditorError) {
    if let part { try checkPart(part) }
    var moved = parts
    for number in moved.indices where part == nil || part == number {
      for vertex in moved[number].indices {
        let old = moved[number][vertex].place
        let place = Coordinate(x: old.x + dx, y: old.y + dy)
        // Invalid vertices, as with NaN, may move as well.
        if old.isIndexable { try checkFinite([place], []) }
        moved[number][vertex].place = place
        moved[number][vertex].snap = -1
      }
    }
    parts = moved
  }

  /// Adds a point, a line, or a polygon with one ring; returns the index of the part.
  mutating func addPart(_ vertices: [EditorVertex]) throws(GeometryEditorError) -> Int {
    if !isEmpty { try checkPartsAreFinished() }
    try checkNewPart(vertices)
    guard type.isMulti || isEmpty else {
      let advice =
        type.isAreas ? "add a hole, or draw a MULTIPOLYGON" : "draw a MULTI\(type.name) instead"
      throw GeometryEditorError(.singlePart, "A \(type.name) has one \(type.partName): \(advice).")
    }
    if type.isPoints {
      for vertex in vertices { parts.append([vertex]) }
    } else if isEmpty {
      parts = [vertices]
    } else {
      parts.append(vertices)
      if type.isAreas { polygonEnds.append(parts.count) }
    }
    return max(parts.count - 1, 0)
  }

  /// Adds a hole to a polygon; returns the index of the part.
  mutating func addHole(
    _ vertices: [EditorVertex],
    inPolygon polygon: Int
  ) throws(GeometryEditorError) -> Int {
    guard type.isAreas else {
      throw GeometryEditorError(.notAnArea, "A \(type.name) has no holes: only areas have holes.")
    }
    guard polygonEnds.indices.contains(polygon) else {
      throw GeometryEditorError(
        .noSuchPart,
        "There is no polygon \(polygon): there are \(polygonEnds.count), counted from 0."
      )
    }
    try checkPartsAreFinished()
    try checkNewPart(vertices)
    let part = polygonEnds[polygon]
    parts.insert(vertices, at: part)
    for later in polygon..<polygonEnds.count { polygonEnds[later] += 1 }
    return part
  }

  /// Deletes a part, or a polygon with its holes; the remaining shape may be empty.
  mutating func deletePart(_ part: Int) throws(GeometryEditorError) {
    try checkPart(part)
    var removed = part..<part + 1
    if type.isAreas {
      let polygon = polygon(ofRing: part)
      let first = polygon == 0 ? 0 : polygonEnds[polygon - 1]
      if part == first { removed = first..<polygonEnds[polygon] }
      for later in polygon..<polygonEnds.count { polygonEnds[later] -= removed.count }
      if part == first { polygonEnds.remove(at: polygon) }
    }
    parts.removeSubrange(removed)
    if parts.isEmpty, !type.isPoints {
      parts = [[]]
      if type.isAreas { polygonEnds = [1] }
    }
  }

  // MARK: Checks

  func checkPart(_ part: Int) throws(GeometryEditorError) {
    guard parts.indices.contains(part) else {
      throw GeometryEditorError(
        .noSuchPart,
        "There is no part \(part): the geometry has \(parts.count), counted from 0."
      )
    }
  }

  func checkVertex(_ part: Int, _ vertex: Int) throws(GeometryEditorError) {
    try checkPart(part)
    guard parts[part].indices.contains(vertex) else {
      throw GeometryEditorError(
        .noSuchVertex,
        "Part \(part) has no vertex \(vertex): it has \(parts[part].count), counted from 0."
      )
    }
  }

  private func checkPartsAreFinished() throws(GeometryEditorError) {
    guard let part = parts.firstIndex(where: { $0.count < type.fewestVertices }) else { return }
    throw GeometryEditorError(
      .tooFewVertices,
      "Part \(part) has \(parts[part].count) of the \(type.fewestVertices) vertices that a "
        + "\(type.partName) needs: finish or delete the part first."
    )
  }

  private func checkNewPart(_ vertices: [EditorVertex]) throws(GeometryEditorError) {
    guard vertices.isEmpty || vertices.count >= type.fewestVertices else {
      throw GeometryEditorError(
        .tooFewVertices,
        "A \(type.partName) needs \(type.fewestVertices) vertices; got \(vertices.count)."
      )
    }
    guard type != .point || vertices.count < 2 else {
      throw GeometryEditorError(.singlePart, "A POINT has one vertex; got \(vertices.count).")
    }
  }

  struct VertexNumber: Equatable, Sendable {
    var part: Int
    var vertex: Int
  }

  /// The shape of a geometry, as few changes from this one as possible.
  ///
  /// Equal parts at the beginning and at the end stay, as do the vertices at the beginning and end of the other
  /// parts. The remaining vertices of a part move one after another; then new ones are added or surplus ones deleted.
  /// Missing heights and measures are kept.
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
