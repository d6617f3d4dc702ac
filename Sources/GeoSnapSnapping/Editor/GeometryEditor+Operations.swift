// Each is one step that can be undone. A new vertex is selected; after deleting, the one before it.
// Heights: a vertex gets the one it is given; without one, a new vertex gets the height between its
// neighbours' by its distance from each, that of an only neighbour, or 0, and a moved one keeps its
// own. In a geometry without heights they play no part. Measures are kept; a new vertex gets one
// between its neighbours', and none at an end.

extension GeometryEditor {
  /// Adds a vertex at the end of a part; to a multi point, a point.
  ///
  /// - Parameters:
  ///   - place: Where.
  ///   - z: Its height; nil for that of its neighbours.
  ///   - part: The part; nil for the last.
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging`, `noSuchPart`, `singlePart`
  ///   for a point that has its vertex, `nonFiniteOrdinate` or `ordinateOutOfRange`.
  public func appendVertex(
    at place: Coordinate,
    z: Double? = nil,
    toPart part: Int? = nil
  ) throws(GeometryEditorError) {
    try change { session throws(GeometryEditorError) in
      let shape = session.state.shape
      let number = part ?? max(shape.parts.count - 1, 0)
      if !shape.type.isPoints { try shape.checkPart(number) }
      let end = shape.type.isPoints ? 0 : shape.parts[number].count
      try session.insertVertex(at: place, z: z, part: number, before: end)
    }
  }

  /// Adds a vertex before the one with a number; of a ring, number 0 adds between its last and first.
  ///
  /// - Parameters:
  ///   - place: Where.
  ///   - z: Its height; nil for that of its neighbours.
  ///   - part: The part.
  ///   - index: The number of the vertex before which it comes; the number of vertices for the end.
  /// - Throws: As ``appendVertex(at:z:toPart:)``, and with code `noSuchVertex`.
  public func insertVertex(
    at place: Coordinate,
    z: Double? = nil,
    part: Int = 0,
    before index: Int
  ) throws(GeometryEditorError) {
    try change { session throws(GeometryEditorError) in
      try session.insertVertex(at: place, z: z, part: part, before: index)
    }
  }

  /// Moves a vertex; the closing vertex of a ring is its vertex 0.
  ///
  /// - Throws: As ``appendVertex(at:z:toPart:)``, and with code `noSuchVertex`.
  public func moveVertex(
    part: Int = 0,
    vertex: Int,
    to place: Coordinate,
    z: Double? = nil
  ) throws(GeometryEditorError) {
    try change { session throws(GeometryEditorError) in
      try session.moveVertex(part: part, vertex: vertex, to: place, z: z)
    }
  }

  /// Takes a vertex out.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging`, `noSuchPart`,
  ///   `noSuchVertex`, or `tooFewVertices` when the part has just as many as it needs.
  public func deleteVertex(part: Int = 0, vertex: Int) throws(GeometryEditorError) {
    try change { session throws(GeometryEditorError) in
      try session.deleteVertex(part: part, vertex: vertex)
    }
  }

  /// Takes out what is selected: a vertex, a part, or everything.
  ///
  /// - Throws: As ``deleteVertex(part:vertex:)``, and with code `nothingSelected`, for a midvertex too.
  public func deleteSelection() throws(GeometryEditorError) {
    switch try current().state.selection {
    case .vertex(let part, let vertex): try deleteVertex(part: part, vertex: vertex)
    case .part(let part): try deletePart(part)
    case .geometry: try clear()
    case .midvertex, nil: throw GeometryEditorError.nothingSelected
    }
  }

  /// Takes everything out, so that it can be drawn anew.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted` or `dragging`.
  public func clear() throws(GeometryEditorError) {
    try change { session throws(GeometryEditorError) in
      try session.step { state throws(GeometryEditorError) in
        let shape = state.shape
        state.shape = try EditorShape(shape.type, shape.dimensions, srid: shape.srid)
        state.selection = shape.type.isPoints ? nil : .part(0)
      }
    }
  }

  /// Adds a part and selects it: a line, a polygon with one ring, or several points; without vertices,
  /// one to be drawn.
  ///
  /// - Parameters:
  ///   - places: Its vertices; a ring's first is not repeated.
  ///   - heights: A height for each vertex, or none: they are 0 then.
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging`, `singlePart` for a type that
  ///   has one part, `tooFewVertices`, also when another part is unfinished, `nonFiniteOrdinate` or
  ///   `ordinateOutOfRange`.
  public func addPart(
    _ places: [Coordinate] = [],
    heights: [Double] = []
  ) throws(GeometryEditorError) {
    try change { session throws(GeometryEditorError) in
      try session.addPart(places, heights, holeIn: nil)
    }
  }

  /// Adds a hole to a polygon and selects it; without vertices, one to be drawn.
  ///
  /// - Parameters:
  ///   - places: Its vertices; the first is not repeated.
  ///   - heights: A height for each vertex, or none: they are 0 then.
  ///   - polygon: The polygon, counted from 0.
  /// - Throws: As ``addPart(_:heights:)``, with `notAnArea` instead of `singlePart`, and with
  ///   `noSuchPart`.
  public func addHole(
    _ places: [Coordinate] = [],
    heights: [Double] = [],
    inPolygon polygon: Int = 0
  ) throws(GeometryEditorError) {
    try change { session throws(GeometryEditorError) in
      try session.addPart(places, heights, holeIn: polygon)
    }
  }

  /// Takes a part out; with the outside of a polygon go its holes.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging` or `noSuchPart`.
  public func deletePart(_ part: Int) throws(GeometryEditorError) {
    try change { session throws(GeometryEditorError) in try session.deletePart(part) }
  }

  /// Moves everything, or one part, by a distance in map units; heights stay.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging`, `noSuchPart`,
  ///   `nonFiniteOrdinate`, or `ordinateOutOfRange` when a vertex would come to be beyond ±1e150.
  public func move(
    dx: Double,
    dy: Double,
    part: Int? = nil
  ) throws(GeometryEditorError) {
    try change { session throws(GeometryEditorError) in
      try session.move(part: part, dx: dx, dy: dy)
    }
  }
}
