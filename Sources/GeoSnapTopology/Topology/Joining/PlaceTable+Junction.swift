extension PlaceTable {
  /// The junction that a vertex of a line is to join; -1 when there is none.
  ///
  /// Of those within the tolerance one that a rule lets join, then the nearest, then the first. A junction of another
  /// domain network counts only when a rule lets it join: a pole under a cable's end is nothing to the cable.
  ///
  /// - Parameters:
  ///   - place: Where the vertex is.
  ///   - hash: The hash of the cell that the place lies in.
  ///   - z: Its height.
  ///   - type: The class of the line.
  ///   - rules: What may join.
  /// - Returns: Its number.
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
    // Nothing in another cell is nearer than just here.
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

/// The junction that suits a vertex best so far.
private struct BestJunction {
  var item: Int32 = -1
  private var isAllowed = false
  private var distance = Double.infinity

  /// Whether none that comes later is better: of one cell the least number comes first.
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
  /// Whether two classes belong to one domain network.
  @inline(__always)
  package func shareDomain(_ one: Int32, _ other: Int32) -> Bool {
    classes[Int(one)].domain == classes[Int(other)].domain
  }
}
