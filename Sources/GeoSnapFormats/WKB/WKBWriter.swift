struct WKBWriter {
  /// Whether to write EWKB's flags instead of ISO's codes.
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
    case .lineString(let line):
      writePath(line.coordinates, 0..<line.coordinates.count)
    case .polygon(let polygon):
      writeRings(polygon.coordinates, polygon.ringEnds[...], start: 0)
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

  @inline(never)
  private mutating func writeHeader(
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

  @inline(never)
  private mutating func writeRings(
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
    writeOrdinates(
      coordinates.ordinates[range.lowerBound * width..<range.upperBound * width]
    )
  }

  private mutating func writeCount(_ count: Int) {
    precondition(count <= UInt32.max, "Well-known binary holds at most 2^32 - 1 items in a row")
    writeUInt32(UInt32(count))
  }

  @inline(never)
  private mutating func writeUInt32(_ value: UInt32) { bytes.append(bytesOf: value) }

  private mutating func writeOrdinates(_ ordinates: ArraySlice<Double>) { bytes.append(ordinates) }
}
