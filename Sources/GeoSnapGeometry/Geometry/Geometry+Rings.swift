/// The direction of a ring.
public enum RingDirection: String, CaseIterable, Sendable {
  /// Clockwise, as exterior rings in Esri's formats.
  case clockwise
  /// Counterclockwise: exterior rings in GeoJSON and OGC's Simple Features 1.2.1.
  case counterclockwise
}

extension Geometry {
  /// The geometry with the exterior rings of areas in the direction `exterior`, and their holes in the opposite one.
  ///
  /// Rings without area, and everything that is not a ring, stay as they are. A reversed ring keeps its first vertex.
  ///
  /// ```swift
  /// let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 0 0))")
  /// parcel.orientingRings(.counterclockwise).wkt  // -> POLYGON ((0 0, 9 9, 0 9, 0 0))
  /// parcel.orientingRings(.clockwise) == parcel   // -> true
  /// ```
  ///
  /// - Z and M: Kept with their vertices.
  /// - Errors: A ring with a NaN in x or y may be reversed or not.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: The signed area of each ring; GEOS's `GEOSOrientPolygons` of 3.12.
  public func orientingRings(_ exterior: RingDirection) -> Geometry {
    switch self {
    case .polygon, .multiPolygon:
      let wrong = ringsRunning(against: exterior)
      return wrong.isEmpty ? self : reversingPaths(wrong)
    case .collection(let collection): return collection.mapping { $0.orientingRings(exterior) }
    default: return self
    }
  }

  /// The geometry with the vertices of all lines and rings in reverse order; the order of parts and rings stays.
  ///
  /// Points stay as they are.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING M (0 0 100, 5 0 105, 5 5 110)")
  /// main.reversed().wkt  // -> LINESTRING M (5 5 110, 5 0 105, 0 0 100)
  /// ```
  ///
  /// - Z and M: Kept with their vertices, so rising measures become falling ones.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: As GEOS's `GEOSReverse`.
  public func reversed() -> Geometry {
    switch self {
    case .point, .multiPoint: return self
    case .collection(let collection): return collection.mapping { $0.reversed() }
    default: return reversingPaths(Set(0..<paths.count))
    }
  }

  package var ringDirections: [RingDirection?] {
    paths.map { path in
      let area = path.kind == .ring ? path.sequence.signedArea(path.range) : 0
      return area == 0 ? nil : area > 0 ? .counterclockwise : .clockwise
    }
  }

  private func ringsRunning(against exterior: RingDirection) -> Set<Int> {
    let holes: Set<Int>
    switch self {
    case .polygon(let polygon): holes = Set(polygon.ringEnds.indices.dropFirst())
    case .multiPolygon(let polygons): holes = Set(polygons.polygonRings.flatMap { $0.dropFirst() })
    default: return []
    }
    var wrong: Set<Int> = []
    for (ring, direction) in ringDirections.enumerated() {
      guard let direction else { continue }
      if (direction == exterior) == holes.contains(ring) { wrong.insert(ring) }
    }
    return wrong
  }

  /// The first ring whose direction is wrong in Esri's model.
  package var wrongRingDirection: ValidityProblem? {
    guard let ring = ringsRunning(against: .clockwise).min(), let path = path(ring) else {
      return nil
    }
    return ValidityProblem(reason: "Ring Direction", location: path[0])
  }

  private func reversingPaths(_ reversed: Set<Int>) -> Geometry {
    mappingPaths { path, ordinates in
      let width = path.sequence.dimensions.count
      guard reversed.contains(path.part) else {
        let (start, end) = (path.range.lowerBound * width, path.range.upperBound * width)
        ordinates += path.sequence.ordinates[start..<end]
        return
      }
      for index in path.range.reversed() {
        ordinates += path.sequence.ordinates[index * width..<(index + 1) * width]
      }
    }
  }
}

extension CoordinateSequence {
  /// The area of a ring; positive when it runs counterclockwise.
  ///
  /// Measured from the ring's first vertex, so large coordinates cost no precision.
  package func signedArea(_ ring: Range<Int>) -> Double {
    guard ring.count > 3 else { return 0 }
    let origin = self[ring.lowerBound]
    var area = 0.0
    var last = self[ring.lowerBound + 1]
    for index in ring.lowerBound + 2..<ring.upperBound {
      let next = self[index]
      area +=
        (last.x - origin.x) * (next.y - origin.y) - (next.x - origin.x) * (last.y - origin.y)
      last = next
    }
    return area / 2
  }
}
