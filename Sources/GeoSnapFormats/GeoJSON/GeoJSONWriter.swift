extension JSONWriter {
  /// Writes a geometry as GeoJSON.
  ///
  /// - Throws: ``GeometryError`` for measures and for ordinates that are not finite.
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
    case .polygon(let polygon):
      try writePaths(polygon.coordinates, polygon.ringEnds[...], start: 0)
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

  /// Writes a coordinate; a missing ordinate, which only Esri JSON allows, as null.
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
      throw GeometryError(
        .nonFiniteOrdinate,
        "JSON has no number for the ordinate \(ordinate)."
      )
    }
    ordinates.append(ordinate, to: &bytes)
  }
}

extension GeoJSONFeature {
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
