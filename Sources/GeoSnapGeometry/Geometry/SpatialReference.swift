/// The identifier of a spatial reference system, such as EPSG 25832.
///
/// A tag, not a projection: it travels with a geometry so that operations can refuse to mix two systems. `nil`
/// means that the data declares none; an undeclared geometry is taken to be in the system of whatever it meets.
public typealias SRID = Int32

/// Finds the one system that operands share.
///
/// - Throws: ``GeometryError`` with code `mixedSpatialReferences` when two different identifiers are declared.
package func commonSRID(_ first: SRID?, _ second: SRID?) throws(GeometryError) -> SRID? {
  guard let first else { return second }
  guard let second, second != first else { return first }
  throw GeometryError(
    .mixedSpatialReferences,
    "One geometry is in EPSG:\(first), the other in EPSG:\(second). Transform one of them first."
  )
}
