extension PlaceTable {
  /// The number of the junction that a vertex of a line is to join; -1 when there is none.
  ///
  /// Of those within the tolerance it is one that a rule allows, then the nearest, then the first. A junction of
  /// another domain network counts only when a rule allows it: a pole under a cable's end does not matter to the
  /// cable. `hash` is that of the cell of `place`, and `type` the class of the line.
  @inline(never)
  func junction(
    at place: Coordinate,
    _ hash: UInt32,
    _ z: Double,
    forLine type: Int32,
    _ rules: JoinRules
  ) -> Int32 {
    var best = BestJunction()
    look(inCell: hash, place, z, type, rules, &best)
    // No junction in another cell can be nearer.
    if best.isCertain { return best.item }
    let hashes = cells.hashes(near: place.x, place.y)
    for number in 1..<hashes.count { look(inCell: hashes[number], place, z, type, rules, &best) }
    return best.item
  }

  @inline(__always)
  private func look(
    inCell hash: UInt32,
    _ place: Coordinate,
    _ z: Double,
    _ type: Int32,
    _ rules: JoinRules,
    _ best: inout BestJunction
  ) {
    forEachPoint(inCell: hash, near: place.x, place.y) { point, item, distance in
      guard tolerance.holds(point.z, z, heights: ()) else { return true }
      let isAllowed = rules.mayJoin(junction: point.type, line: type)
      if isAllowed || rules.shareDomain(point.type, type) {
        best.take(Int32(truncatingIfNeeded: item), isAllowed, distance)
      }
      return !best.isCertain
    }
  }
}

/// The best junction for a vertex so far.
private struct BestJunction {
  var item: Int32 = -1
  private var isAllowed = false
  private var distance = Double.infinity

  /// Whether no later junction is better: within one cell the least number comes first.
  var isCertain: Bool { isAllowed && distance == 0 }

  @inline(__always)
  mutating func take(_ other: Int32, _ otherIsAllowed: Bool, _ otherDistance: Double) {
    let isBetter =
      otherIsAllowed != isAllowed
      ? otherIsAllowed
      : otherDistance != distance ? otherDistance < distance : other < item
    if item < 0 || isBetter {
      (item, isAllowed, distance) = (other, otherIsAllowed, otherDistance)
    }
  }
}

extension JoinRules {
  /// Whether two classes belong to the same domain network.
  @inline(__always)
  package func shareDomain(_ one: Int32, _ other: Int32) -> Bool {
    classes[Int(one)].domain == classes[Int(other)].domain
  }
}
