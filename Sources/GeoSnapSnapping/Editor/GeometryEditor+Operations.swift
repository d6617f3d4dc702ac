// Each operation is one step of undo. It selects a new vertex, or the one before a deleted vertex. In a geometry with
// heights, a vertex gets the given height. Otherwise a new vertex gets the height between its neighbours' by
// distance, that of a single neighbour, or 0, and a moved one keeps its height. Measures are kept; a new vertex
// between two neighbours gets an interpolated one.

extension GeometryEditor {
  /// Adds a vertex at the end of a part, by default the last; in a multipoint, adds a point.
  ///
  /// Without `z`, in a geometry with heights, the vertex gets the height of the one before it, or 0 if there is none.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging`, `noSuchPart`, `singlePart` for a point
  ///   that has its vertex, `nonFiniteOrdinate` or `ordinateOutOfRange`.
  public func appendVertex(
    at place: Coordinate,
    z: Double? = nil,
    toPart part: Int? = nil
  ) throws(GeometryEditorError) {
    try change { ongoing throws(GeometryEditorError) in
      let shape = ongoing.state.shape
      let number = part ?? max(shape.parts.count - 1, 0)
      if !shape.type.isPoints { try shape.checkPart(number) }
      let end = shape.type.isPoints ? 0 : shape.parts[number].count
      try ongoing.insertVertex(at: place, z: z, part: number, before: end)
    }
  }

  /// Adds a vertex before the one with an index, or at the end for the count; 0 in a ring is between last and first.
  ///
  /// Without `z`, in a geometry with heights, the vertex gets one that is interpolated between its neighbours.
  ///
  /// - Throws: The errors of ``appendVertex(at:z:toPart:)``, and code `noSuchVertex`.
  public func insertVertex(
    at place: Coordinate,
    z: Double? = nil,
    part: Int = 0,
    before index: Int
  ) throws(GeometryEditorError) {
    try change { ongoing throws(GeometryEditorError) in
      try ongoing.insertVertex(at: place, z: z, part: part, before: index)
    }
  }

  /// Moves a vertex; the closing vertex of a ring is its vertex 0.
  ///
  /// - Throws: The errors of ``appendVertex(at:z:toPart:)``, and code `noSuchVertex`.
  public func moveVertex(
    part: Int = 0,
    vertex: Int,
    to place: Coordinate,
    z: Double? = nil
  ) throws(GeometryEditorError) {
    try change { ongoing throws(GeometryEditorError) in
      try ongoing.moveVertex(part: part, vertex: vertex, to: place, z: z)
    }
  }

  /// Deletes a vertex.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging`, `noSuchPart`, `noSuchVertex`, or
  ///   `tooFewVertices` when the part has only as many as it needs.
  public func deleteVertex(part: Int = 0, vertex: Int) throws(GeometryEditorError) {
    try change { ongoing throws(GeometryEditorError) in
      try ongoing.step { state throws(GeometryEditorError) in
        try state.shape.delete(part, vertex)
        // A line being drawn continues from the vertex before.
        let isLeft = !state.shape.type.isPoints && !state.shape.parts[part].isEmpty
        state.selection =
          isLeft
          ? .vertex(part: part, vertex: max(vertex - 1, 0))
          : state.shape.isEmpty && !state.shape.type.isPoints ? .part(part) : nil
      }
    }
  }

  /// Deletes the selection: a vertex, a part, or everything.
  ///
  /// - Throws: The errors of ``deleteVertex(part:vertex:)``, and code `nothingSelected`, also for a midvertex.
  public func deleteSelection() throws(GeometryEditorError) {
    switch try current().state.selection {
    case .vertex(let part, let vertex): try deleteVertex(part: part, vertex: vertex)
    case .part(let part): try deletePart(part)
    case .geometry: try clear()
    case .midvertex, nil: throw GeometryEditorError.nothingSelected
    }
  }

  /// Deletes everything, to draw it again.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted` or `dragging`.
  public func clear() throws(GeometryEditorError) {
    try change { ongoing throws(GeometryEditorError) in
      try ongoing.step { state throws(GeometryEditorError) in
        let shape = state.shape
        state.shape = try EditorShape(shape.type, shape.dimensions, srid: shape.srid)
        state.selection = shape.type.isPoints ? nil : .part(0)
      }
    }
  }

