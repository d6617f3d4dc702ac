import GeoSnap
import GeoSnapTestSupport
import Testing

func c(_ x: Double, _ y: Double) -> Coordinate { Coordinate(x: x, y: y) }

func pointAt(_ x: Double, _ y: Double) -> Geometry { .point(Point(x: x, y: y)) }

func line(_ places: Coordinate...) throws -> Geometry {
  .lineString(try LineString(CoordinateSequence(places)))
}

extension Array where Element: Hashable {
  func isPermutation(of other: [Element]) -> Bool {
    count == other.count && Set(self) == Set(other)
  }
}

extension Envelope {
  static let everywhere = Envelope(
    minX: -.infinity,
    minY: -.infinity,
    maxX: .infinity,
    maxY: .infinity
  )
}

enum Scene: String, CaseIterable, CustomTestStringConvertible {
  /// A few metres around UTM-like coordinates.
  case town
  /// Whole numbers in a small square: ties, shared vertices, collinear and repeated segments.
  case lattice
  case onePlace
  /// All on one horizontal line.
  case collinear
  /// Spread over the world in metres.
  case world
  /// From thousandths to 1e140.
  case extreme

  var testDescription: String { rawValue }

  func coordinate(_ random: inout SeededGenerator) -> Coordinate {
    func real(_ range: ClosedRange<Double>) -> Double { random.double(range) }
    func whole(_ range: ClosedRange<Int>) -> Double { Double(random.int(range)) }
    switch self {
    case .town: return c(3.4e6 + real(0...200), 5.4e6 + real(0...200))
    case .lattice: return c(whole(-6...6), whole(-6...6))
    case .onePlace: return c(3.4e6 + 0.1, 5.4e6 + 0.7)
    case .collinear: return c(whole(-50...50) * 0.1, -0.0)
    case .world: return c(real(-2.0e7...2.0e7), real(-2.0e7...2.0e7))
    case .extreme:
      let scales: [Double] = [1e-3, 1, 1e10, 1e70, 1e140]
      let scale = scales.randomElement(using: &random) ?? 1
      return c(real(-1...1) * scale, real(-1...1) * scale)
    }
  }

  /// Tolerances of which some find little, some much, and some sit exactly on a distance.
  var tolerances: [Double] {
    switch self {
    case .town: [0, 0.5, 5, 40, .infinity]
    case .lattice: [0, 1, 2, 2.0.squareRoot(), 5.0.squareRoot(), .infinity]
    case .onePlace: [0, 1e-9, 1, .infinity]
    case .collinear: [0, 0.1, 0.2, 0.30000000000000004, 1, .infinity]
    case .world: [0, 1e3, 5e5, 1e7, .infinity]
    case .extreme: [0, 1, 1e9, 1e100, 1e149, .infinity]
    }
  }

  func query(_ random: inout SeededGenerator, _ oracle: IndexOracle) -> Coordinate {
    let segments = oracle.segments
    guard let segment = segments.randomElement(using: &random)?.geometry else {
      return coordinate(&random)
    }
    switch random.int(0...3) {
    case 0: return segment.start
    case 1: return segment.coordinate(atFraction: 0.5)
    default: return coordinate(&random)
    }
  }

  func geometries(_ count: Int, _ random: inout SeededGenerator) throws -> [Geometry?] {
    try (0..<count).map { _ in try geometry(&random, depth: 0) }
  }

  private func geometry(_ random: inout SeededGenerator, depth: Int) throws -> Geometry? {
    switch random.int(0...15) {
    case 0: return nil
    case 1: return .point(Point(emptyIn: nil))
    case 2, 3, 4: return .point(Point(coordinate(&random)))
    case 5, 6, 7, 8: return .lineString(try lineString(&random))
    case 9: return .lineString(try LineString([]))
    case 10: return .multiPoint(MultiPoint(CoordinateSequence(places(0...4, &random))))
    case 11:
      return .multiLineString(
        try MultiLineString(parts: (0..<3).map { _ in try lineString(&random).coordinates })
      )
    case 12, 13: return .polygon(try polygon(&random))
    case 14:
      return .multiPolygon(
        try MultiPolygon(polygons: [try polygon(&random), try polygon(&random)])
      )
    default:
      guard depth < 2 else { return nil }
      let members = try (0..<3).compactMap { _ in try geometry(&random, depth: depth + 1) }
      return .collection(try GeometryCollection(members))
    }
  }

  private func places(_ range: ClosedRange<Int>, _ random: inout SeededGenerator) -> [Coordinate] {
    (0..<random.int(range)).map { _ in coordinate(&random) }
  }

  private func lineString(_ random: inout SeededGenerator) throws -> LineString {
    var places = places(2...6, &random)
    if random.oneIn(2) { places[1] = places[0] }
    return try LineString(CoordinateSequence(places))
  }

  /// Rings of random places cross themselves: the even-odd rule has an answer for them too.
  private func polygon(_ random: inout SeededGenerator) throws -> Polygon {
    try Polygon(
      rings: (0..<random.int(1...3)).map { _ in
        let places = places(3...6, &random)
        return CoordinateSequence(places + [places[0]])
      }
    )
  }
}
