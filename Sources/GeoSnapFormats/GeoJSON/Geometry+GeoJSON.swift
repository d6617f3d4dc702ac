/// A feature of GeoJSON: a geometry and its properties.
///
/// ```swift
/// let text = #"{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[8,48]},"properties":null}"#
/// let feature = try GeoJSONFeature(geoJSON: text)
/// feature.geometry               // -> POINT (8 48)
/// try feature.geoJSON() == text  // -> true
/// ```
///
/// - Units: Ordinates are read and written unchanged; RFC 7946 permits degrees on WGS 84 only.
/// - Z and M: As ``Geometry/init(geoJSON:srid:)-(String,_)``.
/// - Source: RFC 7946, 3.2.
public struct GeoJSONFeature: Equatable, Sendable {
  /// A text or number that identifies it; nil when it has none.
  public var id: JSONFragment?
  /// The geometry; nil when the feature has none.
  public var geometry: Geometry?
  /// The properties by name; nil for `null`.
  public var properties: [String: JSONFragment]?
  /// Other members of the feature, unchanged: a `bbox`, and foreign ones.
  public var foreignMembers: [String: JSONFragment]
  /// Other members of its geometry, unchanged; those of a collection's members are dropped.
  public var geometryMembers: [String: JSONFragment]

  /// Creates a feature.
  public init(
    id: JSONFragment? = nil,
    geometry: Geometry?,
    properties: [String: JSONFragment]? = nil,
    foreignMembers: [String: JSONFragment] = [:],
    geometryMembers: [String: JSONFragment] = [:]
  ) {
    self.id = id
    self.geometry = geometry
    self.properties = properties
    self.foreignMembers = foreignMembers
    self.geometryMembers = geometryMembers
  }

  /// Reads one feature of GeoJSON; a bare geometry becomes a feature without other members.
  ///
  /// ``GeoJSONReader`` reads feature collections.
  ///
  /// - Throws: ``FormatError`` as ``Geometry/init(geoJSON:srid:)-(String,_)``.
  /// - Complexity: Linear in the input.
  public init(geoJSON text: String, srid: SRID? = nil) throws(FormatError) {
    self = try JSONScanner.readWhole(Array(text.utf8)) { bytes, scanner throws(FormatError) in
      let parser = GeoJSONParser(srid: srid)
      return try GeoJSONObject(bytes, &scanner, parser, depth: 0).feature(bytes, parser)
    }
  }

  /// The feature as GeoJSON; members of `properties` and foreign ones are sorted by name.
  ///
  /// - Throws: As ``Geometry/geoJSON(_:)``.
  /// - Complexity: Linear in the size.
  public func geoJSON(_ ordinates: OrdinateFormat = .shortest) throws(GeometryError) -> String {
    var writer = JSONWriter(ordinates: ordinates)
    try write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  func write(_ writer: inout JSONWriter) throws(GeometryError) {
    writer.write("{\"type\":\"Feature\"")
    if let id {
      writer.write(",\"id\":")
      try writer.write(id)
    }
    writer.write(",\"geometry\":")
    if let geometry {
      try writer.writeGeoJSON(geometry, members: geometryMembers)
    } else {
      writer.write("null")
    }
    writer.write(",\"properties\":")
    try writer.write(properties.map { .object($0) } ?? .null)
    try writer.writeMembers(foreignMembers)
    writer.write(byte: JSONByte.closeBrace)
  }
}

extension Geometry {
  /// Reads a geometry of GeoJSON, with nothing after it but white space.
  ///
  /// Empty arrays of coordinates make empty geometries. `bbox` and foreign members are ignored; ``GeoJSONFeature``
  /// keeps them. `srid` is the known reference system of the coordinates; RFC 7946 permits WGS 84 only (EPSG 4326,
  /// longitude first).
  ///
  /// ```swift
  /// let valve = try Geometry(geoJSON: #"{"type":"Point","coordinates":[11.5,48.1,520]}"#, srid: 4326)
  /// valve.wkt  // -> POINT Z (11.5 48.1 520)
  /// ```
  ///
  /// - Throws: ``FormatError`` with byte offset and line: `syntax`, `truncated`, `unexpectedType`, `missingMember`,
  ///   `duplicateMember`, `unsupportedDimensions`, `nestedTooDeep`, `trailingData`, and `invalidGeometry` for open
  ///   rings and lines of one coordinate.
  /// - Units: The nearest double to each number.
  /// - Z and M: A third number is Z; a fourth is refused, since it has no agreed meaning.
  /// - Complexity: Linear in the input.
  /// - Source: RFC 7946, 3.1. As GEOS's `GEOSGeoJSONReader_readGeometry`.
  public init(geoJSON text: String, srid: SRID? = nil) throws(FormatError) {
    try self.init(geoJSON: Array(text.utf8), srid: srid)
  }

  /// Reads a geometry of GeoJSON from UTF-8, as ``init(geoJSON:srid:)-(String,_)``.
  ///
  /// ```swift
  /// let bytes = Array(#"{"type":"Point","coordinates":[11.5,48.1]}"#.utf8)
  /// try Geometry(geoJSON: bytes).wkt  // -> POINT (11.5 48.1)
  /// ```
  ///
  /// - Throws: ``FormatError`` as ``init(geoJSON:srid:)-(String,_)``; `syntax` for bytes that are not UTF-8.
  /// - Z and M: A third number is Z; a fourth is refused.
  /// - Complexity: Linear in the input.
  public init(geoJSON bytes: [UInt8], srid: SRID? = nil) throws(FormatError) {
    self = try JSONScanner.readWhole(bytes) { bytes, scanner throws(FormatError) in
      let parser = GeoJSONParser(srid: srid)
      return try GeoJSONObject(bytes, &scanner, parser, depth: 0).geometry(bytes, parser)
    }
  }

