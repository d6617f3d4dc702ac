internal import Foundation
internal import GeoSnap

/// The nodes and equipment that one container holds.
struct ContainerGroup {
  let style: ContainerStyle
  let site: Int
  let nodes: [Int]
  let equipment: [Int]
}

extension Placer {
  /// The greatest distance between two sites of one station, in metres.
  private static let stationReach = 50.0

  /// Groups the sites that a transformer joins, and asks for each group's container.
  func containerGroups(_ container: ([Int], [Int]) -> ContainerStyle?) -> [ContainerGroup] {
    var group = Array(places.indices)
    func root(_ site: Int) -> Int {
      var site = site
      while group[site] != site {
        group[site] = group[group[site]]
        site = group[site]
      }
      return site
    }
    for equipment in graph.equipment where equipment.joinsSites {
      let sites = equipment.homeNodes.compactMap { placement.sites[$0] }
      for (first, second) in zip(sites, sites.dropFirst())
      where scale.distance(places[first].place, places[second].place) <= Placer.stationReach {
        let (low, high) = (min(root(first), root(second)), max(root(first), root(second)))
        group[high] = low
      }
    }
    var nodes: [Int: [Int]] = [:]
    var equipment: [Int: [Int]] = [:]
    for (node, site) in placement.sites.enumerated() {
      if let site { nodes[root(site), default: []].append(node) }
    }
    for (number, piece) in graph.equipment.enumerated() {
      if let site = homeSite(piece) { equipment[root(site), default: []].append(number) }
    }
    return nodes.keys.sorted().compactMap { site in
      let (nodes, equipment) = (nodes[site] ?? [], equipment[site] ?? [])
      return container(nodes, equipment).map {
        ContainerGroup(style: $0, site: site, nodes: nodes, equipment: equipment)
      }
    }
  }

  /// Draws the containers around what they hold.
  mutating func placeContainers(_ groups: [ContainerGroup]) {
    for group in groups {
      let points =
        group.nodes.compactMap { placement.nodes[$0] }
        + group.equipment.compactMap { placement.equipment[$0] }
      var places: [Coordinate] = []
      switch group.style {
      case .boundary: places = corners(around: points)
      case .assembly: places = [takePlace(at: group.site), takePlace(at: group.site)]
      }
      placement.containers.append(
        PlacedContainer(
          style: group.style,
          nodes: group.nodes,
          equipment: group.equipment,
          places: places
        )
      )
    }
  }

  /// The closed ring of a rectangle around points, half a step wider on every side.
  private func corners(around points: [Coordinate]) -> [Coordinate] {
    guard let box = Envelope.combining(points.map { Envelope($0) }) else { return [] }
    let margin = scale.units(metres: Placer.step / 2, at: box.center.y)
    let wide = box.expanded(by: margin)
    return [
      Coordinate(x: wide.minX, y: wide.minY), Coordinate(x: wide.maxX, y: wide.minY),
      Coordinate(x: wide.maxX, y: wide.maxY), Coordinate(x: wide.minX, y: wide.maxY),
      Coordinate(x: wide.minX, y: wide.minY),
    ]
  }
}
