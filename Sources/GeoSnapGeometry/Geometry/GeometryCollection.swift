/// Geometries of any types that belong to one feature.
public struct GeometryCollection: Hashable, Sendable {
  /// The members, in stored order and in its reference system; a member may be a collection.
  public let geometries: [Geometry]
  /// The reference system; nil when none is declared.
  public let srid: SRID?

  /// Creates a collection; an undeclared `srid` is taken from the members, and undeclared members take it from the
  /// collection.
  ///
  /// ```swift
  /// let valve = try Geometry(wkt: "POINT (1 2)", srid: 25_832)
  /// let mixture = try GeometryCollection([valve, Geometry(wkt: "LINESTRING (0 0, 1 2)")])
  /// mixture.geometries.count  // -> 2
  /// mixture.srid              // -> 25832
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `mixedSpatialReferences` when a member declares another system than the
  ///   collection or another member.
  /// - Z and M: Kept; members may have different ordinates.
  /// - Complexity: Linear in the number of members.
  /// - Source: Simple Features, `GeometryCollection` (OGC 06-103r4, 6.1.3).
  public init(_ geometries: [Geometry], srid: SRID? = nil) throws(GeometryError) {
    var shared = srid
    for geometry in geometries { shared = try commonSRID(shared, geometry.srid) }
    // A member without a system in a collection with one could not be written and read back.
    let isShared = geometries.allSatisfy { $0.srid == shared }
    let members = isShared ? geometries : geometries.map { $0.declared(in: shared) }
    self.init(trusted: members, srid: shared)
  }

  /// Creates a collection of members of one reference system.
  package init(trusted geometries: [Geometry], srid: SRID?) {
    self.geometries = geometries
    self.srid = srid
  }

  func mapping<Thrown: Error>(
    in srid: SRID?,
    _ change: (Geometry) throws(Thrown) -> Geometry
  ) throws(Thrown) -> Geometry {
    .collection(GeometryCollection(trusted: try geometries.map(change), srid: srid))
  }

  /// The same in the collection's reference system.
  package func mapping<Thrown: Error>(
    _ change: (Geometry) throws(Thrown) -> Geometry
  ) throws(Thrown) -> Geometry { try mapping(in: srid, change) }
}
