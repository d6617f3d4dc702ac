internal import CGEOS

extension Geometry {
  /// The area within a planar distance, in coordinate units, of the geometry.
  ///
  /// A negative distance shrinks areas; points and lines disappear. Arcs are inscribed chords, so the outline lies up
  /// to `distance * (1 - cos(45 degrees / quadrantSegments))` inside the true one: compare areas, not vertices, with
  /// other programs. An empty result is the empty polygon. A distance too small to move an ordinate counts as 0,
  /// which keeps areas and removes points and lines.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 100 0)")
  /// try main.buffer(distance: 5, style: BufferStyle(cap: .flat)).area  // -> 1000
  /// try main.buffer(distance: 5).area                                  // -> 1078.0...
  /// try main.buffer(distance: -5).wkt                                  // -> POLYGON EMPTY
  /// ```
  ///
  /// - Returns: A polygon or a multi polygon.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a distance that is not finite or a style out of
  ///   range, `nonFiniteOrdinate`, `ordinateOutOfRange`, or `engine`, also when GEOS's result for a valid area is
  ///   certainly wrong.
  /// - Units: The distance is planar, in coordinate units; GeoSnapProjection's `Geodesy` buffers by metres.
  /// - Z and M: Dropped.
  /// - Complexity: O(n log n + k) in the coordinates and the k crossings of outlines, O(n²) at worst; for a point
  ///   linear in the vertices of the circle.
  /// - Source: GEOS, `GEOSBufferWithStyle`, with the round corners of closed lines corrected, and
  ///   `GEOSBufferWithParams` for one side. Circles around points are unit circles of GEOS, moved and scaled, with
  ///   GEOS's vertices.
  public func buffer(
    distance: Double,
    style: BufferStyle = BufferStyle()
  ) throws(GeometryError) -> Geometry {
    try checkArgument("A buffer distance", distance)
    try style.check()
    if isEmpty { return .polygon(try Polygon(rings: [], srid: srid)) }
    if case .point(let point) = self, let buffer = point.buffer(distance: distance, style: style) {
      return .polygon(buffer)
    }
    let distance = effective(distance)
    guard style.side == .both || greatestPartDimension != 1 else {
      return try oneSidedBuffer(distance, style)
    }
    let buffer = try engineBuffer(distance, style)
    guard style.side == .both else { return buffer }
    return try mendingAreas(try mendingRings(buffer, distance, style), distance, style)
  }

  /// The buffer of one side of lines, within that of both sides.
  ///
  /// With a vertex on a straight stretch GEOS's result may extend to the other side.
  private func oneSidedBuffer(
    _ distance: Double,
    _ style: BufferStyle
  ) throws(GeometryError) -> Geometry {
    let bare = try generalized(maxDeviation: 0)
    let buffer = try bare.engineBuffer(distance, style)
    var both = style
    both.side = .both
    both.cap = .flat
    let whole = try bare.buffer(distance: distance, style: both)
    let slack = 1e-9 * (envelope?.greatestOrdinate ?? 0) * buffer.length + 1e-9 * whole.area
    return try buffer.difference(whole).area > slack ? buffer.intersection(whole) : buffer
  }

  /// GEOS's buffer of a geometry that is not empty.
  func engineBuffer(_ distance: Double, _ style: BufferStyle) throws(GeometryError) -> Geometry {
    let thread = try EngineThread()
    let form = try planeForm(thread)
    let buffer = try unsafe form.withPointer { pointer throws(GeometryError) in
      try unsafe OwnedGeometry(
        adopting: style.side == .both
          ? GEOSBufferWithStyle_r(
            thread.context,
            pointer,
            distance,
            Int32(style.quadrantSegments),
            Int32(style.cap.code.rawValue),
            Int32(style.join.code.rawValue),
            style.mitreLimit
          )
          : style.oneSidedBuffer(pointer, distance, thread),
        of: "Buffering",
        thread
      )
    }
    return try buffer.value(srid: srid, thread)
  }

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

extension BufferStyle {
  /// GEOS's buffer of one side; nil when GEOS refuses.
  @unsafe
  fileprivate func oneSidedBuffer(
    _ pointer: OpaquePointer,
    _ distance: Double,
    _ thread: EngineThread
  ) -> OpaquePointer? {
    guard let parameters = unsafe GEOSBufferParams_create_r(thread.context) else { return nil }
    // Created above and owned here.
    defer { unsafe GEOSBufferParams_destroy_r(thread.context, parameters) }
    unsafe GEOSBufferParams_setQuadrantSegments_r(
      thread.context,
      parameters,
      Int32(quadrantSegments)
    )
    unsafe GEOSBufferParams_setEndCapStyle_r(thread.context, parameters, Int32(cap.code.rawValue))
    unsafe GEOSBufferParams_setJoinStyle_r(thread.context, parameters, Int32(join.code.rawValue))
    unsafe GEOSBufferParams_setMitreLimit_r(thread.context, parameters, mitreLimit)
    unsafe GEOSBufferParams_setSingleSided_r(thread.context, parameters, 1)
    // GEOS covers the left for a positive distance.
    return unsafe GEOSBufferWithParams_r(
      thread.context,
      pointer,
      parameters,
      side == .right ? -distance : distance
    )
  }
}

extension BufferStyle.Cap {
  fileprivate var code: GEOSBufCapStyles {
    switch self {
    case .round: GEOSBUF_CAP_ROUND
    case .flat: GEOSBUF_CAP_FLAT
    case .square: GEOSBUF_CAP_SQUARE
    }
  }
}

extension BufferStyle.Join {
  fileprivate var code: GEOSBufJoinStyles {
    switch self {
    case .round: GEOSBUF_JOIN_ROUND
    case .mitre: GEOSBUF_JOIN_MITRE
    case .bevel: GEOSBUF_JOIN_BEVEL
    }
  }
}

/// The shape of a buffer's outline around vertices and ends of lines.
public struct BufferStyle: Hashable, Sendable {
  /// The outline at the ends of lines.
  public enum Cap: String, CaseIterable, Sendable {
    /// A half circle around the end.
    case round
    /// Straight across at the end.
    case flat
    /// Straight across, one buffer distance past the end.
    case square
  }

