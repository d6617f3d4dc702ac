internal import GeoSnapSupport

/// The rings of a polygon whose relations can be tested.
struct CleanArea {
  /// The rings, the exterior first; nil for one without area or with coordinates that are not finite.
  var rings: [CleanPath?] = []
  /// Whether the rings cross neither themselves nor each other.
  var isClean = true
}

extension ProblemFinder {
  mutating func visitArea(_ polygon: Polygon) -> CleanArea {
    var area = CleanArea()
    let coordinates = polygon.coordinates
    var start = 0
    for (ring, end) in polygon.ringEnds.enumerated() {
      area.rings.append(visitRing(coordinates, start..<end, ring))
      start = end
    }
    let present = area.rings.indices.filter { area.rings[$0] != nil }
    let rings = present.compactMap { area.rings[$0] }
    var touches: [RingTouch] = []
    for contact in PathContacts(of: rings) {
      if isFull { return area }
      let first = present[contact.first.path]
      let second = present[contact.second.path]
      if first == second {
        area.isClean = false
        report(.selfIntersectingRing, at: contact.place, ring: first)
      } else if contact.kind == .touch, !crosses(contact, rings) {
        touches.append(RingTouch(place: contact.place, first: first, second: second))
      } else {
        area.isClean = false
        report(.crossingRings, at: contact.place, ring: second)
      }
    }
    guard area.isClean, area.rings.first.flatMap(\.self) != nil else { return area }
    checkHoles(area)
    checkConnection(touches, ringCount: area.rings.count)
    return area
  }

  private mutating func visitRing(
    _ coordinates: CoordinateSequence,
    _ range: Range<Int>,
    _ ring: Int
  ) -> CleanPath? {
    guard let first = range.first else {
      report(.tooFewPoints, at: Coordinate(x: .nan, y: .nan), ring: ring)
      return nil
    }
    guard checkOrdinates(coordinates, range, ring: ring) else { return nil }
    if coordinates[first] != coordinates[range.upperBound - 1] {
      report(.unclosedRing, at: coordinates[range.upperBound - 1], ring: ring)
    }
    checkRepeats(coordinates, range, ring: ring)
    let path = CleanPath(coordinates, range, isRing: true)
    guard path.places.count > 2, range.count > 3 else {
      report(.tooFewPoints, at: coordinates[first], ring: ring)
      return nil
    }
    checkSpikes(path, ring: ring)
    if let exterior = expectations.exteriorRings {
      let area = coordinates.signedArea(range)
      let expected = (ring == 0) == (exterior == .counterclockwise) ? 1.0 : -1.0
      if area * expected < 0 { report(.ringOrientation, at: coordinates[first], ring: ring) }
    }
    return path
  }

  /// Whether one path changes to the other side of the other at a contact.
  private func crosses(_ contact: PathContacts.Contact, _ paths: [CleanPath]) -> Bool {
    let place = contact.place
    let path = paths[contact.first.path].neighbours(of: place, on: contact.first.segment)
    let other = paths[contact.second.path].neighbours(of: place, on: contact.second.segment)
    let turn = orientation(path.0, place, path.1)
    func isLeft(_ target: Coordinate) -> Bool {
      let leftOfArrival = orientation(path.0, place, target) > 0
      let leftOfDeparture = orientation(place, path.1, target) > 0
      return turn >= 0 ? leftOfArrival && leftOfDeparture : leftOfArrival || leftOfDeparture
    }
    return isLeft(other.0) != isLeft(other.1)
  }

  /// Checks the locations of holes, whose rings do not cross.
  private mutating func checkHoles(_ area: CleanArea) {
    guard let shell = area.rings.first.flatMap(\.self) else { return }
    for hole in area.rings.indices.dropFirst() {
      guard let path = area.rings[hole] else { continue }
      if path.location(in: shell) != .inside {
        report(.holeOutsideShell, at: path.places[0], ring: hole)
      }
      for other in area.rings.indices.dropFirst() where other != hole {
        guard let around = area.rings[other], around.mayHold(path) else { continue }
        if path.location(in: around) == .inside {
          report(.nestedHoles, at: path.places[0], ring: hole)
          break
        }
      }
    }
  }

