/// Coordinates in one contiguous run of interleaved ordinates: `x0 y0 [z0] [m0] x1 y1 [z1] [m1] ...`.
///
/// A sequence may hold several parts of a geometry; the geometry stores where each part ends.
///
/// ```swift
/// var vertices = try CoordinateSequence(ordinates: [0, 0, 1.5, 10, 0, 2.5], dimensions: .xyz)
/// vertices.count                   // -> 2
/// vertices.z(at: 1)                // -> 2.5
/// vertices.m(at: 1)                // -> nil
/// vertices.slice(1..<2).ordinates  // -> [10, 0, 2.5]
/// try vertices.append(contentsOf: vertices)
/// vertices.count                   // -> 4
/// ```
///
/// - Units: Those of the reference system; z and m are in any unit.
/// - Z and M: Kept.
/// - Errors: Ordinates may be anything, NaN and infinity too. An index out of range is a programming error and traps.
/// - Complexity: Linear in the number of coordinates; constant for one of them.
/// - Source: GeoArrow's interleaved coordinates.
public struct CoordinateSequence: Hashable, Sendable {
  // Invariant: ordinates.count is a multiple of dimensions.count.

  /// The ordinates of each coordinate.
  public let dimensions: CoordinateDimensions
  /// The ordinates, interleaved.
  public private(set) var ordinates: [Double]

  /// Creates a sequence from interleaved ordinates.
  ///
  /// - Throws: ``GeometryError`` with code `invalidArgument` when the number of ordinates is not a multiple of
  ///   `dimensions.count`.
  public init(ordinates: [Double], dimensions: CoordinateDimensions) throws(GeometryError) {
    guard ordinates.count.isMultiple(of: dimensions.count) else {
      throw GeometryError(
        .invalidArgument,
        "\(ordinates.count) ordinates cannot be divided into coordinates of \(dimensions.count)."
      )
    }
    self.init(trusted: ordinates, dimensions: dimensions)
  }

  /// Creates a sequence from ordinates of whole coordinates, unchecked.
  package init(trusted ordinates: [Double], dimensions: CoordinateDimensions) {
    precondition(
      ordinates.count.isMultiple(of: dimensions.count),
      "The number of ordinates must be a multiple of the ordinates per coordinate"
    )
    self.ordinates = ordinates
    self.dimensions = dimensions
  }

  /// Creates a sequence without Z and M.
  public init(_ coordinates: some Sequence<Coordinate>) {
    var ordinates: [Double] = []
    ordinates.reserveCapacity(coordinates.underestimatedCount * 2)
    for coordinate in coordinates {
      ordinates.append(coordinate.x)
      ordinates.append(coordinate.y)
    }
    self.init(trusted: ordinates, dimensions: .xy)
  }

  /// Creates an empty sequence.
  public init(dimensions: CoordinateDimensions = .xy) {
    self.init(trusted: [], dimensions: dimensions)
  }

  /// The z of the coordinate at `index`; nil when the sequence has none.
  public func z(at index: Int) -> Double? {
    dimensions.hasZ ? ordinates[index * dimensions.count + 2] : nil
  }

  /// The m of the coordinate at `index`, NaN where the measure is missing; nil when the sequence has none.
  public func m(at index: Int) -> Double? {
    dimensions.hasM ? ordinates[(index + 1) * dimensions.count - 1] : nil
  }

  /// Whether all ordinates are finite numbers; a missing measure counts as one.
  var isFinite: Bool {
    removingM().ordinates.allSatisfy(\.isFinite)
      && !indices.contains { m(at: $0)?.isInfinite ?? false }
  }

  /// Appends the coordinates of another sequence.
  ///
  /// - Throws: ``GeometryError`` with code `mixedDimensions` when only one has Z, or M; the sequence is unchanged
  ///   then.
  public mutating func append(contentsOf other: CoordinateSequence) throws(GeometryError) {
    guard other.dimensions == dimensions else {
      throw GeometryError(
        .mixedDimensions,
        "Some parts are \(dimensions) and others \(other.dimensions): give all parts the same ordinates, or "
          + "remove Z or M."
      )
    }
    ordinates.append(contentsOf: other.ordinates)
  }

