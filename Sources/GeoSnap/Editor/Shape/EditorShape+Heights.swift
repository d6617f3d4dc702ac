extension EditorShape {
  /// The height of a vertex inserted at an index of a part: between those of its neighbours by its
  /// planar distance from each, that of the only neighbour, or 0.
  func height(at place: Coordinate, part: Int, insertedAt index: Int) -> Double {
    guard hasZ, !type.isPoints, parts.indices.contains(part) else { return 0 }
    let vertices = parts[part]
    guard let last = vertices.last else { return 0 }
    let wraps = type.isAreas
    let before = index > 0 ? vertices[index - 1] : wraps ? last : vertices[0]
    let after = index < vertices.count ? vertices[index] : wraps ? vertices[0] : last
    let (near, far) = (before.place.distance(to: place), after.place.distance(to: place))
    let share = near + far > 0 ? near / (near + far) : 0
    return before.z + share * (after.z - before.z)
  }

  /// The middle of a segment.
  func middle(_ part: Int, _ segment: Int) -> Coordinate {
    let vertices = parts[part]
    return Segment(vertices[segment].place, vertices[(segment + 1) % vertices.count].place).middle
  }
}
