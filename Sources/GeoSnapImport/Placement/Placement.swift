internal import Foundation
internal import GeoSnap

struct Placement {
  /// For each node, its place; nil for a junction object.
  var nodes: [Coordinate?]
  /// For each link, its vertices; nil for an edge object.
  var paths: [[Coordinate]?]
  /// For each link, the paths of its two parts; nil unless equipment divides it.
  var divisions: [PairOfEnds<[Coordinate]>?]
  /// For each piece of equipment, its place; nil for a junction object and for a replacement of a node.
  var equipment: [Coordinate?]
  /// For each link, whether its ends do not coincide with a feature and need an association.
  var detached: [PairOfEnds<Bool>]
  var standIn: [Int?]
  var sites: [Int?]
  var containers: [ContainerGroup] = []
}

enum ContainerStyle {
  case boundary(AssetTypeID, name: String?)
  /// A point, supported by a structure at another point.
  case assembly(AssetTypeID, structure: AssetTypeID, name: String?)

  var type: AssetTypeID {
    switch self {
    case .boundary(let type, _), .assembly(let type, _, _): type
    }
  }

  var pointCount: Int { if case .assembly = self { 2 } else { 0 } }
}

/// A station, cabinet or bank: the nodes and equipment in it, and its places.
struct ContainerGroup {
  let style: ContainerStyle
  let site: Int
  let nodes: [Int]
  let equipment: [Int]
  let origins: [String]
  /// The text from which its global id is derived.
  let key: String
  /// The corners of its boundary, or the places of its assembly and the supporting structure.
  var places: [Coordinate] = []
}

extension Placer {
  /// The greatest distance between two sites of one station, in metres.
  private static let stationReach = 50.0

  /// Groups the sites that transformers join, and determines the container of each group.
  func containerGroups(_ container: ([Int], [Int]) -> ContainerStyle?) -> [ContainerGroup] {
    var groups = DisjointSets(count: places.count)
    for equipment in graph.equipment where equipment.joinsSites {
      let sites = equipment.homeNodes.compactMap { placement.sites[$0] }
      for (first, second) in zip(sites, sites.dropFirst())
      where scale.distance(places[first].place, places[second].place) <= Self.stationReach {
        groups.join(first, second)
      }
    }
    var nodes: [Int: [Int]] = [:]
    var equipment: [Int: [Int]] = [:]
    for (node, site) in placement.sites.enumerated() {
      if let site { nodes[groups.root(site), default: []].append(node) }
    }
    for (number, piece) in graph.equipment.enumerated() {
      if let site = homeSite(piece) { equipment[groups.root(site), default: []].append(number) }
    }
    return nodes.keys.sorted().compactMap { site in
      let (nodes, equipment) = (nodes[site] ?? [], equipment[site] ?? [])
      return container(nodes, equipment).map {
        ContainerGroup(
          style: $0,
          site: site,
          nodes: nodes,
          equipment: equipment,
          // The origins are those of the nodes, so an origin leads to the node and to its container.
          origins: nodes.map { graph.nodes[$0].description.origin },
          key: graph.nodes[nodes[0]].description.origin
        )
      }
    } + graph.assemblies.compactMap(assemblyGroup)
  }

  private func assemblyGroup(_ assembly: SourceGraph.Assembly) -> ContainerGroup? {
    let equipment = assembly.equipment
    guard let site = equipment.lazy.compactMap({ homeSite(graph.equipment[$0]) }).first else {
      return nil
    }
    var nodes: [Int] = []
    for node in equipment.flatMap({ graph.equipment[$0].homeNodes }) where !nodes.contains(node) {
      nodes.append(node)
    }
    return ContainerGroup(
      style: .assembly(assembly.assetType, structure: assembly.structure, name: assembly.name),
      site: site,
      nodes: [],
      equipment: equipment,
      origins: nodes.map { graph.nodes[$0].description.origin },
      key: graph.equipment[equipment[0]].description.origin
    )
  }

  mutating func placeContainers(_ groups: [ContainerGroup]) {
    for var group in groups {
      let points =
        group.nodes.compactMap { placement.nodes[$0] }
        + group.equipment.compactMap { placement.equipment[$0] }
      switch group.style {
      case .boundary: group.places = corners(around: points)
      case .assembly: group.places = [takePlace(at: group.site), takePlace(at: group.site)]
      }
      placement.containers.append(group)
    }
  }

  private func corners(around points: [Coordinate]) -> [Coordinate] {
    guard let box = Envelope.combining(points.map { Envelope($0) }) else { return [] }
    let margin = scale.units(metres: Self.step / 2, at: box.center.y)
    let wide = box.expanded(by: margin)
    return [
      Coordinate(x: wide.minX, y: wide.minY), Coordinate(x: wide.maxX, y: wide.minY),
      Coordinate(x: wide.maxX, y: wide.maxY), Coordinate(x: wide.minX, y: wide.maxY),
      Coordinate(x: wide.minX, y: wide.minY),
    ]
  }
}
