internal import GeoSnapSupport

/// One side of a line, and what of the border of its buffer lies there.
struct LineSide {
  /// The vertices, no two neighbours at one place; the first again in the end when it is closed.
  private let places: [Coordinate]
  /// Whether it goes on from its end.
  private let isClosed: Bool
  private let isLeft: Bool
  private let distance: Double
  /// For each vertex how far its corner may reach, in distances; empty where corners are not mitred.
  private let mitres: [Double]
  /// How far from its vertex a mitre is cut off.
  private let mitreCut: Double
  /// How far the border of the buffer may be from the line.
  private let reach: Double
  /// The square of how far it may be from a segment that it runs beside.
  private let greatestSquare: Double
  /// The square of how near to a segment that it runs beside.
  private let leastSquare: Double
  /// The segments.
  private let tree: PackedRTree

  /// The side of a line that GEOS has taken.
  init(of line: CoordinateSequence, isLeft: Bool, _ distance: Double, _ style: BufferStyle) {
    var places: [Coordinate] = []
    for index in line.indices where places.last != line[index] { places.append(line[index]) }
    self.places = places
    // A line to a place and back over itself ends there.
    isClosed =
      places.count > 3 && places.first == places.last
      && !turnsBack(places[places.count - 2], places[0], places[1])
    self.isLeft = isLeft
    self.distance = distance
    mitres = style.join == .mitre ? mitreLengths(of: places, limit: style.mitreLimit) : []
    mitreCut = style.mitreLimit * distance
    // GEOS fills what is less than a hundredth of the distance deep.
    let greatest = 1.02 * distance
    greatestSquare = greatest * greatest
    leastSquare = 0.96 * distance * distance
    reach = greatest * (mitres.max() ?? 1)
    let envelopes = zip(places, places.dropFirst()).map { Segment($0, $1).envelope }
    tree = PackedRTree(checked: envelopes, items: Array(0..<Int32(envelopes.count)))
  }

  /// What of the rings of its buffer, which have the line on their right, lies on the side: along the line
  /// from piece to piece.
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
    let edges = ring.count - 1
    let positions = (0..<edges).map { position(of: ring.segment($0).coordinate(atFraction: 0.5)) }
    // A piece begins after an edge of the other side; a ring without any where the line begins.
    let start: Int
    if let other = positions.firstIndex(of: nil) {
      start = other + 1
    } else {
      let positions = positions.compactMap(\.self)
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
    for step in 0..<edges {
      let edge = (start + step) % edges
      guard let position = positions[edge] else {
        if !piece.isEmpty { end() }
        continue
      }
      if piece.isEmpty {
        piece = [ring[edge]]
        first = position
      }
      piece.append(ring[edge + 1])
      last = position
    }
    if !piece.isEmpty { end() }
  }

  /// Where along the line, in vertices, a place on the border of its buffer is that lies on the side; nil
  /// when it lies on the other, or beyond an end.
  private func position(of place: Coordinate) -> Double? {
    var least = Double.infinity
    var otherSide = Double.infinity
    var beside: Contact?
    var atVertex: Contact?
    let window = Envelope(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y)
    tree.forEachItem(intersecting: window.expanded(by: reach)) { item in
      let contact = contact(of: place, with: Int(item))
      least = min(least, contact.square)
      switch contact.kind {
      case .beside: if contact.comesBefore(beside) { beside = contact }
      case .atVertex: if contact.comesBefore(atVertex) { atVertex = contact }
      case .otherSide: otherSide = min(otherSide, contact.square)
      case .none: break
      }
    }
    // Of a line that runs back over itself both sides are as close.
    let greatest = least * (1 + 1e-9)
    if let beside, beside.square <= greatest { return beside.position }
    // A vertex may touch a segment, along which the border runs on.
    guard let atVertex, atVertex.square <= greatest, otherSide > greatest else { return nil }
    return atVertex.position
  }

  /// What a segment is to a place on the border.
  private struct Contact {
    /// Where along the line, in vertices, it is closest.
    let position: Double
    /// The square of how far that is.
    let square: Double
    let kind: Kind

    enum Kind {
      /// The border runs along the segment there, on the side.
      case beside
      /// The border is around an end of the segment there, on the side.
      case atVertex
      /// The border runs along the segment there, on the other side.
      case otherSide
      /// None of them.
      case none
    }

