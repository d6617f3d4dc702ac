/// A geometry of any OGC simple-feature type.
///
/// These conventions hold unless the description of a member says otherwise. Measures are planar. A result has the
/// reference system of its operands. A member that does not throw accepts any ordinates, NaN and infinity too.
///
/// - Units: Coordinate units, those of the reference system.
/// - Z and M: They play no part, and results keep them.
public enum Geometry: Hashable, Sendable {
  /// A single point.
  case point(Point)
  /// A line.
  case lineString(LineString)
  /// An area.
  case polygon(Polygon)
  /// Several points.
  case multiPoint(MultiPoint)
  /// Several lines.
  case multiLineString(MultiLineString)
  /// Several areas.
  case multiPolygon(MultiPolygon)
  /// Geometries of any types.
  indirect case collection(GeometryCollection)

  /// The type.
  public var type: GeometryType {
    switch self {
    case .point: .point
    case .lineString: .lineString
    case .polygon: .polygon
    case .multiPoint: .multiPoint
    case .multiLineString: .multiLineString
    case .multiPolygon: .multiPolygon
    case .collection: .geometryCollection
    }
  }

  /// The reference system; nil when none is declared.
  public var srid: SRID? {
    switch self {
    case .point(let point): point.srid
    case .lineString(let line): line.srid
    case .polygon(let polygon): polygon.srid
    case .multiPoint(let points): points.srid
    case .multiLineString(let lines): lines.srid
    case .multiPolygon(let polygons): polygons.srid
    case .collection(let collection): collection.srid
    }
  }

  /// Whether the geometry has no coordinates.
  ///
  /// ```swift
  /// try Geometry(wkt: "GEOMETRYCOLLECTION (POINT EMPTY)").isEmpty  // -> true
  /// try Geometry(wkt: "POINT (1 2)").isEmpty                       // -> false
  /// ```
  ///
  /// - Complexity: Constant; linear in the number of members of a collection.
  /// - Source: Simple Features, `isEmpty` (OGC 06-103r4, 6.1.2.2), as GEOS's `GEOSisEmpty`.
  public var isEmpty: Bool {
    switch self {
    case .point(let point): point.coordinate == nil
    case .collection(let collection): collection.geometries.allSatisfy(\.isEmpty)
    default: coordinates.ordinates.isEmpty
    }
  }

  /// Whether the coordinates have Z, which may be missing (NaN).
  ///
  /// A collection has Z when any member has.
  ///
  /// ```swift
  /// try Geometry(wkt: "POINT Z (1 2 3)").hasZ  // -> true
  /// try Geometry(wkt: "POINT M (1 2 3)").hasZ  // -> false
  /// ```
  ///
  /// - Complexity: Constant; linear in the number of members of a collection.
  /// - Source: Simple Features, `is3D` (OGC 06-103r4, 6.1.2.2), as GEOS's `GEOSHasZ`.
  public var hasZ: Bool { dimensions.hasZ }

  /// Whether the coordinates have M, which may be missing (NaN).
  ///
  /// A collection has M when any member has.
  ///
  /// ```swift
  /// try Geometry(wkt: "POINT M (1 2 nan)").hasM  // -> true
  /// try Geometry(wkt: "POINT Z (1 2 3)").hasM    // -> false
  /// ```
  ///
  /// - Complexity: Constant; linear in the number of members of a collection.
  /// - Source: Simple Features, `isMeasured` (OGC 06-103r4, 6.1.2.2).
  public var hasM: Bool { dimensions.hasM }

  /// The ordinates of its coordinates; for a collection those that any member has.
  package var dimensions: CoordinateDimensions {
    switch self {
    case .point(let point): CoordinateDimensions(hasZ: point.z != nil, hasM: point.m != nil)
    case .collection(let collection): collection.geometries.reduce(.xy) { $0.union($1.dimensions) }
    default: coordinates.dimensions
    }
  }

  /// All coordinates in stored order.
  ///
  /// ```swift
  /// let zone = try Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 0 0))")
  /// zone.coordinates.count  // -> 4
  /// zone.coordinates[2]     // -> 9 9
  /// ```
  ///
  /// - Z and M: Kept; of a collection with different ordinates, those that all members have.
  /// - Complexity: Constant; linear in the number of coordinates for a collection.
  public var coordinates: CoordinateSequence {
    switch self {
    case .point(let point): point.coordinates
    case .lineString(let line): line.coordinates
    case .polygon(let polygon): polygon.coordinates
    case .multiPoint(let points): points.coordinates
    case .multiLineString(let lines): lines.coordinates
    case .multiPolygon(let polygons): polygons.coordinates
    case .collection(let collection):
      Geometry.joined(collection.geometries.map(\.coordinates).filter { !$0.isEmpty })
    }
  }

