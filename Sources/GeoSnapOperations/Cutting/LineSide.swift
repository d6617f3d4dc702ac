internal import GeoSnapSupport

/// One side of a line, and the pieces of its buffer's boundary on that side.
struct LineSide {
  /// The vertices without repetitions; a closed line ends with its first vertex.
  private let places: [Coordinate]
  /// Whether the line continues from its end at its start.
  private let isClosed: Bool
  private let isLeft: Bool
  private let distance: Double
  private let join: BufferStyle.Join
  /// The reach of each vertex's corner, in distances; empty for joins that are not mitred.
  private let mitres: [Double]
  /// The distance from its vertex at which a mitre is cut off.
  private let mitreCut: Double
  /// The greatest distance of the buffer's boundary from the line.
  private let reach: Double
  /// The square of the greatest distance of the boundary from the segment beside it.
  private let greatestSquare: Double
  /// The square of the least distance of the boundary from the segment beside it.
  private let leastSquare: Double
  private let tree: PackedRTree

  /// Creates the side of a line that GEOS accepts.
  init(of line: CoordinateSequence, isLeft: Bool, _ distance: Double, _ style: BufferStyle) {
    var places: [Coordinate] = []
    for index in line.indices where places.last != line[index] { places.append(line[index]) }
    self.places = places
    // A line that reaches a point and turns back over itself ends there.
    isClosed =
      places.count > 3 && places.first == places.last
      && !turnsBack(places[places.count - 2], places[0], places[1])
    self.isLeft = isLeft
    self.distance = distance
    join = style.join
    mitres = style.join == .mitre ? mitreLengths(of: places, limit: style.mitreLimit) : []
    mitreCut = style.mitreLimit * distance
    // GEOS fills gaps less than a hundredth of the distance deep.
    let greatest = 1.02 * distance
    greatestSquare = greatest * greatest
    leastSquare = 0.96 * distance * distance
    reach = greatest * max(mitres.max() ?? 1, 1)
    let envelopes = zip(places, places.dropFirst()).map { Segment($0, $1).envelope }
    tree = PackedRTree(checked: envelopes, items: Array(0..<Int32(envelopes.count)))
  }

  /// The pieces on this side of the rings of its buffer, which have the line on their right, in order along the line.
  func pieces(of rings: [GeometryPath]) -> [CoordinateSequence] {
    var found: [(position: Double, piece: CoordinateSequence)] = []
    for ring in rings { append(piecesOf: ring, to: &found) }
    found = found.ordered { $0.position < $1.position }
    return found.map(\.piece)
  }

  private func append(
    piecesOf ring: GeometryPath,
    to found: inout [(position: Double, piece: CoordinateSequence)]
  ) {
    var stretches: [Stretch] = []
    for index in 0..<ring.count - 1 { append(stretchesOf: ring.segment(index), to: &stretches) }
    // A piece begins after a stretch of the other side; a ring without one at the start of the line.
    let start: Int
    if let other = stretches.firstIndex(where: { $0.position == nil }) {
      start = other + 1
    } else {
      let positions = stretches.compactMap(\.position)
      let least = positions.indices.min { positions[$0] < positions[$1] } ?? 0
      start = isLeft ? least : least + 1
    }
    var piece: [Coordinate] = []
    var first = 0.0
    var last = 0.0
    func end() {
      if isLeft {
        found.append((first, CoordinateSequence(piece)))
      } else {
        found.append((last, CoordinateSequence(piece.reversed())))
      }
      piece = []
    }
    for step in stretches.indices {
      let stretch = stretches[(start + step) % stretches.count]
      guard let position = stretch.position else {
        if !piece.isEmpty { end() }
        continue
      }
      if piece.isEmpty {
        piece = [stretch.start]
        first = position
      }
      piece.append(stretch.end)
      last = position
    }
    if !piece.isEmpty { end() }
  }

