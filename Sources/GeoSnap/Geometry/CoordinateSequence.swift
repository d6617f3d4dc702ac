/// The ordinates that a coordinate carries.
///
/// Measures will join as cases of their own.
public enum CoordinateDimensions: UInt8, Hashable, Sendable {
  /// x and y.
  case xy = 2
  /// x, y and z.
  case xyz = 3

  /// Whether there is a z.
  public var hasZ: Bool { self == .xyz }

  /// Ordinates per coordinate.
  public var count: Int { Int(rawValue) }
}

/// Coordinates in one contiguous run of interleaved ordinates: `x0 y0 [z0] x1 y1 [z1] ...`.
///
/// A sequence may span several parts of a geometry; the geometry knows where each part ends.
public struct CoordinateSequence: Hashable, Sendable {
  // Invariant: ordinates.count is a multiple of dimensions.count.

  /// Which ordinates each coordinate has.
  public let dimensions: CoordinateDimensions
  /// The ordinates, interleaved.
  public private(set) var ordinates: [Double]

  /// Creates a sequence from interleaved ordinates.
  ///
  /// - Precondition: The number of ordinates is a multiple of `dimensions.count`.
  public init(ordinates: [Double], dimensions: CoordinateDimensions) {
    precondition(
      ordinates.count.isMultiple(of: dimensions.count),
      "The number of ordinates must be a multiple of the ordinates per coordinate"
    )
    self.ordinates = ordinates
    self.dimensions = dimensions
  }

  /// Creates a sequence without Z.
  public init(_ coordinates: some Sequence<Coordinate>) {
    var ordinates: [Double] = []
    ordinates.reserveCapacity(coordinates.underestimatedCount * 2)
    for coordinate in coordinates {
      ordinates.append(coordinate.x)
      ordinates.append(coordinate.y)
    }
    self.init(ordinates: ordinates, dimensions: .xy)
  }

  /// Creates an empty sequence.
  public init(dimensions: CoordinateDimensions = .xy) {
    self.init(ordinates: [], dimensions: dimensions)
  }

  /// The z of the coordinate at `index`; nil when the sequence has none.
  public func z(at index: Int) -> Double? {
    dimensions.hasZ ? ordinates[index * 3 + 2] : nil
  }

  /// Appends the coordinates of another sequence.
  ///
  /// - Throws: ``GeometryError`` with code `mixedDimensions` when one has Z and the other not.
  public mutating func append(contentsOf other: CoordinateSequence) throws(GeometryError) {
    guard other.dimensions == dimensions else {
      throw GeometryError(.mixedDimensions, "Some parts have Z and others have not.")
    }
    ordinates.append(contentsOf: other.ordinates)
  }

  /// The same coordinates without Z; the sequence itself when it has none.
  public func removingZ() -> CoordinateSequence {
    guard dimensions.hasZ else { return self }
    return CoordinateSequence(self)
  }

  /// The coordinates in `range` as a sequence of their own, Z kept.
  public func slice(_ range: Range<Int>) -> CoordinateSequence {
    if range == 0..<count { return self }
    let width = dimensions.count
    return CoordinateSequence(
      ordinates: Array(ordinates[range.lowerBound * width..<range.upperBound * width]),
      dimensions: dimensions
    )
  }
}

extension CoordinateSequence: RandomAccessCollection {
  /// The index of the first coordinate.
  public var startIndex: Int { 0 }
  /// The number of coordinates.
  public var endIndex: Int { ordinates.count / dimensions.count }

  /// The coordinate at `index`, without its Z.
  public subscript(index: Int) -> Coordinate {
    let base = index * dimensions.count
    return Coordinate(x: ordinates[base], y: ordinates[base + 1])
  }
}

extension CoordinateSequence: ExpressibleByArrayLiteral {
  /// Creates a sequence without Z.
  public init(arrayLiteral coordinates: Coordinate...) {
    self.init(coordinates)
  }
}
