import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Answers of shapely, which has a GEOS of its own")
struct ShapelyTests {
  @Test("Random and degenerate questions have shapely's answers but for those listed, with cause")
  func answers() throws {
    let all = try ShapelyAnswers.questions()
    #expect(all.count >= 50_000 || !ShapelyAnswers.isCommitted)
    // Every tenth in a short run: operations take turns.
    let step = Extent.count(10, long: 1)
    let questions = all.filter { $0.line % step == 0 }
    let known = try ShapelyAnswers.differences().filter { $0.key % step == 0 }
    var differing: Set<Int> = []
    for question in questions {
      guard let problem = try ShapelyQuestion(question).difference() else { continue }
      differing.insert(question.line)
      #expect(
        known[question.line] != nil,
        """
        line \(question.line), \(question.operation) \(question.parameters): \(problem)
        \(question.first)
        \(question.second)
        """
      )
    }
    #expect(Set(known.keys).subtracting(differing).isEmpty, "These are listed and pass.")
    #expect(known.count * 200 <= questions.count, "At most 0.5% may differ.")
  }
}

private struct ShapelyQuestion {
  private let question: ShapelyAnswers.Question
  private let first: Geometry
  private let second: Geometry

  init(_ question: ShapelyAnswers.Question) throws {
    self.question = question
    first = try Geometry(wkt: question.first)
    second =
      question.second == "-"
      ? .point(Point(emptyIn: nil)) : try Geometry(wkt: question.second)
  }

  func difference() throws -> String? {
    do {
      switch try answer() {
      case .truth(let truth):
        return "\(truth)" == question.answer ? nil : "\(truth), not \(question.answer)"
      case .word(let word): return word == question.answer ? nil : "\(word), not \(question.answer)"
      case .number(let number): return differs(number)
      case .geometry(let geometry): return try differs(geometry)
      }
    } catch let error as GeometryError {
      return question.answer == "error" ? nil : "\(error), not \(question.answer)"
    }
  }

  private func differs(_ number: Double?) -> String? {
    // shapely has NaN for no answer, and infinity for no limit.
    guard let expected = Double(question.answer) else { return "number, not \(question.answer)" }
    guard let number else { return expected.isFinite ? "none, not \(expected)" : nil }
    let isNear =
      number == expected || (number - expected).magnitude <= 1e-9 * expected.magnitude
      || (number - expected).magnitude <= 1e-12
    return isNear ? nil : "\(number), not \(expected)"
  }

  private func differs(_ geometry: Geometry) throws -> String? {
    guard question.answer != "error" else { return "\(geometry.wkt), not an error" }
    let expected =
      question.answer == "none"
      ? Geometry.collection(try GeometryCollection([]))
      : try Geometry(wkt: question.answer.replacing("LINEARRING", with: "LINESTRING"))
    if geometry.isEmpty && expected.isEmpty { return nil }
    let envelope = expected.envelope
    let reach = max(
      max(envelope?.minX.magnitude ?? 0, envelope?.maxX.magnitude ?? 0),
      max(envelope?.minY.magnitude ?? 0, envelope?.maxY.magnitude ?? 0)
    )
    switch question.operation {
    case "envelope":
      // shapely answers a polygon without area for a flat one.
      return geometry.envelope == expected.envelope ? nil : "another envelope"
    case "delaunay":
      // Where four vertices lie on a circle there are two ways to draw triangles.
      let isSame =
        geometry.parts.count == expected.parts.count
        && (geometry.area - expected.area).magnitude <= 1e-9 * expected.area
      return isSame ? nil : "other triangles"
    case "segmentize":
      // shapely takes out repeated vertices.
      if try geometry.asMulti().removingRepeatedVertices().equalsNormalized(
        expected.asMulti().removingRepeatedVertices(),
        tolerance: 1e-9 * reach
      ) {
        return nil
      }
    case "node":
      // shapely keeps repeated vertices, also as lines.
      if try geometry.equalsNormalized(expected.simplified().asMulti(), tolerance: 1e-9 * reach) {
        return nil
      }
    case "simplify" where first.type == .multiPoint:
      // Points are answered as they are, also one that is a multi point.
      if geometry == first { return nil }
    case "difference" where geometry == first:
      // Where nothing is taken away the answer is the geometry itself, not split where it crosses itself.
      let away = try geometry.hausdorffDistance(to: expected) ?? 0
      return away <= reach * 1e-9 ? nil : "the geometry itself"
    default: break
    }
    if try geometry.equalsNormalized(expected, tolerance: reach * 1e-9) { return nil }
    let areas = [GeometryType.polygon, .multiPolygon]
    if areas.contains(geometry.type), areas.contains(expected.type), try geometry.isValid,
      try expected.isValid,
      try geometry.symmetricDifference(expected).area <= 1e-9 * expected.area
    {
      return nil
    }
    return "\(geometry.wkt), not \(expected.wkt)"
  }

  private enum Answer {
    case truth(Bool)
    case word(String)
    case number(Double?)
    case geometry(Geometry)
  }

