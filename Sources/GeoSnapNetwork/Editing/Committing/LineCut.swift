internal import GeoSnapSupport

/// A line of one part, cut at some of its vertices.
struct LineCut {
  /// The pieces, in the order of the line.
  let pieces: [CoordinateSequence]
  /// Where the pieces end, as shares of the line's length; the last one is 1.
  let ends: [Double]
  /// The number of the longest piece, of several the first.
  let longest: Int
  /// What is said of the places between the pieces.
  let places: [SplitPlace]
  /// How much of the line's length is one place.
  let tolerance: Double

  /// Cuts a line at vertices; nil when a piece would be one place.
  ///
  /// - Parameters:
  ///   - line: The coordinates.
  ///   - places: What is said of the places, by the inner vertices that they are.
  ///   - tolerance: How near two places are one.
  init?(_ line: CoordinateSequence, at places: [Int: SplitPlace], tolerance: Double) {
    let vertices = Array(places.keys).ordered(by: <)
    self.places = vertices.compactMap { places[$0] }
    let limits = [0] + vertices + [line.count - 1]
    pieces = zip(limits, limits.dropFirst()).map { line.slice($0..<$1 + 1) }
    let lengths = pieces.map(\.planarLength)
    let total = lengths.reduce(0, +)
    guard total.isFinite, lengths.allSatisfy({ $0 > tolerance }), let greatest = lengths.max()
    else {
      return nil
    }
    longest = lengths.firstIndex(of: greatest) ?? 0
    var (ends, sum): ([Double], Double) = ([], 0)
    for length in lengths {
      sum += length
      ends.append(sum / total)
    }
    ends[ends.count - 1] = 1
    self.ends = ends
    self.tolerance = tolerance / total
  }

  /// The share of the line that lies before a piece.
  func start(_ piece: Int) -> Double { piece == 0 ? 0 : ends[piece - 1] }

  /// The number that a piece gets of what the whole line has.
  func share(of value: AttributeValue, _ piece: Int) -> AttributeValue {
    switch value {
    case .real(let number): return .real(number * (ends[piece] - start(piece)))
    case .integer(let number):
      // What whole numbers are rounded off goes to a neighbour: they add up.
      func part(_ share: Double) -> Int64 {
        share == 1 ? number : Int64(exactly: (Double(number) * share).rounded()) ?? number
      }
      return .integer(part(ends[piece]) - part(start(piece)))
    case .null, .text, .blob: return value
    }
  }

  /// The pieces that a place along the line is on, with where along each: two at a cut.
  func places(ofFraction fraction: Double) -> [(piece: Int, fraction: Double)] {
    pieces.indices.compactMap { piece in
      let (start, end) = (start(piece), ends[piece])
      let reach = tolerance
      guard fraction >= start - reach, fraction <= end + reach else { return nil }
      if fraction <= start + reach { return (piece, 0) }
      if fraction >= end - reach { return (piece, 1) }
      return (piece, (fraction - start) / (end - start))
    }
  }
}

extension CoordinateSequence {
  /// The length in the plane.
  var planarLength: Double { Geometry.lineString(LineString(trusted: self, srid: nil)).length }

  /// The vertices within a distance of a place.
  func vertices(within tolerance: Double, of place: Coordinate) -> [Int] {
    indices.filter { self[$0].squaredDistance(to: place) <= tolerance * tolerance }
  }
}

extension CoordinateSequence {
  /// The inner vertices at which a line passes through a place: of consecutive ones the nearest, and only those
  /// at the given height, or else at that of the nearest of all.
  func passages(
    through place: Coordinate,
    _ z: Double?,
    _ tolerance: CoincidenceTolerance
  ) -> [Int] {
    var passages: [Int] = []
    var last = -2
    for vertex in vertices(within: tolerance.xy, of: place)
    where vertex > 0 && vertex < count - 1
      && tolerance.holds(self.z(at: vertex) ?? .nan, z ?? .nan, heights: ())
    {
      if vertex > last + 1 {
        passages.append(vertex)
      } else if self[vertex].squaredDistance(to: place)
        < self[passages[passages.count - 1]].squaredDistance(to: place)
      {
        passages[passages.count - 1] = vertex
      }
      last = vertex
    }
    let nearest = passages.min {
      self[$0].squaredDistance(to: place) < self[$1].squaredDistance(to: place)
    }
    guard let nearest, let height = self.z(at: nearest) else { return passages }
    return passages.filter { tolerance.holds(self.z(at: $0) ?? .nan, height, heights: ()) }
  }
}

extension Geometry {
  /// A line of one part with a vertex at each of its passages through a place, at the given height or else at that
  /// of its first vertex there.
  ///
  /// - Precondition: A vertex is at the place.
  func insertingPassages(
    through place: Coordinate,
    _ z: Double?,
    _ tolerance: CoincidenceTolerance
  ) -> Geometry {
    guard let line = onlyLine, let path = paths.first else { return self }
    let there = Set(line.vertices(within: tolerance.xy, of: place))
    let height = z ?? there.min().flatMap { line.z(at: $0) } ?? .nan
    var ordinates: [Double] = []
    let width = line.dimensions.count
    for vertex in line.indices {
      ordinates += line.ordinates[vertex * width..<(vertex + 1) * width]
      guard vertex + 1 < line.count, !there.contains(vertex), !there.contains(vertex + 1) else {
        continue
      }
      let segment = Segment(line[vertex], line[vertex + 1])
      guard segment.squaredDistance(to: place) <= tolerance.xy * tolerance.xy else { continue }
      let fraction = segment.fraction(closestTo: place)
      let z = path.z(on: vertex, atFraction: fraction)
      guard tolerance.holds(z ?? .nan, height, heights: ()) else { continue }
      ordinates +=
        [place.x, place.y] + [z, path.m(on: vertex, atFraction: fraction)].compactMap(\.self)
    }
    if ordinates.count == line.ordinates.count { return self }
    return withOnlyLine(CoordinateSequence(trusted: ordinates, dimensions: line.dimensions))
  }

  /// The line of one part of the same type, with other coordinates.
  func withOnlyLine(_ coordinates: CoordinateSequence) -> Geometry {
    if case .multiLineString = self {
      return .multiLineString(
        MultiLineString(trusted: coordinates, partEnds: [coordinates.count], srid: srid)
      )
    }
    return .lineString(LineString(trusted: coordinates, srid: srid))
  }
}
