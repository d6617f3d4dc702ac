internal import GeoSnapGeometry

/// The first difference between two geometries; nil when there is none.
func firstDifference(
  _ geometry: Geometry,
  _ expected: Geometry,
  _ tolerance: Double
) -> (summary: String, location: Coordinate?)? {
  guard geometry.srid == expected.srid else {
    return (
      "The reference system is \(name(geometry.srid)), expected \(name(expected.srid)).", nil
    )
  }
  guard geometry.type == expected.type else {
    return ("The geometry is a \(geometry.type.name), expected a \(expected.type.name).", nil)
  }
  if case .collection(let own) = geometry, case .collection(let other) = expected {
    guard own.geometries.count == other.geometries.count else {
      return (
        "The collection has \(own.geometries.count) members, expected \(other.geometries.count).",
        nil
      )
    }
    for (index, pair) in zip(own.geometries, other.geometries).enumerated() {
      if let found = firstDifference(pair.0, pair.1, tolerance) {
        return ("In member \(index): \(found.summary)", found.location)
      }
    }
    return nil
  }
  guard geometry.hasZ == expected.hasZ, geometry.hasM == expected.hasM else {
    return (
      "The coordinates are \(dimensions(geometry)), expected \(dimensions(expected)).", nil
    )
  }
  return difference(ofPaths: geometry, expected, tolerance)
}

private func difference(
  ofPaths geometry: Geometry,
  _ expected: Geometry,
  _ tolerance: Double
) -> (summary: String, location: Coordinate?)? {
  let kind = geometry.type.dimension == 2 ? "ring" : geometry.type.dimension == 1 ? "part" : "point"
  let paths = (geometry.paths, expected.paths)
  if case .multiPolygon(let own) = geometry, case .multiPolygon(let other) = expected,
    own.polygonEnds.count != other.polygonEnds.count
  {
    return (
      "There are \(own.polygonEnds.count) polygons, expected \(other.polygonEnds.count).", nil
    )
  }
  guard paths.0.count == paths.1.count else {
    return ("There are \(paths.0.count) \(kind)s, expected \(paths.1.count).", nil)
  }
  for (path, other) in zip(paths.0, paths.1) {
    for index in 0..<min(path.count, other.count) {
      let place = path[index]
      let distance = place.distance(to: other[index])
      if place != other[index], !(distance <= tolerance) {
        return (
          "Coordinate \(index) of \(kind) \(path.part) is \(distance) away from (\(other[index])).",
          place
        )
      }
      for (name, pair) in [
        ("Z", (path.z(at: index), other.z(at: index))),
        ("M", (path.m(at: index), other.m(at: index))),
      ] {
        guard let own = pair.0, let wanted = pair.1, own != wanted else { continue }
        if own.isNaN && wanted.isNaN || (own - wanted).magnitude <= tolerance { continue }
        return (
          "\(name) of coordinate \(index) of \(kind) \(path.part) is \(own), expected \(wanted).",
          place
        )
      }
    }
    guard path.count == other.count else {
      let shared = min(path.count, other.count)
      return (
        "The \(kind) \(path.part) has \(path.count) coordinates, expected \(other.count).",
        shared < path.count ? path[shared] : other[shared]
      )
    }
  }
  return nil
}

private func name(_ srid: SRID?) -> String { srid.map { "EPSG:\($0)" } ?? "undeclared" }

private func dimensions(_ geometry: Geometry) -> String {
  "XY" + (geometry.hasZ ? "Z" : "") + (geometry.hasM ? "M" : "")
}
