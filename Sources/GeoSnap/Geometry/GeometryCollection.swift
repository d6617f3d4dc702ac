/// Geometries of any types that belong to one feature.
public struct GeometryCollection: Hashable, Sendable {
  /// The members, in stored order; collections may nest.
  public let geometries: [Geometry]
  /// The reference system; nil when undeclared.
  public let srid: SRID?

  /// Creates a collection; an undeclared `srid` is taken from the members.
  ///
  /// - Throws: ``GeometryError`` with code `mixedSpatialReferences` when members declare another
  ///   system than the collection or than each other.
  public init(_ geometries: [Geometry], srid: SRID? = nil) throws(GeometryError) {
    var shared = srid
    for geometry in geometries { shared = try commonSRID(shared, geometry.srid) }
    self.geometries = geometries
    self.srid = shared
  }
}
