/// A position in the plane, in the units of its reference system: metres or degrees, as the data has them.
///
/// It has two doubles, for inner loops. Z and M are stored in a ``CoordinateSequence`` or a ``Point``.
///
/// ```swift
/// let pole = Coordinate(x: 3, y: 4)
/// pole.distance(to: Coordinate(x: 0, y: 0))  // -> 5
/// ```
///
/// - Errors: NaN where an ordinate is NaN; infinity where a square overflows, beyond 1e154.
/// - Complexity: Constant.
@frozen public struct Coordinate: Hashable, Sendable {
  /// Easting or longitude.
  public var x: Double
  /// Northing or latitude.
  public var y: Double

  /// Creates a coordinate.
  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Whether both ordinates are finite numbers.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The straight-line distance to another coordinate, in coordinate units.
  @inlinable public func distance(to other: Coordinate) -> Double {
    squaredDistance(to: other).squareRoot()
  }

  /// The square of the distance to another coordinate, in square units: enough to compare, and cheaper than the root.
  @inlinable package func squaredDistance(to other: Coordinate) -> Double {
    let dx = other.x - x
    let dy = other.y - y
    return dx * dx + dy * dy
  }
}

extension Coordinate: CustomStringConvertible {
  /// The ordinates as WKT writes them, such as `3417460.371 5369562.073`.
  public var description: String { "\(x) \(y)" }
}

/// The ordinates that a coordinate has.
///
/// M is a measure, such as the distance from the start of a route; not a part of the position. A missing measure is
/// NaN.
public enum CoordinateDimensions: UInt8, Hashable, Sendable {
  // Raw values are the thousands of OGC's well-known binary codes: bit 0 is Z, bit 1 is M.

  /// x and y.
  case xy = 0
  /// x, y and z.
  case xyz = 1
  /// x, y and m.
  case xym = 2
  /// x, y, z and m.
  case xyzm = 3

  /// The dimensions with or without Z and M.
  @inlinable public init(hasZ: Bool, hasM: Bool) {
    self = hasZ ? (hasM ? .xyzm : .xyz) : (hasM ? .xym : .xy)
  }

  /// Whether there is a z.
  @inlinable public var hasZ: Bool { rawValue & 1 != 0 }

  /// Whether there is an m.
  @inlinable public var hasM: Bool { rawValue & 2 != 0 }

  /// Ordinates per coordinate.
  @inlinable public var count: Int { 2 + Int(rawValue & 1) + Int(rawValue >> 1) }

  func union(_ other: CoordinateDimensions) -> CoordinateDimensions {
    CoordinateDimensions(hasZ: hasZ || other.hasZ, hasM: hasM || other.hasM)
  }

  package func intersection(_ other: CoordinateDimensions) -> CoordinateDimensions {
    CoordinateDimensions(hasZ: hasZ && other.hasZ, hasM: hasM && other.hasM)
  }
}

extension CoordinateDimensions: CustomStringConvertible {
  /// OGC's name, such as `XYZM`.
  public var description: String { "XY" + (hasZ ? "Z" : "") + (hasM ? "M" : "") }
}
