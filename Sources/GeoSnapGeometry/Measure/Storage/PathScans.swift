extension CoordinateSequence {
  func addLength(of path: Range<Int>, to length: inout Double) {
    let width = dimensions.count
    addLength(ofOffsets: path.lowerBound * width..<path.upperBound * width, to: &length)
  }

  @inline(__always)
  func addLength(ofOffsets offsets: Range<Int>, to length: inout Double) {
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
  @inline(__always)
  fileprivate mutating func include(_ place: Coordinate) {
    minX = place.x < minX ? place.x : minX
    minY = place.y < minY ? place.y : minY
    maxX = place.x > maxX ? place.x : maxX
    maxY = place.y > maxY ? place.y : maxY
  }
}
