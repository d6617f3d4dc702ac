/// A position in the plane, in the units of its reference system: metres or degrees, as the data has them.
///
/// It has two doubles, for inner loops. Z and M are stored in a ``CoordinateSequence`` or a ``Point``.
///
/// ```swift
/// let pole = Coordinate(x: 3, y: 4)
/// pole.distance(to: Coordinate(x: 0, y: 0))         // -> 5
/// pole.squaredDistance(to: Coordinate(x: 0, y: 0))  // -> 25
/// ```
///
/// - Errors: NaN where an ordinate is NaN; infinity where a square overflows, beyond 1e154.
/// - Complexity: Constant.
@frozen
public struct Coordinate: Hashable, Sendable {
  /// Easting or longitude.
  public var x: Double
  /// Northing or latitude.
  public var y: Double

  /// Creates a coordinate.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Whether both ordinates are finite numbers.
  @inlinable
  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The straight-line distance to another coordinate, in coordinate units.
  @inlinable
  public func distance(to other: Coordinate) -> Double {
    squaredDistance(to: other).squareRoot()
  }

  /// The square of the distance to another coordinate, in square units: enough to compare, and cheaper than the root.
  @inlinable
  public func squaredDistance(to other: Coordinate) -> Double {
    let dx = other.x - x
    let dy = other.y - y
    return dx * dx + dy * dy
  }
}

extension Coordinate: CustomStringConvertible {
  /// The ordinates as WKT writes them, such as `3417460.371 5369562.073`.
  public var description: String { "\(x) \(y)" }
}
