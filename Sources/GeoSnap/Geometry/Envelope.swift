/// A closed rectangle with sides parallel to the axes, in coordinate units.
///
/// An envelope always holds at least one place: what has no coordinates has no envelope (`nil`).
@frozen
public struct Envelope: Hashable, Sendable {
  /// The least x.
  public var minX: Double
  /// The least y.
  public var minY: Double
  /// The greatest x.
  public var maxX: Double
  /// The greatest y.
  public var maxY: Double

  /// Creates an envelope from its sides.
  @inlinable
  public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// Creates the envelope of a single place.
  @inlinable
  public init(_ coordinate: Coordinate) {
    self.init(minX: coordinate.x, minY: coordinate.y, maxX: coordinate.x, maxY: coordinate.y)
  }

  /// Creates the square around `center` whose sides lie `radius` away.
  @inlinable
  public init(around center: Coordinate, radius: Double) {
    self.init(
      minX: center.x - radius,
      minY: center.y - radius,
      maxX: center.x + radius,
      maxY: center.y + radius
    )
  }

  /// Width, in coordinate units.
  @inlinable
  public var width: Double { maxX - minX }

  /// Height, in coordinate units.
  @inlinable
  public var height: Double { maxY - minY }

  /// The middle of the rectangle.
  @inlinable
  public var center: Coordinate {
    Coordinate(x: minX + width / 2, y: minY + height / 2)
  }

  /// Whether the two closed rectangles share a place; touching counts.
  ///
  /// False with any NaN.
  @inlinable
  public func intersects(_ other: Envelope) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// Whether the place lies inside or on the border.
  ///
  /// False with any NaN.
  @inlinable
  public func contains(_ coordinate: Coordinate) -> Bool {
    coordinate.x >= minX && coordinate.x <= maxX && coordinate.y >= minY && coordinate.y <= maxY
  }

  /// Whether all of `other` lies inside or on the border.
  ///
  /// False with any NaN.
  @inlinable
  public func contains(_ other: Envelope) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// The smallest envelope around both.
  @inlinable
  public func union(_ other: Envelope) -> Envelope {
    Envelope(
      minX: min(minX, other.minX),
      minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY)
    )
  }

  /// The envelope with every side moved outwards by `margin` coordinate units.
  @inlinable
  public func expanded(by margin: Double) -> Envelope {
    Envelope(
      minX: minX - margin,
      minY: minY - margin,
      maxX: maxX + margin,
      maxY: maxY + margin
    )
  }

  /// The square of the distance from a place to the rectangle; 0 inside.
  @inlinable
  public func squaredDistance(to coordinate: Coordinate) -> Double {
    let dx = max(max(minX - coordinate.x, coordinate.x - maxX), 0)
    let dy = max(max(minY - coordinate.y, coordinate.y - maxY), 0)
    return dx * dx + dy * dy
  }

  /// The smallest envelope around all coordinates; nil when there are none.
  public init?(_ coordinates: CoordinateSequence) {
    guard let first = coordinates.first else { return nil }
    var envelope = Envelope(first)
    for coordinate in coordinates.dropFirst() {
      envelope.minX = min(envelope.minX, coordinate.x)
      envelope.minY = min(envelope.minY, coordinate.y)
      envelope.maxX = max(envelope.maxX, coordinate.x)
      envelope.maxY = max(envelope.maxY, coordinate.y)
    }
    self = envelope
  }

  /// The smallest envelope around all of `envelopes`, missing ones left out; nil when none remain.
  public static func combining(_ envelopes: some Sequence<Envelope?>) -> Envelope? {
    envelopes.reduce(nil) { combined, next in
      guard let next else { return combined }
      return combined?.union(next) ?? next
    }
  }
}
