extension EditorShape {
  /// A vertex to be inserted at an index of a part.
  ///
  /// Without a height of its own it gets one between those of its neighbours by its planar distance
  /// from each, that of the only neighbour, or 0. Its measure lies between those of two neighbours; at
  /// an end it is missing.
  @inline(never)
  func newVertex(
    at place: Coordinate,
    z: Double?,
    snap: Int32 = -1,
    part: Int,
    index: Int
  ) -> EditorVertex {
    var vertex = EditorVertex(place: place, z: z ?? 0, snap: snap)
    guard !type.isPoints, parts.indices.contains(part), let last = parts[part].last,
      (0...parts[part].count).contains(index)
    else {
      return vertex
    }
    let vertices = parts[part]
    let wraps = type.isAreas
    let isBetween = wraps || (index > 0 && index < vertices.count)
    let before = index > 0 ? vertices[index - 1] : wraps ? last : vertices[0]
    let after = index < vertices.count ? vertices[index] : wraps ? vertices[0] : last
    let (near, far) = (before.place.distance(to: place), after.place.distance(to: place))
    let share = near + far > 0 ? near / (near + far) : 0
    if z == nil { vertex.z = before.z + share * (after.z - before.z) }
    if isBetween { vertex.m = before.m + share * (after.m - before.m) }
    return vertex
  }

  /// The middle of a segment.
  func middle(_ part: Int, _ segment: Int) -> Coordinate {
    let vertices = parts[part]
    return Segment(vertices[segment].place, vertices[(segment + 1) % vertices.count].place).middle
  }
}
