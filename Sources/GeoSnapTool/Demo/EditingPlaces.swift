import GeoSnap

/// Where the editing walk goes: found near a place by what lies there, so that it stays right when
/// the sample is made anew.
struct EditingPlaces {
  /// Beside the end of a main.
  let mainEnd: Coordinate
  /// Beside the middle of the same main.
  let mainMiddle: Coordinate
  /// Beside a cable, with nothing else near.
  let cable: Coordinate

  init(_ index: NetworkIndex, around place: Coordinate) throws {
    let network = index.network
    let nearby = index.features.nearestSegments(to: place, count: 2_000)
    func isAlone(_ segment: Segment) -> Bool {
      index.features.hits(at: segment.coordinate(atFraction: 0.5), within: 2).count == 1
    }
    func source(_ hit: SegmentHit) -> String {
      network.base.tables[Int(network.feature(ordinal: hit.feature).table)].name
    }
    let main = nearby.first { hit in
      let type = network.assetType(of: network.feature(ordinal: hit.feature))?.type
      return source(hit) == "PipelineLine" && type?.connectivityPolicy == .anyVertex
        && hit.geometry.length > 5 && isAlone(hit.geometry)
        && min(hit.geometry.start.distance(to: place), hit.geometry.end.distance(to: place)) > 4
    }
    let cable = nearby.first { source($0) == "ElectricLine" && isAlone($0.geometry) }
    guard let main, let cable else {
      throw DemoPlaces.notTheSample("a main and a cable near \(text(place))")
    }
    mainEnd = EditingPlaces.beside(main.geometry.start)
    mainMiddle = EditingPlaces.beside(main.geometry.coordinate(atFraction: 0.5))
    self.cable = EditingPlaces.beside(cable.geometry.coordinate(atFraction: 0.5))
  }

  private static func beside(_ place: Coordinate) -> Coordinate {
    Coordinate(x: place.x + 0.3, y: place.y - 0.2)
  }
}
