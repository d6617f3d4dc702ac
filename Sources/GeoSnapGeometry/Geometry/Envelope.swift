/// A closed rectangle with sides parallel to the axes, in coordinate units.
///
/// An envelope contains at least one point; an empty geometry has no envelope (`nil`).
///
/// ```swift
/// let sheet = Envelope(minX: 0, minY: 0, maxX: 10, maxY: 5)
/// sheet.contains(Coordinate(x: 10, y: 5))                            // -> true
/// sheet.contains(Envelope(minX: 1, minY: 1, maxX: 11, maxY: 2))      // -> false
/// sheet.intersects(Envelope(minX: 10, minY: 5, maxX: 20, maxY: 20))  // -> true
/// sheet.union(Envelope(Coordinate(x: 12, y: 1))).width               // -> 12
/// sheet.expanded(by: 1).height                                       // -> 7
/// Envelope([Coordinate(x: 3, y: 1), Coordinate(x: 1, y: 2)])?.minX   // -> 1
/// Envelope.combining([sheet, nil, sheet])?.width                     // -> 10
/// ```
///
/// - Errors: Tests are false with any NaN.
/// - Complexity: Constant.
/// - Source: Esri's `Envelope`, GEOS's `geos::geom::Envelope`.
@frozen public struct Envelope: Hashable, Sendable {
  /// The least x.
  public var minX: Double
  /// The least y.
  public var minY: Double
  /// The greatest x.
  public var maxX: Double
  /// The greatest y.
  public var maxY: Double

  /// Creates an envelope from its sides.
  @inlinable public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// Creates the envelope of a single coordinate.
  @inlinable public init(_ coordinate: Coordinate) {
    self.init(minX: coordinate.x, minY: coordinate.y, maxX: coordinate.x, maxY: coordinate.y)
  }

  /// Creates the square around `center` whose sides lie `radius` away.
  @inlinable public init(around center: Coordinate, radius: Double) {
    self.init(
      minX: center.x - radius,
      minY: center.y - radius,
      maxX: center.x + radius,
      maxY: center.y + radius
    )
  }

  /// Width, in coordinate units.
  @inlinable public var width: Double { maxX - minX }

  /// Height, in coordinate units.
  @inlinable public var height: Double { maxY - minY }

  /// The middle of the rectangle.
  @inlinable public var center: Coordinate { Coordinate(x: minX + width / 2, y: minY + height / 2) }

  /// Whether the two closed rectangles share a point; touching counts.
  @inlinable public func intersects(_ other: Envelope) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// Whether the coordinate lies inside or on the border.
  @inlinable public func contains(_ coordinate: Coordinate) -> Bool {
    coordinate.x >= minX && coordinate.x <= maxX && coordinate.y >= minY && coordinate.y <= maxY
  }

  /// Whether all of `other` lies inside or on the border.
  @inlinable public func contains(_ other: Envelope) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// The smallest envelope around both.
  @inlinable public func union(_ other: Envelope) -> Envelope {
    Envelope(
      minX: min(minX, other.minX),
      minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY)
    )
  }

  /// The envelope with every side moved outwards by `margin` coordinate units.
  @inlinable public func expanded(by margin: Double) -> Envelope {
    Envelope(minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
  }

  /// The square of the distance from a coordinate to the rectangle, in square units; 0 inside.
  ///
  /// An ordinate that is NaN counts as inside along its axis.
  @inlinable package func squaredDistance(to coordinate: Coordinate) -> Double {
    let dx = max(max(minX - coordinate.x, coordinate.x - maxX), 0)
    let dy = max(max(minY - coordinate.y, coordinate.y - maxY), 0)
    return dx * dx + dy * dy
  }

  /// The smallest envelope around all coordinates; nil when there are none.
  ///
  /// - Errors: A NaN is skipped, unless it is in the first coordinate: then that side is NaN.
  /// - Complexity: Linear in the number of coordinates.
  public init?(_ coordinates: CoordinateSequence) {
    guard let bounds = coordinates.bounds else { return nil }
    self = bounds
  }

  /// The smallest envelope around all of `envelopes`; nil when all are nil.
  ///
  /// - Complexity: Linear in the number of envelopes.
  public static func combining(_ envelopes: some Sequence<Envelope?>) -> Envelope? {
    envelopes.reduce(nil) { combined, next in
      guard let next else { return combined }
      return combined?.union(next) ?? next
    }
  }
}

extension Geometry {
  /// Creates the rectangle as a polygon whose ring runs clockwise, as Esri's exterior rings do; a line or a point
  /// when it has no width or height.
  ///
  /// ```swift
  /// let sheet = Geometry(Envelope(minX: 0, minY: 0, maxX: 2, maxY: 1))
  /// sheet.wkt  // -> POLYGON ((0 0, 0 1, 2 1, 2 0, 0 0))
  /// Geometry(Envelope(minX: 0, minY: 1, maxX: 2, maxY: 1)).wkt  // -> LINESTRING (0 1, 2 1)
  /// ```
  ///
  /// - Errors: An envelope with NaN gives a ring that no operation accepts.
  /// - Complexity: Constant.
  /// - Source: As GEOS's `GEOSEnvelope`, whose ring runs counterclockwise.
  public init(_ envelope: Envelope, srid: SRID? = nil) {
    let least = Coordinate(x: envelope.minX, y: envelope.minY)
    let greatest = Coordinate(x: envelope.maxX, y: envelope.maxY)
    if least == greatest {
      self = .point(Point(least, srid: srid))
      return
    }
    let hasNumbers = !least.x.isNaN && !least.y.isNaN && !greatest.x.isNaN && !greatest.y.isNaN
    if hasNumbers, least.x == greatest.x || least.y == greatest.y {
      self = .lineString(LineString(trusted: [least, greatest], srid: srid))
      return
    }
    let corners: CoordinateSequence = [
      least,
      Coordinate(x: envelope.minX, y: envelope.maxY),
      greatest,
      Coordinate(x: envelope.maxX, y: envelope.minY),
      least,
    ]
    self = .polygon(Polygon(trusted: corners, ringEnds: [5], srid: srid))
  }
}