  /// A part of an edge of the buffer's boundary, which lies wholly on this side or wholly off it.
  private struct Stretch {
    let start: Coordinate
    var end: Coordinate
    /// The position along the line, in vertices, of its longest piece; nil when it is not on this side.
    var position: Double?
    /// The length of that piece.
    var longest: Double
  }

  /// Appends the stretches of an edge: its side may change beside a vertex, where the line ends or turns back.
  private func append(stretchesOf edge: Segment, to stretches: inout [Stretch]) {
    let rounding = 1e-6 * distance
    var cuts = [1.0]
    var passesStraight = false
    func cut(beside vertex: Int) {
      let fraction = edge.fraction(closestTo: places[vertex])
      let away = edge.coordinate(atFraction: fraction).distance(to: places[vertex])
      guard (away - distance).magnitude <= rounding, fraction * edge.length > rounding,
        (1 - fraction) * edge.length > rounding
      else { return }
      if goesOn(past: vertex, along: edge) { passesStraight = true } else { cuts.append(fraction) }
    }
    tree.forEachItem(intersecting: edge.envelope.expanded(by: distance + rounding)) { item in
      cut(beside: Int(item))
    }
    cut(beside: places.count - 1)
    var start = edge.start
    var former = 0.0
    for fraction in cuts.ordered(by: <)
    where fraction == 1 || (fraction - former) * edge.length > rounding {
      former = fraction
      let piece = Segment(start, edge.coordinate(atFraction: fraction))
      // The middle may lie beside a vertex, where both sides of a line that runs back are as close.
      let beside =
        position(of: piece.coordinate(atFraction: 0.5))
        ?? (passesStraight ? position(of: piece.coordinate(atFraction: 0.382)) : nil)
      if start != edge.start, let last = stretches.indices.last,
        (stretches[last].position == nil) == (beside == nil)
      {
        stretches[last].end = piece.end
        if stretches[last].longest < piece.length {
          stretches[last].position = beside
          stretches[last].longest = piece.length
        }
      } else {
        stretches.append(
          Stretch(start: start, end: piece.end, position: beside, longest: piece.length)
        )
      }
      start = piece.end
    }
  }

  /// Whether the line goes straight on past a vertex, along an edge of the boundary, so that the side stays.
  private func goesOn(past vertex: Int, along edge: Segment) -> Bool {
    guard isClosed || (0 < vertex && vertex < places.count - 1) else { return false }
    let (previous, next) = neighbors(of: vertex)
    let here = places[vertex]
    let (dx, dy) = (edge.end.x - edge.start.x, edge.end.y - edge.start.y)
    func along(_ place: Coordinate) -> Double { (place.x - here.x) * dx + (place.y - here.y) * dy }
    func across(_ place: Coordinate) -> Double { (place.y - here.y) * dx - (place.x - here.x) * dy }
    let rounding = 1e-6 * distance * edge.length
    return across(previous).magnitude <= rounding && across(next).magnitude <= rounding
      && along(previous) * along(next) < 0
  }

  /// The position along the line, in vertices, of a point of the buffer's boundary; nil when it lies on the other
  /// side, or beyond an end.
  private func position(of place: Coordinate) -> Double? {
    var least = Double.infinity
    var leastCovering = Double.infinity
    var otherSide = Double.infinity
    var beside: Contact?
    var atVertex: Contact?
    let window = Envelope(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y)
    tree.forEachItem(intersecting: window.expanded(by: reach)) { item in
      let contact = contact(of: place, with: Int(item))
      least = min(least, contact.square)
      if contact.isCovering { leastCovering = min(leastCovering, contact.square) }
      switch contact.kind {
      case .beside: if contact.comesBefore(beside) { beside = contact }
      case .atVertex: if contact.comesBefore(atVertex) { atVertex = contact }
      case .otherSide: otherSide = min(otherSide, contact.square)
      case .none: break
      }
    }
    // Where a line runs back over itself, both sides are as close.
    let rounding = 1 + 1e-9
    if let beside, beside.square <= leastCovering * rounding { return beside.position }
    // A vertex may touch a segment beside which the boundary continues.
    if otherSide < .infinity, otherSide <= leastCovering * rounding { return nil }
    guard let atVertex, atVertex.square <= least * rounding else { return nil }
    return atVertex.position
  }

