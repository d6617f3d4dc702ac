internal import GeoSnap

/// Places every node, link and piece of equipment of a source graph.
///
/// Nodes keep their coordinates when possible. Of nodes at the same point, one keeps it; the others move in a free
/// direction, by at most half the distance to the nearest other feature. The places are the same in every run. The
/// time is O(n log n) in the size of the file and of the existing network.
struct Placer {
  let graph: SourceGraph
  let scale: PlaneScale
  let keepsEnds: Bool
  var placement: Placement
  var moves: [ImportReport.Move] = []
  var notes: [String] = []
  var counted = CountedNotes()

  var occupied: OccupiedPlaces
  /// The features that do not move: the existing network, the nodes and the links.
  var obstacles = BoxTree([])
  /// The new places of links that followed a moved node or a device beside them.
  var movedLinks = GrowingBoxTree()
  /// The devices on links, and those to add before the next query.
  var devices = (known: GrowingBoxTree(), new: [BoxTree.Item]())
  var places: [Site] = []
  /// The places of the sites, by number.
  var siteGrid: OccupiedPlaces

  /// The greatest distance of a device from its node, in metres.
  static let step = 1.0
  /// The greatest distance of a switch from a line's end, in metres.
  static let stepAlongLine = 0.5

  /// A place of one or more nodes, and the room around it.
  struct Site {
    let place: Coordinate
    var nodes: [Int] = []
    var bearings: [Double] = []
    var links: Set<Int> = []
    var memberCount = 0
    var used = 0
    var room: (radius: Double, bearing: Double)?
  }

  /// The clearance between two points, in data units.
  var clearance: Double { scale.tolerance * 10 }

  init(_ graph: SourceGraph, scale: PlaneScale, keepsEnds: Bool) {
    self.graph = graph
    self.scale = scale
    self.keepsEnds = keepsEnds
    occupied = OccupiedPlaces(clearance: scale.tolerance * 10)
    siteGrid = OccupiedPlaces(clearance: scale.tolerance)
    placement = Placement(
      nodes: graph.nodes.map(\.coordinate),
      paths: [],
      divisions: Array(repeating: nil, count: graph.links.count),
      equipment: Array(repeating: nil, count: graph.equipment.count),
      detached: Array(
        repeating: PairOfEnds(start: false, end: false),
        count: graph.links.count
      ),
      standIn: Array(repeating: nil, count: graph.nodes.count),
      sites: Array(repeating: nil, count: graph.nodes.count)
    )
  }

  /// Places everything, apart from the points of the existing network.
  ///
  /// `mayCoincide` says whether a link, the second number, may end at the only terminal of a piece of equipment.
  /// `container` returns the container of a site from its nodes and equipment; nil for none.
  static func place(
    _ graph: SourceGraph,
    scale: PlaneScale,
    keepsEnds: Bool,
    existing: UtilityNetwork?,
    mayCoincide: (Int, Int) -> Bool,
    container: ([Int], [Int]) -> ContainerStyle?
  ) -> Placer {
    var placer = Placer(graph, scale: scale, keepsEnds: keepsEnds)
    var obstacles = placer.avoid(existing)
    func passed(_ step: Double) { ImportMonitor.note(.placing, step / 8) }
    placer.findSites()
    passed(1)
    placer.drawLinks()
    passed(2)
    placer.separateVertices()
    placer.chooseStandIns(mayCoincide)
    passed(3)
    for site in placer.places {
      obstacles.append(BoxTree.Item(segment: Segment(site.place, site.place)))
    }
    for (number, path) in placer.placement.paths.enumerated() {
      guard let path else { continue }
      obstacles += Placer.segments(of: path, number)
    }
    placer.obstacles = BoxTree(obstacles)
    passed(4)
    let groups = placer.containerGroups(container)
    placer.countMembers(groups)
    placer.stepNodesAside()
    passed(5)
    placer.placeOnLines()
    passed(6)
    placer.divideLinks()
    placer.placeEquipment()
    passed(7)
    placer.placeContainers(groups)
    placer.notes += placer.counted.notes
    return placer
  }

  mutating func report(
    _ origin: String,
    _ from: Coordinate,
    _ to: Coordinate,
    _ reason: ImportReport.Move.Reason
  ) {
    moves.append(
      ImportReport.Move(
        origin: origin,
        from: from,
        to: to,
        distance: scale.distance(from, to),
        reason: reason
      )
    )
  }

  // MARK: Sites

