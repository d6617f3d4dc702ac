/// A geometry that may break the rules of ``Geometry``: a line may have one coordinate, a ring may be open or have
/// too few.
///
/// ``problems(_:)`` then finds all problems of a file, and not only the first.
///
/// ```swift
/// let ring: CoordinateSequence = [Coordinate(x: 0, y: 0), Coordinate(x: 0, y: 4), Coordinate(x: 4, y: 4)]
/// let open = try UncheckedGeometry(rings: [ring])
/// open.problems().map(\.kind)  // -> [unclosedRing, tooFewPoints]
/// let read = try UncheckedGeometry(text: "LINESTRING (1 2, 3 4)")
/// try read.checked().wkt                                    // -> LINESTRING (1 2, 3 4)
/// try UncheckedGeometry(wkb: read.checked().wkb()) == read  // -> true
/// ```
///
/// - Z and M: Kept.
/// - Complexity: Linear in the input.
public struct UncheckedGeometry: Equatable, Sendable {
  /// The geometry, which may break its invariants; only this type's methods may use it.
  package let value: Geometry

  init(trusted value: Geometry) { self.value = value }

  /// Wraps a geometry.
  public init(_ geometry: Geometry) { value = geometry }

  /// Creates an area from rings that need not be closed or valid, the exterior first.
  ///
  /// - Throws: ``GeometryError`` with code `mixedDimensions` when only some rings have Z, or M.
  public init(rings: [CoordinateSequence], srid: SRID? = nil) throws(GeometryError) {
    let (coordinates, ends) = try CoordinateSequence.concatenating(rings)
    value = .polygon(Polygon(trusted: coordinates, ringEnds: ends, srid: srid))
  }

  /// Creates a line of any number of coordinates.
  public init(line: CoordinateSequence, srid: SRID? = nil) {
    value = .lineString(LineString(trusted: line, srid: srid))
  }

  /// Reads a geometry in any of the text formats.
  ///
  /// - Throws: ``FormatError`` as ``Geometry/init(text:format:srid:)``, except for lines of one coordinate and for
  ///   rings.
  public init(
    text: String,
    format: GeometryTextFormat? = nil,
    srid: SRID? = nil
  ) throws(FormatError) {
    value = try Self.read(Array(text.utf8), format, srid: srid, isChecking: false)
  }

  /// Reads well-known binary.
  ///
  /// - Throws: ``FormatError`` as ``Geometry/init(wkb:srid:)-([UInt8],_)``, except for lines of one coordinate and
  ///   for rings.
  public init(wkb: [UInt8], srid: SRID? = nil) throws(FormatError) {
    value = try Geometry(wkb: wkb.span, srid: srid, isChecking: false)
  }

  /// Reads a text; without `isChecking` the result may be unsound.
  @inline(never)
  static func read(
    _ bytes: [UInt8],
    _ format: GeometryTextFormat?,
    srid: SRID?,
    isChecking: Bool
  ) throws(FormatError) -> Geometry {
    let geometry: Geometry?
    switch format ?? GeometryTextFormat(of: bytes) {
    case .wkt:
      guard let text = try? UTF8Span(validating: bytes.span) else {
        throw FormatError(.syntax, "The text is not UTF-8.", offset: 0)
      }
      var parser = WKTParser(String(copying: text), isChecking: isChecking)
      geometry = try parser.readText(srid: srid)
    case .hexWKB:
      geometry = try readHex(bytes, srid: srid, isChecking: isChecking)
    case .geoJSON:
      geometry = try JSONScanner.readWhole(bytes) { bytes, scanner throws(FormatError) in
        try GeoJSONParser(srid: srid, isChecking: isChecking).readFeature(bytes, &scanner).geometry
      }
    case .esriJSON:
      geometry = try JSONScanner.readWhole(bytes) { bytes, scanner throws(FormatError) in
        try EsriJSONParser(srid: srid, isChecking: isChecking).readFeature(bytes, &scanner).geometry
      }
    }
    guard let geometry else {
      throw FormatError(.missingMember, "The feature has no geometry.", offset: 0, line: 1)
    }
    return geometry
  }

  private static func readHex(
    _ bytes: [UInt8],
    srid: SRID?,
    isChecking: Bool
  ) throws(FormatError) -> Geometry {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    let start = bytes.firstIndex { !isBlank($0) } ?? 0
    let end = (bytes.lastIndex { !isBlank($0) } ?? -1) + 1
    do throws(FormatError) {
      let binary = try HexDigits.bytes(bytes[start..<end])
      do throws(FormatError) {
        return try Geometry(wkb: binary.span, srid: srid, isChecking: isChecking)
      } catch {
        throw FormatError(error.code, error.message, offset: error.offset * 2)
      }
    } catch {
      throw FormatError(error.code, error.message, offset: start + error.offset, line: 1)
    }
  }

  /// The geometry, checked.
  ///
  /// - Throws: ``GeometryError`` with code `tooFewCoordinates` or `ringNotClosed`, as the initializers of the types.
  /// - Complexity: Linear in the number of lines and rings.
  public func checked() throws(GeometryError) -> Geometry {
    try Self.check(value)
    return value
  }

  private static func check(_ geometry: Geometry) throws(GeometryError) {
    switch geometry {
    case .point, .multiPoint: break
    case .lineString(let line): _ = try LineString(line.coordinates)
    case .multiLineString(let lines):
      _ = try Geometry.assembled(
        .multiLineString,
        lines.coordinates,
        pathEnds: lines.partEnds,
        srid: nil,
        isChecking: true
      )
    case .polygon(let polygon): try checkRings(polygon.coordinates, polygon.ringEnds)
    case .multiPolygon(let polygons): try checkRings(polygons.coordinates, polygons.ringEnds)
    case .collection(let collection):
      for member in collection.geometries { try check(member) }
    }
  }
}
