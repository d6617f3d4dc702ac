public import GeoSnap

/// Makes random geometries, plain and degenerate.
public struct RandomGeometry {
  public var generator: SeededGenerator
  /// The middle of all coordinates.
  public var center: Coordinate
  /// How far coordinates lie from the middle.
  public var radius: Double
  /// Whether ordinates are whole numbers, so that coordinates repeat, touch and line up.
  public var isGrid: Bool
  public var allowsEmpty: Bool
  public var allowsMeasures: Bool

  public init(
    seed: UInt64,
    center: Coordinate = Coordinate(x: 3_417_460.25, y: 5_369_562.5),
    radius: Double = 100,
    isGrid: Bool = false,
    allowsEmpty: Bool = true,
    allowsMeasures: Bool = false
  ) {
    generator = SeededGenerator(seed: seed)
    self.center = center
    self.radius = radius
    self.isGrid = isGrid
    self.allowsEmpty = allowsEmpty
    self.allowsMeasures = allowsMeasures
  }

  public mutating func coordinate() -> Coordinate {
    let x = generator.double(-radius...radius)
    let y = generator.double(-radius...radius)
    guard isGrid else { return Coordinate(x: center.x + x, y: center.y + y) }
    return Coordinate(x: (center.x + x).rounded(), y: (center.y + y).rounded())
  }

  /// A path of some coordinates; consecutive ones are sometimes equal.
  public mutating func path(_ count: Int, hasZ: Bool, hasM: Bool = false) -> CoordinateSequence {
    var ordinates: [Double] = []
    var last: Coordinate?
    for _ in 0..<count {
      let place = generator.oneIn(8) ? last ?? coordinate() : coordinate()
      ordinates += [place.x, place.y]
      ordinates += heightAndMeasure(hasZ: hasZ, hasM: hasM)
      last = place
    }
    return CoordinateSequence(
      trusted: ordinates,
      dimensions: CoordinateDimensions(hasZ: hasZ, hasM: hasM)
    )
  }

  public mutating func line(hasZ: Bool = false, hasM: Bool = false) throws -> LineString {
    try LineString(path(isEmptyNow() ? 0 : generator.int(2...12), hasZ: hasZ, hasM: hasM))
  }

  public mutating func multiLine(hasZ: Bool = false, hasM: Bool = false) throws -> MultiLineString {
    var parts: [CoordinateSequence] = []
    for _ in 0..<(isEmptyNow() ? 0 : generator.int(1...4)) {
      parts.append(path(generator.int(2...6), hasZ: hasZ, hasM: hasM))
    }
    return try MultiLineString(parts: parts)
  }

  /// A star-shaped ring around a place, which never crosses itself.
  public mutating func star(
    around middle: Coordinate,
    from: Double,
    to: Double,
    hasZ: Bool,
    hasM: Bool = false
  ) -> CoordinateSequence {
    // Corners on a regular 12-gon scaled by random radii: no trigonometry needed beyond this table.
    let cosines = [1, 0.866, 0.5, 0, -0.5, -0.866, -1, -0.866, -0.5, 0, 0.5, 0.866]
    var ordinates: [Double] = []
    for corner in 0..<12 where corner.isMultiple(of: 4) || !generator.oneIn(3) {
      let reach = generator.double(from...to)
      ordinates.append(middle.x + reach * cosines[corner])
      ordinates.append(middle.y + reach * cosines[(corner + 9) % 12])
      ordinates += heightAndMeasure(hasZ: hasZ, hasM: hasM)
    }
    let dimensions = CoordinateDimensions(hasZ: hasZ, hasM: hasM)
    ordinates += ordinates[0..<dimensions.count]
    return CoordinateSequence(trusted: ordinates, dimensions: dimensions)
  }

  /// A valid polygon, sometimes with a hole.
  public mutating func polygon(hasZ: Bool = false, hasM: Bool = false) throws -> Polygon {
    if isEmptyNow() { return try Polygon(rings: []) }
    let middle = coordinate()
    let reach = generator.double(radius / 50...radius)
    var rings = [star(around: middle, from: reach, to: reach * 2, hasZ: hasZ, hasM: hasM)]
    if generator.oneIn(2) {
      rings.append(star(around: middle, from: reach * 0.1, to: reach * 0.4, hasZ: hasZ, hasM: hasM))
    }
    return try Polygon(rings: rings)
  }

  /// A polygon of any corners, which mostly crosses itself.
  public mutating func tangledPolygon() throws -> Polygon {
    let corners = path(generator.int(3...9), hasZ: false)
    return try Polygon(
      rings: [
        CoordinateSequence(trusted: corners.ordinates + corners.ordinates[0..<2], dimensions: .xy)
      ])
  }

  public mutating func geometry(depth: Int = 0) throws -> Geometry {
    let dimensions = CoordinateDimensions(
      hasZ: generator.oneIn(2),
      hasM: allowsMeasures && generator.oneIn(2)
    )
    let type = generator.int(1...(depth < 3 ? 8 : 6))
    return try geometry(GeometryType(rawValue: UInt32(type)), dimensions, depth: depth)
  }

  /// A geometry of a type, a collection if none is named, whose members are of any type.
  public mutating func geometry(
    _ type: GeometryType?,
    _ dimensions: CoordinateDimensions,
    depth: Int = 0
  ) throws -> Geometry {
    let hasZ = dimensions.hasZ
    let hasM = dimensions.hasM
    switch type {
    case .point:
      if isEmptyNow() { return .point(Point(emptyIn: nil)) }
      let place = coordinate()
      return .point(
        Point(place, z: hasZ ? generator.double(0...500) : nil, m: hasM ? measure() : nil)
      )
    case .lineString: return .lineString(try line(hasZ: hasZ, hasM: hasM))
    case .polygon: return .polygon(try polygon(hasZ: hasZ, hasM: hasM))
    case .multiPoint:
      return .multiPoint(MultiPoint(path(generator.int(0...5), hasZ: hasZ, hasM: hasM)))
    case .multiLineString: return .multiLineString(try multiLine(hasZ: hasZ, hasM: hasM))
    case .multiPolygon:
      var polygons: [Polygon] = []
      for _ in 0..<generator.int(0...3) { polygons.append(try polygon(hasZ: hasZ, hasM: hasM)) }
      return .multiPolygon(try MultiPolygon(polygons: polygons))
    case .geometryCollection, nil:
      var members: [Geometry] = []
      for _ in 0..<generator.int(0...4) { members.append(try geometry(depth: depth + 1)) }
      return .collection(try GeometryCollection(members))
    }
  }

  private mutating func heightAndMeasure(hasZ: Bool, hasM: Bool) -> [Double] {
    (hasZ ? [generator.double(0...500)] : []) + (hasM ? [measure()] : [])
  }

  private mutating func measure() -> Double {
    generator.oneIn(8) ? .nan : generator.double(0...10_000)
  }

  private mutating func isEmptyNow() -> Bool { allowsEmpty && generator.oneIn(10) }
}
