internal import Foundation

/// Tells cheaply of most buffers of one side that they are right: by their area, and by where their borders run.
struct OneSidedCheck {
  private let distance: Double
  /// 1 where the left of the lines is covered, -1 where the right is.
  private let side: Double
  private let isRound: Bool
  /// The share of a sector's area that its chords cover.
  private let chords: Double

  init(_ distance: Double, _ style: BufferStyle) {
    self.distance = distance.magnitude
    side = (style.side == .right) == (distance < 0) ? 1 : -1
    isRound = style.join == .round
    let step = Double.pi / 2 / Double(style.quadrantSegments)
    chords = sin(step) / step
  }

  /// Whether a buffer is right; false also where that cannot be told cheaply.
  ///
  /// - Complexity: Linear in the coordinates of the line and of the buffer, and at worst their product.
  func passes(_ buffer: Geometry, of lines: Geometry) -> Bool {
    guard isRound, case .lineString(let line) = lines, case .polygon(let polygon) = buffer,
      polygon.ringEnds.count == 1, let range = areas(along: line.coordinates)
    else { return false }
    // GEOS fills what is a hundredth of the distance deep.
    let area = buffer.area
    guard area >= 0.98 * range.lowerBound, area <= 1.02 * range.upperBound else { return false }
    return isNear(polygon.coordinates, line.coordinates)
  }

  /// What the area may be, with chords for arcs and with arcs; nil where a bend is too near an end or another bend.
  private func areas(along line: CoordinateSequence) -> ClosedRange<Double>? {
    guard line.count > 1, line.first != line.last else { return nil }
    var (straight, round) = (0.0, 0.0)
    var last: (x: Double, y: Double, length: Double)?
    for (start, end) in zip(line, line.dropFirst()) {
      let (x, y) = (end.x - start.x, end.y - start.y)
      let length = (x * x + y * y).squareRoot()
      guard length > 0 else { return nil }
      straight += distance * length
      if let last {
        let turn = side * atan2(last.x * y - last.y * x, last.x * x + last.y * y)
        if turn > 0 {
          // On the inner side the strips of both segments overlap.
          let reach = distance * tan(turn / 2)
          guard 2 * reach < min(length, last.length) else { return nil }
          straight -= distance * reach
        } else {
          round -= turn / 2 * distance * distance
        }
      }
      last = (x, y, length)
    }
    return straight + chords * round...straight + round
  }

  /// Whether each segment of a ring is within the distance of one of a line's segments, and not beyond its ends.
  private func isNear(_ ring: CoordinateSequence, _ line: CoordinateSequence) -> Bool {
    guard let envelope = Geometry.lineString(LineString(trusted: ring, srid: nil)).envelope else {
      return false
    }
    let slack = 1e-9 * envelope.greatestOrdinate
    let reach = distance * (1 + 1e-9) + slack
    let segments = line.count - 1
    // The places that a segment holds are convex.
    func holds(_ number: Int, _ place: Coordinate) -> Bool {
      let (start, end) = (line[number], line[number + 1])
      let (x, y) = (end.x - start.x, end.y - start.y)
      let (dx, dy) = (place.x - start.x, place.y - start.y)
      let length = (x * x + y * y).squareRoot()
      let along = (dx * x + dy * y) / length
      if along >= -slack, along <= length + slack {
        return (x * dy - y * dx).magnitude <= reach * length
      }
      // Round corners are there at inner vertices alone.
      guard along < 0 ? number > 0 : number + 1 < segments else { return false }
      return (along < 0 ? start : end).squaredDistance(to: place) <= reach * reach
    }
    // The ring follows the line: its next segment is mostly near the same one.
    var near = 0
    for (start, end) in zip(ring, ring.dropFirst()) {
      var step = 0
      while true {
        let (back, forth) = (near - step, near + step)
        if forth < segments, holds(forth, start), holds(forth, end) {
          near = forth
          break
        }
        if back >= 0, holds(back, start), holds(back, end) {
          near = back
          break
        }
        step += 1
        if near - step < 0, near + step >= segments { return false }
      }
    }
    return true
  }
}