  /// The relation of a segment to a point of the boundary.
  private struct Contact {
    /// The position along the line, in vertices, that is closest.
    let position: Double
    /// The square of its distance.
    let square: Double
    let kind: Kind
    /// Whether the buffer around the closest point of the segment covers all that is as close.
    let isCovering: Bool

    enum Kind {
      /// The boundary runs beside the segment, on this side.
      case beside
      /// The boundary runs around an end of the segment, on this side.
      case atVertex
      /// The boundary runs beside the segment, on the other side.
      case otherSide
      /// Neither.
      case none
    }

    func comesBefore(_ other: Contact?) -> Bool {
      guard let other else { return true }
      return (square, position) < (other.square, other.position)
    }
  }

  private func contact(of place: Coordinate, with index: Int) -> Contact {
    let segment = Segment(places[index], places[index + 1])
    let square = segment.squaredDistance(to: place)
    let share = segment.fraction(closestTo: place)
    let vertex = share < 0.5 ? index : index + 1
    // The bevel of a line that turns back runs across its vertex, except for rounding.
    let isAtVertex =
      square < leastSquare
      && segment.coordinate(atFraction: share).distance(to: places[vertex]) <= 1e-6 * distance
    guard share > 0, share < 1, !isAtVertex else {
      let isHere = isBeside(place, vertex: vertex)
      let isOnMitre = isHere && isOnMitre(place, of: vertex, alongside: segment)
      return Contact(
        position: Double(vertex),
        // A mitre extends to where other parts of the line are closer.
        square: isOnMitre ? 0 : square,
        kind: isOnMitre || (isHere && square <= greatestSquare) ? .atVertex : .none,
        isCovering: isOnMitre || square >= leastSquare || covers(place, around: vertex)
      )
    }
    // A farther point belongs to the mitre of another vertex, a nearer one to a ring that GEOS draws through the
    // ring's buffer.
    let isInReach = leastSquare...greatestSquare ~= square
    let isHere = isBeside(orientation(segment.start, segment.end, place))
    return Contact(
      position: Double(index) + share,
      square: square,
      kind: !isInReach ? .none : isHere ? .beside : .otherSide,
      isCovering: true
    )
  }

  /// Whether the buffer around a vertex covers a point closer than the distance, which a cut corner may leave out.
  private func covers(_ place: Coordinate, around vertex: Int) -> Bool {
    guard join != .round, isClosed || (0 < vertex && vertex < places.count - 1) else { return true }
    let (previous, next) = neighbors(of: vertex)
    let here = places[vertex]
    let before = previous.distance(to: here)
    let after = next.distance(to: here)
    let rounding = 1e-6 * distance
    func isBeyond(_ neighbor: Coordinate, _ length: Double) -> Bool {
      (place.x - here.x) * (here.x - neighbor.x) + (place.y - here.y) * (here.y - neighbor.y)
        >= -rounding * length
    }
    // Elsewhere another point of its segments is closer.
    guard isBeyond(previous, before), isBeyond(next, after) else { return false }
    guard join == .bevel || turnsBack(previous, here, next) else { return true }
    let x = (here.x - previous.x) / before + (next.x - here.x) / after
    let y = (here.y - previous.y) / before + (next.y - here.y) / after
    let bevel = (x * x + y * y).squareRoot() / 2 * distance
    // Without a corner the reach is NaN.
    return !(reach(of: place, fromCorner: vertex) > bevel + rounding)
  }

