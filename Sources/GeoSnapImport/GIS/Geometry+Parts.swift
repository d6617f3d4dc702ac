internal import GeoSnap

extension Geometry {
  /// The non-empty parts, each of a single type, in a reference system; a collection has those of its members.
  func singleParts(srid: SRID?) -> [Geometry] {
    switch self {
    case .point(let point):
      guard let place = point.coordinate else { return [] }
      return [.point(Point(place, z: point.z, m: point.m, srid: srid))]
    case .multiPoint(let points):
      return points.coordinates.indices.map { index in
        let all = points.coordinates
        return .point(Point(all[index], z: all.z(at: index), m: all.m(at: index), srid: srid))
      }
    case .lineString(let line): return Geometry.lines([line.coordinates], srid)
    case .multiLineString(let lines):
      var start = 0
      var parts: [CoordinateSequence] = []
      for end in lines.partEnds {
        parts.append(lines.coordinates.slice(start..<end))
        start = end
      }
      return Geometry.lines(parts, srid)
    case .polygon(let polygon):
      return Geometry.polygon(polygon.coordinates, polygon.ringEnds, srid).map { [$0] } ?? []
    case .multiPolygon(let polygons):
      return polygons.polygonRings.compactMap { rings in
        let start = rings.lowerBound == 0 ? 0 : polygons.ringEnds[rings.lowerBound - 1]
        let ends = polygons.ringEnds[rings]
        return Geometry.polygon(
          polygons.coordinates.slice(start..<(ends.last ?? start)),
          ends.map { $0 - start },
          srid
        )
      }
    case .collection(let collection):
      return collection.geometries.flatMap { $0.singleParts(srid: srid) }
    }
  }

  private static func lines(_ parts: [CoordinateSequence], _ srid: SRID?) -> [Geometry] {
    parts.compactMap { part in
      guard !part.isEmpty, let line = try? LineString(part, srid: srid) else { return nil }
      return .lineString(line)
    }
  }

  private static func polygon(
    _ coordinates: CoordinateSequence,
    _ ringEnds: [Int],
    _ srid: SRID?
  ) -> Geometry? {
    guard !coordinates.isEmpty,
      let polygon = try? Polygon(coordinates: coordinates, ringEnds: ringEnds, srid: srid)
    else { return nil }
    return .polygon(polygon)
  }
}
