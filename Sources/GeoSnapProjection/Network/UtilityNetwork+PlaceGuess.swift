public import GeoSnap

/// A reference system in which a place that seemed far away lies in a network.
public struct PlaceGuess: Equatable, Sendable {
  /// The EPSG code of the system.
  public let srid: SRID
  /// Whether x and y have to be swapped first.
  public let isSwapped: Bool
  /// The place in the network's system.
  public let place: Coordinate
}

extension UtilityNetwork {
  /// Guesses the reference system of a place that does not lie near the network in the network's system.
  ///
  /// It tries longitude and latitude (EPSG:4326), web Mercator (3857) and the zones next to the network's, and
  /// returns the first in which the place lies in or near the network. nil when no system fits, when the place is not
  /// finite, or when the network declares no system.
  ///
  /// ```swift
  /// let place = try Geometry(wkt: "POINT (417000 5367000)", srid: 25_832)
  /// var poles = FeatureTable(name: "poles", sourceID: nil, geometryType: .point)
  /// poles.append(Feature(rowID: 1, globalID: nil, geometry: place))
  /// let network = try UtilityNetwork(
  ///   definition: NetworkDefinition(domainNetworks: []), srid: 25_832, tables: [poles])
  /// network.guess(of: Coordinate(x: 7.878, y: 48.451))?.srid       // -> 4326
  /// network.guess(of: Coordinate(x: 48.451, y: 7.878))?.isSwapped  // -> true
  /// ```
  ///
  /// - Complexity: Linear in the number of features, and some look-ups in PROJ's database.
  /// - Source: PROJ, `proj_create_operations`.
  public func guess(of place: Coordinate) -> PlaceGuess? {
    guard let srid, let near = neighbourhood,
      let target = try? SpatialReference(srid: srid)
    else { return nil }
    let swapped = Coordinate(x: place.y, y: place.x)
    let beside = [srid - 1, srid + 1, srid - 2, srid + 2]
    for code in [4326, 3857] + beside where code != srid && code > 0 {
      guard let source = try? SpatialReference(srid: code),
        // A neighbouring code is a neighbouring zone only for projected systems.
        code == 4326 || (source.kind == .projected && target.kind != .other),
        let transformation = try? CoordinateTransformation(from: source, to: target)
      else { continue }
      for (isSwapped, tried) in [(false, place), (true, swapped)] {
        if let found = try? transformation.transform(tried), near.contains(found) {
          return PlaceGuess(srid: code, isSwapped: isSwapped, place: found)
        }
      }
    }
    return nil
  }
}

extension SpatialReference {
  /// Returns why coordinates in an envelope are unlikely to be in this reference system; nil when they may be.
  ///
  /// ``PlaceDoubt/farAway`` means that they lie far outside the system's area of use.
  ///
  /// ```swift
  /// let utm = try SpatialReference(srid: 25_832)
  /// let degrees = Envelope(minX: 7.8, minY: 48.4, maxX: 7.9, maxY: 48.5)
  /// utm.doubt(about: degrees) == .degrees  // -> true
  /// try SpatialReference(srid: 4326).doubt(about: degrees) == nil  // -> true
  /// ```
  ///
  /// - Complexity: A look-up in PROJ's database.
  public func doubt(about envelope: Envelope) -> PlaceDoubt? {
    let farthestX = max(envelope.minX.magnitude, envelope.maxX.magnitude)
    let farthestY = max(envelope.minY.magnitude, envelope.maxY.magnitude)
    if isInDegrees {
      if farthestX <= 180, farthestY <= 90 { return nil }
      return farthestX <= 90 && farthestY <= 180 ? .swappedAxes : .notDegrees
    }
    guard kind == .projected else { return nil }
    let center = Coordinate(
      x: (envelope.minX + envelope.maxX) / 2,
      y: (envelope.minY + envelope.maxY) / 2
    )
    // No network lies within 180 metres of the origin of a projection.
    if max(farthestX, farthestY) <= 180, min(farthestX, farthestY) <= 90 { return .degrees }
    if isNear(center) { return nil }
    if isNear(Coordinate(x: center.y, y: center.x)) { return .swappedAxes }
    return .farAway
  }

  /// Whether a place is in the area of use or within ten degrees of it.
  private func isNear(_ place: Coordinate) -> Bool {
    guard let area = areaOfUse, let degrees = try? SpatialReference(srid: 4326),
      let transformation = try? CoordinateTransformation(
        from: self,
        to: degrees,
        allowingBallpark: true
      )
    else { return true }
    guard let place = try? transformation.transform(place) else { return false }
    let margin = 10.0
    let longitudes = [place.x, place.x - 360, place.x + 360]
    let east = area.east < area.west ? area.east + 360 : area.east
    return place.y >= area.south - margin && place.y <= area.north + margin
      && longitudes.contains { $0 >= area.west - margin && $0 <= east + margin }
  }
}
