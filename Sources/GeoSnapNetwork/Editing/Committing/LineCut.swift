internal import GeoSnapSupport

/// A line of one part, cut at some of its vertices.
struct LineCut {
  let pieces: [CoordinateSequence]
  /// The ends of the pieces, as fractions of the line's length; the last one is 1.
  let ends: [Double]
  /// The index of the longest piece, the first of several.
  let longest: Int
  let places: [SplitPlace]
  /// The tolerance as a fraction of the line's length.
  let tolerance: Double

  /// Cuts a line at inner vertices, which are the keys of `places`; nil when a piece would be within the tolerance.
  init?(_ line: CoordinateSequence, at places: [Int: SplitPlace], tolerance: Double) {
    let vertices = Array(places.keys).ordered(by: <)
    self.places = vertices.compactMap { places[$0] }
    let limits = [0] + vertices + [line.count - 1]
    pieces = zip(limits, limits.dropFirst()).map { line.slice($0..<$1 + 1) }
    let lengths = pieces.map(\.planarLength)
    let total = lengths.reduce(0, +)
    guard total.isFinite, lengths.allSatisfy({ $0 > tolerance }), let greatest = lengths.max()
    else { return nil }
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

  func start(_ piece: Int) -> Double { piece == 0 ? 0 : ends[piece - 1] }

  /// The share of a piece in a value of the whole line.
  func share(of value: AttributeValue, _ piece: Int) -> AttributeValue {
    let (start, end) = (start(piece), ends[piece])
    return value.share(end - start, from: start, to: end)
  }

  /// The pieces at a position along the line, with the position along each: two pieces at a cut.
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

extension AttributeValue {
  /// The share that a piece of a line has in a value of the whole line.
  package func share(_ size: Double, from start: Double, to end: Double) -> AttributeValue {
    switch self {
    case .real(let whole): return .real(whole * size)
    case .integer(let whole):
      // Rounding errors of integers go to a neighbour, so that the shares add up.
      func part(_ share: Double) -> Int64 {
        share == 1 ? whole : Int64(exactly: (Double(whole) * share).rounded()) ?? whole
      }
      return .integer(part(end) - part(start))
    case .null, .text, .blob: return self
    }
  }
}

extension CoordinateSequence {
  var planarLength: Double { Geometry.lineString(LineString(trusted: self, srid: nil)).length }

  func vertices(within tolerance: Double, of place: Coordinate) -> [Int] {
    indices.filter { self[$0].squaredDistance(to: place) <= tolerance * tolerance }
  }

  /// The inner vertices at which a line passes through a place: of consecutive ones the nearest, and only those at
  /// the given height, or else at the height of the nearest vertex.
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
  /// A line of one part with a vertex at each passage through a place, at `z` or the height of its first vertex
  /// there.
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

  func withOnlyLine(_ coordinates: CoordinateSequence) -> Geometry {
    if case .multiLineString = self {
      return .multiLineString(
        MultiLineString(trusted: coordinates, partEnds: [coordinates.count], srid: srid)
      )
    }
    return .lineString(LineString(trusted: coordinates, srid: srid))
  }
}

struct LineFields {
  /// Those of apportionable network attributes, which have values of the whole length.
  private let apportionable: [Int]
  /// The terminals at the start and at the end; nil when the table has no such field.
  private let (from, to): (Int?, Int?)

  init(_ table: FeatureTable, _ definition: NetworkDefinition) {
    var apportionable: Set<Int> = []
    for attribute in definition.networkAttributes where attribute.isApportionable {
      for assignment in attribute.assignments where assignment.sourceID == table.sourceID {
        if let field = table.field(named: assignment.fieldName) { apportionable.insert(field) }
      }
    }
    self.apportionable = table.fields.indices.filter { apportionable.contains($0) }
    from = table.field(named: TerminalField.from)
    to = table.field(named: TerminalField.to)
  }

  func attributes(_ line: [AttributeValue], of piece: Int, in cut: LineCut) -> [AttributeValue] {
    var values = line
    for field in apportionable { values[field] = cut.share(of: values[field], piece) }
    func terminal(_ number: Int?) -> AttributeValue { number.map { .integer(Int64($0)) } ?? .null }
    if let from, piece > 0 { values[from] = terminal(cut.places[piece - 1].terminalAfter) }
    if let to, piece < cut.places.count { values[to] = terminal(cut.places[piece].terminalBefore) }
    return values
  }

  /// The values of the merged line, in the order of fields; `other` is deleted and may be reversed.
  func attributes(
    merging kept: [AttributeValue],
    with other: [AttributeValue],
    otherIsFirst: Bool,
    isReversed: Bool
  ) -> [AttributeValue] {
    var values = kept
    for field in apportionable { values[field] = sum(kept[field], other[field]) }
    let (start, end) = isReversed ? (to, from) : (from, to)
    if otherIsFirst {
      if let from { values[from] = start.map { other[$0] } ?? .null }
    } else {
      if let to { values[to] = end.map { other[$0] } ?? .null }
    }
    return values
  }

  private func sum(_ one: AttributeValue, _ other: AttributeValue) -> AttributeValue {
    switch (one, other) {
    case (.null, _): return other
    case (_, .null): return one
    case (.integer(let one), .integer(let other)):
      // A sum that overflows is null.
      let (sum, overflows) = one.addingReportingOverflow(other)
      return overflows ? .null : .integer(sum)
    case (.real(let one), .real(let other)): return .real(one + other)
    default: return one
    }
  }
}

extension FeatureTable {
  func named(_ values: [AttributeValue]) -> [String: AttributeValue] {
    Dictionary(zip(fields.map(\.name), values), uniquingKeysWith: { first, _ in first })
  }
}
