internal import GeoSnapSupport

extension Geometry {
  func cutLine(by cutter: Geometry) -> CutPieces? {
    let paths = paths
    let cutterPaths = cutter.paths
    var contacts: [Contact] = []
    for meeting in meetings(of: paths, with: cutterPaths) {
      let path = paths[meeting.path]
      let fraction = path.segment(meeting.segment).fraction(closestTo: meeting.coordinate)
      contacts.append(
        Contact(
          position: path.footOfRiser(path.position(segment: meeting.segment, fraction: fraction)),
          place: meeting.coordinate,
          cutter: cutterPaths[meeting.otherPath],
          segment: meeting.otherSegment
        )
      )
    }
    contacts = contacts.ordered { $0.position < $1.position }
    var next = 0
    func takeContacts(at position: LinePosition) -> ArraySlice<Contact> {
      let first = next
      while next < contacts.count, contacts[next].position == position { next += 1 }
      return contacts[first..<next]
    }
    var pieces: [(Geometry, CutSide)] = []
    var hasParted = false
    for path in paths {
      let last = path.endPosition
      var start = path.startPosition
      var starting = takeContacts(at: start)
      while start < last {
        let isCut = next < contacts.count && contacts[next].position.path == path.part
        let end = isCut ? contacts[next].position : last
        let ending = takeContacts(at: end)
        if !path.hasNoLength(start, end) {
          let piece = LineString(trusted: path.slice(start, end), srid: srid)
          pieces.append(
            (.lineString(piece), side(of: path, from: start, starting, to: end, ending))
          )
          hasParted = hasParted || (!ending.isEmpty && end < last)
          starting = ending
          start = end
        } else if end == last {
          break
        }
      }
    }
    return hasParted ? CutPieces(pieces, dimension: 1, srid) : nil
  }

  /// The side of the cutter on which a piece starts and ends.
  private func side(
    of path: GeometryPath,
    from start: LinePosition,
    _ starting: ArraySlice<Contact>,
    to end: LinePosition,
    _ ending: ArraySlice<Contact>
  ) -> CutSide {
    // The next vertices of the line decide, since they are exact, unlike the meetings.
    var ahead = start.segment + 1
    while ahead < path.count - 1, path[ahead] == path.coordinate(at: start) { ahead += 1 }
    var behind = end.fraction > 0 ? end.segment : end.segment - 1
    while behind > 0, path[behind] == path.coordinate(at: end) { behind -= 1 }
    let sides = starting.map { $0.side(of: path[ahead]) } + ending.map { $0.side(of: path[behind]) }
    let isLeft = sides.contains { $0 > 0 }
    let isRight = sides.contains { $0 < 0 }
    if isLeft != isRight { return isLeft ? .left : .right }
    let liesOnCutter = !isLeft && !starting.isEmpty && !ending.isEmpty
    return liesOnCutter ? .right : .neither
  }
}

private struct Contact {
  let position: LinePosition
  let place: Coordinate
  let cutter: GeometryPath
  let segment: Int

  /// The side of the cutter, around the contact, on which `other` lies: positive left, negative right, zero on it or
  /// straight ahead of its end.
  func side(of other: Coordinate) -> Double {
    let start = cutter[segment]
    let end = cutter[segment + 1]
    let last = cutter.count - 1
    let isClosed = last > 2 && cutter[0] == cutter[last]
    if place == start, segment > 0 || isClosed {
      return cornerSide(cutter[segment > 0 ? segment - 1 : last - 1], start, end, other)
    }
    if place == end, segment + 1 < last || isClosed {
      return cornerSide(start, end, cutter[segment + 1 < last ? segment + 2 : 1], other)
    }
    return orientation(start, end, other)
  }
}

/// The side of a line with a corner on which `place` lies.
private func cornerSide(
  _ before: Coordinate,
  _ corner: Coordinate,
  _ after: Coordinate,
  _ place: Coordinate
) -> Double {
  let first = orientation(before, corner, place)
  let second = orientation(corner, after, place)
  if orientation(before, corner, after) >= 0 {
    return first > 0 && second > 0 ? 1 : first < 0 || second < 0 ? -1 : 0
  }
  return first < 0 && second < 0 ? -1 : first > 0 || second > 0 ? 1 : 0
}
