extension Geometry {
  /// Reads well-known binary of one geometry: ISO or EWKB, either byte order, with or without Z and M.
  ///
  /// A point whose x and y are NaN is empty. Members of a collection take its reference system. Curves of straight
  /// pieces become lines and polygons. `srid` is the known reference system of the data, which EWKB may state itself.
  ///
  /// ```swift
  /// let bytes: [UInt8] = [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0x40]
  /// try Geometry(wkb: bytes).wkt  // -> POINT (1 2)
  /// ```
  ///
  /// - Throws: ``FormatError`` with the byte offset: `truncated` input, `trailingData`, `unknownByteOrder`,
  ///   `unexpectedType`, `unsupportedCurve` for arcs, `unsupportedDimensions`, `nestedTooDeep`, and `invalidGeometry`
  ///   for open rings, lines of one coordinate, or a reference system other than `srid`.
  /// - Z and M: Kept; NaN is a missing number.
  /// - Complexity: Linear in the input; announced counts are checked before memory is allocated.
  /// - Source: OGC 06-103r4, 8, and ISO 13249-3; PostGIS's EWKB. Written in Swift, since GEOS's `GEOSGeomFromWKB_buf`
  ///   has no M before 3.12.
  public init(wkb: [UInt8], srid: SRID? = nil) throws(FormatError) {
    try self.init(wkb: wkb.span, srid: srid)
  }

  /// Reads well-known binary from a part of a larger buffer, as ``init(wkb:srid:)-([UInt8],_)``.
  ///
  /// ```swift
  /// let row: [UInt8] = [7, 7, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0x40]
  /// try Geometry(wkb: row.span.extracting(2..<23)).wkt  // -> POINT (1 2)
  /// ```
  ///
  /// - Throws: ``FormatError`` as ``init(wkb:srid:)-([UInt8],_)``.
  /// - Z and M: Kept; NaN is a missing number.
  /// - Complexity: Linear in the input, which is not copied.
  public init(wkb: Span<UInt8>, srid: SRID? = nil) throws(FormatError) {
    try self.init(wkb: wkb, srid: srid, isChecking: true)
  }

  /// Reads well-known binary with curves, replaces arcs by straight segments, and returns the number of arcs.
  ///
  /// A segment is at most `tolerance`, in coordinate units, from its arc; half an arc has at most 1,024 segments.
  package static func straightened(
    wkb: Span<UInt8>,
    srid: SRID?,
    tolerance: Double
  ) throws(FormatError) -> (geometry: Geometry, arcCount: Int) {
    var reader = WKBParser(arcs: CircularArcs(tolerance: tolerance))
    let geometry = try Geometry(wkb: wkb, srid: srid, &reader)
    return (geometry, reader.arcs?.count ?? 0)
  }

  init(wkb: Span<UInt8>, srid: SRID?, isChecking: Bool) throws(FormatError) {
    var reader = WKBParser(isChecking: isChecking)
    try self.init(wkb: wkb, srid: srid, &reader)
  }

  private init(wkb: Span<UInt8>, srid: SRID?, _ reader: inout WKBParser) throws(FormatError) {
    self = try reader.readGeometry(wkb, srid: srid)
    guard reader.offset == wkb.count else {
      throw FormatError(
        .trailingData,
        "Bytes after the end of the geometry: \(wkb.count - reader.offset).",
        offset: reader.offset
      )
    }
  }

  /// The geometry as little-endian well-known binary.
  ///
  /// The empty point has NaN ordinates, as in GeoPackage and GEOS. With `includingSRID` the format is EWKB, which
  /// states the reference system if there is one, instead of ISO, which cannot.
  ///
  /// ```swift
  /// let valve = try Geometry(wkt: "POINT (1 2)", srid: 25_832)
  /// valve.wkb().count                     // -> 21
  /// valve.wkb(includingSRID: true).count  // -> 25
  /// try Geometry(wkb: valve.wkb()).wkt    // -> POINT (1 2)
  /// ```
  ///
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: OGC 06-103r4, 8, and ISO 13249-3; PostGIS's EWKB. As GEOS's `GEOSGeomToWKB_buf`.
  public func wkb(includingSRID: Bool = false) -> [UInt8] {
    var writer = WKBWriter(isExtended: includingSRID)
    writer.bytes.reserveCapacity(byteCountOfWKB)
    writer.write(self, srid: includingSRID ? srid : nil)
    return writer.bytes
  }