  /// Joins rings or lines, and returns the index after the last coordinate of each.
  package static func concatenating(
    _ paths: [CoordinateSequence],
    defaultDimensions: CoordinateDimensions = .xy
  ) throws(GeometryError) -> (coordinates: CoordinateSequence, ends: [Int]) {
    var coordinates = paths.first ?? CoordinateSequence(dimensions: defaultDimensions)
    var ends = paths.isEmpty ? [] : [coordinates.count]
    for path in paths.dropFirst() {
      try coordinates.append(contentsOf: path)
      ends.append(coordinates.count)
    }
    return (coordinates, ends)
  }

  /// The coordinates in `range` as a separate sequence; Z and M are kept.
  public func slice(_ range: Range<Int>) -> CoordinateSequence {
    if range == 0..<count { return self }
    let width = dimensions.count
    return CoordinateSequence(
      trusted: Array(ordinates[range.lowerBound * width..<range.upperBound * width]),
      dimensions: dimensions
    )
  }

  package func removingZ() -> CoordinateSequence { keeping(.xym) }

  func removingM() -> CoordinateSequence { keeping(.xyz) }

  /// The same coordinates with only those ordinates that are in `kept`.
  package func keeping(_ kept: CoordinateDimensions) -> CoordinateSequence {
    let kept = dimensions.intersection(kept)
    guard kept != dimensions else { return self }
    let width = dimensions.count
    var remaining: [Double] = []
    remaining.reserveCapacity(count * kept.count)
    for start in stride(from: 0, to: ordinates.count, by: width) {
      remaining.append(ordinates[start])
      remaining.append(ordinates[start + 1])
      if kept.hasZ { remaining.append(ordinates[start + 2]) }
      if kept.hasM { remaining.append(ordinates[start + width - 1]) }
    }
    return CoordinateSequence(trusted: remaining, dimensions: kept)
  }
}

extension CoordinateSequence: RandomAccessCollection {
  /// The index of the first coordinate.
  @inlinable public var startIndex: Int { 0 }
  /// The number of coordinates.
  @inlinable public var endIndex: Int {
    // A division by a constant 2 is a shift.
    dimensions == .xy ? ordinates.count / 2 : ordinates.count / dimensions.count
  }

  /// The coordinate at `index`, without its Z and M.
  @inlinable public subscript(index: Int) -> Coordinate {
    let base = index * dimensions.count
    return Coordinate(x: ordinates[base], y: ordinates[base + 1])
  }
}

extension CoordinateSequence: ExpressibleByArrayLiteral {
  /// Creates a sequence without Z and M.
  public init(arrayLiteral coordinates: Coordinate...) { self.init(coordinates) }
}

// Unlike in Double, NaN equals NaN: it is a missing measure, and a geometry with one must equal itself and its
// copies.

extension CoordinateSequence {
  /// Whether the ordinates are equal, one by one; NaN equals NaN.
  public static func == (first: CoordinateSequence, second: CoordinateSequence) -> Bool {
    first.dimensions == second.dimensions
      && first.ordinates.elementsEqual(second.ordinates) { $0 == $1 || ($0.isNaN && $1.isNaN) }
  }

  /// Feeds the ordinates to a hasher; all NaN hash alike.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(dimensions)
    hasher.combine(ordinates.count)
    for ordinate in ordinates { hasher.combine(ordinate.isNaN ? .nan : ordinate) }
  }
}

extension Point {
  /// Whether reference system and ordinates are equal; NaN equals NaN.
  public static func == (first: Point, second: Point) -> Bool {
    first.srid == second.srid && first.coordinates == second.coordinates
  }

  /// Feeds reference system and ordinates to a hasher; all NaN hash alike.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(srid)
    hasher.combine(coordinates)
  }
}
