public import GeoSnap

/// A spatial reference system, which defines the meaning of coordinates.
///
/// ```swift
/// let utm = try SpatialReference(srid: 25_832)
/// utm.name                                                               // -> ETRS89 / UTM zone 32N
/// utm.axes[0].unit                                                       // -> metre
/// utm.kind                                                               // -> projected
/// try SpatialReference(authority: "ESRI", code: "102100").kind           // -> projected
/// try SpatialReference(parsing: "+proj=utm +zone=32 +ellps=GRS80").srid  // -> nil
/// ```
///
/// An immutable value for any number of threads. Two values with equal definitions are equal. Nothing is downloaded.
///
/// - Units: Those of the ``axes``.
/// - Z and M: Z belongs to the system when it has a third axis; M belongs to no system.
/// - Throws: ``ProjectionError`` with code `unknownReference`.
/// - Complexity: A few look-ups in PROJ's database, about a millisecond.
/// - Source: PROJ, `proj_create`, with the database of the installed PROJ.
public struct SpatialReference: Hashable, Sendable {
  /// The text from which it was created: `EPSG:25832`, WKT, or a PROJ string.
  public let definition: String
  /// The identifier that geometries in this system declare; nil when it has no EPSG code and none was given.
  public let srid: SRID?
  private let details: ReferenceDescription

  private init(definition: String, srid: SRID?) throws(ProjectionError) {
    self.definition = definition
    let description = try ReferenceReader().read(definition)
    details = description
    self.srid =
      srid ?? (description.authority == "EPSG" ? description.code.flatMap(SRID.init) : nil)
  }

  /// Finds the system with an EPSG code, or with an Esri code such as 102100 when EPSG does not have it.
  public init(srid: SRID) throws(ProjectionError) {
    do throws(ProjectionError) {
      try self.init(definition: "EPSG:\(srid)", srid: srid)
    } catch {
      guard srid >= 37_000 else { throw error }
      do throws(ProjectionError) {
        try self.init(definition: "ESRI:\(srid)", srid: srid)
      } catch {
        throw ProjectionError(
          .unknownReference,
          "PROJ knows no reference system of EPSG or Esri with the code \(srid)."
        )
      }
    }
  }

  /// Finds the system with the code of an authority, such as `EPSG`, `ESRI`, `IGNF` or `OGC`.
  public init(authority: String, code: String) throws(ProjectionError) {
    guard !authority.isEmpty, !(authority + code).contains(where: { $0 == ":" || $0.isWhitespace })
    else {
      throw ProjectionError(
        .unknownReference,
        "'\(authority)' and '\(code)' are not an authority and a code."
      )
    }
    try self.init(definition: "\(authority):\(code)", srid: nil)
  }

  /// Reads a system from WKT of any version, PROJJSON, a PROJ string such as `+proj=utm +zone=32`, or `EPSG:25832`.
  ///
  /// `srid` is the identifier that geometries in the system declare; nil for its EPSG code, if it has one.
  public init(parsing definition: String, srid: SRID? = nil) throws(ProjectionError) {
    var definition = definition
    if definition.contains("+proj="), !definition.contains("+type=crs") {
      definition += " +type=crs"
    }
    // PROJ also accepts similar names, so a plain name could give a system that the author did not mean.
    guard definition.contains(where: { "[{+:".contains($0) }) else {
      throw ProjectionError(
        .unknownReference,
        "'\(definition.prefix(120))' is not a definition: give WKT, PROJJSON, a PROJ string or a "
          + "code such as EPSG:25832."
      )
    }
    try self.init(definition: definition, srid: srid)
  }

  /// The name, such as `ETRS89 / UTM zone 32N`.
  public var name: String { details.name }
  /// The authority of its code, such as `EPSG`; nil for a system without a code.
  public var authority: String? { details.authority }
  /// The code that the authority assigned; nil for a system without one.
  public var code: String? { details.code }
  /// The kind of its coordinates; of a compound system that of its horizontal part.
  public var kind: ReferenceKind { details.kind ?? .other }
  /// The axes in the order of the definition; coordinates instead always have easting or longitude first.
  public var axes: [ReferenceAxis] { details.axes }
  /// The area in which it is meant to be used; nil when the definition does not say.
  public var areaOfUse: AreaOfUse? { details.areaOfUse }
  /// The ellipsoid; nil when the system has none, such as one of heights alone.
  package var ellipsoid: Ellipsoid? { details.ellipsoid }
  /// The system as well-known text (WKT2:2019).
  public var wkt: String { details.wkt }

  /// Whether it has a third axis: a height, a depth or the Z of a geocentric system.
  package var hasHeight: Bool { axes.count > 2 }

  /// The geographic system on which it is based; nil when there is none.
  var base: SpatialReference? {
    get throws(ProjectionError) {
      guard let wkt = details.base else { return nil }
      return try SpatialReference(definition: wkt, srid: nil)
    }
  }

  /// Whether x and y are longitude and latitude in degrees.
  package var isInDegrees: Bool {
    // Rounding: a definition may state pi / 180 with fewer digits.
    kind == .geographic && abs(axes[0].unitFactor * 180 / .pi - 1) < 1e-12
  }
}

extension SpatialReference: CustomStringConvertible {
  /// The name with the code, such as `ETRS89 / UTM zone 32N (EPSG:25832)`.
  public var description: String {
    guard let authority, let code else { return name }
    return "\(name) (\(authority):\(code))"
  }
}
