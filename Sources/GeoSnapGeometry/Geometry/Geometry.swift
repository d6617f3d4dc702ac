/// A geometry of any OGC simple-feature type.
public enum Geometry: Hashable, Sendable {
  /// A single place.
  case point(Point)
  /// A line.
  case lineString(LineString)
  /// An area.
  case polygon(Polygon)
  /// Several places.
  case multiPoint(MultiPoint)
  /// Several lines.
  case multiLineString(MultiLineString)
  /// Several areas.
  case multiPolygon(MultiPolygon)
  /// A mixture.
  indirect case collection(GeometryCollection)
}

/// The type of a geometry; raw values are OGC's well-known binary codes.
public enum GeometryType: UInt32, Hashable, Sendable, CaseIterable {
  /// A single place.
  case point = 1
  /// A line.
  case lineString = 2
  /// An area.
  case polygon = 3
  /// Several places.
  case multiPoint = 4
  /// Several lines.
  case multiLineString = 5
  /// Several areas.
  case multiPolygon = 6
  /// A mixture.
  case geometryCollection = 7

  /// OGC's name in capitals, as WKT and GeoPackage write it.
  public var name: String {
    switch self {
    case .point: "POINT"
    case .lineString: "LINESTRING"
    case .polygon: "POLYGON"
    case .multiPoint: "MULTIPOINT"
    case .multiLineString: "MULTILINESTRING"
    case .multiPolygon: "MULTIPOLYGON"
    case .geometryCollection: "GEOMETRYCOLLECTION"
    }
  }

  /// The greatest dimension a geometry of this type has: 0 points, 1 lines, 2 areas and mixtures.
  @inlinable public var dimension: Int {
    switch self {
    case .point, .multiPoint: 0
    case .lineString, .multiLineString: 1
    case .polygon, .multiPolygon, .geometryCollection: 2
    }
  }
}

extension Geometry {
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

  /// The reference system; nil when undeclared.
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

  /// Whether it has no coordinates.
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
    case .lineString(let line): line.coordinates.ordinates.isEmpty
    case .polygon(let polygon): polygon.coordinates.ordinates.isEmpty
    case .multiPoint(let points): points.coordinates.ordinates.isEmpty
    case .multiLineString(let lines): lines.coordinates.ordinates.isEmpty
    case .multiPolygon(let polygons): polygons.coordinates.ordinates.isEmpty
    case .collection(let collection): collection.geometries.allSatisfy(\.isEmpty)
    }
  }

  /// Whether its coordinates have Z.
  ///
  /// A mixed collection says true when any member has.
  ///
  /// ```swift
  /// try Geometry(wkt: "POINT Z (1 2 3)").hasZ  // -> true
  /// try Geometry(wkt: "POINT M (1 2 3)").hasZ  // -> false
  /// ```
  ///
  /// - Z and M: Asked for; a height may be missing (NaN) all the same.
  /// - Complexity: Constant; linear in the number of members of a collection.
  /// - Source: Simple Features, `is3D` (OGC 06-103r4, 6.1.2.2), as GEOS's `GEOSHasZ`.
  public var hasZ: Bool {
    switch self {
    case .point(let point): point.z != nil
    case .lineString(let line): line.coordinates.dimensions.hasZ
    case .polygon(let polygon): polygon.coordinates.dimensions.hasZ
    case .multiPoint(let points): points.coordinates.dimensions.hasZ
    case .multiLineString(let lines): lines.coordinates.dimensions.hasZ
    case .multiPolygon(let polygons): polygons.coordinates.dimensions.hasZ
    case .collection(let collection): collection.geometries.contains { $0.hasZ }
    }
  }

  /// Whether its coordinates have M.
  ///
  /// A mixed collection says true when any member has.
  ///
  /// ```swift
  /// try Geometry(wkt: "POINT M (1 2 nan)").hasM  // -> true
  /// try Geometry(wkt: "POINT Z (1 2 3)").hasM    // -> false
  /// ```
  ///
  /// - Z and M: Asked for; a measure may be missing (NaN) all the same.
  /// - Complexity: Constant; linear in the number of members of a collection.
  /// - Source: Simple Features, `isMeasured` (OGC 06-103r4, 6.1.2.2).
  public var hasM: Bool {
    switch self {
    case .point(let point): point.m != nil
    case .lineString(let line): line.coordinates.dimensions.hasM
    case .polygon(let polygon): polygon.coordinates.dimensions.hasM
    case .multiPoint(let points): points.coordinates.dimensions.hasM
    case .multiLineString(let lines): lines.coordinates.dimensions.hasM
    case .multiPolygon(let polygons): polygons.coordinates.dimensions.hasM
    case .collection(let collection): collection.geometries.contains { $0.hasM }
    }
  }

  /// What its coordinates have; of a mixed collection what any member has.
  package var dimensions: CoordinateDimensions { CoordinateDimensions(hasZ: hasZ, hasM: hasM) }

  /// All coordinates in stored order.
  ///
  /// ```swift
  /// let zone = try Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 0 0))")
  /// zone.coordinates.count  // -> 4
  /// zone.coordinates[2]     // -> 9 9
  /// ```
  ///
  /// - Z and M: Kept; a collection whose members have different ordinates answers with those that all of them have.
  /// - Complexity: Linear in the size for a collection, constant otherwise.
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
  /// - Errors: A NaN is passed over unless it is of a part's first coordinate, which it makes that side NaN.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: As GEOS's `GEOSGeom_getExtent`; Esri's `extent`.
  public var envelope: Envelope? {
    switch self {
    case .point(let point): point.coordinate.map { Envelope($0) }
    case .lineString(let line): line.coordinates.bounds
    case .polygon(let polygon): polygon.coordinates.bounds
    case .multiPoint(let points): points.coordinates.bounds
    case .multiLineString(let lines): lines.coordinates.bounds
    case .multiPolygon(let polygons): polygons.coordinates.bounds
    case .collection(let collection):
      Envelope.combining(collection.geometries.map(\.envelope))
    }
  }

  /// Whether every ordinate, z and m included, is a finite number; a missing measure counts as one.
  ///
  /// ```swift
  /// try Geometry(wkt: "POINT M (1 2 nan)").isFinite  // -> true
  /// try Geometry(wkt: "POINT (1 inf)").isFinite      // -> false
  /// ```
  ///
  /// - Z and M: Tested too; NaN in m stands for a measure that was never taken.
  /// - Errors: This is what finds bad ordinates.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: What `nonFiniteOrdinate` is thrown for elsewhere, but for z and m where they play no part.
  public var isFinite: Bool {
    switch self {
    case .collection(let collection): collection.geometries.allSatisfy(\.isFinite)
    default: coordinates.isFinite
    }
  }
}

extension Point {
  /// The place as a sequence of one coordinate, or of none.
  public var coordinates: CoordinateSequence {
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
