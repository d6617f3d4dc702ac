internal import Foundation
internal import GeoSnap

extension Placer {
  /// Takes the next free place around a site.
  ///
  /// Places are on a spiral that begins in the widest gap between the lines of the site, within half the distance to
  /// the nearest other feature. When this room is full, the spiral leaves it, and a note reports it.
  mutating func takePlace(at number: Int) -> Coordinate {
    let site = places[number]
    let room = site.room ?? freeRoom(around: site)
    places[number].room = room
    let capacity = Double(site.memberCount * 2 + 4)
    var index = site.used
    var place: Coordinate
    repeat {
      place = spiralPlace(index, around: site.place, room, capacity)
      index += 1
      // There is always room far outside; the limit only guards the arithmetic.
    } while !isFree(place) && index < site.used + 10_000
    if Double(index) > capacity, Double(site.used) <= capacity {
      notes.append(
        "There is little room around \(site.place): a feature is farther away than halfway from "
          + "\(graph.nodes[site.nodes[0]].description.origin) to the nearest other feature."
      )
    }
    places[number].used = index
    occupied.insert(place)
    return place
  }

  private func isFree(_ place: Coordinate) -> Bool {
    occupied.isFree(place) && !isTouched(place)
  }

  private func spiralPlace(
    _ index: Int,
    around center: Coordinate,
    _ room: (radius: Double, bearing: Double),
    _ capacity: Double
  ) -> Coordinate {
    let goldenAngle = 2.399_963_229_728_653
    let ring = 0.25 + 0.75 * (Double(index) + 0.5) / capacity
    let growth = ring > 1 ? pow(1.05, min(ring * capacity - capacity, 2_000)) : 1
    return scale.place(
      from: center,
      bearing: room.bearing + Double(index) * goldenAngle,
      metres: room.radius * ring.squareRoot() * growth
    )
  }

  /// The greatest distance of equipment from a site, in metres, and the direction with the most room.
  private func freeRoom(around site: Site) -> (radius: Double, bearing: Double) {
    let wanted = Placer.step * max(1, Double(site.memberCount).squareRoot() / 3)
    let reach = scale.units(metres: wanted * 2.5, at: site.place.y)
    var radius = wanted
    if let nearest = obstacles.nearestDistance(
      to: site.place,
      beyond: clearance,
      within: reach,
      leavingOut: site.links
    ) {
      // In metres, a distance in degrees is shortest along a parallel.
      let metres = nearest / scale.units(metres: 1, at: site.place.y)
      radius = min(wanted, metres * 0.49)
    }
    return (radius, widestGap(site.bearings))
  }

  /// The middle of the widest angle between bearings.
  private func widestGap(_ bearings: [Double]) -> Double {
    let sorted = bearings.sorted()
    guard let first = sorted.first else { return .pi / 4 }
    var best = (width: -1.0, middle: 0.0)
    for (bearing, next) in zip(sorted, sorted.dropFirst() + [first + 2 * .pi]) {
      if next - bearing > best.width + 1e-9 {
        best = (next - bearing, bearing + (next - bearing) / 2)
      }
    }
    return best.middle
  }

  /// Counts the features that need a place at each site, to share the room evenly.
  mutating func countMembers(_ groups: [ContainerGroup]) {
    for index in places.indices { places[index].memberCount = places[index].nodes.count }
    for (number, equipment) in graph.equipment.enumerated() where !isStandIn(number) {
      if let site = homeSite(equipment) { places[site].memberCount += 1 }
    }
    for group in groups { places[group.site].memberCount += group.style.pointCount }
    for (number, link) in graph.links.enumerated() {
      guard let path = placement.paths[number] else { continue }
      for end in LinkEnd.allCases {
        let ordered = end == .start ? path : path.reversed()
        guard let site = placement.sites[link.nodes[end]],
          let next = ordered.dropFirst().first(where: { $0 != ordered[0] })
        else { continue }
        places[site].links.insert(number)
        places[site].bearings.append(scale.bearing(from: ordered[0], to: next))
      }
    }
  }
}
