/// Collects the problems of a geometry, part by part.
struct ProblemFinder {
  let expectations: GeometryExpectations
  private(set) var problems: [GeometryProblem] = []
  private var known: Set<GeometryProblem> = []
  private(set) var part = 0

  init(_ expectations: GeometryExpectations) { self.expectations = expectations }

  /// Whether the limit of problems is reached.
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
    guard coordinates.count > 1 else {
      return report(.tooFewPoints, at: coordinates[0])
    }
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

  mutating func checkRepeats(
    _ coordinates: CoordinateSequence,
    _ range: Range<Int>,
    ring: Int?
  ) {
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
}