  /// Reads the hexadecimal digits, in either case, of well-known binary, as PostGIS and shapely print them.
  ///
  /// ```swift
  /// try Geometry(hexWKB: "0101000000000000000000F03F0000000000000040").wkt  // -> POINT (1 2)
  /// ```
  ///
  /// - Throws: ``FormatError`` as ``init(wkb:srid:)-([UInt8],_)``, with the offset in digits; `syntax` for a
  ///   character that is not a digit.
  /// - Z and M: Kept; NaN is a missing number.
  /// - Complexity: Linear in the input.
  public init(hexWKB hex: String, srid: SRID? = nil) throws(FormatError) {
    let bytes = try HexDigits.bytes(Array(hex.utf8)[...])
    do throws(FormatError) {
      try self.init(wkb: bytes, srid: srid)
    } catch {
      throw FormatError(error.code, error.message, offset: error.offset * 2)
    }
  }

  /// The hexadecimal digits, in capitals, of ``wkb(includingSRID:)``.
  ///
  /// ```swift
  /// try Geometry(wkt: "POINT (1 2)").hexWKB()  // -> 0101000000000000000000F03F0000000000000040
  /// ```
  ///
  /// - Complexity: Linear in the number of coordinates.
  public func hexWKB(includingSRID: Bool = false) -> String {
    HexDigits.text(wkb(includingSRID: includingSRID))
  }

  private var byteCountOfWKB: Int {
    switch self {
    case .point: 41
    case .lineString(let line): 13 + line.coordinates.ordinates.count * 8
    case .polygon(let polygon):
      13 + polygon.ringEnds.count * 4 + polygon.coordinates.ordinates.count * 8
    case .multiPoint(let points):
      13 + points.coordinates.count * 5 + points.coordinates.ordinates.count * 8
    case .multiLineString(let lines):
      13 + lines.partEnds.count * 9 + lines.coordinates.ordinates.count * 8
    case .multiPolygon(let polygons):
      13 + polygons.polygonEnds.count * 9 + polygons.ringEnds.count * 4
        + polygons.coordinates.ordinates.count * 8
    case .collection(let collection): collection.geometries.reduce(13) { $0 + $1.byteCountOfWKB }
    }
  }
}

struct WKBWriter {
  let isExtended: Bool
  var bytes: [UInt8] = []

  init(isExtended: Bool) { self.isExtended = isExtended }

  mutating func write(_ geometry: Geometry, srid: SRID? = nil) {
    writeHeader(geometry.type, geometry.dimensions, srid: srid)
    switch geometry {
    case .point(let point):
      let place = point.coordinate ?? Coordinate(x: .nan, y: .nan)
      bytes.append(bytesOf: place.x.bitPattern)
      bytes.append(bytesOf: place.y.bitPattern)
      if let z = point.z { bytes.append(bytesOf: z.bitPattern) }
      if let m = point.m { bytes.append(bytesOf: m.bitPattern) }
    case .lineString(let line): writePath(line.coordinates, 0..<line.coordinates.count)
    case .polygon(let polygon): writeRings(polygon.coordinates, polygon.ringEnds[...], start: 0)
    case .multiPoint(let points):
      let dimensions = points.coordinates.dimensions
      let width = dimensions.count
      writeCount(points.coordinates.count)
      for index in points.coordinates.indices {
        writeHeader(.point, dimensions)
        writeOrdinates(points.coordinates.ordinates[index * width..<(index + 1) * width])
      }
    case .multiLineString(let lines):
      writeCount(lines.partEnds.count)
      var start = 0
      for end in lines.partEnds {
        writeHeader(.lineString, lines.coordinates.dimensions)
        writePath(lines.coordinates, start..<end)
        start = end
      }
    case .multiPolygon(let polygons):
      writeCount(polygons.polygonEnds.count)
      for rings in polygons.polygonRings {
        writeHeader(.polygon, polygons.coordinates.dimensions)
        let start = rings.lowerBound == 0 ? 0 : polygons.ringEnds[rings.lowerBound - 1]
        writeRings(polygons.coordinates, polygons.ringEnds[rings], start: start)
      }
    case .collection(let collection):
      writeCount(collection.geometries.count)
      for member in collection.geometries { write(member) }
    }
  }

