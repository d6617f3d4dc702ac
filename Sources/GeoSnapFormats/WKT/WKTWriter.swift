struct WKTWriter {
  let ordinates: OrdinateFormat
  private var bytes: [UInt8] = []

  init(_ ordinates: OrdinateFormat = .shortest) { self.ordinates = ordinates }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func write(_ srid: SRID) { append("SRID=\(srid);") }

  private mutating func append(_ text: String) { bytes.append(text: text) }

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
      if polygons.polygonEnds.isEmpty { return append("EMPTY") }
      for (number, rings) in polygons.polygonRings.enumerated() {
        append(number == 0 ? "(" : ", ")
        let start = rings.lowerBound == 0 ? 0 : polygons.ringEnds[rings.lowerBound - 1]
        writePaths(polygons.coordinates, polygons.ringEnds[rings], start: start)
      }
      append(")")
    case .collection(let collection):
      if collection.geometries.isEmpty { return append("EMPTY") }
      for (number, member) in collection.geometries.enumerated() {
        append(number == 0 ? "(" : ", ")
        write(member)
      }
      append(")")
    }
  }

  private mutating func writePaths(
    _ coordinates: CoordinateSequence,
    _ ends: ArraySlice<Int>,
    start: Int
  ) {
    if ends.isEmpty { return append("EMPTY") }
    var start = start
    for (number, end) in ends.enumerated() {
      append(number == 0 ? "(" : ", ")
      writePath(coordinates, start..<end)
      start = end
    }
    append(")")
  }

  @inline(never)
  private mutating func writePath(_ coordinates: CoordinateSequence, _ range: Range<Int>) {
    if range.isEmpty { return append("EMPTY") }
    let width = coordinates.dimensions.count
    for index in range {
      append(index == range.lowerBound ? "(" : ", ")
      for offset in 0..<width {
        if offset > 0 { bytes.append(UInt8(ascii: " ")) }
        writeNumber(coordinates.ordinates[index * width + offset])
      }
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
