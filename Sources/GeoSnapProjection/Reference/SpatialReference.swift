public import GeoSnap

/// A spatial reference system: what the numbers of coordinates mean.
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
/// An immutable value, made once and used from any number of threads. Two are equal when they were made
/// of the same definition. Nothing is downloaded.
///
/// - Units: Those of the axes; ``axes`` names them.
/// - Z and M: ``hasHeight`` says whether Z belongs to the system; M belongs to none.
/// - Throws: ``ProjectionError`` with code `unknownReference`.
/// - Complexity: A few look-ups in PROJ's database, about a millisecond.
/// - Source: PROJ, `proj_create`, with the database that PROJ was installed with.
public struct SpatialReference: Hashable, Sendable {
  /// What it was made of: `EPSG:25832`, WKT, or a PROJ string.
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

  /// Finds the system with an EPSG code.
  ///
  /// A code that EPSG does not have is looked for among Esri's, such as 102100.
  ///
  /// - Throws: ``ProjectionError`` with code `unknownReference`.
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
          "\(srid) is the code of no reference system of EPSG or Esri that PROJ knows."
        )
      }
    }
  }

  /// Finds the system that an authority has given a code, such as `ESRI` and `102100`.
  ///
  /// - Parameters:
  ///   - authority: The name of the authority, such as `EPSG`, `ESRI`, `IGNF` or `OGC`.
  ///   - code: The code.
  /// - Throws: ``ProjectionError`` with code `unknownReference`.
  public init(authority: String, code: String) throws(ProjectionError) {
    guard !authority.isEmpty, !(authority + code).contains(where: { $0 == ":" || $0.isWhitespace })
    else {
      throw ProjectionError(
        .unknownReference,
        "'\(authority)' and '\(code)' are no authority and code."
      )
    }
    try self.init(definition: "\(authority):\(code)", srid: nil)
  }

  /// Reads a system from text: well-known text of any version, PROJJSON, a PROJ string such as
  /// `+proj=utm +zone=32`, or `EPSG:25832`.
  ///
  /// - Parameters:
  ///   - definition: The text.
  ///   - srid: The identifier that geometries in it declare; nil for its EPSG code, if it has one.
  /// - Throws: ``ProjectionError`` with code `unknownReference`.
  public init(parsing definition: String, srid: SRID? = nil) throws(ProjectionError) {
    var definition = definition
    if definition.contains("+proj="), !definition.contains("+type=crs") {
      definition += " +type=crs"
    }
    // PROJ also looks for names that are only alike; what an author meant must not be guessed.
    guard definition.contains(where: { "[{+:".contains($0) }) else {
      throw ProjectionError(
        .unknownReference,
        "'\(definition.prefix(120))' is no definition: give WKT, PROJJSON, a PROJ string or a code "
          + "such as EPSG:25832."
      )
    }
    try self.init(definition: definition, srid: srid)
  }

  /// The name, such as `ETRS89 / UTM zone 32N`.
  public var name: String { details.name }
  /// Who gave it its code, such as `EPSG`; nil for one without a code.
  public var authority: String? { details.authority }
  /// The code that the authority gave it; nil for one without.
  public var code: String? { details.code }
  /// What it numbers places with; of a compound one what its horizontal part does.
  public var kind: ReferenceKind { details.kind ?? .other }
  /// The axes in the order of the definition, which is not that of coordinates: x is always easting or longitude.
  public var axes: [ReferenceAxis] { details.axes }
  /// Where it is meant to be used; nil when the definition does not say.
  public var areaOfUse: AreaOfUse? { details.areaOfUse }
  /// The figure of the earth that it refers to; nil for one of heights alone, or of none.
  public var ellipsoid: Ellipsoid? { details.ellipsoid }
  /// The system as well-known text (WKT2:2019).
  public var wkt: String { details.wkt }

  /// Whether it has an axis of heights or depths, or is geocentric.
  public var hasHeight: Bool { axes.count > 2 }

  /// The system of longitude and latitude that it is made of; nil when there is none.
  var base: SpatialReference? {
    get throws(ProjectionError) {
      guard let wkt = details.base else { return nil }
      return try SpatialReference(definition: wkt, srid: nil)
    }
  }

  /// Whether x and y are longitude and latitude in degrees.
  package var isInDegrees: Bool {
    // Rounding: a definition may say pi / 180 with fewer digits.
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