  /// The geometry as GeoJSON, without its reference system.
  ///
  /// Rings keep their direction; ``orientingRings(_:)`` turns them as RFC 7946 recommends. The coordinates are
  /// written in any reference system, although RFC 7946 permits WGS 84 only.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (8 48, 8.125 48)")
  /// try main.geoJSON()              // -> {"type":"LineString","coordinates":[[8,48],[8.125,48]]}
  /// try main.geoJSON(.decimals(1))  // -> {"type":"LineString","coordinates":[[8,48],[8.1,48]]}
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `unsupportedType` for measures, which GeoJSON cannot store,
  ///   `nonFiniteOrdinate` for NaN and infinity.
  /// - Z and M: Z is kept; M is refused, and ``removingM()`` removes it.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: RFC 7946, 3.1. As GEOS's `GEOSGeoJSONWriter_writeGeometry`.
  public func geoJSON(_ ordinates: OrdinateFormat = .shortest) throws(GeometryError) -> String {
    var writer = JSONWriter(ordinates: ordinates)
    try writer.writeGeoJSON(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension JSONScanner {
  /// Reads a text that consists of one value.
  static func readWhole<Value>(
    _ bytes: [UInt8],
    _ body: (Span<UInt8>, inout JSONScanner) throws(FormatError) -> Value
  ) throws(FormatError) -> Value {
    let span = bytes.span
    var scanner = JSONScanner(offset: 0)
    do throws(FormatError) {
      let value = try body(span, &scanner)
      guard scanner.peek(span) == nil else {
        throw FormatError(.trailingData, "Text follows the object.", offset: scanner.offset)
      }
      return value
    } catch {
      throw error.located(in: span)
    }
  }
}

extension JSONWriter {
  mutating func writeGeoJSON(
    _ geometry: Geometry,
    members: [String: JSONFragment] = [:]
  ) throws(GeometryError) {
    write("{\"type\":\"")
    write(geometry.type.geoJSONName)
    if case .collection(let collection) = geometry {
      write("\",\"geometries\":[")
      for (index, member) in collection.geometries.enumerated() {
        if index > 0 { write(byte: JSONByte.comma) }
        try writeGeoJSON(member)
      }
      write(byte: JSONByte.closeBracket)
    } else {
      guard !geometry.hasM else {
        throw GeometryError(
          .unsupportedType,
          "GeoJSON has no place for measures: remove them with removingM()."
        )
      }
      write("\",\"coordinates\":")
      try writeCoordinates(geometry)
    }
    try writeMembers(members)
    write(byte: JSONByte.closeBrace)
  }

  private mutating func writeCoordinates(_ geometry: Geometry) throws(GeometryError) {
    switch geometry {
    case .point(let point):
      let coordinates = point.coordinates
      if coordinates.isEmpty { write("[]") } else { try writePosition(coordinates, 0) }
    case .multiPoint(let points): try writePath(points.coordinates, 0..<points.coordinates.count)
    case .lineString(let line): try writePath(line.coordinates, 0..<line.coordinates.count)
    case .multiLineString(let lines):
      try writePaths(lines.coordinates, lines.partEnds[...], start: 0)
    case .polygon(let polygon): try writePaths(polygon.coordinates, polygon.ringEnds[...], start: 0)
    case .multiPolygon(let polygons):
      write(byte: JSONByte.openBracket)
      for (index, rings) in polygons.polygonRings.enumerated() {
        if index > 0 { write(byte: JSONByte.comma) }
        let start = rings.lowerBound == 0 ? 0 : polygons.ringEnds[rings.lowerBound - 1]
        try writePaths(polygons.coordinates, polygons.ringEnds[rings], start: start)
      }
      write(byte: JSONByte.closeBracket)
    case .collection: preconditionFailure("A collection has no coordinates")
    }
  }

  mutating func writePaths(
    _ coordinates: CoordinateSequence,
    _ ends: ArraySlice<Int>,
    start: Int
  ) throws(GeometryError) {
    write(byte: JSONByte.openBracket)
    var start = start
    for (index, end) in ends.enumerated() {
      if index > 0 { write(byte: JSONByte.comma) }
      try writePath(coordinates, start..<end)
      start = end
    }
    write(byte: JSONByte.closeBracket)
  }

  mutating func writePath(
    _ coordinates: CoordinateSequence,
    _ range: Range<Int>
  ) throws(GeometryError) {
    write(byte: JSONByte.openBracket)
    for index in range {
      if index > range.lowerBound { write(byte: JSONByte.comma) }
      try writePosition(coordinates, index)
    }
    write(byte: JSONByte.closeBracket)
  }

  private mutating func writePosition(
    _ coordinates: CoordinateSequence,
    _ index: Int
  ) throws(GeometryError) {
    let width = coordinates.dimensions.count
    write(byte: JSONByte.openBracket)
    for place in 0..<width {
      if place > 0 { write(byte: JSONByte.comma) }
      try writeOrdinate(
        coordinates.ordinates[index * width + place],
        mayBeMissing: allowsMissing && place > 1
      )
    }
    write(byte: JSONByte.closeBracket)
  }

  /// Writes an ordinate; NaN as null where it may be missing.
  mutating func writeOrdinate(
    _ ordinate: Double,
    mayBeMissing: Bool = false
  ) throws(GeometryError) {
    guard ordinate.isFinite else {
      if ordinate.isNaN, mayBeMissing { return write("null") }
      throw GeometryError(.nonFiniteOrdinate, "JSON has no number for the ordinate \(ordinate).")
    }
    ordinates.append(ordinate, to: &bytes)
  }
}