  /// The outline on the outer side of a vertex.
  public enum Join: String, CaseIterable, Sendable {
    /// An arc.
    case round
    /// A sharp corner, cut off at the mitre limit.
    case mitre
    /// A straight line across the corner.
    case bevel
  }

  /// The covered side of a line, in its direction.
  public enum Side: String, CaseIterable, Sendable {
    /// Both sides, and beyond the ends.
    case both
    /// The left side only, straight across at the ends.
    case left
    /// The right side only, straight across at the ends.
    case right
  }

  package var quadrantSegments: Int
  package var cap: Cap
  package var join: Join
  package var mitreLimit: Double
  package var side: Side

  /// Creates a style; by default round, on both sides, with circles of 32 segments.
  ///
  /// `quadrantSegments` is the number of segments per quarter circle, from 1 to 1,000; `cap` the shape at the ends of
  /// lines, `join` that at vertices, and `side` the covered side of a line: areas are buffered all around. Sharp
  /// corners reach at most `mitreLimit` times the distance, which is more than 0.
  public init(
    quadrantSegments: Int = 8,
    cap: Cap = .round,
    join: Join = .round,
    mitreLimit: Double = 5,
    side: Side = .both
  ) {
    self.quadrantSegments = quadrantSegments
    self.cap = cap
    self.join = join
    self.mitreLimit = mitreLimit
    self.side = side
  }

  func check() throws(GeometryError) {
    guard 1...1_000 ~= quadrantSegments else {
      throw GeometryError(
        .invalidArgument,
        "A quarter circle needs 1 to 1000 segments; got \(quadrantSegments)."
      )
    }
    guard mitreLimit > 0, mitreLimit.isFinite else {
      throw GeometryError(
        .invalidArgument,
        "A mitre limit must be a finite number greater than 0; got \(mitreLimit)."
      )
    }
  }
}

extension Point {
  /// The round buffer of a point, with GEOS's vertices; nil where GEOS has to compute it.
  ///
  /// It adds the ordinates to the distance times those of a unit circle, as GEOS does, bit for bit, while
  /// neighbouring vertices remain apart.
  func buffer(distance: Double, style: BufferStyle) -> Polygon? {
    guard let place = coordinate, style.side == .both, style.cap == .round,
      let circle = UnitCircle.ordinates(quadrantSegments: style.quadrantSegments),
      1e-100...1e100 ~= distance, max(place.x.magnitude, place.y.magnitude) <= distance * 1e9
    else { return nil }
    var ordinates = [Double](repeating: 0, count: circle.count)
    for index in stride(from: 0, to: circle.count, by: 2) {
      ordinates[index] = place.x + distance * circle[index]
      ordinates[index + 1] = place.y + distance * circle[index + 1]
    }
    return Polygon(
      trusted: CoordinateSequence(trusted: ordinates, dimensions: .xy),
      ringEnds: [circle.count / 2],
      srid: srid
    )
  }
}

/// GEOS's circles of radius 1 around the origin.
private enum UnitCircle {
  /// The ordinates x and y of its vertices in turn, the first repeated; nil for finer circles than the precomputed.
  static func ordinates(quadrantSegments: Int) -> [Double]? {
    guard quadrantSegments < circles.count else { return nil }
    return circles[quadrantSegments]
  }

  /// By the segments per quadrant; nil where GEOS has drawn none.
  private static let circles: [[Double]?] = (0...32).map { quadrantSegments in
    guard quadrantSegments > 0 else { return nil }
    let origin = Geometry.multiPoint(MultiPoint([Coordinate(x: 0, y: 0)]))
    let style = BufferStyle(quadrantSegments: quadrantSegments)
    return try? origin.buffer(distance: 1, style: style).coordinates.ordinates
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
          isNearer = isNearer || segments[Int(item)].squaredDistance(to: place) < least * least
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
