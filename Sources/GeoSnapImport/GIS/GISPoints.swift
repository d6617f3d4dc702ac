internal import GeoSnap

/// The points of the layers that connect by geometry, with a spatial index.
struct GISPoints {
  /// A point feature at which lines may end.
  struct Point {
    var feature: Int32
    /// The index of its domain network.
    var domain: Int32
    var coordinate: Coordinate
    var z: Double?
  }

  let scale: PlaneScale
  private(set) var points: [Point] = []
  private let tree: PackedRTree
  /// The names of the domain networks.
  private var domains: [String] = []

  init(_ features: GISFeatures, mapping: GISMapping, scale: PlaneScale) throws(IndexError) {
    self.scale = scale
    for (position, layer) in features.layers.enumerated() {
      guard let usage = mapping.layers[layer.layer].usage, usage.connectsByGeometry,
        usage.geometryType == .point
      else { continue }
      let domain = mapping.layers[layer.layer].domain ?? ""
      if !domains.contains(domain) { domains.append(domain) }
      let number = Int32(domains.firstIndex(of: domain) ?? 0)
      for (row, feature) in features.numbers(position).enumerated() {
        guard case .point(let point)? = features.changes[feature] ?? layer.geometries[row],
          let place = point.coordinate
        else { continue }
        points.append(
          Point(feature: Int32(feature), domain: number, coordinate: place, z: point.z)
        )
      }
    }
    tree = try PackedRTree(points.map { Envelope($0.coordinate) })
  }

  func feature(_ point: Int) -> Int { Int(points[point].feature) }

  func domain(_ point: Int) -> String { domains[Int(points[point].domain)] }

  /// The points of a domain network within a distance of a place in x, y and z, nearest first.
  ///
  /// Ties are in the order of the data. The distance is in metres when the coordinates are degrees.
  func near(
    _ place: Coordinate,
    z: Double?,
    within metres: Double,
    domain: String
  ) -> [(point: Int, distance: Double)] {
    around(place, z: z, within: metres, domain: domain).filter { $0.distance <= metres }
  }

  /// The points within a distance in x and y, and within it in z.
  private func around(
    _ place: Coordinate,
    z: Double?,
    within metres: Double,
    domain: String
  ) -> [(point: Int, distance: Double)] {
    guard let number = domains.firstIndex(of: domain) else { return [] }
    let found = tree.items(within: scale.units(metres: metres, at: place.y), of: place)
    if found.isEmpty { return [] }
    return found.map(Int.init)
      .filter {
        points[$0].domain == number && GISPoints.isLevel(z, points[$0].z, metres)
          && scale.distance(points[$0].coordinate, place) <= metres
      }
      .map { (point: $0, distance: scale.distance(points[$0].coordinate, place, points[$0].z, z)) }
      .sorted { ($0.distance, $0.point) < ($1.distance, $1.point) }
  }

  /// The points that coincide with a place in x, y and z.
  func at(_ place: Coordinate, z: Double?, domain: String) -> [Int] {
    around(place, z: z, within: scale.toleranceInMetres, domain: domain).map(\.point)
  }

  /// Whether heights are equal within a distance; a missing height is equal to any.
  static func isLevel(_ first: Double?, _ second: Double?, _ distance: Double) -> Bool {
    guard let first, let second else { return true }
    return abs(first - second) <= distance
  }
}
