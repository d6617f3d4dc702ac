internal import GeoSnapSupport

extension Geometry {
  /// The geometry with its course between its first and last meeting with `reshaper`, a line of one part, replaced by
  /// that line.
  ///
  /// When the meetings of a line are on two parts, the two become one. Of an area the first ring that the reshaper
  /// meets twice is reshaped, and the longer part of the old ring is kept. If the new ring crosses itself or
  /// another ring, the area is made valid: each part is its exterior ring less its holes. A line may cross itself.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 10 0)")
  /// let detour = try Geometry(wkt: "LINESTRING (2 -1, 2 3, 6 3, 6 -1)")
  /// try main.reshaped(by: detour)  // -> LINESTRING (0 0, 2 0, 2 3, 6 3, 6 0, 10 0)
  /// ```
  ///
  /// - Returns: A line or an area, perhaps of another number of parts; nil when the reshaper does not meet it twice,
  ///   either is empty, or no area remains.
  /// - Throws: ``GeometryError`` with code `unsupportedType` for points, collections, and a reshaper that is not a
  ///   line string; `mixedSpatialReferences`, `nonFiniteOrdinate` or `ordinateOutOfRange`; for areas also as
  ///   ``repaired(method:keepingCollapsed:)``.
  /// - Units: Whether lines meet is exact; the coordinates of meetings are rounded.
  /// - Z and M: Kept, also at the two meetings; repaired areas lose M, and Z if a coordinate has none. Along the
  ///   reshaper its own are taken, or interpolated between the meetings where it has none.
  /// - Complexity: O((n + m) log (n + m) + k) for k pairs of segments over one stretch of the extent's longer side.
  /// - Source: A sweep with exact orientation; Esri's `reshape`.
  public func reshaped(by reshaper: Geometry) throws(GeometryError) -> Geometry? {
    guard type.dimension > 0, type != .geometryCollection, reshaper.type == .lineString else {
      throw GeometryError(
        .unsupportedType,
        "Only a line string can reshape a line or an area; these are a \(reshaper.type.name) and a "
          + "\(type.name)."
      )
    }
    let own = try sharingSystem(of: reshaper)
    try checkPlane()
    try reshaper.checkPlane()
    guard let line = reshaper.path(0) else { return nil }
    let paths = paths
    let anchors = meetings(of: paths, with: [line])
      .map { Anchor($0, paths[$0.path], line) }
      .ordered { ($0.along, $0.position) < ($1.along, $1.position) }
    if type.dimension == 1 { return own.reshapedLine(paths, line, anchors) }
    let area = try own.reshapedArea(paths, line, anchors)?.withHolesInside()
    return area?.isEmpty == true ? nil : area
  }

  /// The area itself when it is valid, otherwise the union of its parts, each less its holes.
  ///
  /// A repair as a whole would make an area of a hole that the new ring leaves outside.
  private func withHolesInside() throws(GeometryError) -> Geometry {
    if try isValid { return self }
    var areas: [Geometry] = []
    for part in parts {
      var area: Geometry?
      for path in part.paths {
        let ring = path.sequence.slice(path.range)
        let inside = try Geometry.polygon(
          Polygon(trusted: ring, ringEnds: [ring.count], srid: srid)
        )
        .repaired(method: .structure)
        area = try area?.difference(inside) ?? inside
      }
      if let area { areas.append(area) }
    }
    return try Geometry.union(of: areas)
  }

  private func reshapedLine(
    _ paths: [GeometryPath],
    _ line: GeometryPath,
    _ anchors: [Anchor]
  ) -> Geometry? {
    // A vertex that the reshaper repeats is one meeting.
    guard let first = anchors.first, let last = anchors.last, first.along < last.along,
      !line.hasNoLength(first.along, last.along)
    else { return nil }
    let isForward = first.position <= last.position || first.position.path != last.position.path
    let (start, end) = isForward ? (first, last) : (last, first)
    var parts: [CoordinateSequence] = []
    for path in paths {
      if path.part == start.position.path {
        let ending = paths[end.position.path]
        let reshaped = CoordinateSequence.joining([
          path.slice(path.startPosition, start.position),
          path.piece(of: line, start, end, endingOn: ending),
          ending.slice(end.position, ending.endPosition),
        ])
        // A line of zero length at which the reshaper stays is met at one point only.
        guard reshaped.count > 1 else { return nil }
        parts.append(reshaped)
      } else if path.part != end.position.path {
        parts.append(path.sequence.slice(path.range))
      }
    }
    return self.line(parts)
  }

