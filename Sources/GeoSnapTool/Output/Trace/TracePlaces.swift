import GeoSnap

struct TracePlaces {
  private let topology: Topology

  init(_ topology: Topology) { self.topology = topology }

  private var network: EditedNetwork { topology.network }

  /// The geometry of an element: for a line the stretch that belongs to it; nil for objects.
  func geometry(_ element: NetworkElement) -> Geometry? {
    guard let geometry = network.geometry(of: element.feature) else { return nil }
    guard let positions = element.positions, positions != 0...1 else { return geometry }
    return try? geometry.substring(from: positions.lowerBound, to: positions.upperBound)
  }

  /// The place of a location; nil for objects.
  func coordinate(_ location: TraceLocation) -> Coordinate? { topology.coordinate(of: location) }

  /// The features that elements cover as a whole, and the stretches of those they cover in part.
  func parts(of elements: TraceElements) -> (whole: [FeatureID], stretches: [Geometry]) {
    var covered: [FeatureID: Double] = [:]
    for element in elements {
      guard let positions = element.positions, positions != 0...1 else { continue }
      covered[element.feature, default: 0] += positions.upperBound - positions.lowerBound
    }
    let partial = Set(covered.filter { $0.value < 1 - 1e-9 }.keys)
    return (
      elements.features.filter { !partial.contains($0) },
      elements.filter { partial.contains($0.feature) }.compactMap(geometry)
    )
  }
}