  @inline(never) private mutating func writeHeader(
    _ type: GeometryType,
    _ dimensions: CoordinateDimensions,
    srid: SRID? = nil
  ) {
    var code = type.rawValue
    if isExtended {
      if dimensions.hasZ { code |= EWKBFlag.z }
      if dimensions.hasM { code |= EWKBFlag.m }
    } else {
      code += UInt32(dimensions.rawValue) * 1_000
    }
    if srid != nil { code |= EWKBFlag.srid }
    bytes.append(1)
    writeUInt32(code)
    if let srid { writeUInt32(UInt32(bitPattern: srid)) }
  }

  @inline(never) private mutating func writeRings(
    _ coordinates: CoordinateSequence,
    _ ringEnds: ArraySlice<Int>,
    start: Int
  ) {
    writeCount(ringEnds.count)
    var start = start
    for end in ringEnds {
      writePath(coordinates, start..<end)
      start = end
    }
  }

  @inline(never)
  private mutating func writePath(_ coordinates: CoordinateSequence, _ range: Range<Int>) {
    let width = coordinates.dimensions.count
    writeCount(range.count)
    writeOrdinates(coordinates.ordinates[range.lowerBound * width..<range.upperBound * width])
  }

  private mutating func writeCount(_ count: Int) {
    precondition(count <= UInt32.max, "Well-known binary holds at most 2^32 - 1 items in a row")
    writeUInt32(UInt32(count))
  }

  @inline(never) private mutating func writeUInt32(_ value: UInt32) { bytes.append(bytesOf: value) }

  private mutating func writeOrdinates(_ ordinates: ArraySlice<Double>) { bytes.append(ordinates) }
}

/// Reads geometries of well-known binary one after the other, from bytes that arrive in pieces.
///
/// There are no separators between the geometries. The reader holds at most one geometry and one piece in memory.
///
/// ```swift
/// var reader = WKBReader()
/// var found: [Geometry] = []
/// for piece in [[1, 1, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0x40]] as [[UInt8]] {
///   reader.append(piece)
///   while let geometry = try reader.next() { found.append(geometry) }
/// }
/// reader.finish()
/// while let geometry = try reader.next() { found.append(geometry) }
/// found  // -> [POINT (1 2)]
/// ```
///
/// - Z and M: Kept; NaN is a missing number.
/// - Complexity: Linear in the input; a geometry that spans many pieces is read at most twice.
/// - Source: OGC 06-103r4, 8, and ISO 13249-3; PostGIS's EWKB.
public struct WKBReader: Sendable {
  private var feed: ByteFeed
  private let srid: SRID?
  private var isLost = false

  /// Creates a reader that refuses geometries of more than `longestGeometry` bytes.
  ///
  /// `srid` is the known reference system of the data, which EWKB may state itself.
  public init(srid: SRID? = nil, longestGeometry: Int = 256 << 20) {
    self.srid = srid
    feed = ByteFeed(longestItem: longestGeometry)
  }

  /// Appends the next piece of the input, which must come before ``finish()``.
  public mutating func append(_ bytes: some Sequence<UInt8>) { feed.append(bytes) }

  /// Marks the end of the input.
  public mutating func finish() { feed.finish() }

  /// The next geometry; nil when more bytes are needed, and after ``finish()`` at the end.
  ///
  /// After an error the reader is at its end, since the start of the next geometry is unknown.
  ///
  /// - Throws: ``FormatError`` as ``Geometry/init(wkb:srid:)-([UInt8],_)``, with the byte offset in the whole input;
  ///   `tooLong` for a geometry that is too long.
  public mutating func next() throws(FormatError) -> Geometry? {
    guard !isLost, feed.pending > 0 else { return nil }
    let srid = srid
    do throws(FormatError) {
      return try feed.attempt(isText: false) { bytes throws(FormatError) in
        var parser = WKBParser()
        let geometry = try parser.readGeometry(bytes, srid: srid)
        return (geometry, end: parser.offset)
      }
    } catch {
      isLost = true
      throw error
    }
  }
}
