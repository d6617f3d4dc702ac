/// Collects the problems of a geometry, part by part.
struct ProblemFinder {
  let expectations: GeometryExpectations
  private(set) var problems: [GeometryProblem] = []
  private var known: Set<GeometryProblem> = []
  private(set) var part = 0

  init(_ expectations: GeometryExpectations) { self.expectations = expectations }

  var isFull: Bool { problems.count >= expectations.limit }

  mutating func report(
    _ kind: GeometryProblem.Kind,
    at location: Coordinate,
    part: Int? = nil,
    ring: Int? = nil
  ) {
    guard !isFull else { return }
    let problem = GeometryProblem(kind, at: location, part: part ?? self.part, ring: ring)
    // A problem at NaN differs from itself, and would be reported again.
    if known.insert(problem).inserted { problems.append(problem) }
  }

  mutating func visit(_ geometry: Geometry) {
    if case .collection(let collection) = geometry {
      for member in collection.geometries { visit(member) }
      return
    }
    let parts = geometry.parts
    if !expectations.allowsMultipart, parts.count > 1, let place = parts[1].coordinates.first {
      report(.multipart, at: place, part: part + 1)
    }
    let first = part
    var areas: [CleanArea] = []
    for geometry in parts {
      if isFull { return }
      switch geometry {
      case .point(let point): checkOrdinates(point.coordinates, 0..<1, ring: nil)
      case .lineString(let line): visitLine(line.coordinates)
      case .polygon(let polygon): areas.append(visitArea(polygon))
      default: break
      }
      part += 1
    }
    if areas.count > 1 { compareAreas(areas, first: first) }
  }

  private mutating func visitLine(_ coordinates: CoordinateSequence) {
    let range = coordinates.indices
    guard checkOrdinates(coordinates, range, ring: nil) else { return }
    guard coordinates.count > 1 else { return report(.tooFewPoints, at: coordinates[0]) }
    let path = CleanPath(coordinates, range, isRing: false)
    guard path.places.count > 1 else { return report(.zeroLengthLine, at: coordinates[0]) }
    checkRepeats(coordinates, range, ring: nil)
    checkSpikes(path, ring: nil)
    if expectations.allowsSelfIntersectingLines { return }
    for contact in PathContacts(of: [path]) {
      if isFull { return }
      report(.selfIntersectingLine, at: contact.place)
    }
  }

  /// Checks ordinates; false when x or y are not finite.
  @discardableResult
  mutating func checkOrdinates(
    _ coordinates: CoordinateSequence,
    _ range: Range<Int>,
    ring: Int?
  ) -> Bool {
    var areFinite = true
    for index in range {
      let place = coordinates[index]
      if !place.isFinite { areFinite = false }
      if !place.isFinite || coordinates.z(at: index)?.isFinite == false
        || coordinates.m(at: index)?.isInfinite == true
      {
        report(.nonFiniteOrdinate, at: place, ring: ring)
      }
    }
    return areFinite
  }

  mutating func checkRepeats(_ coordinates: CoordinateSequence, _ range: Range<Int>, ring: Int?) {
    if expectations.allowsRepeatedVertices { return }
    for index in range.dropFirst()
    where coordinates[index] == coordinates[index - 1]
      && coordinates.z(at: index) == coordinates.z(at: index - 1)
    {
      report(.repeatedVertex, at: coordinates[index], ring: ring)
    }
  }

  mutating func checkSpikes(_ path: CleanPath, ring: Int?) {
    for index in path.turns where path.turnsBack(at: index) {
      report(.spike, at: path.places[index], ring: ring)
    }
  }

  /// Reports parts that appear twice: equal coordinates in the same order, for lines in either direction, for rings
  /// from any vertex.
  mutating func findDuplicates(_ geometry: Geometry) {
    var seen: Set<[[Coordinate]]> = []
    for (number, part) in geometry.parts.enumerated() {
      if isFull { return }
      let paths = part.paths
      guard paths.allSatisfy({ path in (0..<path.count).allSatisfy { path[$0].isFinite } }),
        let place = part.coordinates.first
      else { continue }
      let clean = paths.map { path in
        CleanPath(path.sequence, path.range, isRing: path.kind == .ring)
      }
      var form = clean.map(\.canonicalPlaces)
      // The exterior ring stays first; the order of holes has no meaning.
      if form.count > 2 { form[1...].sort { isBefore($0, $1) } }
      // A line of one coordinate differs from a point there, and a closed line from the line without its end.
      let isLoop = clean.first?.isClosed == true
      form.append([Coordinate(x: Double(part.type.dimension), y: isLoop ? 1 : 0)])
      if !seen.insert(form).inserted { report(.duplicatePart, at: place, part: number) }
    }
  }
}

extension CleanPath {
  /// The coordinates from a normalized start and in a normalized direction.
  fileprivate var canonicalPlaces: [Coordinate] {
    guard isClosed, places.count > 1,
      let least = places.indices.min(by: { isBefore(places[$0], places[$1]) })
    else {
      let reversed = Array(places.reversed())
      return isBefore(reversed, places) ? reversed : places
    }
    // A coordinate that the path visits twice may begin it twice: the least order counts.
    var best: [Coordinate] = []
    for start in places.indices where places[start] == places[least] {
      let forwards = Array(places[start...] + places[..<start])
      let backwards = [forwards[0]] + forwards.dropFirst().reversed()
      for way in [forwards, backwards] where best.isEmpty || isBefore(way, best) { best = way }
    }
    return best
  }
}

private func isBefore(_ one: Coordinate, _ other: Coordinate) -> Bool {
  (one.x, one.y) < (other.x, other.y)
}

private func isBefore(_ one: [Coordinate], _ other: [Coordinate]) -> Bool {
  one.lexicographicallyPrecedes(other, by: isBefore)
}
