/// Any number of lines that belong to one feature.
public struct MultiLineString: Hashable, Sendable {
  /// The coordinates of all parts, one part after the other.
  public let coordinates: CoordinateSequence
  /// For each part, the index after its last coordinate.
  public let partEnds: [Int]
  /// The reference system; nil when undeclared.
  public let srid: SRID?

  /// Creates a multi line from its parts; empty parts are left out.
  ///
  /// - Throws: ``GeometryError`` with code `tooFewCoordinates` for a part of one coordinate,
  ///   `mixedDimensions` when only some parts have Z, or M.
  public init(parts: [CoordinateSequence], srid: SRID? = nil) throws(GeometryError) {
    var coordinates = CoordinateSequence(dimensions: parts.first?.dimensions ?? .xy)
    var partEnds: [Int] = []
    for (index, part) in parts.enumerated() where !part.isEmpty {
      guard part.count >= 2 else {
        throw GeometryError(
          .tooFewCoordinates,
          "A line needs 2 coordinates; part \(index) has 1."
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
