/// The segment closest to a place, the first one of several, of those that were looked at.
struct ClosestSegment {
  let place: Coordinate
  /// Infinite as long as there is none.
  private(set) var squaredDistance = Double.infinity
  /// The path it is on, counted through the whole geometry.
  private(set) var part = 0
  /// The segment itself.
  private(set) var segment = Segment(Coordinate(x: 0, y: 0), Coordinate(x: 0, y: 0))
  /// Where in the ordinates of its sequence the path begins, and the two vertices of the segment.
  private var pathStart = 0
  private var first = 0
  private var second = 0
  /// The length of what was looked at before it; 0 where lengths were not asked for.
  private(set) var before = 0.0

  /// A search that has looked at nothing; of a place that is not finite nothing is close.
  init(to place: Coordinate) { self.place = place }

  /// Looks at the segments of a path; a single place counts as a segment of zero length.
  mutating func look(at path: Range<Int>, of sequence: CoordinateSequence, part: Int) {
    var length = 0.0
    let width = sequence.dimensions.count
    let offsets = path.lowerBound * width..<path.upperBound * width
    scan(offsets, of: sequence, part, measuring: false, &length)
  }

  /// Looks at all segments of a line's sequence.
  @inline(__always)
  mutating func look(atLine sequence: CoordinateSequence, part: Int) {
    var length = 0.0
    scan(0..<sequence.ordinates.count, of: sequence, part, measuring: false, &length)
  }

  /// Looks at the segments of a path and adds their lengths up, one by one in order.
  mutating func look(
    at path: Range<Int>,
    of sequence: CoordinateSequence,
    part: Int,
    addingTo length: inout Double
  ) {
    let width = sequence.dimensions.count
    let offsets = path.lowerBound * width..<path.upperBound * width
    scan(offsets, of: sequence, part, measuring: true, &length)
  }

  /// Looks at all segments of a line's sequence and adds their lengths up, one by one in order.
  @inline(__always)
  mutating func look(atLine sequence: CoordinateSequence, addingTo length: inout Double) {
    scan(0..<sequence.ordinates.count, of: sequence, 0, measuring: true, &length)
  }

  /// Looks at the segments of the path whose ordinates stand at `offsets`.
  ///
  /// The distances are those of ``Segment/squaredDistance(to:)`` bit for bit, but for segments whose square
  /// is too small for a number, and found without a branch: on which side of a segment's ends a place
  /// lies is anyone's guess, also the processor's.
  @inline(__always)
  private mutating func scan(
    _ offsets: Range<Int>,
    of sequence: CoordinateSequence,
    _ part: Int,
    measuring: Bool,
    _ length: inout Double
  ) {
    guard !offsets.isEmpty else { return }
    let ordinates = sequence.ordinates.span
    let width = sequence.dimensions.count
    precondition(
      offsets.lowerBound >= 0 && offsets.upperBound <= ordinates.count,
      "A path lies within its sequence"
    )
    // Every offset below is that of x of a vertex of the path, which was found to be there.
    var offset = offsets.lowerBound
    let last = offsets.upperBound - width
    let placeX = place.x
    let placeY = place.y
    var startX = unsafe ordinates[unchecked: offset]
    var startY = unsafe ordinates[unchecked: offset &+ 1]
    var toX = placeX - startX
    var toY = placeY - startY
    var startSquare = toX * toX + toY * toY
    var least = squaredDistance
    var leastOffset = -1
    var leastBefore = 0.0
    var total = length
    if offset == last, startSquare < least {
      least = startSquare
      leastOffset = offset
    }
    while offset < last {
      let end = offset &+ width
      let endX = unsafe ordinates[unchecked: end]
      let endY = unsafe ordinates[unchecked: end &+ 1]
      let alongX = endX - startX
      let alongY = endY - startY
      let fromEndX = placeX - endX
      let fromEndY = placeY - endY
      let endSquare = fromEndX * fromEndX + fromEndY * fromEndY
      let squaredLength = alongX * alongX + alongY * alongY
      let along = toX * alongX + toY * alongY
      let fraction = along / squaredLength
      let besideX = toX - fraction * alongX
      let besideY = toY - fraction * alongY
      let besideSquare = besideX * besideX + besideY * besideY
      let notBefore = along >= squaredLength ? endSquare : besideSquare
      let square = along <= 0 ? startSquare : notBefore
      let isCloser = square < least
      least = isCloser ? square : least
      leastOffset = isCloser ? offset : leastOffset
      if measuring {
        leastBefore = isCloser ? total : leastBefore
        total += squaredLength.squareRoot()
      }
      offset = end
      startX = endX
      startY = endY
      toX = fromEndX
      toY = fromEndY
      startSquare = endSquare
    }
    length = total
    guard leastOffset >= 0 else { return }
    squaredDistance = least
    before = leastBefore
    self.part = part
    first = leastOffset
    second = min(leastOffset + width, last)
    pathStart = offsets.lowerBound
    segment = Segment(
      Coordinate(
        x: unsafe ordinates[unchecked: first],
        y: unsafe ordinates[unchecked: first &+ 1]
      ),
      Coordinate(
        x: unsafe ordinates[unchecked: second],
        y: unsafe ordinates[unchecked: second &+ 1]
      )
    )
  }

  /// The vertex at which it starts, counted from 0 within its path in a sequence of such dimensions.
  @inline(__always)
  func index(_ dimensions: CoordinateDimensions) -> Int {
    // A division by a number that is known is a shift.
    dimensions == .xy ? (first - pathStart) / 2 : (first - pathStart) / dimensions.count
  }

  /// The height at a share of the segment; nil when its sequence has none.
  @inline(__always)
  func z(in sequence: CoordinateSequence, atFraction fraction: Double) -> Double? {
    guard sequence.dimensions.hasZ else { return nil }
    return interpolated(
      sequence.ordinates[first + 2],
      sequence.ordinates[second + 2],
      atFraction: fraction
    )
  }

  /// The measure at a share of the segment; nil when its sequence has none.
  @inline(__always)
  func m(in sequence: CoordinateSequence, atFraction fraction: Double) -> Double? {
    guard sequence.dimensions.hasM else { return nil }
    let measure = sequence.dimensions.count - 1
    return interpolated(
      sequence.ordinates[first + measure],
      sequence.ordinates[second + measure],
      atFraction: fraction
    )
  }

  /// The distance to the place, to the last bit as GEOS measures it to a segment.
  ///
  /// Beside the segment that is the area which it spans with the place, over its length. Where a closest
  /// place is told as well, the distance to that is the root of ``squaredDistance``, which the index has
  /// too; the two differ by the rounding of ordinates.
  @inline(__always)
  var distance: Double {
    let alongX = segment.end.x - segment.start.x
    let alongY = segment.end.y - segment.start.y
    let toX = place.x - segment.start.x
    let toY = place.y - segment.start.y
    let squaredLength = alongX * alongX + alongY * alongY
    let share = (toX * alongX + toY * alongY) / squaredLength
    // Beyond an end it is the distance to it; what has no square in range is measured without one.
    guard share > 0, share < 1, 1e-280...1e280 ~= squaredLength else {
      return squaredDistance.squareRoot()
    }
    let across = (toY * alongX - toX * alongY) / squaredLength
    return across.magnitude * squaredLength.squareRoot()
  }
}
