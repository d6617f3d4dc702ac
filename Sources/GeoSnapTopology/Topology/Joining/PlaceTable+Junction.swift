extension PlaceTable {
  /// The junction that a vertex of a line is to join; -1 when there is none.
  ///
  /// Of those within the tolerance one that a rule lets join, then the nearest, then the first. A
  /// junction of another domain network counts only when a rule lets it join: a pole under a cable's
  /// end is nothing to the cable.
  @inline(never)
  func junction(at place: Coordinate, _ z: Double, forLine type: Int32, _ rules: JoinRules) -> Int32
  {
    var best: Int32 = -1
    var bestAllowed = false
    var bestDistance = Double.infinity
    forEachPoint(near: place.x, place.y) { point, item, distance in
      guard tolerance.holds(point.z, z, heights: ()) else { return }
      let isAllowed = rules.mayJoin(junction: point.type, line: type)
      if !isAllowed && !rules.shareDomain(point.type, type) { return }
      let isBetter =
        isAllowed != bestAllowed
        ? isAllowed
        : distance != bestDistance ? distance < bestDistance : item < Int(best)
      if best < 0 || isBetter {
        best = Int32(truncatingIfNeeded: item)
        bestAllowed = isAllowed
        bestDistance = distance
      }
    }
    return best
  }
}

extension JoinRules {
  /// Whether two classes belong to one domain network.
  @inline(__always)
  package func shareDomain(_ one: Int32, _ other: Int32) -> Bool {
    classes[Int(one)].domain == classes[Int(other)].domain
  }
}
