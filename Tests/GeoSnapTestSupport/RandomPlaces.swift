public import GeoSnap

/// Places to ask a network about: half beside features, half anywhere, and some where ties are.
public struct RandomPlaces {
  private let geometries: [Geometry]
  private let extent: Envelope

  /// - Precondition: Some feature has a geometry.
  public init(_ network: UtilityNetwork) {
    geometries = network.tables.flatMap(\.geometries).compactMap { $0 }.filter { !$0.isEmpty }
    let extent = Envelope.combining(geometries.map(\.envelope))
    precondition(extent != nil, "Random places need a network with geometries")
    self.extent = extent ?? Envelope(Coordinate(x: 0, y: 0))
  }

  /// A place at most `distance` away from a random feature.
  public func near(within distance: Double, using generator: inout SeededGenerator) -> Coordinate {
    let path = randomPath(&generator)
    let index = generator.int(0...max(path.count - 2, 0))
    let segment = Segment(path[index], path[min(index + 1, path.count - 1)])
    let place = segment.coordinate(atFraction: generator.double(0...1))
    // A square within the circle, so that the feature stays within the distance.
    let reach = distance * 0.7
    return Coordinate(
      x: place.x + generator.double(-reach...reach),
      y: place.y + generator.double(-reach...reach)
    )
  }

  public func anywhere(using generator: inout SeededGenerator) -> Coordinate {
    Coordinate(
      x: generator.double(extent.minX...extent.maxX),
      y: generator.double(extent.minY...extent.maxY)
    )
  }

  /// A vertex, or the middle between two: where several answers are equally near.
  public func tie(using generator: inout SeededGenerator) -> Coordinate {
    let path = randomPath(&generator)
    let vertex = path[generator.int(0...path.count - 1)]
    if generator.oneIn(2) { return vertex }
    let other = randomPath(&generator)[0]
    return Coordinate(x: (vertex.x + other.x) / 2, y: (vertex.y + other.y) / 2)
  }

  private func randomPath(_ generator: inout SeededGenerator) -> GeometryPath {
    let paths = geometries[generator.int(0...geometries.count - 1)].paths
    return paths[generator.int(0...paths.count - 1)]
  }
}
