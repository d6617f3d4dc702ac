extension JSONWriter {
  /// Writes a geometry as Esri JSON.
  ///
  /// - Throws: ``GeometryError`` for collections, and for x and y that are not finite.
  mutating func writeEsriJSON(_ geometry: Geometry) throws(GeometryError) {
    write(byte: JSONByte.openBrace)
    switch geometry {
    case .point(let point): try writePoint(point)
    case .multiPoint(let points):
      writeFlags(points.coordinates.dimensions)
      write("\"points\":")
      try writePath(points.coordinates, 0..<points.coordinates.count)
    case .lineString(let line):
      let count = line.coordinates.count
      try writePaths("paths", line.coordinates, count == 0 ? [] : [count])
    case .multiLineString(let lines): try writePaths("paths", lines.coordinates, lines.partEnds)
    case .polygon(let polygon): try writePaths("rings", polygon.coordinates, polygon.ringEnds)
    case .multiPolygon(let polygons):
      try writePaths("rings", polygons.coordinates, polygons.ringEnds)
    case .collection:
      throw GeometryError(
        .unsupportedType,
        "Esri JSON has no geometry collections: write the parts one by one."
      )
    }
    if let srid = geometry.srid {
      write(",\"spatialReference\":{\"wkid\":\(srid)}")
    }
    write(byte: JSONByte.closeBrace)
  }

  private mutating func writePoint(_ point: Point) throws(GeometryError) {
    guard let place = point.coordinate else { return write("\"x\":null,\"y\":null") }
    write("\"x\":")
    try writeOrdinate(place.x)
    write(",\"y\":")
    try writeOrdinate(place.y)
    if let z = point.z {
      write(",\"z\":")
      try writeOrdinate(z, mayBeMissing: true)
    }
    if let m = point.m {
      write(",\"m\":")
      try writeOrdinate(m, mayBeMissing: true)
    }
  }

  private mutating func writePaths(
    _ name: String,
    _ coordinates: CoordinateSequence,
    _ ends: [Int]
  ) throws(GeometryError) {
    writeFlags(coordinates.dimensions)
    write("\"")
    write(name)
    write("\":")
    try writePaths(coordinates, ends[...], start: 0)
  }

  private mutating func writeFlags(_ dimensions: CoordinateDimensions) {
    if dimensions.hasZ { write("\"hasZ\":true,") }
    if dimensions.hasM { write("\"hasM\":true,") }
  }
}

extension EsriFeature {
  func write(_ writer: inout JSONWriter) throws(GeometryError) {
    writer.write("{\"attributes\":")
    try writer.write(.object(attributes))
    if let geometry {
      writer.write(",\"geometry\":")
      try writer.writeEsriJSON(geometry.orientingRings(.clockwise))
    }
    try writer.writeMembers(foreignMembers)
    writer.write(byte: JSONByte.closeBrace)
  }
}
