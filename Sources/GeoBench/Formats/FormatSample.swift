import GeoSnap

/// Features of a kind, in all measured formats.
struct FormatSample {
  let name: String
  let geometries: [Geometry]
  let binary: [[UInt8]]
  let geoJSON: [UInt8]

  /// The kinds: points, lines of ten vertices, and areas of forty with a hole.
  static func all(count: Int) throws -> [FormatSample] {
    [
      try FormatSample("points", count: count) { random in
        .point(Point(random.coordinate()))
      },
      try FormatSample("lines", count: count / 5) { random in
        .lineString(try LineString(random.path(10)))
      },
      try FormatSample("areas", count: count / 25) { random in
        let rings = [random.path(40), random.path(10)].map { path in
          CoordinateSequence(trusted: path.ordinates + path.ordinates[..<2], dimensions: .xy)
        }
        return .polygon(try Polygon(rings: rings))
      },
    ]
  }

  private init(
    _ name: String,
    count: Int,
    _ make: (inout FormatRandom) throws -> Geometry
  ) throws {
    var random = FormatRandom(state: SplitMix(seed: Workload.seed))
    self.name = name
    geometries = try (0..<count).map { _ in try make(&random) }
    binary = geometries.map { $0.wkb() }
    let features = geometries.enumerated().map { number, geometry in
      GeoJSONFeature(
        id: .integer(Int64(number)),
        geometry: geometry,
        properties: [
          "name": .text("feature \(number)"), "class": .integer(Int64(number % 7)),
          "diameter": .real(Double(number % 40) * 12.5),
        ]
      )
    }
    geoJSON = try GeoJSONCollection(features).geoJSON()
  }
}

/// Random coordinates with all digits of doubles.
struct FormatRandom {
  var state: SplitMix

  mutating func coordinate() -> Coordinate {
    Coordinate(
      x: 3_400_000 + 100_000 * state.uniform(),
      y: 5_300_000 + 100_000 * state.uniform()
    )
  }

  mutating func path(_ count: Int) -> CoordinateSequence {
    CoordinateSequence((0..<count).map { _ in coordinate() })
  }
}