  /// Adds and selects a part: a line, a polygon with one ring, a hole, or several points; without vertices, one to
  /// draw.
  ///
  /// - Parameters:
  ///   - places: Its vertices; a ring's first is not repeated.
  ///   - heights: The height of each vertex; if empty, all are 0.
  ///   - polygon: For a hole, its polygon, counted from 0.
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging`, `singlePart` for a type with one part,
  ///   `tooFewVertices`, also for another unfinished part, `nonFiniteOrdinate` or `ordinateOutOfRange`; for a hole,
  ///   `notAnArea` instead of `singlePart`, or `noSuchPart`.
  public func addPart(
    _ places: [Coordinate] = [],
    heights: [Double] = [],
    holeIn polygon: Int? = nil
  ) throws(GeometryEditorError) {
    try change { ongoing throws(GeometryEditorError) in
      try ongoing.addPart(places, heights, holeIn: polygon)
    }
  }

  /// Deletes a part; the exterior ring of a polygon together with its holes.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging` or `noSuchPart`.
  public func deletePart(_ part: Int) throws(GeometryEditorError) {
    try change { ongoing throws(GeometryEditorError) in
      try ongoing.step { state throws(GeometryEditorError) in
        try state.shape.deletePart(part)
        state.selection = state.shape.isEmpty && !state.shape.type.isPoints ? .part(0) : nil
      }
    }
  }

  /// Moves everything, or one part, by a distance in map units; heights stay.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging`, `noSuchPart`, `nonFiniteOrdinate`, or
  ///   `ordinateOutOfRange` when a vertex would be beyond ±1e150.
  public func move(dx: Double, dy: Double, part: Int? = nil) throws(GeometryEditorError) {
    try change { ongoing throws(GeometryEditorError) in
      try checkFinite([Coordinate(x: dx, y: dy)], [])
      try ongoing.step { state throws(GeometryEditorError) in
        try state.shape.translate(part: part, dx: dx, dy: dy)
      }
    }
  }

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
    try change { ongoing throws(GeometryEditorError) in try ongoing.merge(with: other, in: scene) }
  }

  /// Gives the edited feature a shape from elsewhere, such as another program, in one step.
  ///
  /// Equal vertices at the beginning and at the end stay, those between them move, and others are added or deleted.
  /// With ``movesSharedVertices``, shared vertices move along; existing problems that did not move are warnings.
  ///
  /// Vertices have exactly the geometry's coordinates. New or moved ones connect to features at their place as the
  /// rules allow, independently of ``settings``. Missing heights and measures stay, or are interpolated for a new
  /// vertex.
  ///
  /// The function ``problems()`` reports problems of the shape, such as an empty geometry, a NaN or surplus parts.
  ///
  /// - Parameters:
  ///   - geometry: The shape; a single type is valid for a multi type and vice versa.
  ///   - tolerance: The distance within which a vertex connects, in coordinate units, such as the topology's
  ///     tolerance.
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging`, `mixedSpatialReferences` when the geometry
  ///   declares another system than the network, or `unsupportedType` for a collection and for a geometry of another
  ///   dimension.
  /// - Complexity: Linear in the vertices of both shapes, plus a snap for each changed one, and its part if added.
  public func reshape(
    to geometry: Geometry,
    joiningWithin tolerance: Double = 0
  ) throws(GeometryEditorError) {
    let ongoing = try current()
    try ongoing.checkNotDragging()
    try checkSystem(of: geometry)
    let snapper = ongoing.rules.map { rules in
      var settings = SnapSettings()
      settings.isEnabled = true
      settings.snapsToGeometryGuides = false
      settings.kinds = .standard.union(SnapKinds(kinds: [.intersection]))
      settings.tolerance = .mapUnits(tolerance)
      settings.syncSourceSettings(
        with: scene.map,
        of: scene.network.base,
        rules: rules,
        enabling: .setFromRules
      )
      return Snapper(scene, settings: settings, rules: rules)
    }
    try change { ongoing throws(GeometryEditorError) in try ongoing.reshape(to: geometry, snapper) }
  }
}
