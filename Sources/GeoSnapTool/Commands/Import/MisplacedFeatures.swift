import GeoSnap
import GeoSnapProjection

/// The features that lie outside the area of use of a network's reference system.
struct MisplacedFeatures {
  private let network: UtilityNetwork
  /// The features that have a geometry, with the first coordinate of each.
  private let places: [(feature: FeatureID, place: Coordinate)]
  /// The median of these coordinates, ordinate by ordinate.
  private let middle: Coordinate

  init(_ network: UtilityNetwork) {
    self.network = network
    let places: [(feature: FeatureID, place: Coordinate)] = network.features.compactMap { feature in
      let path = network.geometry(of: feature)?.paths.first { !$0.isEmpty }
      return path.map { (feature, $0[0]) }
    }
    func median(_ ordinate: (Coordinate) -> Double) -> Double {
      let all = places.map { ordinate($0.place) }.sorted()
      return all.isEmpty ? 0 : all[all.count / 2]
    }
    self.places = places
    middle = Coordinate(x: median(\.x), y: median(\.y))
  }

  /// A sentence about the doubt, with a feature, its coordinate and its row.
  func sentence(of doubt: PlaceDoubt, in system: SpatialReference) -> String? {
    guard let first = places.first else { return nil }
    if let sentence = swappedSentence(in: system) { return sentence }
    var told = first
    if self.doubt(about: told.place, system) == nil {
      told = places.max { $0.place.distance(to: middle) < $1.place.distance(to: middle) } ?? first
    }
    let reason = self.doubt(about: told.place, system) ?? doubt
    return
      "Coordinates such as \(text(told.place)), of \(name(told.feature)), are unlikely in \(system). "
      + (reason == .farAway
        ? "They lie far outside the area of that system." : reason.description)
      + (reason == .swappedAxes
        ? " Swap them in the source, and import again."
        : " Give the right code with --srid.")
  }

  /// A sentence about features with swapped x and y: a few that stand apart from the others, and lie among them when
  /// swapped back.
  ///
  /// Nil where there are none. Coordinates that are plausible in the system count only where it is in degrees and
  /// they are fewer than half.
  func swappedSentence(in system: SpatialReference) -> String? {
    let swapped = places.filter {
      10 * $0.place.swapped.distance(to: middle) < $0.place.distance(to: middle)
    }
    guard let one = swapped.first else { return nil }
    let isImpossible = doubt(about: one.place, system) == .swappedAxes
    // Near the diagonal (longitude equals latitude) a swapped place is near the original, and a network may well have
    // both.
    let isFarFromDiagonal = (middle.x - middle.y).magnitude > 5
    let canBeTold = system.isInDegrees && isFarFromDiagonal && swapped.count * 2 < places.count
    guard isImpossible || canBeTold else { return nil }
    let others = swapped.count - 1
    return "x and y look swapped in \(name(one.feature)), at \(text(one.place))"
      + (others > 0 ? ", and in \(count(others, "other feature"))" : "")
      + (isImpossible
        ? ": such coordinates are unlikely in \(system), and swapped they lie beside the rest. "
        : ": that is far from the rest, and swapped it lies beside it. ")
      + "Swap them in the source, and import again."
  }

  private func doubt(about place: Coordinate, _ system: SpatialReference) -> PlaceDoubt? {
    system.doubt(about: Envelope(place))
  }

  private func name(_ feature: FeatureID) -> String {
    let table = network.tables[Int(feature.table)].name
    return "\(network.origin(of: feature) ?? "a feature") "
      + "(row \(network.rowID(of: feature) ?? 0) of \(table))"
  }
}

extension Coordinate {
  fileprivate var swapped: Coordinate { Coordinate(x: y, y: x) }
}
