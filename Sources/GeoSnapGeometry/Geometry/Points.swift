/// A single point, or none (`POINT EMPTY`).
public struct Point: Hashable, Sendable {
  // Numbers and one byte that says which of them exist, instead of optionals: a point is the largest payload of
  // `Geometry`, and optionals would add 16 bytes to every geometry of any type.

  private let place: Coordinate
  private let height: Double
  private let measure: Double
  /// Nil for the empty point.
  private let dimensions: CoordinateDimensions?
  /// The reference system; nil when none is declared.
  public let srid: SRID?

  /// Creates a point at a coordinate.
  public init(_ coordinate: Coordinate, z: Double? = nil, m: Double? = nil, srid: SRID? = nil) {
    place = coordinate
    height = z ?? 0
    measure = m ?? 0
    dimensions = CoordinateDimensions(hasZ: z != nil, hasM: m != nil)
    self.srid = srid
  }

  /// Creates a point from its ordinates.
  public init(x: Double, y: Double, z: Double? = nil, m: Double? = nil, srid: SRID? = nil) {
    self.init(Coordinate(x: x, y: y), z: z, m: m, srid: srid)
  }

  /// Creates the empty point.
  public init(emptyIn srid: SRID? = nil) {
    place = Coordinate(x: 0, y: 0)
    height = 0
    measure = 0
    dimensions = nil
    self.srid = srid
  }

  /// The coordinate; nil for the empty point.
  public var coordinate: Coordinate? { dimensions == nil ? nil : place }

  /// The height; nil when the point has none.
  public var z: Double? { dimensions?.hasZ == true ? height : nil }

  /// The measure, NaN where it is missing; nil when the point has none.
  public var m: Double? { dimensions?.hasM == true ? measure : nil }
}

/// Any number of points that belong to one feature; empty points have no coordinate and are left out.
public struct MultiPoint: Hashable, Sendable {
  /// The points, in stored order.
  public let coordinates: CoordinateSequence
  /// The reference system; nil when none is declared.
  public let srid: SRID?

  /// Creates a multi point.
  public init(_ coordinates: CoordinateSequence, srid: SRID? = nil) {
    self.coordinates = coordinates
    self.srid = srid
  }
}