    /// Whether it is closer than another, or as close and earlier on the line.
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
    // The bevel of a line that turns back runs through its vertex, but for rounding.
    let isAtVertex = places[vertex].distance(to: place) <= 1e-6 * distance
    guard share > 0, share < 1, !isAtVertex else {
      let isHere = isBeside(place, vertex: vertex)
      let isOnMitre = isHere && isOnMitre(place, of: vertex, alongside: segment)
      return Contact(
        position: Double(vertex),
        // A mitre reaches to where other parts of the line are closer.
        square: isOnMitre ? 0 : square,
        kind: isOnMitre || (isHere && square <= greatestSquare) ? .atVertex : .none
      )
    }
    // What is farther is the mitre of a vertex elsewhere, and what is nearer the border of a ring that GEOS
    // draws through the ring's buffer.
    let isInReach = leastSquare...greatestSquare ~= square
    let isHere = isBeside(orientation(segment.start, segment.end, place))
    return Contact(
      position: Double(index) + share,
      square: square,
      kind: !isInReach ? .none : isHere ? .beside : .otherSide
    )
  }

  /// Whether a place is on the mitre of an end of a segment: the distance away from the line that goes on from
  /// it up to where the mitre is cut off, or straight across there.
  private func isOnMitre(
    _ place: Coordinate,
    of vertex: Int,
    alongside segment: Segment
  ) -> Bool {
    guard !mitres.isEmpty, places[vertex].distance(to: place) <= mitres[vertex] * distance else {
      return false
    }
    let along = Coordinate(x: segment.end.x - segment.start.x, y: segment.end.y - segment.start.y)
    let across =
      (place.y - segment.start.y) * along.x - (place.x - segment.start.x) * along.y
    let beside = across / segment.length
    guard isBeside(beside) else { return false }
    let rounding = 1e-6 * distance
    let beyondCut = reach(of: place, fromCorner: vertex) - mitreCut
    return beyondCut <= rounding && (beside.magnitude - distance).magnitude <= rounding
      || beyondCut.magnitude <= rounding && beside.magnitude <= distance + rounding
  }

  /// How far a place is from a vertex along the bisector of its corner, away from the line; NaN where there is
  /// no corner.
  private func reach(of place: Coordinate, fromCorner vertex: Int) -> Double {
    let here = places[vertex]
    let (previous, next) = neighbors(of: vertex)
    let before = previous.distance(to: here)
    let after = here.distance(to: next)
    let x = (here.x - previous.x) / before + (here.x - next.x) / after
    let y = (here.y - previous.y) / before + (here.y - next.y) / after
    return ((place.x - here.x) * x + (place.y - here.y) * y) / (x * x + y * y).squareRoot()
  }

  /// Whether a place lies on the side whose closest place of the line is a vertex.
  private func isBeside(_ place: Coordinate, vertex: Int) -> Bool {
    let end = places.count - 1
    guard isClosed || (0 < vertex && vertex < end) else { return false }
    let (previous, next) = neighbors(of: vertex)
    let here = places[vertex]
    let turn = orientation(previous, here, next)
    // What is closest to a vertex is outside of its turn.
    if turn != 0 { return isBeside(-turn) }
    return turnsBack(previous, here, next) || isBeside(orientation(previous, here, place))
  }

  /// The vertices beside one, of a closed line across its end.
  private func neighbors(of vertex: Int) -> (previous: Coordinate, next: Coordinate) {
    let end = places.count - 1
    return (places[vertex == 0 ? end - 1 : vertex - 1], places[vertex == end ? 1 : vertex + 1])
  }

  /// Whether it is the side of a positive number, the left, or of a negative one.
  private func isBeside(_ orientation: Double) -> Bool {
    isLeft ? orientation > 0 : orientation < 0
  }
}

/// Whether a path of three vertices leaves the middle one over the way it came.
private func turnsBack(_ previous: Coordinate, _ here: Coordinate, _ next: Coordinate) -> Bool {
  orientation(previous, here, next) == 0
    && (here.x - previous.x) * (next.x - here.x) + (here.y - previous.y) * (next.y - here.y) < 0
}

/// How far the corner of each vertex reaches when it is mitred, in distances.
private func mitreLengths(of places: [Coordinate], limit: Double) -> [Double] {
  let end = places.count - 1
  return places.indices.map { vertex in
    let previous = places[vertex == 0 ? max(end - 1, 0) : vertex - 1]
    let next = places[vertex == end ? min(1, end) : vertex + 1]
    let before = Segment(previous, places[vertex])
    let after = Segment(places[vertex], next)
    let cosine =
      ((before.end.x - before.start.x) * (after.end.x - after.start.x)
        + (before.end.y - before.start.y) * (after.end.y - after.start.y))
      / (before.length * after.length)
    // A corner reaches one over the cosine of half its turn; where there is none, nothing is said.
    let reach = 1 / ((1 + cosine) / 2).squareRoot()
    // Cut off it is as wide as the distance to both sides, at most.
    let greatest = (max(limit, 1) * max(limit, 1) + 1).squareRoot()
    return min(reach >= 1 ? reach : greatest, greatest) * 1.01
  }
}
