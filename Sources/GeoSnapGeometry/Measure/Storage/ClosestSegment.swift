/// The closest of the scanned segments to a coordinate, the first one of several.
struct ClosestSegment {
  let place: Coordinate
  /// Infinite while no segment has been found.
  private(set) var squaredDistance = Double.infinity
  /// The index of its path in the whole geometry.
  private(set) var part = 0
  /// The vertex at which it starts, counted from 0 within its path.
  private(set) var index = 0
  private(set) var segment = Segment(Coordinate(x: 0, y: 0), Coordinate(x: 0, y: 0))
  /// The offset of its first vertex in the ordinates of its sequence.
  private var first = 0
  private var second = 0
  /// The length scanned before the closest point; 0 when lengths were not added.
  private(set) var along = 0.0

  /// A search without segments yet; no segment is close to a coordinate that is not finite.
  init(to place: Coordinate) { self.place = place }

  /// Scans the segments of a path; a single point counts as a segment of zero length.
  mutating func look(at path: Range<Int>, of sequence: CoordinateSequence, part: Int) {
    var length = 0.0
    let width = sequence.dimensions.count
    let offsets = path.lowerBound * width..<path.upperBound * width
    scan(offsets, of: sequence, part, measuring: false, &length)
  }

  @inline(__always) mutating func look(atLine sequence: CoordinateSequence, part: Int) {
    var length = 0.0
    scan(0..<sequence.ordinates.count, of: sequence, part, measuring: false, &length)
  }

  /// Scans the segments of a path and adds their lengths up in order.
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

  @inline(__always)
  mutating func look(atLine sequence: CoordinateSequence, addingTo length: inout Double) {
    scan(0..<sequence.ordinates.count, of: sequence, 0, measuring: true, &length)
  }

  @inline(__always) private mutating func scan(
    _ path: Range<Int>,
    of sequence: CoordinateSequence,
    _ part: Int,
    measuring: Bool,
    _ length: inout Double
  ) {
    guard !path.isEmpty else { return }
    let ordinates = sequence.ordinates.span
    let width = sequence.dimensions.count
    if path.count == width {
      let start = Coordinate(x: ordinates[path.lowerBound], y: ordinates[path.lowerBound + 1])
      let square = start.squaredDistance(to: place)
      guard square < squaredDistance else { return }
      squaredDistance = square
      along = length
      hold(0, path.lowerBound, path.lowerBound, part, ordinates)
      return
    }
    let scan = SegmentPairScan(
      to: place,
      on: path,
      of: ordinates,
      width: width,
      closerThan: squaredDistance,
      after: length,
      measuring: measuring
    )
    length = scan.length
    let closest = scan.closest
    guard closest.index >= 0 else { return }
    squaredDistance = closest.square
    along = closest.along
    let first = path.lowerBound &+ closest.index &* width
    hold(closest.index, first, first &+ width, part, ordinates)
  }

  /// Stores the segment between two vertices, whose offsets are known to be in range.
  @inline(__always) private mutating func hold(
    _ index: Int,
    _ first: Int,
    _ second: Int,
    _ part: Int,
    _ ordinates: Span<Double>
  ) {
    self.part = part
    self.index = index
    self.first = first
    self.second = second
    segment = unsafe Segment(
      ordinates.coordinate(unchecked: first),
      ordinates.coordinate(unchecked: second)
    )
  }

  @inline(__always)
  func z(in sequence: CoordinateSequence, atFraction fraction: Double) -> Double? {
    guard sequence.dimensions.hasZ else { return nil }
    return interpolated(
      sequence.ordinates[first + 2],
      sequence.ordinates[second + 2],
      atFraction: fraction
    )
  }

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
}

extension CoordinateSequence {
  func addLength(of path: Range<Int>, to length: inout Double) {
    let width = dimensions.count
    addLength(ofOffsets: path.lowerBound * width..<path.upperBound * width, to: &length)
  }

  @inline(__always) func addLength(ofOffsets offsets: Range<Int>, to length: inout Double) {
    guard !offsets.isEmpty else { return }
    let ordinates = ordinates.span
    let width = dimensions.count
    precondition(
      offsets.lowerBound >= 0 && offsets.upperBound <= ordinates.count,
      "A path lies within its sequence"
    )
    // Every offset below is the offset of x of a vertex of the path, which is in range.
    var offset = offsets.lowerBound
    let last = offsets.upperBound - width
    var x = unsafe ordinates[unchecked: offset]
    var y = unsafe ordinates[unchecked: offset &+ 1]
    var total = length
    while offset < last {
      offset = offset &+ width
      let nextX = unsafe ordinates[unchecked: offset]
      let nextY = unsafe ordinates[unchecked: offset &+ 1]
      let dx = nextX - x
      let dy = nextY - y
      total += (dx * dx + dy * dy).squareRoot()
      x = nextX
      y = nextY
    }
    length = total
  }

  /// The least and the greatest ordinates; nil without coordinates.
  ///
  /// A NaN is skipped unless it is in the first coordinate. Two independent rows of comparisons run in parallel.
  var bounds: Envelope? {
    let ordinates = ordinates.span
    let width = dimensions.count
    guard ordinates.count >= width else { return nil }
    // Offsets run from one x to the next and end before the last y.
    var even = unsafe Envelope(ordinates.coordinate(unchecked: 0))
    var odd = even
    var offset = width
    let end = ordinates.count - width
    while offset < end {
      unsafe even.include(ordinates.coordinate(unchecked: offset))
      unsafe odd.include(ordinates.coordinate(unchecked: offset &+ width))
      offset = offset &+ 2 &* width
    }
    if offset == end { unsafe even.include(ordinates.coordinate(unchecked: offset)) }
    even.include(Coordinate(x: odd.minX, y: odd.minY))
    even.include(Coordinate(x: odd.maxX, y: odd.maxY))
    return even
  }
}

extension Envelope {
  @inline(__always) fileprivate mutating func include(_ place: Coordinate) {
    minX = place.x < minX ? place.x : minX
    minY = place.y < minY ? place.y : minY
    maxX = place.x > maxX ? place.x : maxX
    maxY = place.y > maxY ? place.y : maxY
  }
}
