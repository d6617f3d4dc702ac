internal import GeoSnapSupport

/// The pieces into which a line cuts a geometry: Esri's list has the left pieces first, the right ones second, then
/// each uncut piece.
public struct CutPieces: Hashable, Sendable {
  /// The pieces on the left of the cutter in its direction; an empty geometry when there are none.
  public let left: Geometry
  /// The pieces on its right, and pieces of lines that lie on it; an empty geometry when there are none.
  public let right: Geometry
  /// The pieces on neither side: not reached, or reached from both.
  public let uncut: [Geometry]
}

enum CutSide {
  case left
  case right
  case neither
}

extension CutPieces {
  init(_ pieces: [(Geometry, CutSide)], dimension: Int, _ srid: SRID?) {
    func joined(_ side: CutSide) -> Geometry {
      let some = pieces.filter { $0.1 == side }.map(\.0)
      return some.isEmpty ? .empty(ofDimension: dimension, srid) : .joining(some, srid)
    }
    left = joined(.left)
    right = joined(.right)
    uncut = pieces.filter { $0.1 == .neither }.map(\.0)
  }
}

extension Geometry {
  /// The pieces of a line or an area to the left and to the right of a line or multi line.
  ///
  /// A line is split where it meets the cutter, touches included, and where both overlap. An area is split where the
  /// cutter crosses it from boundary to boundary; a cutter that ends inside divides nothing. The result has the
  /// common reference system.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING M (0 0 100, 10 0 110)")
  /// let pieces = try main.cut(by: Geometry(wkt: "LINESTRING (4 -5, 4 5)"))
  /// pieces?.left                                                     // -> LINESTRING M (0 0 100, 4 0 104)
  /// pieces?.right                                                    // -> LINESTRING M (4 0 104, 10 0 110)
  /// try main.cut(by: Geometry(wkt: "LINESTRING (4 1, 4 5)")) == nil  // -> true
  /// ```
  ///
  /// - Returns: nil when the cutter divides nothing, or the geometry is empty.
  /// - Throws: ``GeometryError`` with code `unsupportedType` for points, collections, and a cutter that is not a
  ///   line; `mixedSpatialReferences`, `nonFiniteOrdinate`, `ordinateOutOfRange`, or `engine` for areas that are not
  ///   valid.
  /// - Units: Whether lines meet is exact; the coordinates of crossings are rounded.
  /// - Z and M: Of lines kept and interpolated; of areas Z is kept when every coordinate has it, M is dropped. Those
  ///   of the cutter play no part.
  /// - Complexity: O((n + m) log (n + m) + k) for k pairs of segments over the same stretch of the extent's longer
  ///   side; for areas also O(n m) for each piece with n coordinates, and m of the cutter.
  /// - Source: Lines by a sweep with exact orientation; areas by polygonizing, with `GEOSUnion` and
  ///   `GEOSPolygonize_full`; Esri's `cut`.
  public func cut(by cutter: Geometry) throws(GeometryError) -> CutPieces? {
    guard cutter.type == .lineString || cutter.type == .multiLineString else {
      throw GeometryError("Only a line can cut", not: cutter.type)
    }
    let own = try sharingSystem(of: cutter)
    try checkPlane()
    try cutter.checkPlane()
    switch self {
    case .lineString, .multiLineString:
      return own.cutLine(by: try cutter.removingRepeatedVertices())
    case .polygon, .multiPolygon: return try own.cutArea(by: cutter)
    default: throw GeometryError("Only lines and areas can be cut", not: type)
    }
  }

  func cutArea(by cutter: Geometry) throws(GeometryError) -> CutPieces? {
    var pieces: [(Geometry, CutSide)] = []
    var hasParted = false
    let cutter = cutter.removingZAndM()
    // Where it doubles back, rounding would part its two courses.
    let blade = try cutter.unaryUnion()
    for polygon in parts {
      let border = try polygon.boundary()
      let lines = try border.overlay(.union, blade, nil).takingHeights(of: border, at: cutter)
      let faces = try lines.polygonized().polygons
      var own: [(Geometry, CutSide)] = []
      for face in faces {
        let face = Geometry.polygon(face)
        // Faces in holes, and between loops of the cutter outside, do not belong to the polygon.
        guard let place = try face.pointOnSurface().coordinate, polygon.areaContains(place) else {
          continue
        }
        own.append((face, face.side(of: cutter, within: border)))
      }
      pieces += own.count > 1 ? own : [(polygon, .neither)]
      hasParted = hasParted || own.count > 1
    }
    return hasParted ? CutPieces(pieces, dimension: 2, srid) : nil
  }

  /// The lines of a boundary and its cutter, with the boundary's height where the two meet.
  private func takingHeights(of border: Geometry, at cutter: Geometry) -> Geometry {
    guard hasZ else { return self }
    let reach = rounding
    return mappingSequences { lines in
      lines.replacing(.xyz) { index in
        guard let near = cutter.nearestBoundaryCoordinate(to: lines[index]), near.distance <= reach,
          let own = border.nearestBoundaryCoordinate(to: lines[index]), own.distance <= reach
        else { return (lines.z(at: index) ?? .nan, .nan) }
        return (own.z ?? .nan, .nan)
      }
    }
  }

  /// The side of a cutter on which a face of a boundary and the cutter lies.
  private func side(of cutter: Geometry, within border: Geometry) -> CutSide {
    let reach = rounding
    var sides: Set<CutSide> = []
    for (path, direction) in zip(paths, ringDirections) {
      // The inside is on the right of a clockwise exterior ring and of a counterclockwise hole.
      let isRight = (direction == .clockwise) == (path.part == 0)
      for index in 0..<path.segmentCount {
        let edge = path.segment(index)
        let middle = edge.coordinate(atFraction: 0.5)
        guard let near = cutter.nearestBoundaryCoordinate(to: middle), near.distance <= reach,
          let away = border.nearestBoundaryCoordinate(to: middle), away.distance > reach,
          let cutterPath = cutter.path(near.part)
        else { continue }
        let line = cutterPath.segment(near.index)
        let runsAlong =
          (line.end.x - line.start.x) * (edge.end.x - edge.start.x)
          + (line.end.y - line.start.y) * (edge.end.y - edge.start.y) > 0
        sides.insert(runsAlong == isRight ? .right : .left)
      }
    }
    return sides.count == 1 ? sides.first ?? .neither : .neither
  }

  /// The distance within which a rounded crossing counts as on a line.
  private var rounding: Double {
    envelope.map { max(max($0.width, $0.height) * 1e-9, 4 * $0.greatestOrdinate.ulp) } ?? 0
  }

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
