extension EditorShape {
  /// The geometry of its vertices; nil when there are none, or too few in some part.
  ///
  /// Rings are closed by their first vertex with its height. Empty parts are left out.
  var geometry: Geometry? {
    let shape = withoutEmptyParts
    let isComplete = shape.parts.allSatisfy { $0.count >= type.fewestVertices }
    guard !shape.parts.isEmpty, isComplete else { return nil }
    return try? shape.completeGeometry()
  }

  private func completeGeometry() throws(GeometryError) -> Geometry {
    switch type {
    case .point:
      let vertex = parts[0][0]
      let (z, m) = (hasZ ? vertex.z : nil, dimensions.hasM ? vertex.m : nil)
      return .point(Point(vertex.place, z: z, m: m, srid: srid))
    case .multiPoint: return .multiPoint(MultiPoint(sequence(parts.map { $0[0] }), srid: srid))
    case .lineString: return .lineString(try LineString(sequence(parts[0]), srid: srid))
    case .multiLineString:
      return .multiLineString(try MultiLineString(parts: parts.map { sequence($0) }, srid: srid))
    case .polygon: return .polygon(try polygon(parts[...]))
    case .multiPolygon, .geometryCollection:
      var polygons: [Polygon] = []
      var start = 0
      for end in polygonEnds {
        polygons.append(try polygon(parts[start..<end]))
        start = end
      }
      return .multiPolygon(try MultiPolygon(polygons: polygons, srid: srid))
    }
  }

  private func polygon(_ rings: ArraySlice<[EditorVertex]>) throws(GeometryError) -> Polygon {
    try Polygon(rings: rings.map { sequence($0 + $0.prefix(1)) }, srid: srid)
  }

  private func sequence(_ vertices: [EditorVertex]) -> CoordinateSequence {
    var ordinates: [Double] = []
    ordinates.reserveCapacity(vertices.count * dimensions.count)
    for vertex in vertices {
      ordinates += [vertex.place.x, vertex.place.y]
      if hasZ { ordinates.append(vertex.z) }
      if dimensions.hasM { ordinates.append(vertex.m) }
    }
    return CoordinateSequence(trusted: ordinates, dimensions: dimensions)
  }
}
