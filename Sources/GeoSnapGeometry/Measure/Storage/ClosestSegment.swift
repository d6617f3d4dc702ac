/// The segment closest to a place, the first one of several, of those that were looked at.
struct ClosestSegment {
  let place: Coordinate
  /// Infinite as long as there is none.
  private(set) var squaredDistance = Double.infinity
  /// The path it is on, counted through the whole geometry.
  private(set) var part = 0
  /// The vertex at which it starts, counted from 0 within its path.
  private(set) var index = 0
  /// The segment itself.
  private(set) var segment = Segment(Coordinate(x: 0, y: 0), Coordinate(x: 0, y: 0))
  /// Where in the ordinates of its sequence its two vertices begin.
  private var first = 0
  private var second = 0
  /// The length of what was looked at before the closest place; 0 where lengths were not asked for.
  private(set) var along = 0.0

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
  @inline(__always)
  private mutating func scan(
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

  /// Keeps the segment between two vertices, which begin at offsets that were found to be there.
  @inline(__always)
  private mutating func hold(
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
}