  private static func joined(_ parts: [CoordinateSequence]) -> CoordinateSequence {
    guard let first = parts.first else { return CoordinateSequence() }
    let shared = parts.reduce(first.dimensions) { $0.intersection($1.dimensions) }
    return CoordinateSequence(
      trusted: parts.flatMap { $0.keeping(shared).ordinates },
      dimensions: shared
    )
  }

  /// The smallest envelope around all coordinates; nil when there are none.
  ///
  /// ```swift
  /// try Geometry(wkt: "LINESTRING (3 1, 0 5)").envelope?.width  // -> 3
  /// try Geometry(wkt: "POINT EMPTY").envelope                   // -> nil
  /// ```
  ///
  /// - Errors: A NaN is skipped, unless it is in the first coordinate of a part: then that side is NaN.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: As GEOS's `GEOSGeom_getExtent`; Esri's `extent`.
  public var envelope: Envelope? {
    switch self {
    case .point(let point): point.coordinate.map { Envelope($0) }
    case .collection(let collection): Envelope.combining(collection.geometries.map(\.envelope))
    default: coordinates.bounds
    }
  }

  /// Whether every ordinate, z and m included, is a finite number; a missing measure (NaN in m) counts as one.
  ///
  /// ```swift
  /// try Geometry(wkt: "POINT M (1 2 nan)").isFinite  // -> true
  /// try Geometry(wkt: "POINT (1 inf)").isFinite      // -> false
  /// ```
  ///
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: The condition of the error `nonFiniteOrdinate`, which ignores z and m where they play no part.
  public var isFinite: Bool {
    switch self {
    case .collection(let collection): collection.geometries.allSatisfy(\.isFinite)
    default: coordinates.isFinite
    }
  }

  /// The same coordinates, in the one system that this geometry and another declare.
  package func sharingSystem(of other: Geometry) throws(GeometryError) -> Geometry {
    declared(in: try commonSRID(srid, other.srid))
  }
}

/// The type of a geometry; raw values are OGC's well-known binary codes.
public enum GeometryType: UInt32, Hashable, Sendable, CaseIterable {
  /// A single point.
  case point = 1
  /// A line.
  case lineString = 2
  /// An area.
  case polygon = 3
  /// Several points.
  case multiPoint = 4
  /// Several lines.
  case multiLineString = 5
  /// Several areas.
  case multiPolygon = 6
  /// Geometries of any types.
  case geometryCollection = 7

  /// OGC's name in capitals, as WKT and GeoPackage write it.
  public var name: String { Self.names[Int(rawValue) - 1] }

  private static let names = [
    "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON",
    "GEOMETRYCOLLECTION",
  ]

  /// The greatest dimension of a geometry of this type: 0 for points, 1 for lines, 2 for areas and collections.
  @inlinable package var dimension: Int {
    switch self {
    case .point, .multiPoint: 0
    case .lineString, .multiLineString: 1
    case .polygon, .multiPolygon, .geometryCollection: 2
    }
  }
}

extension Point {
  /// The coordinate as a sequence of one, or of none.
  package var coordinates: CoordinateSequence {
    guard let coordinate else { return CoordinateSequence() }
    var ordinates = [coordinate.x, coordinate.y]
    if let z { ordinates.append(z) }
    if let m { ordinates.append(m) }
    return CoordinateSequence(
      trusted: ordinates,
      dimensions: CoordinateDimensions(hasZ: z != nil, hasM: m != nil)
    )
  }
}

/// The identifier of a spatial reference system, such as EPSG 25832.
///
/// It is a tag that lets operations refuse to mix two systems; nothing is projected. `nil`: the data declares no
/// system. An undeclared geometry is taken to be in the system of the other operand.
public typealias SRID = Int32

/// Returns the one system that operands declare.
package func commonSRID(_ first: SRID?, _ second: SRID?) throws(GeometryError) -> SRID? {
  guard let first else { return second }
  guard let second, second != first else { return first }
  throw GeometryError(
    .mixedSpatialReferences,
    "Two reference systems are declared, EPSG:\(first) and EPSG:\(second): declare only one, or transform to one "
      + "of them first."
  )
}

/// The convention that an operation follows where Esri and OGC differ.
public enum GeometryConvention: String, CaseIterable, Sendable {
  /// Esri's, as the ArcGIS Maps SDK documents it.
  case esri
  /// That of OGC's Simple Features, which JTS, GEOS and PostGIS follow.
  case ogc
}