  /// Whether a point is on the mitre of an end of a segment: at the distance from the line up to the cut, or on the
  /// cut.
  private func isOnMitre(_ place: Coordinate, of vertex: Int, alongside segment: Segment) -> Bool {
    guard !mitres.isEmpty, places[vertex].distance(to: place) <= mitres[vertex] * distance else {
      return false
    }
    let along = Coordinate(x: segment.end.x - segment.start.x, y: segment.end.y - segment.start.y)
    let across = (place.y - segment.start.y) * along.x - (place.x - segment.start.x) * along.y
    let beside = across / segment.length
    guard isBeside(beside) else { return false }
    let rounding = 1e-6 * distance
    let beyondCut = reach(of: place, fromCorner: vertex) - mitreCut
    return beyondCut <= rounding && (beside.magnitude - distance).magnitude <= rounding
      || beyondCut.magnitude <= rounding && beside.magnitude <= distance + rounding
  }

  /// The distance of a point from a vertex along the bisector of its corner, away from the line; NaN without a
  /// corner.
  private func reach(of place: Coordinate, fromCorner vertex: Int) -> Double {
    let here = places[vertex]
    let (previous, next) = neighbors(of: vertex)
    let before = previous.distance(to: here)
    let after = here.distance(to: next)
    let x = (here.x - previous.x) / before + (here.x - next.x) / after
    let y = (here.y - previous.y) / before + (here.y - next.y) / after
    return ((place.x - here.x) * x + (place.y - here.y) * y) / (x * x + y * y).squareRoot()
  }

  /// Whether a point whose closest point of the line is a vertex lies on this side.
  private func isBeside(_ place: Coordinate, vertex: Int) -> Bool {
    let end = places.count - 1
    guard isClosed || (0 < vertex && vertex < end) else { return false }
    let (previous, next) = neighbors(of: vertex)
    let here = places[vertex]
    let turn = orientation(previous, here, next)
    // A point closest to a vertex is on the outer side of its turn.
    if turn != 0 { return isBeside(-turn) }
    return turnsBack(previous, here, next) || isBeside(orientation(previous, here, place))
  }

  /// The vertices before and after one, across the end of a closed line.
  private func neighbors(of vertex: Int) -> (previous: Coordinate, next: Coordinate) {
    let end = places.count - 1
    return (places[vertex == 0 ? end - 1 : vertex - 1], places[vertex == end ? 1 : vertex + 1])
  }

  /// Whether the sign of an orientation, positive for left, is that of this side.
  private func isBeside(_ orientation: Double) -> Bool {
    isLeft ? orientation > 0 : orientation < 0
  }
}

/// Whether a path of three vertices goes back over itself from the middle one.
private func turnsBack(_ previous: Coordinate, _ here: Coordinate, _ next: Coordinate) -> Bool {
  orientation(previous, here, next) == 0
    && (here.x - previous.x) * (next.x - here.x) + (here.y - previous.y) * (next.y - here.y) < 0
}

/// The reach of each vertex's mitred corner, in distances.
private func mitreLengths(of places: [Coordinate], limit: Double) -> [Double] {
  let end = places.count - 1
  return places.indices.map { vertex in
    let previous = places[vertex == 0 ? max(end - 1, 0) : vertex - 1]
    let next = places[vertex == end ? min(1, end) : vertex + 1]
    // GEOS turns there with a bevel.
    if turnsBack(previous, places[vertex], next) { return 0 }
    let before = Segment(previous, places[vertex])
    let after = Segment(places[vertex], next)
    let cosine =
      ((before.end.x - before.start.x) * (after.end.x - after.start.x)
        + (before.end.y - before.start.y) * (after.end.y - after.start.y))
      / (before.length * after.length)
    // A corner reaches one over the cosine of half its turn; without a corner the result is NaN.
    let reach = 1 / ((1 + cosine) / 2).squareRoot()
    // A cut corner extends at most by the distance to both sides.
    let greatest = (max(limit, 1) * max(limit, 1) + 1).squareRoot()
    return min(reach >= 1 ? reach : greatest, greatest) * 1.01
  }
}
