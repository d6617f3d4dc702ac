/// The reason why a place has no feature of a network nearby.
///
/// Editors show it when a result is empty, since a place in a wrong reference system causes no error.
public enum PlaceDoubt: Hashable, Sendable, CaseIterable, CustomStringConvertible {
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

extension NetworkReading {
  /// The likely reason why a place does not belong to this network.
  ///
  /// ```swift
  /// if let doubt = network.doubt(about: pointer) { print(doubt) }
  /// ```
  ///
  /// - Parameter place: A place that its author takes to be in the network's reference system.
  /// - Returns: nil for a place in the network or within its length of it, and for a network without extent.
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

  /// The extent, expanded on each side by its length or at least about 1 km; nil without an extent.
  package var neighbourhood: Envelope? {
    guard let envelope else { return nil }
    let side = max(envelope.width, envelope.height)
    let least = base.srid == nil ? 0 : base.isInDegrees ? 0.01 : 1_000
    let margin = max(side, least)
    return margin > 0 ? envelope.expanded(by: margin) : nil
  }

  /// Whether the place has the network's northings but lies in a neighbouring zone, or only one of the two has the
  /// zone's number before its easting.
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

  /// The smallest envelope around all features; nil when no feature has a geometry.
  package var envelope: Envelope? {
    guard let edited = self as? EditedNetwork, edited.box != nil else { return base.plainEnvelope }
    // Features that were strictly inside the packed network's envelope do not affect it.
    if let plain = base.plainEnvelope {
      let changed = edited.changedFeatures
      let isInner = changed.allSatisfy { feature in
        guard base.contains(feature), let box = base.geometry(of: feature)?.envelope else {
          return true
        }
        return box.minX > plain.minX && box.maxX < plain.maxX && box.minY > plain.minY
          && box.maxY < plain.maxY
      }
      if isInner {
        return Envelope.combining([plain] + changed.map { edited.geometry(of: $0)?.envelope })
      }
    }
    return Envelope.combining(
      base.tables.indices.lazy.flatMap { table in
        features(table: table).lazy.map { geometry(of: $0)?.envelope }
      }
    )
  }
}
