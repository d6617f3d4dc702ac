extension EditorShape {
  /// A vertex to insert at an index of a part.
  ///
  /// Without a given height, it gets the height between its neighbours' by planar distance, that of the only
  /// neighbour, or 0. Its measure is interpolated between two neighbours, and missing at an end.
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

  func middle(_ part: Int, _ segment: Int) -> Coordinate {
    let vertices = parts[part]
    return Segment(vertices[segment].place, vertices[(segment + 1) % vertices.count].place).middle
  }
}
