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
        ? .vertex(part: state.shape.parts.count - 1, vertex: 0) : .vertex(part: part, vertex: index)
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

  mutating func merge(with other: FeatureID, in scene: SnapScene) throws(GeometryEditorError) {
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

  /// Gives the edited feature the shape of a geometry, and connects changed vertices.
  mutating func reshape(to geometry: Geometry, _ snapper: Snapper?) throws(GeometryEditorError) {
    let (shape, changed) = try state.shape.reshaped(to: geometry)
    var trial = self
    trial.state.shape = shape
    var matches = snaps
    if let snapper {
      for number in changed {
        let place = shape.parts[number.part][number.vertex].place
        guard place.isIndexable else { continue }
        let role = trial.role(of: .vertex(part: number.part, vertex: number.vertex))
        guard let match = snapper.match(for: snapper.query(place, nil, role, nil), nil, nil) else {
          continue
        }
        trial.state.shape.parts[number.part][number.vertex].snap = Int32(matches.count)
        matches.append(match)
      }
    }
    let reshaped = trial.state.shape
    try step { state throws(GeometryEditorError) in
      state.shape = reshaped
      state.selection =
        reshaped.type == .point && !reshaped.isEmpty ? .vertex(part: 0, vertex: 0) : nil
    }
    snaps = matches
  }
}

func checkFinite(_ places: [Coordinate], _ heights: [Double?]) throws(GeometryEditorError) {
  if let place = places.first(where: { !$0.isFinite }) {
    throw GeometryEditorError(.nonFiniteOrdinate, "\(place) is not finite: give finite numbers.")
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
