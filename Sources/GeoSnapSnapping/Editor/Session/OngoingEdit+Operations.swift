extension OngoingEdit {
  mutating func insertVertex(
    at place: Coordinate,
    z: Double?,
    part: Int,
    before index: Int,
    snap: Int32 = -1
  ) throws(GeometryEditorError) {
    try checkFinite([place], [z])
    try step { state throws(GeometryEditorError) in
      let vertex = state.shape.newVertex(at: place, z: z, snap: snap, part: part, index: index)
      try state.shape.insert(vertex, part: part, at: index)
      state.selection =
        state.shape.type.isPoints
        ? .vertex(part: state.shape.parts.count - 1, vertex: 0)
        : .vertex(part: part, vertex: index)
    }
  }

  mutating func moveVertex(
    part: Int,
    vertex: Int,
    to place: Coordinate,
    z: Double?,
    snap: Int32 = -1
  ) throws(GeometryEditorError) {
    try checkFinite([place], [z])
    try step { state throws(GeometryEditorError) in
      try state.shape.move(part, vertex, to: place, z: z, snap: snap)
    }
  }

  mutating func addPart(
    _ places: [Coordinate],
    _ heights: [Double],
    holeIn polygon: Int?
  ) throws(GeometryEditorError) {
    try checkFinite(places, heights)
    guard heights.isEmpty || heights.count == places.count else {
      throw GeometryEditorError(
        .tooFewVertices,
        "There must be one height for each vertex, or none: vertices \(places.count), heights \(heights.count)."
      )
    }
    let vertices = places.indices.map {
      EditorVertex(place: places[$0], z: heights.isEmpty ? 0 : heights[$0])
    }
    try step { state throws(GeometryEditorError) in
      let part: Int
      if let polygon {
        part = try state.shape.addHole(vertices, inPolygon: polygon)
      } else {
        part = try state.shape.addPart(vertices)
      }
      state.selection = state.shape.parts.isEmpty ? nil : .part(part)
    }
  }
}

/// Refuses coordinates and heights that are not finite.
func checkFinite(
  _ places: [Coordinate],
  _ heights: [Double?]
) throws(GeometryEditorError) {
  if let place = places.first(where: { !$0.isFinite }) {
    throw GeometryEditorError(
      .nonFiniteOrdinate,
      "\(place) is not finite: give finite numbers."
    )
  }
  if let height = heights.first(where: { $0?.isFinite == false }) {
    throw GeometryEditorError(
      .nonFiniteOrdinate,
      "A vertex cannot have the height \(height ?? 0): give a finite number."
    )
  }
  if let place = places.first(where: { !$0.isIndexable }) {
    throw GeometryEditorError(
      .ordinateOutOfRange,
      "\(place) is out of range: ordinates go from -1e150 to 1e150."
    )
  }
}
