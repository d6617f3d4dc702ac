/// The reason why a place has no feature of a network nearby.
///
/// Editors show it when a result is empty, since a place in a wrong reference system causes no error.
public enum PlaceDoubt: Hashable, Sendable, CaseIterable {
  /// x and y are swapped.
  case swappedAxes
  /// The place looks like longitude and latitude in degrees, but the network is not in degrees.
  case degrees
  /// The place is not a longitude and latitude, but the network is in degrees.
  case notDegrees
  /// The place is in another zone of the projection, or only one of the two has the zone's number before the easting.
  case anotherZone
  /// None of the other reasons applies.
  case farAway
}

extension PlaceDoubt: CustomStringConvertible {
  /// The likely reason in a sentence.
  public var description: String {
    switch self {
    case .swappedAxes: "x and y seem to be swapped: easting or longitude comes first."
    case .degrees: "This looks like longitude and latitude in degrees."
    case .notDegrees: "This is not longitude and latitude in degrees."
    case .anotherZone: "This looks like another zone of the projection."
    case .farAway: "This may be in another reference system."
    }
  }
}

extension UtilityNetwork {
  /// Whether coordinates are known to be degrees: the geographic systems that networks use.
  package var isInDegrees: Bool {
    let systems: Set<SRID> = [
      4326, 4979, 4258, 4937, 4230, 4277, 4314, 4269, 4267, 4617, 4283, 7844, 4167, 4148, 4612,
      6668, 4674, 9057,
    ]
    return srid.map(systems.contains) ?? false
  }
}
