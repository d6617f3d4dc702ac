import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

/// The line beside a line, held against the places at the distance from it.
struct OffsetTests {
  /// Chords of arcs lie inside of them, and GEOS fills what is less than a hundredth of the distance deep.
  private let tolerance = 0.02

  @Test(
    "It is at the distance and on the side, and has all that is, of lines that cross themselves too",
    arguments: seeds(12)
  )
  func random(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, center: c(3_417_460, 5_369_562), radius: 30)
    (random.isGrid, random.allowsEmpty) = (seed % 3 == 0, false)
    for _ in 0..<40 {
      let count = 2 + random.generator.int(0...8)
      var path = random.path(count, hasZ: false)
      if random.generator.oneIn(3) { try path.append(contentsOf: [path[0]]) }
      let line = try Geometry.lineString(LineString(path))
      let distance = random.generator.double(0.5...20)
      let isLeft = random.generator.oneIn(2)
      let offset = try line.offset(distance: isLeft ? -distance : distance)
      let context: Comment = "seed \(seed): \(line.wkt) \(distance) \(isLeft)"
      for path in offset.paths {
        for index in 0..<path.count - 1 {
          let place = Segment(path[index], path[index + 1]).coordinate(atFraction: 0.5)
          let away = try #require(line.distance(to: place))
          #expect((away - distance).magnitude <= tolerance * distance, context)
          #expect(hasOnSide(line, place, isLeft), context)
        }
      }
      for place in places(beside: line, distance, isLeft)
      where line.distance(to: place).map({ $0 >= distance * (1 - 1e-9) }) == true {
        let missed = offset.distance(to: place) ?? .infinity
        #expect(missed <= tolerance * distance, context)
      }
    }
  }

  @Test(
    "The border of the buffer is that of both sides, each part of one, but for the ends",
    arguments: seeds(8)
  )
  func border(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, center: c(5, 5), radius: 5, allowsEmpty: false)
    random.isGrid = seed.isMultiple(of: 2)
    for _ in 0..<40 {
      let vertices = random.path(random.generator.int(2...7), hasZ: false)
      let line = Geometry.lineString(try LineString(vertices))
      let path = line.coordinates
      guard try line.isSimple(.ogc), path[0] != path[path.count - 1] else { continue }
      let distance = [0.3, 1, 3, 20][random.generator.int(0...3)]
      let style = [
        BufferStyle(), BufferStyle(join: .bevel), BufferStyle(join: .mitre, mitreLimit: 1.3),
        BufferStyle(join: .mitre), BufferStyle(join: .mitre, mitreLimit: 50),
      ][random.generator.int(0...4)]
      let context: Comment = "seed \(seed): \(line.wkt) \(distance) \(style)"
      let left = try line.offset(distance: -distance, style: style)
      let right = try line.offset(distance: distance, style: style)
      let border = try line.buffer(distance: distance, style: style).boundary()
      let width = 1e-3 * distance
      let beside = try (left.buffer(distance: width), right.buffer(distance: width))
      let caps = MultiPoint(CoordinateSequence([path[0], path[path.count - 1]]))
      let ends = try Geometry.multiPoint(caps)
        .buffer(distance: 1.001 * distance, style: BufferStyle(quadrantSegments: 64))
      let missed = try border.difference(beside.0.union(beside.1)).difference(ends)
      let both = try beside.0.intersection(beside.1).area / (2 * width)
      let beyond = try left.union(right).difference(border.buffer(distance: width))
      #expect(missed.length <= 0.05 * distance, context)
      #expect(both <= 0.05 * distance, context)
      #expect(beyond.length <= 0.05 * distance, context)
    }
  }

  /// Whether a line passes a place on a side where, but for the tolerance, it is closest to it.
  private func hasOnSide(_ line: Geometry, _ place: Coordinate, _ isLeft: Bool) -> Bool {
    guard let path = line.paths.first, let away = line.distance(to: place) else { return false }
    return (0..<path.count - 1).contains { index in
      let segment = Segment(path[index], path[index + 1])
      guard segment.squaredDistance(to: place).squareRoot() <= away * (1 + tolerance) else {
        return false
      }
      let across =
        (segment.end.x - segment.start.x) * (place.y - segment.start.y)
        - (segment.end.y - segment.start.y) * (place.x - segment.start.x)
      // Around a vertex where the line turns back both sides count.
      return isLeft ? across >= 0 : across <= 0
    }
  }

  private func places(beside line: Geometry, _ distance: Double, _ isLeft: Bool) -> [Coordinate] {
    guard let path = line.paths.first else { return [] }
    return (0..<path.count - 1).flatMap { index -> [Coordinate] in
      let segment = Segment(path[index], path[index + 1])
      guard segment.length > 0 else { return [] }
      let scale = (isLeft ? distance : -distance) / segment.length
      let across = Coordinate(
        x: -(segment.end.y - segment.start.y) * scale,
        y: (segment.end.x - segment.start.x) * scale
      )
      return [0.001, 0.2, 0.5, 0.8, 0.999].map { share in
        let place = segment.coordinate(atFraction: share)
        return c(place.x + across.x, place.y + across.y)
      }
    }
  }

  @Test(
    "Pieces run along with the line, in its order",
    arguments: [
      // Crossing itself, on the right and on the left.
      (
        "LINESTRING (0 0, 9 0, 9 5, 4 5, 4 -9)", 1.0,
        "MULTILINESTRING ((0 -1, 3 -1, 3 -9), (5 -1, 9 -1, 10 0, 10 5, 9 6, 4 6, 3 5, 3 1))"
      ),
      (
        "LINESTRING (0 0, 9 0, 9 5, 4 5, 4 -9)", -1.0,
        "MULTILINESTRING ((0 1, 3 1), (5 1, 8 1, 8 4, 5 4, 5 1), (5 -1, 5 -9))"
      ),
      // Near itself.
      ("LINESTRING (0 0, 9 0, 9 1, 0 1)", -1.0, "LINESTRING EMPTY"),
      // To a place and back.
      ("LINESTRING (0 0, 9 0, 0 0)", 1.0, "LINESTRING (0 -1, 9 -1, 9 1, 0 1)"),
      // The bevel at the turn runs past the vertex, at a distance that is rounding alone.
      (
        "LINESTRING (6 6, 1 3, 6 6)", 6.0,
        """
        LINESTRING (2.9130254674348413 11.144957554275265, -2.0869745325651587 8.144957554275265, \
        4.086974532565159 -2.1449575542752646, 9.086974532565158 0.8550424457247354)
        """
      ),
      // GEOS's buffer has a border here that is nearer to the line than the distance.
      (
        "LINESTRING (10 4, 4 7, 2 0, 4 7, 10 4)", 6.0,
        """
        LINESTRING (12.683281572999748 9.366563145999496, 6.683281572999748 12.366563145999496, \
        -1.7691436858449388 8.648326767384269, -3.7691436858449388 1.6483267673842683, \
        7.769143685844939 -1.6483267673842683)
        """
      ),
      // Another part cuts off the bevel at the turn.
      (
        "LINESTRING (6 5, 8 3, 1 6, 8 3)", 6.0,
        """
        LINESTRING (3.363515791475006 11.514870180108346, 2.3897031516225513 9.242640687119286, \
        1.7573593128807152 9.242640687119286, 1.7573593128807152 7.7671717300550025, \
        -1.363515791475006 0.48512981989165294, 5.636484208524994 -2.514870180108347)
        """
      ),
      // A corner is nearer than the distance, and its bevel leaves the line out.
      (
        "LINESTRING (2 7, 3 2, 1 10, 7 2)", 3.0,
        "LINESTRING (3.2608673298301433 1.985510227493142, 4.6 0.2)"
      ),
      // Closed: it goes on at its end.
      ("LINESTRING (0 0, 9 0, 9 9, 0 9, 0 0)", -1.0, "LINESTRING (1 1, 8 1, 8 8, 1 8, 1 1)"),
      // Closed, and smaller than the distance: nothing is left inside.
      ("LINESTRING (0 2, 0 1, 2 5, 0 2)", -10.0, "LINESTRING EMPTY"),
      // Closed, and parted inside: the line passes the right part first. A piece begins elsewhere in the buffer's ring.
      (
        "LINESTRING (4 1.5, 6 1.5, 6 0, 10 0, 10 4, 6 4, 6 2.5, 4 2.5, 4 4, 0 4, 0 0, 4 0, 4 1.5)",
        -1.0,
        """
        MULTILINESTRING ((6.5 2, 7 1.5, 7 1, 9 1, 9 3, 7 3, 7 2.5, 6.5 2), \
        (3.5 2, 3 2.5, 3 3, 1 3, 1 1, 3 1, 3 1.5, 3.5 2))
        """
      ),
      ("LINESTRING (5 5, 5 5)", 1.0, "LINESTRING EMPTY"),
      (
        "MULTILINESTRING ((0 0, 9 0), (0 9, 9 9))", 1.0,
        "MULTILINESTRING ((0 -1, 9 -1), (0 8, 9 8))"
      ),
    ]
  )
  func pieces(line: String, distance: Double, expected: String) throws {
    let style = BufferStyle(quadrantSegments: 1, join: .bevel)
    let offset = try wkt(line).offset(distance: distance, style: style)
    let wanted = try wkt(expected)
    #expect(offset.type == wanted.type)
    let apart = try offset.hausdorffDistance(to: wanted)
    #expect(apart.map { $0 < 1e-9 } ?? (offset.isEmpty && wanted.isEmpty), "\(offset.wkt)")
    #expect(offset.paths.map(\.count) == wanted.paths.map(\.count), "\(offset.wkt)")
    #expect(
      zip(offset.paths, wanted.paths).allSatisfy { $0[0].distance(to: $1[0]) < 1e-9 },
      "\(offset.wkt)"
    )
  }

  @Test("A line to a place and back ends there, however many vertices it has")
  func thereAndBack() throws {
    let plain = try wkt("LINESTRING (0 0, 9 0, 0 0)").offset(distance: 1)
    for text in ["LINESTRING (0 0, 4 0, 9 0, 0 0)", "LINESTRING (0 0, 9 0, 7 0, 0 0, 0 0)"] {
      let other = try wkt(text).offset(distance: 1)
      #expect(try #require(try other.hausdorffDistance(to: plain)) < 0.02, "\(other.wkt)")
    }
  }

  @Test(
    "A line that runs back over itself has on each side what it passes on that side",
    arguments: [
      BufferStyle(), BufferStyle(quadrantSegments: 1), BufferStyle(join: .bevel),
      BufferStyle(join: .mitre),
    ]
  )
  func runningBack(style: BufferStyle) throws {
    for along in [c(1, 0), c(2, 1), c(-3, 5)] {
      let length = along.distance(to: c(0, 0))
      func place(_ x: Double, _ left: Double) -> Coordinate {
        let (dx, dy) = (along.x / length * left, along.y / length * left)
        return c(x * along.x - dy, x * along.y + dx)
      }
      // All walks over the places 0 to 3 with four stops.
      for walk in 0..<256 {
        let stops = [walk / 64, walk / 16 % 4, walk / 4 % 4, walk % 4]
        let steps = zip(stops, stops.dropFirst())
        guard steps.allSatisfy({ $0 != $1 }) else { continue }
        let line = try Geometry.lineString(
          LineString(CoordinateSequence(stops.map { place(Double($0), 0) }))
        )
        for distance in [0.25, -0.25] {
          let offset = try line.offset(distance: distance, style: style)
          for (gap, isForward) in (0..<3).flatMap({ [($0, true), ($0, false)] }) {
            let isPassed = steps.contains { start, end in
              (start < end) == isForward && min(start, end) <= gap && gap < max(start, end)
            }
            let beside = place(Double(gap) + 0.5, isForward ? -distance : distance)
            let isFound = offset.distance(to: beside).map { $0 < 1e-6 } ?? false
            #expect(isFound == isPassed, "\(stops) \(along) \(distance) \(gap): \(offset.wkt)")
          }
        }
      }
    }
  }

  @Test("A segment far shorter than the distance does not let through the other side")
  func shortSegment() throws {
    let line = try Geometry(
      wkt: "LINESTRING (0 0, 30.535493538603223 18.8258492067211, "
        + "30.535493579381612 18.82584922946854)"
    )
    for style in [BufferStyle(), BufferStyle(join: .bevel), BufferStyle(join: .mitre)] {
      let left = try line.offset(distance: -10, style: style)
      // The direction of the line turned to its left.
      #expect(left.paths.count == 1)
      #expect(left.coordinates.allSatisfy { 30.5 * $0.y - 18.8 * $0.x > 0 }, "\(left.wkt)")
      let right = try line.offset(distance: 10, style: style)
      #expect(right.coordinates.allSatisfy { 30.5 * $0.y - 18.8 * $0.x < 0 }, "\(right.wkt)")
      #expect(right.length > 35)
    }
    let tiny = try Geometry(
      wkt: "LINESTRING (0 0, 9.54795173842327e-07 -9.916659230197844e-12, "
        + "1.8305414935507162e-06 -6.2796350572680354e-12)"
    )
    #expect(try !tiny.offset(distance: -1, style: BufferStyle(join: .bevel)).isEmpty)
  }

  @Test("Mitres that could reach far cost no more where none does")
  func farMitres() throws {
    // An arc of a thousand vertices: each query of its segments would meet all of them.
    let places = (0...1000).map { step in
      Coordinate(x: 1000 * cos(Double(step) / 1000), y: 1000 * sin(Double(step) / 1000))
    }
    let arc = try Geometry.lineString(LineString(CoordinateSequence(places)))
    let style = BufferStyle(join: .mitre, mitreLimit: 1e6)
    let length = try arc.offset(distance: 1, style: style).length
    #expect((length - 1001).magnitude < 0.01)
  }

  @Test("A mitre reaches past where another part of the line is closer to it")
  func mitre() throws {
    let line = try wkt("LINESTRING (0 0, 40 0, 0 8, 0 20, 70 20)")
    let offset = try line.offset(distance: 4, style: BufferStyle(join: .mitre, mitreLimit: 20))
    #expect(try #require(offset.envelope).maxX > 75)
  }

  @Test("A mitre that is cut off is whole where another part of the line is closer to it")
  func cutMitre() throws {
    for (text, limit) in [
      ("LINESTRING (10 9, 2 1, 10 7, 6 1)", 5), ("LINESTRING (4 1, 8 6, 7 5, 10 10)", 1.3),
    ] {
      let line = try wkt(text)
      let style = BufferStyle(join: .mitre, mitreLimit: limit)
      let offset = try line.offset(distance: -0.3, style: style)
      #expect(offset.type == .lineString, "\(offset.wkt)")
      let border = try line.buffer(distance: 0.3, style: style).boundary()
      #expect(try offset.difference(border.buffer(distance: 1e-6)).isEmpty)
    }
  }

  @Test("A mitre is on one side only")
  func mitreOfOneSide() throws {
    let line = try wkt("LINESTRING (10 9, 8 6, 4 5, 8 7, 2 5, 6 2)")
    let style = BufferStyle(join: .mitre, mitreLimit: 50)
    let tip = c(-4.5952, 1.8204)
    let left = try #require(line.offset(distance: -1, style: style).distance(to: tip))
    let right = try #require(line.offset(distance: 1, style: style).distance(to: tip))
    #expect(left < 0.001)
    #expect(right > 1)
  }

  @Test("A vertex that touches a segment does not take it to its side")
  func touchingVertex() throws {
    let line = try wkt("LINESTRING (0 -5, 4 0, 8 -5, 8 0, 0 0)")
    let above = c(4, 1)
    #expect(try #require(line.offset(distance: -1).distance(to: above)) > 0.5)
    #expect(try #require(line.offset(distance: 1).distance(to: above)) < 1e-9)
  }

  @Test("A limit of mitres below 1 leaves what has no corner")
  func smallLimit() throws {
    let line = try wkt("LINESTRING (6 2, 6 7)")
    let style = BufferStyle(join: .mitre, mitreLimit: 0.9)
    #expect(try line.offset(distance: 0.25, style: style).wkt == "LINESTRING (6.25 2, 6.25 7)")
  }
}
