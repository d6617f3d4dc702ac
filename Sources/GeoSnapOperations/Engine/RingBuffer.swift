extension Geometry {
  /// GEOS's buffer of the geometry, or a repeated one if it is wrong.
  ///
  /// For a closed line, GEOS, 3.14 included, leaves out the inside of the ring when the distance is large compared to
  /// it. For a line that continues past its start it does not. With joins that are not round, the line's new ends
  /// would be visible, so GEOS's result stays.
  func mendingRings(
    _ buffer: Geometry,
    _ distance: Double,
    _ style: BufferStyle
  ) throws(GeometryError) -> Geometry {
    guard style.join == .round else { return buffer }
    switch self {
    case .lineString(let line):
      // Chords of arcs lie inside them, and GEOS fills gaps a hundredth of the distance deep.
      let least =
        0.97 * distance * sineAndCosine(degrees: 45 / Double(style.quadrantSegments)).cosine
      guard line.isRing, line.isNearer(than: least, toBorderOf: buffer) else { return buffer }
      var style = style
      style.cap = .round
      // When all vertices are equal, that is a ring again, which must not be repeated once more.
      return try Geometry.lineString(line.goingOn).engineBuffer(distance, style)
    case .multiLineString, .collection:
      let parts = parts
      let hasRings = parts.contains {
        guard case .lineString(let line) = $0 else { return false }
        return line.isRing
      }
      guard hasRings else { return buffer }
      var buffers: [Geometry] = []
      for part in parts { buffers.append(try part.buffer(distance: distance, style: style)) }
      return try Geometry.union(of: buffers)
    default: return buffer
    }
  }
}

extension LineString {
  /// Whether GEOS treats it as a ring.
  fileprivate var isRing: Bool {
    coordinates.count > 3 && coordinates[0] == coordinates[coordinates.count - 1]
  }

  /// Whether the boundary of a buffer is nearer to the line than `least`.
  fileprivate func isNearer(than least: Double, toBorderOf buffer: Geometry) -> Bool {
    let segments = zip(coordinates, coordinates.dropFirst()).map { Segment($0, $1) }
    let tree = PackedRTree(
      checked: segments.map(\.envelope),
      items: Array(0..<Int32(segments.count))
    )
    return buffer.paths.contains { ring in
      (1..<ring.count).contains { index in
        let place = Segment(ring[index - 1], ring[index]).coordinate(atFraction: 0.5)
        let window = Envelope(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y)
        var isNearer = false
        tree.forEachItem(intersecting: window.expanded(by: least)) { item in
          isNearer =
            isNearer || segments[Int(item)].squaredDistance(to: place) < least * least
        }
        return isNearer
      }
    }
  }

  /// The ring as a line with ends: from the middle of its longest segment around to the same point and beyond, so
  /// that no end is near a corner.
  fileprivate var goingOn: LineString {
    let segments = zip(coordinates, coordinates.dropFirst()).map { Segment($0, $1) }
    let longest = segments.indices.max { segments[$0].length < segments[$1].length } ?? 0
    let segment = segments[longest]
    var places = [segment.coordinate(atFraction: 0.5)]
    places += coordinates.dropFirst(longest + 1)
    // The last vertex equals the first.
    places += coordinates.prefix(longest + 1).dropFirst()
    places.append(segment.coordinate(atFraction: 0.75))
    return LineString(trusted: CoordinateSequence(places), srid: srid)
  }
}