  private func reshapedArea(
    _ paths: [GeometryPath],
    _ line: GeometryPath,
    _ anchors: [Anchor]
  ) -> Geometry? {
    for ring in paths {
      let own = anchors.filter { $0.position.path == ring.part }
      guard let first = own.first, let last = own.last(where: { $0.place != first.place }),
        first.along < last.along
      else { continue }
      let (start, end) = first.position < last.position ? (first, last) : (last, first)
      let inner = ring.slice(start.position, end.position)
      let outer = CoordinateSequence.joining([
        ring.slice(end.position, ring.endPosition), ring.slice(ring.startPosition, start.position),
      ])
      let keepsInner = inner.pathLength > outer.pathLength
      let new =
        keepsInner
        ? CoordinateSequence.joining([inner, ring.piece(of: line, end, start, endingOn: ring)])
        : CoordinateSequence.joining([outer, ring.piece(of: line, start, end, endingOn: ring)])
      return new.count >= 4 ? replacing(ring, by: new.closed()) : nil
    }
    return nil
  }

  private func replacing(_ ring: GeometryPath, by new: CoordinateSequence) -> Geometry {
    mappingPaths { path, ordinates in
      ordinates +=
        path.part == ring.part ? new.ordinates : path.sequence.slice(path.range).ordinates
    }
  }
}

private struct Anchor {
  let place: Coordinate
  let position: LinePosition
  /// The position on the reshaper.
  let along: LinePosition

  init(_ meeting: PathMeeting, _ path: GeometryPath, _ line: GeometryPath) {
    place = meeting.coordinate
    position = path.footOfRiser(
      path.position(
        segment: meeting.segment,
        fraction: path.segment(meeting.segment).fraction(closestTo: place)
      )
    )
    along = line.position(
      segment: meeting.otherSegment,
      fraction: line.segment(meeting.otherSegment).fraction(closestTo: place)
    )
  }
}

extension GeometryPath {
  /// The reshaper between two anchors with the ordinates of this path; the first anchor is on this path.
  fileprivate func piece(
    of line: GeometryPath,
    _ start: Anchor,
    _ end: Anchor,
    endingOn other: GeometryPath
  ) -> CoordinateSequence {
    let isForward = start.along <= end.along
    let forward =
      isForward
      ? line.slice(start.along, end.along) : line.slice(end.along, start.along).reversedOrder()
    let startSlice = slice(start.position, start.position)
    let endSlice = other.slice(end.position, end.position)
    let length = forward.pathLength
    var ordinates: [Double] = []
    var along = 0.0
    for index in forward.indices {
      if index > 0 { along += forward[index - 1].distance(to: forward[index]) }
      // At the joints the path's own ordinates count if they are known.
      let isJoint = index == 0 || index == forward.count - 1
      let share = length > 0 ? along / length : 0
      func value(_ own: Double?, _ first: Double, _ last: Double) -> Double {
        let between = interpolated(first, last, atFraction: share)
        return isJoint && !between.isNaN ? between : own ?? between
      }
      ordinates += [forward[index].x, forward[index].y]
      if let first = startSlice.z(at: 0), let last = endSlice.z(at: 0) {
        ordinates.append(value(forward.z(at: index), first, last))
      }
      if let first = startSlice.m(at: 0), let last = endSlice.m(at: 0) {
        ordinates.append(value(forward.m(at: index), first, last))
      }
    }
    return CoordinateSequence(trusted: ordinates, dimensions: sequence.dimensions)
  }
}

extension CoordinateSequence {
  /// The sequence with its last coordinate, which may differ by rounding, replaced by the first.
  fileprivate func closed() -> CoordinateSequence {
    let width = dimensions.count
    return CoordinateSequence(
      trusted: Array(ordinates.dropLast(width)) + ordinates.prefix(width),
      dimensions: dimensions
    )
  }

  fileprivate var pathLength: Double {
    zip(indices, indices.dropFirst()).reduce(0) { $0 + self[$1.0].distance(to: self[$1.1]) }
  }

  /// Joins consecutive lines; the end of one and the start of the next become one vertex, even if they differ by
  /// rounding, with the second's Z and M where the first's are missing.
  fileprivate static func joining(_ lines: [CoordinateSequence]) -> CoordinateSequence {
    let dimensions = lines.first?.dimensions ?? .xy
    var ordinates: [Double] = []
    let width = dimensions.count
    for line in lines {
      let last = ordinates.count - width
      for index in 0..<width where last >= 0 && ordinates[last + index].isNaN {
        ordinates[last + index] = line.ordinates[index]
      }
      // A line of zero length is only the point where its neighbours meet.
      let isPlace = line.allSatisfy { $0 == line[0] }
      if ordinates.isEmpty {
        ordinates = isPlace ? line.slice(0..<1).ordinates : line.ordinates
      } else if !isPlace {
        ordinates += line.slice(1..<line.count).ordinates
      }
    }
    return CoordinateSequence(trusted: ordinates, dimensions: dimensions)
  }
}
