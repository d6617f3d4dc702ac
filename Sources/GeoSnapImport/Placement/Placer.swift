internal import Foundation
internal import GeoSnap

/// Places every node, link and piece of equipment in O(n log n); of nodes at the same point, one keeps it, and the
/// others move by at most half the distance to the nearest other feature.
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
  var siteGrid: OccupiedPlaces

  /// The greatest distance of a device from its node, in metres.
  static let step = 1.0
  /// The greatest distance of a switch from a line's end, in metres.
  static let stepAlongLine = 0.5

  struct Site {
    let place: Coordinate
    var nodes: [Int] = []
    var bearings: [Double] = []
    var links: Set<Int> = []
    var memberCount = 0
    var used = 0
    var room: (radius: Double, bearing: Double)?
  }

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
      detached: Array(repeating: PairOfEnds(start: false, end: false), count: graph.links.count),
      standIn: Array(repeating: nil, count: graph.nodes.count),
      sites: Array(repeating: nil, count: graph.nodes.count)
    )
  }

  /// Places everything; `mayCoincide` says whether a link may end at the only terminal of equipment.
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
      obstacles += Self.segments(of: path, number)
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

  func isTouched(_ place: Coordinate, leavingOut link: Int? = nil) -> Bool {
    obstacles.touches(place, within: clearance, leavingOut: link)
      || movedLinks.touches(place, within: clearance, leavingOut: link)
  }

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
      if former != (path.first, path.last) { moved += Self.segments(of: path, number) }
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

  func isStandIn(_ number: Int) -> Bool {
    graph.equipment[number].homeNodes.contains { placement.standIn[$0] == number }
  }

  func homeSite(_ equipment: SourceGraph.Equipment) -> Int? {
    equipment.homeNodes.lazy.compactMap { placement.sites[$0] }.first
  }

  private mutating func midway(_ equipment: SourceGraph.Equipment) -> Coordinate? {
    guard equipment.homeNodes.count == 2, let start = placement.nodes[equipment.homeNodes[0]],
      let end = placement.nodes[equipment.homeNodes[1]]
    else { return nil }
    let path = LinkPath(vertices: [start, end], scale: scale)
    let length = path.length
    let steps = [0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65].map { length * $0 }
    return place(on: path, steps, from: .start, of: nil, equipment.description.origin)?.place
  }

  /// Takes the next free place on a spiral around a site, within half the distance to the nearest other feature.
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
        "There is little room around \(site.place): a feature was placed beyond the midpoint between "
          + "\(graph.nodes[site.nodes[0]].description.origin) and its nearest neighbour."
      )
    }
    places[number].used = index
    occupied.insert(place)
    return place
  }

  private func isFree(_ place: Coordinate) -> Bool { occupied.isFree(place) && !isTouched(place) }

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
    let wanted = Self.step * max(1, Double(site.memberCount).squareRoot() / 3)
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

  /// Moves inner vertices of any-vertex links off nodes and vertices to which the file does not connect them; those of
  /// a divided link also keep apart from each other, because they would bypass the device.
  mutating func separateVertices() {
    guard graph.links.contains(where: \.connectsAtAnyVertex) else { return }
    var grid = siteGrid
    var vertices: [Coordinate] = []
    for (number, link) in graph.links.enumerated() where link.connectsAtAnyVertex {
      guard var path = placement.paths[number], path.count > 2 else { continue }
      for index in 1..<path.count - 1 {
        if link.divider != nil, index > 1 { grid.insert(path[index - 1]) }
        let former = path[index]
        path[index] = steppedAside(from: former) { isTouched($0, grid) }
        if path[index] != former {
          report(link.description.origin, former, path[index], .accidentalContact)
        }
      }
      // The vertices of an undivided link may repeat; only those of other links count.
      for vertex in path[1..<path.count - 1] {
        grid.insert(vertex)
        vertices.append(vertex)
      }
      placement.paths[number] = path
    }
    for vertex in vertices { occupied.insert(vertex) }
  }

  private func isTouched(_ place: Coordinate, _ grid: OccupiedPlaces) -> Bool {
    !grid.numbers(near: place, within: scale.tolerance).isEmpty
      || !occupied.numbers(near: place, within: scale.tolerance).isEmpty
  }
}