  private func answer() throws -> Answer {
    switch question.operation {
    case "contains": return .truth(try first.contains(second))
    case "contains_properly": return .truth(try PreparedGeometry(first).containsProperly(second))
    case "covers": return .truth(try first.covers(second))
    case "covered_by": return .truth(try first.isCovered(by: second))
    case "crosses": return .truth(try first.crosses(second))
    case "disjoint": return .truth(try first.isDisjoint(from: second))
    case "equals": return .truth(try first.equalsTopologically(second))
    case "intersects": return .truth(try first.intersects(second))
    case "overlaps": return .truth(try first.overlaps(second))
    case "touches": return .truth(try first.touches(second))
    case "within": return .truth(try first.isWithin(second))
    case "relate": return .word("\(try first.relate(second))")
    case "dwithin": return .truth(try first.isWithin(distance: number(0), of: second))
    case "equals_exact": return .truth(first.equalsExactly(second, tolerance: try number(0)))
    case "is_valid": return .truth(try first.isValid)
    case "is_simple": return .truth(try first.isSimple(.ogc))
    case "distance": return .number(try first.distance(to: second))
    case "hausdorff_distance": return .number(try first.hausdorffDistance(to: second))
    case "frechet_distance": return .number(try first.frechetDistance(to: second))
    case "area": return .number(first.area)
    case "length": return .number(first.length)
    case "minimum_clearance": return .number(try first.minimumClearance())
    case "minimum_bounding_radius": return .number(try first.minimumBoundingCircle()?.radius ?? 0)
    case "rotated_rectangle_area": return .number(try first.minimumRotatedRectangle().area)
    case "nearest_points": return .number(try first.nearestPoints(to: second)?.length)
    case "project":
      guard let place = second.coordinates.first else { return .number(nil) }
      return .number(try first.linearLocation(closestTo: place)?.fraction)
    default: return .geometry(try construction())
    }
  }

  private func construction() throws -> Geometry {
    let words = question.operation.split(separator: "_").map(String.init)
    if words.last == "grid" || ["union", "intersection", "difference"].contains(words[0])
      || question.operation == "symmetric_difference"
    {
      return try overlay(words[0], words.last == "grid" ? number(0) : nil)
    }
    switch question.operation {
    case "buffer": return try first.buffer(distance: number(0), style: style())
    case "boundary": return try first.boundary()
    case "centroid": return .point(try first.centroid())
    case "point_on_surface": return .point(try first.pointOnSurface())
    case "convex_hull": return try first.convexHull()
    case "concave_hull": return try first.concaveHull(ratio: number(0))
    case "envelope": return first.envelope.map { Geometry($0) } ?? first
    case "unary_union": return try first.unaryUnion()
    case "node": return try first.noded()
    case "line_merge": return try first.mergedLines()
    case "normalize": return try first.normalized()
    case "reverse": return first.reversed()
    case "simplify": return try first.generalized(maxDeviation: number(0))
    case "simplify_topology":
      return try first.generalized(maxDeviation: number(0), preservingTopology: true)
    case "segmentize": return try first.densified(maxSegmentLength: number(0))
    case "remove_repeated_points": return try first.removingRepeatedVertices()
    case "make_valid": return try first.repaired()
    case "make_valid_structure": return try first.repaired(method: .structure)
    case "set_precision": return try first.rounded(toGrid: number(0))
    case "interpolate": return .point(try first.point(atFraction: number(0)))
    case "offset": return try first.offset(distance: number(0))
    case "snap": return try first.snapped(to: second, tolerance: number(0))
    case "shared_paths":
      let shared = try first.sharedPaths(with: second)
      return .collection(
        try GeometryCollection([shared.forward.asMulti(), shared.backward.asMulti()])
      )
    case "polygonize":
      return .collection(try GeometryCollection(first.polygonized().polygons.map { .polygon($0) }))
    case "delaunay": return try first.delaunayTriangulation()
    case "clip":
      return try first.intersection(
        Geometry(Envelope(minX: number(0), minY: number(1), maxX: number(2), maxY: number(3))),
        convention: .ogc
      )
    default: throw GeometryError(.invalidArgument, "Unknown: \(question.operation)")
    }
  }

  private func overlay(_ name: String, _ grid: Double?) throws -> Geometry {
    switch name {
    case "union": try first.union(second, gridSize: grid)
    case "intersection": try first.intersection(second, convention: .ogc, gridSize: grid)
    case "difference": try first.difference(second, gridSize: grid)
    default: try first.symmetricDifference(second, gridSize: grid)
    }
  }

  private func number(_ index: Int) throws -> Double {
    try #require(Double(question.parameters[index]))
  }

  private func style() throws -> BufferStyle {
    let words = question.parameters
    let caps: [String: BufferStyle.Cap] = ["round": .round, "flat": .flat, "square": .square]
    let joins: [String: BufferStyle.Join] = ["round": .round, "mitre": .mitre, "bevel": .bevel]
    return BufferStyle(
      quadrantSegments: try #require(Int(words[1])),
      cap: try #require(caps[words[2]]),
      join: try #require(joins[words[3]])
    )
  }
}
