internal import GeoSnapSupport

/// Rings as Esri stores them: in one list, exterior rings clockwise and holes counterclockwise.
package struct EsriRings {
  private let coordinates: CoordinateSequence
  private let ringEnds: [Int]
  private var shells: [Int] = []
  private var holes: [Int] = []
  /// The area of each ring, above 0 in either direction.
  private var magnitudes: [Double] = []
  /// Whether all rings have the wrong direction, so that their roles are swapped.
  package private(set) var isReversed = false

  package init(_ coordinates: CoordinateSequence, _ ringEnds: [Int]) {
    self.coordinates = coordinates
    self.ringEnds = ringEnds
    for ring in ringEnds.indices {
      let area = coordinates.signedArea(range(ring))
      magnitudes.append(area.magnitude)
      if area < 0 { shells.append(ring) } else { holes.append(ring) }
    }
    isReversed = isEveryShellInHole && magnitudes.contains { $0 > 0 }
    if isReversed { swap(&shells, &holes) }
  }

  /// Whether every exterior ring lies inside a hole.
  private var isEveryShellInHole: Bool {
    shells.allSatisfy { shell in
      holes.contains { hole in
        magnitudes[hole] > magnitudes[shell]
          && coordinates.location(of: range(shell), toRing: range(hole)) == .inside
      }
    }
  }

  /// The polygon, or the multi polygon when several rings are exterior.
  ///
  /// A hole belongs to the smallest exterior ring that contains it; with one exterior ring, all holes belong to it.
  /// If all rings have the wrong direction, the roles are swapped. A hole outside all exterior rings and a ring
  /// without area become exterior rings: no ring is left out or reversed.
  package func areas(_ srid: SRID?) -> Geometry {
    if ringEnds.count <= 1 || shells == [0] {
      return .polygon(Polygon(trusted: coordinates, ringEnds: ringEnds, srid: srid))
    }
    var members = shells.map { [$0] }
    for hole in holes {
      if let owner = owner(of: hole) { members[owner].append(hole) } else { members.append([hole]) }
    }
    return joined(members.rising(by: { $0[0] }), srid)
  }

  private func range(_ ring: Int) -> Range<Int> {
    (ring == 0 ? 0 : ringEnds[ring - 1])..<ringEnds[ring]
  }

  private func owner(of hole: Int) -> Int? {
    if shells.count == 1 { return 0 }
    var owner: Int?
    for (index, shell) in shells.enumerated() {
      if let owner, magnitudes[shells[owner]] <= magnitudes[shell] { continue }
      if coordinates.location(of: range(hole), toRing: range(shell)) != .outside { owner = index }
    }
    return owner
  }

  private func joined(_ members: [[Int]], _ srid: SRID?) -> Geometry {
    var order: [Int] = []
    var newEnds: [Int] = []
    var polygonEnds: [Int] = []
    for member in members {
      for ring in member {
        order += range(ring)
        newEnds.append(order.count)
      }
      polygonEnds.append(newEnds.count)
    }
    let sorted = coordinates.selecting(order)
    if members.count == 1 {
      return .polygon(Polygon(trusted: sorted, ringEnds: newEnds, srid: srid))
    }
    return .multiPolygon(
      MultiPolygon(trusted: sorted, ringEnds: newEnds, polygonEnds: polygonEnds, srid: srid)
    )
  }
}
