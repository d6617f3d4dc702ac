internal import GeoSnap

/// Gives every node, link and piece of equipment a place of its own.
///
/// Nodes keep their coordinate where they can; what shares a point steps aside in a free direction, by no more than
/// half the way to the nearest other feature. The same input gives the same places at every run. Everything is O(n
/// log n) in the size of the file and of the network appended to.
struct Placer {
  let graph: SourceGraph
  let scale: PlaneScale
  let keepsEnds: Bool
  var placement: Placement
  var moves: [ImportReport.Move] = []
  var notes: [String] = []
  var counted = CountedNotes()

  /// Every point placed so far.
  var occupied: OccupiedPlaces
  /// All that stands still: the network appended to, the nodes, the links.
  var obstacles = BoxTree([])
  /// The links that followed a node that stepped aside, or a device beside them, where they are then.
  var movedLinks = GrowingBoxTree()
  /// The devices on links so far, and those that are to be added before the next question.
  var devices = (known: GrowingBoxTree(), new: [BoxTree.Item]())
  var places: [Site] = []
  /// The places of the sites, by number.
  var siteGrid: OccupiedPlaces

  /// The most that a device stands from its node, in metres.
  static let step = 1.0
  /// The most that a switch stands from a line's end, in metres.
  static let stepAlongLine = 0.5

  /// A place of one or more nodes, and how the room around it is used.
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

  /// Places everything, clear of the points of the network appended to.
  ///
  /// `mayCoincide` says whether a link, the second number, may end at a piece of equipment's only
  /// terminal; `container` gives a site's container from its nodes and equipment, nil for none.
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

  /// Notes the points of a network and answers its shapes as obstacles.
  private mutating func avoid(_ network: UtilityNetwork?) -> [BoxTree.Item] {
    var segments: [BoxTree.Item] = []
    let anyVertex = Set(
      network?.definition.sources.filter { source in
        source.assetGroups.contains { group in
          group.assetTypes.contains { $0.connectivityPolicy == .anyVertex }
        }
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

  /// Whether something stands or lies within the clearance of a place, leaving out a link.
  func isTouched(_ place: Coordinate, leavingOut link: Int? = nil) -> Bool {
    obstacles.touches(place, within: clearance, leavingOut: link)
      || movedLinks.touches(place, within: clearance, leavingOut: link)
  }

  /// Gathers the nodes that share a point.
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

  /// Moves the nodes that share a point with a lower one, or with a point of the network appended
  /// to, and the ends of their links with them.
  private mutating func stepNodesAside() {
    // Points that keep their place come first, so that whoever steps aside avoids them all.
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

  /// Whether a piece of equipment stands for its node.
  func isStandIn(_ number: Int) -> Bool {
    graph.equipment[number].homeNodes.contains { placement.standIn[$0] == number }
  }

  /// The site that equipment stands at: that of its first node with a place.
  func homeSite(_ equipment: SourceGraph.Equipment) -> Int? {
    equipment.homeNodes.lazy.compactMap { placement.sites[$0] }.first
  }

  /// A free place halfway between the two nodes, or nearly.
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
