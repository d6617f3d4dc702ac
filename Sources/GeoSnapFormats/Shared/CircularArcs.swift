struct CircularArcs {
  /// The greatest distance of a segment from its arc, in coordinate units.
  let tolerance: Double
  private(set) var count = 0

  private static let mostHalvings = 10

  init(tolerance: Double) { self.tolerance = tolerance }

  /// Replaces a circular string, whose vertices of `width` ordinates begin at `start`, by a line; false for a number
  /// of vertices that makes no arcs.
  ///
  /// Each arc runs from a vertex through the next to the one after it; all of these remain vertices. Further
  /// ordinates are interpolated by the angle. A reversed string gives the reversed line.
  mutating func straighten(_ ordinates: inout [Double], from start: Int, width: Int) -> Bool {
    let vertices = Array(ordinates[start...])
    let vertexCount = vertices.count / width
    if vertexCount == 0 { return true }
    guard vertexCount >= 3, !vertexCount.isMultiple(of: 2) else { return false }
    ordinates.removeSubrange((start + width)...)
    for first in stride(from: 0, to: vertexCount - 2, by: 2) {
      func vertex(_ number: Int) -> [Double] {
        Array(vertices[((first + number) * width)..<((first + number + 1) * width)])
      }
      append(vertex(0), vertex(1), vertex(2), to: &ordinates)
    }
    return true
  }

  /// Appends an arc without its first vertex.
  private mutating func append(
    _ start: [Double],
    _ middle: [Double],
    _ end: [Double],
    to line: inout [Double]
  ) {
    guard let circle = Circle(start, middle, end) else {
      line += middle
      line += end
      return
    }
    count += 1
    halve(start, middle, circle, Self.mostHalvings, &line)
    line += middle
    halve(middle, end, circle, Self.mostHalvings, &line)
    line += end
  }

  private func halve(
    _ start: [Double],
    _ end: [Double],
    _ circle: Circle,
    _ depth: Int,
    _ line: inout [Double]
  ) {
    let middle = circle.middle(start, end)
    let (x, y) = (middle[0] - (start[0] + end[0]) / 2, middle[1] - (start[1] + end[1]) / 2)
    guard depth > 0, x * x + y * y > tolerance * tolerance else { return }
    halve(start, middle, circle, depth - 1, &line)
    line += middle
    halve(middle, end, circle, depth - 1, &line)
  }

  private struct Circle {
    let x: Double
    let y: Double
    let radius: Double
    let isLeft: Bool

    /// The circle through three points; nil when they lie on a straight line or are not finite.
    ///
    /// When the first and last point are equal, the second is opposite.
    init?(_ start: [Double], _ middle: [Double], _ end: [Double]) {
      // The same circle from either end.
      let isReversed = (end[0], end[1]) < (start[0], start[1])
      let (first, last) = isReversed ? (end, start) : (start, end)
      // Relative to the first point, so large coordinates lose no precision.
      let (mx, my) = (middle[0] - first[0], middle[1] - first[1])
      let (lx, ly) = (last[0] - first[0], last[1] - first[1])
      let centre: (x: Double, y: Double)
      if lx == 0, ly == 0 {
        centre = (mx / 2, my / 2)
        isLeft = true
      } else {
        let cross = mx * ly - my * lx
        guard cross != 0 else { return nil }
        let (m2, l2) = (mx * mx + my * my, lx * lx + ly * ly)
        centre = ((ly * m2 - my * l2) / (2 * cross), (mx * l2 - lx * m2) / (2 * cross))
        isLeft = (cross > 0) != isReversed
      }
      radius = (centre.x * centre.x + centre.y * centre.y).squareRoot()
      // On a greater circle the distance of an arc from its chords is below the precision of doubles.
      guard radius > 0, radius < 1e12 else { return nil }
      x = first[0] + centre.x
      y = first[1] + centre.y
    }

    func middle(_ start: [Double], _ end: [Double]) -> [Double] {
      var place = zip(start, end).map { ($0 + $1) / 2 }
      let (dx, dy) = (end[0] - start[0], end[1] - start[1])
      let length = (dx * dx + dy * dy).squareRoot()
      guard length > 0 else { return place }
      // A counterclockwise arc lies to the right of its chord.
      let reach = (isLeft ? radius : -radius) / length
      place[0] = x + dy * reach
      place[1] = y - dx * reach
      return place
    }
  }
}

extension GeometryType {
  /// The straight types that replace types of curves, by their well-known binary codes.
  static let straight: [UInt32: GeometryType] = [
    8: .lineString, 9: .lineString, 10: .polygon, 11: .multiLineString, 12: .multiPolygon,
  ]

  /// The types that SQL/MM adds to OGC's simple features, by their well-known binary codes.
  static let others: [UInt32: String] = [
    8: "CIRCULARSTRING", 9: "COMPOUNDCURVE", 10: "CURVEPOLYGON", 11: "MULTICURVE",
    12: "MULTISURFACE", 13: "CURVE", 14: "SURFACE", 15: "POLYHEDRALSURFACE", 16: "TIN",
    17: "TRIANGLE",
  ]
}

extension FormatError {
  /// The error for an arc in a place that permits none.
  static func arc(offset: Int) -> FormatError {
    FormatError(
      .unsupportedCurve,
      "The curve has an arc. Convert it to segments, for example with ST_CurveToLine of PostGIS or ogr2ogr -nlt "
        + "CONVERT_TO_LINEAR.",
      offset: offset
    )
  }

  static func circularString(offset: Int) -> FormatError {
    FormatError(
      .invalidGeometry,
      "A CIRCULARSTRING must have three vertices, and two more for each further arc.",
      offset: offset
    )
  }

  static func gap(offset: Int) -> FormatError {
    FormatError(
      .invalidGeometry,
      "A piece of a COMPOUNDCURVE does not begin where the one before it ends.",
      offset: offset
    )
  }

  /// The error for a type that cannot be read, by its well-known binary code.
  static func type(_ code: UInt32, offset: Int) -> FormatError {
    guard let name = GeometryType.others[code] else {
      return FormatError(
        .unexpectedType,
        "Geometry type \(code) is not a type of OGC Simple Features.",
        offset: offset
      )
    }
    return FormatError(
      .unexpectedType,
      "\(name) is not supported. Convert it to lines or polygons, for example with ogr2ogr -nlt MULTIPOLYGON.",
      offset: offset
    )
  }
}
