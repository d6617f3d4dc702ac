/// The result for one vertex.
public enum ConformOutcome: Equatable, Sendable {
  /// It moved to a place of the network.
  case moved(SnapMatch)
  /// It could have moved but stayed.
  case kept(ConformReason)
  /// It cannot move: it is an inner vertex of a line that connects at its ends only, or its feature is not conformed.
  case held

  package func place(from place: Coordinate) -> Coordinate {
    if case .moved(let match) = self { match.place.location } else { place }
  }

  /// The height after conforming: the network's if the vertex moved and both have a height; NaN for none.
  package func height(from height: Double) -> Double {
    guard !height.isNaN, case .moved(let match) = self, let z = match.place.z else { return height }
    return z
  }
}

/// The reason why a vertex, or a feature, stayed.
public enum ConformReason: Equatable, Sendable {
  /// No place of the network is within the tolerance.
  case nothingNear
  /// It is already at its place of the network.
  case alreadyThere
  /// All places within the tolerance are refused; the reason is that of the nearest.
  case refused(SnapRefusalReason)
  /// A line would become shorter than the tolerance, or two of its consecutive vertices would coincide.
  case wouldCollapse
  /// A vertex of another line at the same coordinate stays.
  case sharedConflict
  /// The shape does not suit the asset type: an area, a collection, a line for junctions or a point for lines.
  case unsupportedGeometry
  /// The feature has no geometry, or an empty one.
  case noGeometry

  /// The reason in reports, such as `nothingNear` or `refused:noRule`.
  package var name: String {
    if case .refused(let reason) = self { "refused:\(reason.rawValue)" } else { "\(self)" }
  }
}

extension Geometry {
  /// The geometry with its vertices at their new places, from one result for each.
  ///
  /// Measures are kept. Areas and collections are returned unchanged.
  package func conformed(_ outcomes: ArraySlice<ConformOutcome>) -> Geometry {
    let isMoved = outcomes.contains { if case .moved = $0 { true } else { false } }
    guard isMoved else { return self }
    // The numbers of vertices and parts stay, so the checks of the public initialisers are unnecessary.
    switch self {
    case .point(let point):
      guard let place = point.coordinate, let outcome = outcomes.first else { return self }
      let z = point.z.map { outcome.height(from: $0) }
      return .point(Point(outcome.place(from: place), z: z, m: point.m, srid: point.srid))
    case .multiPoint(let points):
      return .multiPoint(MultiPoint(points.coordinates.conformed(outcomes), srid: points.srid))
    case .lineString(let line):
      return .lineString(LineString(trusted: line.coordinates.conformed(outcomes), srid: line.srid))
    case .multiLineString(let lines):
      let moved = lines.coordinates.conformed(outcomes)
      return .multiLineString(
        MultiLineString(trusted: moved, partEnds: lines.partEnds, srid: lines.srid)
      )
    case .polygon, .multiPolygon, .collection: return self
    }
  }
}

extension CoordinateSequence {
  fileprivate func conformed(_ outcomes: ArraySlice<ConformOutcome>) -> CoordinateSequence {
    var moved: [Double] = []
    moved.reserveCapacity(ordinates.count)
    for (index, outcome) in outcomes.enumerated() {
      let place = outcome.place(from: self[index])
      moved += [place.x, place.y]
      if let z = z(at: index) { moved.append(outcome.height(from: z)) }
      if let m = m(at: index) { moved.append(m) }
    }
    return CoordinateSequence(trusted: moved, dimensions: dimensions)
  }
}
