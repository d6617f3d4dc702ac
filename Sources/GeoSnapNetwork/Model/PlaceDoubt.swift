/// Why a place cannot well be meant for a network: nothing of the network is anywhere near.
///
/// A wrong reference system is silent otherwise: a place in degrees that is asked of a network in metres finds
/// nothing, and nobody says why. An editor shows this where an answer is empty.
public enum PlaceDoubt: Hashable, Sendable, CaseIterable {
  /// x and y stand the wrong way round: with them swapped the place is in the network.
  case swappedAxes
  /// The place looks like longitude and latitude in degrees, and the network is not in degrees.
  case degrees
  /// The place is no longitude and latitude, and the network is in degrees.
  case notDegrees
  /// The place is of another zone of the projection, or the number of the zone stands before the easting of one
  /// of the two.
  case anotherZone
  /// Nothing of the kind explains it.
  case farAway
}

extension PlaceDoubt: CustomStringConvertible {
  /// The likely reason in a sentence.
  public var description: String {
    switch self {
    case .swappedAxes: "x and y seem to be swapped: easting or longitude comes first."
    case .degrees: "This looks like longitude and latitude in degrees."
    case .notDegrees: "This is no longitude and latitude in degrees."
    case .anotherZone: "This looks like another zone of the projection."
    case .farAway: "This may be of another reference system."
    }
  }
}

extension NetworkReading {
  /// Why a place cannot well be meant for this network.
  ///
  /// ```swift
  /// if let doubt = network.doubt(about: pointer) { print(doubt) }
  /// ```
  ///
  /// - Parameter place: The place, in what its author takes for the network's reference system.
  /// - Returns: The likely reason; nil for a place in the network, or nearer to it than the network is long, and
  ///   where the network has no extent to compare with.
  /// - Complexity: Linear in the number of features.
  public func doubt(about place: Coordinate) -> PlaceDoubt? {
    guard let near = neighbourhood, place.isFinite, !near.contains(place) else { return nil }
    if near.contains(Coordinate(x: place.y, y: place.x)) { return .swappedAxes }
    let mayBeDegrees =
      max(place.x.magnitude, place.y.magnitude) <= 180
      && min(place.x.magnitude, place.y.magnitude) <= 90
    if base.isInDegrees { return mayBeDegrees ? .farAway : .notDegrees }
    let farthest = max(
      max(near.minX.magnitude, near.maxX.magnitude),
      max(near.minY.magnitude, near.maxY.magnitude)
    )
    if mayBeDegrees, farthest > 1_000 { return .degrees }
    if base.srid != nil, isOfAnotherZone(place, near) { return .anotherZone }
    return .farAway
  }

  /// The extent and as much around it as it is long; nil where there is no extent to speak of.
  package var neighbourhood: Envelope? {
    guard let envelope else { return nil }
    let side = max(envelope.width, envelope.height)
    let least = base.srid == nil ? 0 : base.isInDegrees ? 0.01 : 1_000
    let margin = max(side, least)
    return margin > 0 ? envelope.expanded(by: margin) : nil
  }

  /// Whether a place lies beside the network at its height, as places of a neighbouring zone do, or has the
  /// number of a zone too many or too few before its easting.
  private func isOfAnotherZone(_ place: Coordinate, _ near: Envelope) -> Bool {
    let million = 1e6
    guard place.y >= near.minY - 20_000, place.y <= near.maxY + 20_000, near.maxX > 10_000 else {
      return false
    }
    func withoutZone(_ easting: Double) -> Double {
      easting.truncatingRemainder(dividingBy: million)
    }
    if (place.x >= million) != (near.maxX >= million) {
      let bare = withoutZone(place.x)
      return bare >= withoutZone(near.minX) && bare <= withoutZone(near.maxX)
    }
    let away = min((place.x - near.minX).magnitude, (place.x - near.maxX).magnitude)
    return away > 100_000 && away < 1_000_000
  }

  /// The smallest envelope around all features; nil when none has a place.
  package var envelope: Envelope? {
    Envelope.combining(
      base.tables.indices.lazy.flatMap { table in
        features(table: table).lazy.map { geometry(of: $0)?.envelope }
      }
    )
  }
}

extension UtilityNetwork {
  /// Whether coordinates are known to be degrees: the geographic systems that networks are kept in.
  package var isInDegrees: Bool {
    let systems: Set<SRID> = [
      4326, 4979, 4258, 4937, 4230, 4277, 4314, 4269, 4267, 4617, 4283, 7844, 4167, 4148, 4612,
      6668, 4674, 9057,
    ]
    return srid.map(systems.contains) ?? false
  }
}
