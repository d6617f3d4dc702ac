internal import GeoSnap

/// The points and the lines of the layers that connect by geometry, and which stand together.
struct GISPoints {
  /// A point feature that lines may end at.
  struct Point {
    var feature: Int
    var domain: String
    var coordinate: Coordinate
    var z: Double?
  }

  let scale: PlaneScale
  private(set) var points: [Point] = []
  private let tree: PackedRTree

  init(
    _ features: [GISFeature],
    layers: [GISMapping.Layer],
    scale: PlaneScale
  ) throws(IndexError) {
    self.scale = scale
    for (number, feature) in features.enumerated() {
      let layer = layers[feature.layer]
      guard let usage = layer.usage, usage.connectsByGeometry,
        case .point(let point)? = feature.geometry, let place = point.coordinate
      else { continue }
      points.append(
        Point(feature: number, domain: layer.domain ?? "", coordinate: place, z: point.z)
      )
    }
    tree = try PackedRTree(points.map { Envelope($0.coordinate) })
  }

  /// The points of a domain network within a distance of a place, by their distance, ties in the
  /// order of the data.
  ///
  /// The distance is in metres when the coordinates are degrees.
  func near(
    _ place: Coordinate,
    z: Double?,
    within metres: Double,
    domain: String
  ) -> [(point: Int, distance: Double)] {
    tree.items(within: scale.units(metres: metres, at: place.y), of: place).map(Int.init)
      .filter { points[$0].domain == domain && GISPoints.isLevel(z, points[$0].z, metres) }
      .map { (point: $0, distance: scale.distance(points[$0].coordinate, place)) }
      .filter { $0.distance <= metres }
      .sorted { ($0.distance, $0.point) < ($1.distance, $1.point) }
  }

  /// The points that stand at a place, as coincidence is meant: in x, y and z.
  func at(_ place: Coordinate, z: Double?, domain: String) -> [Int] {
    near(place, z: z, within: scale.toleranceInMetres, domain: domain).map(\.point)
  }

  /// Whether heights agree; a height that is missing agrees with all.
  static func isLevel(_ first: Double?, _ second: Double?, _ distance: Double) -> Bool {
    guard let first, let second else { return true }
    return abs(first - second) <= distance
  }
}
