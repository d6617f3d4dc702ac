extension Geometry {
  /// The planar distance to a place, in coordinate units; 0 inside an area.
  ///
  /// nil when the geometry is empty or the place is not finite.
  ///
  /// - Complexity: Linear in the number of coordinates.
  public func distance(to coordinate: Coordinate) -> Double? {
    areaContains(coordinate) ? 0 : nearestBoundaryCoordinate(to: coordinate)?.distance
  }

  /// The closest place of the geometry, areas with their inside; the place itself if it is inside.
  ///
  /// For a place inside an area, `part`, `index` and `fraction` are those of the closest place on
  /// its boundary while `coordinate` is the place itself, `distance` 0 and `z` and `m` nil. Otherwise as
  /// ``nearestBoundaryCoordinate(to:)``, which is what snapping to edges wants.
  ///
  /// - Returns: nil when the geometry is empty or the place is not finite.
  /// - Complexity: Linear in the number of coordinates.
  public func nearestCoordinate(to coordinate: Coordinate) -> ProximityResult? {
    guard let nearest = nearestBoundaryCoordinate(to: coordinate) else { return nil }
    guard nearest.distance > 0, areaContains(coordinate) else { return nearest }
    return ProximityResult(
      coordinate: coordinate,
      z: nil,
      m: nil,
      distance: 0,
      part: nearest.part,
      index: nearest.index,
      fraction: nearest.fraction
    )
  }

  /// The closest place on the segments of the geometry: of areas their boundary.
  ///
  /// On ties the first segment wins. Segments with an ordinate that is not finite, or whose
  /// distance is beyond about 1e154, are never the closest.
  ///
  /// - Returns: nil when the geometry is empty or the place is not finite.
  /// - Complexity: Linear in the number of coordinates.
  public func nearestBoundaryCoordinate(to coordinate: Coordinate) -> ProximityResult? {
    var best: (path: GeometryPath, index: Int)?
    var bestSquaredDistance = Double.infinity
    forEachPath { path in
      for index in 0..<path.segmentCount {
        let squaredDistance = path.segment(index).squaredDistance(to: coordinate)
        if squaredDistance < bestSquaredDistance {
          bestSquaredDistance = squaredDistance
          best = (path, index)
        }
      }
    }
    guard let best else { return nil }
    let segment = best.path.segment(best.index)
    let fraction = segment.fraction(closestTo: coordinate)
    return ProximityResult(
      coordinate: segment.coordinate(atFraction: fraction),
      z: best.path.z(on: best.index, atFraction: fraction),
      m: best.path.m(on: best.index, atFraction: fraction),
      distance: bestSquaredDistance.squareRoot(),
      part: best.path.part,
      index: best.index,
      fraction: fraction
    )
  }

  /// The closest vertex of the geometry.
  ///
  /// On ties the first vertex wins; so a ring answers its first coordinate, not the repeated last.
  ///
  /// - Returns: nil when the geometry is empty or the place is not finite.
  /// - Complexity: Linear in the number of coordinates.
  public func nearestVertex(to coordinate: Coordinate) -> ProximityResult? {
    var best: (path: GeometryPath, index: Int)?
    var bestSquaredDistance = Double.infinity
    forEachPath { path in
      for index in 0..<path.count {
        let squaredDistance = path[index].squaredDistance(to: coordinate)
        if squaredDistance < bestSquaredDistance {
          bestSquaredDistance = squaredDistance
          best = (path, index)
        }
      }
    }
    guard let best else { return nil }
    return ProximityResult(
      coordinate: best.path[best.index],
      z: best.path.z(at: best.index),
      m: best.path.m(at: best.index),
      distance: bestSquaredDistance.squareRoot(),
      part: best.path.part,
      index: best.index,
      fraction: 0
    )
  }
}
