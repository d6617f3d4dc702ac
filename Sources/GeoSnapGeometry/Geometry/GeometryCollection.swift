/// Geometries of any types that belong to one feature.
public struct GeometryCollection: Hashable, Sendable {
  /// The members, in stored order and in its reference system; collections may nest.
  public let geometries: [Geometry]
  /// The reference system; nil when undeclared.
  public let srid: SRID?

  /// Creates a collection; an undeclared `srid` is taken from the members, and theirs from it.
  ///
  /// ```swift
  /// let valve = try Geometry(wkt: "POINT (1 2)", srid: 25_832)
  /// let mixture = try GeometryCollection([valve, Geometry(wkt: "LINESTRING (0 0, 1 2)")])
  /// mixture.geometries.count  // -> 2
  /// mixture.srid              // -> 25832
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `mixedSpatialReferences` when members declare another
  ///   system than the collection or than each other.
  /// - Z and M: Kept; members may differ in having them.
  /// - Complexity: Linear in the number of members.
  /// - Source: Simple Features, `GeometryCollection` (OGC 06-103r4, 6.1.3).
  public init(_ geometries: [Geometry], srid: SRID? = nil) throws(GeometryError) {
    var shared = srid
    for geometry in geometries { shared = try commonSRID(shared, geometry.srid) }
    // One that is in no system beside one that is could not be written and read again.
    self.geometries =
      geometries.allSatisfy { $0.srid == shared }
      ? geometries : geometries.map { $0.declared(in: shared) }
    self.srid = shared
  }
}
