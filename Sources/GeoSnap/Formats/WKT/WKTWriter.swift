/// Appends geometries to a text as well-known text.
struct WKTWriter {
  /// How ordinates are written.
  let ordinates: OrdinateFormat
  /// What was written, in UTF-8.
  private var bytes: [UInt8] = []

  init(_ ordinates: OrdinateFormat = .shortest) { self.ordinates = ordinates }

  /// What was written.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes what stands before a geometry that states its reference system.
  mutating func write(_ srid: SRID) { append("SRID=\(srid);") }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func write(_ geometry: Geometry) {
    append(geometry.type.name)
    switch geometry.dimensions {
    case .xy: append(" ")
    case .xyz: append(" Z ")
    case .xym: append(" M ")
    case .xyzm: append(" ZM ")
    }
    switch geometry {
    case .point(let point):
      writePath(point.coordinates, 0..<point.coordinates.count)
    case .lineString(let line):
      writePath(line.coordinates, 0..<line.coordinates.count)
    case .polygon(let polygon):
      writePaths(polygon.coordinates, polygon.ringEnds[...], start: 0)
    case .multiPoint(let points):
      writePaths(points.coordinates, Array(1..<points.coordinates.count + 1)[...], start: 0)
    case .multiLineString(let lines):
      writePaths(lines.coordinates, lines.partEnds[...], start: 0)
    case .multiPolygon(let polygons):
      writeList(polygons.polygonRings) { writer, rings in
        let start = rings.lowerBound == 0 ? 0 : polygons.ringEnds[rings.lowerBound - 1]
        writer.writePaths(polygons.coordinates, polygons.ringEnds[rings], start: start)
      }
    case .collection(let collection):
      writeList(collection.geometries) { writer, member in writer.write(member) }
    }
  }

  private mutating func writePaths(
    _ coordinates: CoordinateSequence,
    _ ends: ArraySlice<Int>,
    start: Int
  ) {
    var start = start
    writeList(ends) { writer, end in
      writer.writePath(coordinates, start..<end)
      start = end
    }
  }

  private mutating func writePath(_ coordinates: CoordinateSequence, _ range: Range<Int>) {
    let width = coordinates.dimensions.count
    writeList(range) { writer, index in
      for offset in 0..<width {
        if offset > 0 { writer.append(" ") }
        writer.writeNumber(coordinates.ordinates[index * width + offset])
      }
    }
  }

  private mutating func writeList<Items: Collection>(
    _ items: Items,
    _ body: (inout WKTWriter, Items.Element) -> Void
  ) {
    guard !items.isEmpty else {
      append("EMPTY")
      return
    }
    var separator = "("
    for item in items {
      append(separator)
      body(&self, item)
      separator = ", "
    }
    append(")")
  }

  private mutating func writeNumber(_ number: Double) {
    if number.isFinite {
      ordinates.append(number, to: &bytes)
    } else {
      append(number.isNaN ? "nan" : number < 0 ? "-inf" : "inf")
    }
  }
}
