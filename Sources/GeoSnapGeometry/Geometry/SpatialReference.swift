/// The identifier of a spatial reference system, such as EPSG 25832.
///
/// It is a tag that lets operations refuse to mix two systems; nothing is projected. `nil`: the data declares no
/// system. An undeclared geometry is taken to be in the system of the other operand.
public typealias SRID = Int32

/// Returns the one system that operands declare.
///
/// - Throws: ``GeometryError`` with code `mixedSpatialReferences` when they declare two different systems.
package func commonSRID(_ first: SRID?, _ second: SRID?) throws(GeometryError) -> SRID? {
  guard let first else { return second }
  guard let second, second != first else { return first }
  throw GeometryError(
    .mixedSpatialReferences,
    "Two reference systems are declared, EPSG:\(first) and EPSG:\(second): declare only one, or transform to one "
      + "of them first."
  )
}

extension Geometry {
  /// The same coordinates, in the one system that this geometry and another declare.
  ///
  /// - Throws: As ``commonSRID(_:_:)``.
  package func sharingSystem(of other: Geometry) throws(GeometryError) -> Geometry {
    declared(in: try commonSRID(srid, other.srid))
  }
}
