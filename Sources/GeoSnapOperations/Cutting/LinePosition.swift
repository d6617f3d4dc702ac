/// A position along a line: a path, a segment of it, and the fraction of the segment.
///
/// Positions compare in order along the line. The end of a segment is the start of the next, except at a path's end.
struct LinePosition: Comparable {
  let path: Int
  let segment: Int
  let fraction: Double

  init(path: Int, segment: Int, fraction: Double, segmentCount: Int) {
    self.path = path
    if fraction >= 1, segment + 1 < segmentCount {
      self.segment = segment + 1
      self.fraction = 0
    } else {
      self.segment = segment
      self.fraction = min(max(fraction, 0), 1)
    }
  }

  static func < (first: LinePosition, second: LinePosition) -> Bool {
    if first.path != second.path { return first.path < second.path }
    if first.segment != second.segment { return first.segment < second.segment }
    return first.fraction < second.fraction
  }
}

extension Envelope {
  /// How far rounding may move a place within the envelope.
  ///
  /// Each axis has its own precision: at a northing of 1e16, eastings of 1 and 2 are two places.
  var rounding: (x: Double, y: Double) {
    (4 * max(minX.magnitude, maxX.magnitude).ulp, 4 * max(minY.magnitude, maxY.magnitude).ulp)
  }
}

extension Segment {
  /// The length of a share of the segment, where 1 is what rounding may move a place along it.
  fileprivate func roundings(_ share: Double) -> Double {
    let dx = (end.x - start.x).magnitude
    let dy = (end.y - start.y).magnitude
    let length = share * (dx * dx + dy * dy)
    guard length > 0 else { return 0 }
    let rounding = envelope.rounding
    return length / (dx * rounding.x + dy * rounding.y)
  }
}

extension GeometryPath {
  /// A position on a segment: at its end if that is as near as doubles permit, so that a cut there repeats no vertex.
  func position(segment index: Int, fraction: Double) -> LinePosition {
    var fraction = fraction
    if fraction > 0, fraction < 1 {
      let segment = segment(index)
      if segment.roundings(fraction) <= 1 {
        fraction = 0
      } else if segment.roundings(1 - fraction) <= 1 {
        fraction = 1
      }
    }
    return LinePosition(path: part, segment: index, fraction: fraction, segmentCount: segmentCount)
  }

  var startPosition: LinePosition { position(segment: 0, fraction: 0) }

  var endPosition: LinePosition { position(segment: segmentCount - 1, fraction: 1) }

  func coordinate(at position: LinePosition) -> Coordinate {
    segment(position.segment).coordinate(atFraction: position.fraction)
  }

  /// Whether there is no length between a position of this path and a later one, as nearly as doubles permit.
  func hasNoLength(_ start: LinePosition, _ end: LinePosition) -> Bool {
    var length = 0.0
    for index in start.segment...end.segment {
      let first = index == start.segment ? start.fraction : 0
      let last = index == end.segment ? end.fraction : 1
      length += segment(index).roundings(last - first)
      if length > 1 { return false }
    }
    return true
  }

  /// The start of the riser that ends at a position; the path's end when no length follows the position.
  ///
  /// A riser has one coordinate at several heights. A cut at its start includes all of it. A repeated vertex is no
  /// riser.
  func footOfRiser(_ position: LinePosition) -> LinePosition {
    if hasNoLength(position, endPosition) { return endPosition }
    guard position.fraction == 0 else { return position }
    var (vertex, foot) = (position.segment, position.segment)
    while vertex > 0, self[vertex - 1] == self[vertex] {
      vertex -= 1
      if !isRepeated(vertex) { foot = vertex }
    }
    return self.position(segment: foot, fraction: 0)
  }

  /// Whether the vertex after one at the same coordinate has the same Z and M.
  private func isRepeated(_ vertex: Int) -> Bool {
    func areSame(_ one: Double?, _ other: Double?) -> Bool {
      one == other || one?.isNaN == true && other?.isNaN == true
    }
    return areSame(z(at: vertex), z(at: vertex + 1)) && areSame(m(at: vertex), m(at: vertex + 1))
  }

  /// The path between two positions as a separate line, with Z and M interpolated at its ends.
  ///
  /// It has at least two coordinates, equal ones when there is no length between the positions.
  func slice(_ start: LinePosition, _ end: LinePosition) -> CoordinateSequence {
    let width = sequence.dimensions.count
    var ordinates: [Double] = []
    append(start, to: &ordinates)
    for vertex in start.segment + 1..<max(end.segment, start.segment) + 1 {
      let base = (range.lowerBound + vertex) * width
      ordinates += sequence.ordinates[base..<base + width]
    }
    // When the end is at the start of the last segment, its vertex has been added.
    if end.fraction > 0 || end.segment == start.segment { append(end, to: &ordinates) }
    return CoordinateSequence(trusted: ordinates, dimensions: sequence.dimensions)
  }

  private func append(_ position: LinePosition, to ordinates: inout [Double]) {
    let place = coordinate(at: position)
    ordinates += [place.x, place.y]
    if let z = z(on: position.segment, atFraction: position.fraction) { ordinates.append(z) }
    if let m = m(on: position.segment, atFraction: position.fraction) { ordinates.append(m) }
  }
}