  /// Checks for chains of touching rings that close, and so cut off a piece of the inside.
  private mutating func checkConnection(_ touches: [RingTouch], ringCount: Int) {
    var groups = Array(0..<ringCount)
    var places: [Coordinate: Int] = [:]
    var joined: Set<RingTouch> = []
    func root(_ index: Int) -> Int {
      var index = index
      while groups[index] != index {
        groups[index] = groups[groups[index]]
        index = groups[index]
      }
      return index
    }
    for touch in Array(touches).ordered(by: <) {
      let place: Int
      if let known = places[touch.place] {
        place = known
      } else {
        place = groups.count
        groups.append(place)
        places[touch.place] = place
      }
      for ring in [touch.first, touch.second]
      where joined.insert(RingTouch(place: touch.place, first: ring, second: ring)).inserted {
        let roots = (root(ring), root(place))
        if roots.0 == roots.1 {
          report(.disconnectedInterior, at: touch.place, ring: touch.second)
        } else {
          groups[roots.0] = roots.1
        }
      }
    }
  }

  mutating func compareAreas(_ areas: [CleanArea], first: Int) {
    var rings: [CleanPath] = []
    var owners: [Int] = []
    for (number, area) in areas.enumerated() {
      for ring in area.rings.compactMap(\.self) {
        rings.append(ring)
        owners.append(number)
      }
    }
    var crossing: Set<RingTouch> = []
    let nowhere = Coordinate(x: 0, y: 0)
    for contact in PathContacts(of: rings, between: owners) {
      if isFull { return }
      if contact.kind == .touch, !crosses(contact, rings) { continue }
      let pair = (owners[contact.first.path], owners[contact.second.path])
      crossing.insert(RingTouch(place: nowhere, first: pair.0, second: pair.1))
      report(.overlappingParts, at: contact.place, part: first + pair.1)
    }
    for (inner, area) in areas.enumerated() {
      guard area.isClean, let shell = area.rings.first.flatMap(\.self) else { continue }
      for (outer, other) in areas.enumerated() where outer != inner && other.isClean {
        let pair = RingTouch(place: nowhere, first: min(inner, outer), second: max(inner, outer))
        guard !crossing.contains(pair), let around = other.rings.first.flatMap(\.self),
          around.mayHold(shell), shell.location(in: around) == .inside
        else { continue }
        let isInHole = other.rings.dropFirst().compactMap(\.self).contains { hole in
          hole.mayHold(shell) && shell.location(in: hole) == .inside
        }
        if !isInHole { report(.overlappingParts, at: shell.places[0], part: first + inner) }
      }
    }
  }
}

private struct RingTouch: Hashable, Comparable {
  let place: Coordinate
  let first: Int
  let second: Int

  static func < (one: RingTouch, other: RingTouch) -> Bool {
    (one.first, one.second, one.place.x, one.place.y)
      < (other.first, other.second, other.place.x, other.place.y)
  }
}

extension CleanPath {
  /// The location of the ring relative to another that it does not cross.
  func location(in ring: CleanPath) -> RingLocation {
    for place in places {
      let location = ring.location(of: place)
      if location != .boundary { return location }
    }
    // Every vertex is on the other ring, so a point between two of them decides.
    for index in 0..<segmentCount {
      let location = ring.location(of: segment(index).coordinate(atFraction: 0.5))
      if location != .boundary { return location }
    }
    return .boundary
  }

  private func location(of place: Coordinate) -> RingLocation {
    var isInside = false
    for index in 0..<segmentCount {
      switch crossing(segment(index), rightOf: place) {
      case .none: break
      case .crosses: isInside.toggle()
      case .touches: return .boundary
      }
    }
    return isInside ? .inside : .outside
  }

  /// Whether the other may lie inside, by the envelopes.
  func mayHold(_ other: CleanPath) -> Bool {
    guard let envelope, let inner = other.envelope else { return false }
    return envelope.contains(inner)
  }
}
