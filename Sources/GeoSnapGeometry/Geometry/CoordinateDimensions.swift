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
  public init(hasZ: Bool, hasM: Bool) {
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
