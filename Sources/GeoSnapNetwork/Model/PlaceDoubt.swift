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
