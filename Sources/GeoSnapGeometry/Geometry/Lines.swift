/// A line of two or more coordinates, or an empty one.
public struct LineString: Hashable, Sendable {
  /// The vertices, in digitised order.
  public let coordinates: CoordinateSequence
  /// The reference system; nil when none is declared.
  public let srid: SRID?

  /// Creates a line; no coordinates make the empty line.
  ///
  /// Equal consecutive coordinates and zero length are allowed, since real data has them.
  ///
  /// ```swift
  /// let main = try LineString([Coordinate(x: 0, y: 0), Coordinate(x: 3, y: 4)], srid: 25_832)
  /// Geometry.lineString(main).length  // -> 5
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `tooFewCoordinates` when there is exactly one coordinate.
  /// - Complexity: Constant; ordinates are not checked, NaN and infinity are kept.
  /// - Source: Simple Features, `LineString` (OGC 06-103r4, 6.1.7).
  public init(_ coordinates: CoordinateSequence, srid: SRID? = nil) throws(GeometryError) {
    guard coordinates.count != 1 else {
      throw GeometryError(.tooFewCoordinates, "A line needs 2 coordinates; got 1.")
    }
    self.init(trusted: coordinates, srid: srid)
  }

  /// Creates a line of no or at least two coordinates.
  package init(trusted coordinates: CoordinateSequence, srid: SRID?) {
    self.coordinates = coordinates
    self.srid = srid
  }
}

/// Any number of lines that belong to one feature.
public struct MultiLineString: Hashable, Sendable {
  /// The coordinates of all parts, one part after the other.
  public let coordinates: CoordinateSequence
  /// For each part, the index after its last coordinate.
  public let partEnds: [Int]
  /// The reference system; nil when none is declared.
  public let srid: SRID?

  /// Creates a multi line from its parts; empty parts are left out.
  ///
  /// ```swift
  /// let lines = try MultiLineString(parts: [
  ///   [Coordinate(x: 0, y: 0), Coordinate(x: 3, y: 0)], [], [Coordinate(x: 3, y: 1), Coordinate(x: 9, y: 1)],
  /// ])
  /// lines.partEnds  // -> [2, 4]
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `tooFewCoordinates` for a part of one coordinate, `mixedDimensions` when
  ///   only some parts have Z, or M.
  /// - Complexity: Linear in the number of coordinates; NaN and infinity are kept.
  /// - Source: Simple Features, `MultiLineString` (OGC 06-103r4, 6.1.9).
  public init(parts: [CoordinateSequence], srid: SRID? = nil) throws(GeometryError) {
    var coordinates = CoordinateSequence(dimensions: parts.first?.dimensions ?? .xy)
    var partEnds: [Int] = []
    for part in parts where !part.isEmpty {
      guard part.count >= 2 else {
        throw GeometryError(
          .tooFewCoordinates,
          "A line needs 2 coordinates; part \(partEnds.count), counted from 0 without empty parts, has 1."
        )
      }
      try coordinates.append(contentsOf: part)
      partEnds.append(coordinates.count)
    }
    self.init(trusted: coordinates, partEnds: partEnds, srid: srid)
  }

  /// Creates a multi line of parts of at least two coordinates.
  package init(trusted coordinates: CoordinateSequence, partEnds: [Int], srid: SRID?) {
    self.coordinates = coordinates
    self.partEnds = partEnds
    self.srid = srid
  }
}
