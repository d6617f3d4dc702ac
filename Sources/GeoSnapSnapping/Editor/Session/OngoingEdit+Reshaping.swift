extension OngoingEdit {
  /// Gives the edited feature the shape of a geometry, and connects changed vertices.
  mutating func reshape(
    to geometry: Geometry,
    _ snapper: Snapper?
  ) throws(GeometryEditorError) {
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
        reshaped.type == .point && !reshaped.isEmpty
        ? .vertex(part: 0, vertex: 0) : nil
    }
    snaps = matches
  }
}