  /// Records the points of a network and returns its geometries as obstacles.
  private mutating func avoid(_ network: UtilityNetwork?) -> [BoxTree.Item] {
    var segments: [BoxTree.Item] = []
    let anyVertex = Set(
      network?.definition.sources.filter { source in
        source.assetTypeEntries.contains { $0.type.connectivityPolicy == .anyVertex }
      }.map(\.sourceID) ?? []
    )
    for table in network?.tables ?? [] {
      let connectsAtVertices = table.sourceID.map(anyVertex.contains) ?? false
      for case let geometry? in table.geometries {
        if case .point(let point) = geometry, let place = point.coordinate {
          occupied.insert(place)
          segments.append(BoxTree.Item(segment: Segment(place, place)))
        } else {
          let coordinates = geometry.coordinates
          segments += zip(coordinates, coordinates.dropFirst()).map {
            BoxTree.Item(segment: Segment($0.0, $0.1))
          }
          let ends = [coordinates.first, coordinates.last].compactMap(\.self)
          for vertex in connectsAtVertices ? Array(coordinates) : ends { occupied.insert(vertex) }
        }
      }
    }
    return segments
  }

  static func segments(of path: [Coordinate], _ link: Int) -> [BoxTree.Item] {
    zip(path, path.dropFirst()).map { BoxTree.Item(segment: Segment($0.0, $0.1), link: link) }
  }

  /// Whether a feature is within the clearance of a place, ignoring one link.
  func isTouched(_ place: Coordinate, leavingOut link: Int? = nil) -> Bool {
    obstacles.touches(place, within: clearance, leavingOut: link)
      || movedLinks.touches(place, within: clearance, leavingOut: link)
  }

  /// Groups the nodes that share a point.
  private mutating func findSites() {
    for (node, coordinate) in placement.nodes.enumerated() {
      guard let coordinate else { continue }
      let site: Int
      if let known = siteGrid.numbers(near: coordinate, within: scale.tolerance).min() {
        site = known
      } else {
        site = places.count
        places.append(Site(place: coordinate))
        siteGrid.insert(coordinate, number: site)
      }
      places[site].nodes.append(node)
      placement.sites[node] = site
    }
  }

  /// Moves nodes at the point of a lower-numbered node or of the existing network, and the ends of their links.
  private mutating func stepNodesAside() {
    // Points that keep their place come first, so that the moved ones avoid all of them.
    var moving: [(site: Int, node: Int)] = []
    for (number, site) in places.enumerated() {
      let isTaken = !occupied.numbers(near: site.place, within: scale.tolerance).isEmpty
      if !isTaken { occupied.insert(site.place) }
      for node in site.nodes.dropFirst(isTaken ? 0 : 1) { moving.append((number, node)) }
      if !isTaken, let first = site.nodes.first { placement.nodes[first] = site.place }
    }
    for (site, node) in moving {
      let place = takePlace(at: site)
      placement.nodes[node] = place
      report(graph.nodes[node].description.origin, places[site].place, place, .sharedPoint)
    }
    var moved: [BoxTree.Item] = []
    for (number, link) in graph.links.enumerated() {
      guard var path = placement.paths[number] else { continue }
      let former = (path.first, path.last)
      for end in LinkEnd.allCases where !placement.detached[number][end] {
        guard let place = placement.nodes[link.nodes[end]] else { continue }
        path[end == .start ? 0 : path.count - 1] = place
      }
      if former != (path.first, path.last) { moved += Placer.segments(of: path, number) }
      placement.paths[number] = path
    }
    movedLinks.add(moved)
  }

  // MARK: Equipment

  private mutating func placeEquipment() {
    for (number, equipment) in graph.equipment.enumerated() {
      guard placement.equipment[number] == nil, !isStandIn(number) else { continue }
      if equipment.standsMidway, let place = midway(equipment) {
        occupied.insert(place)
        placement.equipment[number] = place
      } else if let site = homeSite(equipment) {
        placement.equipment[number] = takePlace(at: site)
      }
    }
  }

  /// Whether equipment replaces its node.
  func isStandIn(_ number: Int) -> Bool {
    graph.equipment[number].homeNodes.contains { placement.standIn[$0] == number }
  }

  /// The site of equipment: that of its first node with a place.
  func homeSite(_ equipment: SourceGraph.Equipment) -> Int? {
    equipment.homeNodes.lazy.compactMap { placement.sites[$0] }.first
  }

  /// A free place at or near the middle between the two nodes.
  private mutating func midway(_ equipment: SourceGraph.Equipment) -> Coordinate? {
    guard equipment.homeNodes.count == 2, let start = placement.nodes[equipment.homeNodes[0]],
      let end = placement.nodes[equipment.homeNodes[1]]
    else { return nil }
    let path = LinkPath(vertices: [start, end], scale: scale)
    let length = path.length
    let steps = [0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65].map { length * $0 }
    return place(on: path, steps, from: .start, of: nil, equipment.description.origin)?.place
  }
}
