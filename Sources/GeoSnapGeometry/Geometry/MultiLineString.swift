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
    self.coordinates = coordinates
    self.partEnds = partEnds
    self.srid = srid
  }
}
