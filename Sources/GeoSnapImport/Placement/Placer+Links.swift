internal import GeoSnap

extension Placer {
  /// Draws each link from its start node to its end node, or decides that it has no place.
  mutating func drawLinks() {
    placement.paths = Array(repeating: nil, count: graph.links.count)
    for number in graph.links.indices { placement.paths[number] = drawn(number) }
  }

  private mutating func drawn(_ number: Int) -> [Coordinate]? {
    let link = graph.links[number]
    guard let start = placement.nodes[link.nodes.start], let end = placement.nodes[link.nodes.end]
    else {
      if !link.path.isEmpty {
        notes.append(
          "\(link.description.origin) loses its vertices: a node at its ends has no coordinates."
        )
      }
      return nil
    }
    var path = link.path
    let isDrawn = path.contains { scale.distance($0, path[0]) > scale.toleranceInMetres }
    guard isDrawn, path.count >= 2 else {
      return placement.sites[link.nodes.start] == placement.sites[link.nodes.end]
        ? nil : [start, end]
    }
    let along = scale.distance(path[0], start) + scale.distance(path[path.count - 1], end)
    let against = scale.distance(path[0], end) + scale.distance(path[path.count - 1], start)
    if against < along {
      path.reverse()
      notes.append("\(link.description.origin) is drawn against its direction and was reversed.")
    }
    joinEnd(.start, of: number, to: start, &path)
    joinEnd(.end, of: number, to: end, &path)
    let isPoint = path.allSatisfy { scale.distance($0, path[0]) <= scale.toleranceInMetres }
    return isPoint ? nil : path
  }

  private mutating func joinEnd(
    _ end: LinkEnd,
    of number: Int,
    to node: Coordinate,
    _ path: inout [Coordinate]
  ) {
    let index = end == .start ? 0 : path.count - 1
    let gap = path[index].squaredDistance(to: node).squareRoot()
    if gap > scale.tolerance {
      let origin = graph.links[number].description.origin
      if keepsEnds {
        placement.detached[number][end] = true
        keepEnd(of: number, at: end, &path[index])
        report(origin, path[index], node, .keptGap)
        return
      }
      report(origin, path[index], node, .missedNode)
    }
    path[index] = node
  }

  /// Keeps an end in place unless it is at another node or its equipment, because this would join the two nodes.
  private mutating func keepEnd(of number: Int, at end: LinkEnd, _ place: inout Coordinate) {
    let node = graph.links[number].nodes[end]
    let former = place
    place = steppedAside(from: former) { place in
      siteGrid.numbers(near: place, within: scale.tolerance)
        .contains { $0 != placement.sites[node] }
        || occupied.numbers(near: place, within: scale.tolerance).contains { $0 != node }
    }
    if place != former {
      report(graph.links[number].description.origin, former, place, .accidentalContact)
    }
    occupied.insert(place, number: node)
  }

  /// The nearest place, on a spiral around `former`, that touches no feature; `former` itself if possible.
  func steppedAside(from former: Coordinate, _ isTouched: (Coordinate) -> Bool) -> Coordinate {
    var place = former
    var attempt = 0
    while isTouched(place), attempt < 1_000 {
      place = scale.place(
        from: former,
        bearing: Double(attempt) * 2.4,
        metres: scale.toleranceInMetres * 10 * Double(attempt + 2).squareRoot()
      )
      attempt += 1
    }
    return place
  }

  // MARK: Switches on lines

  /// Places the equipment between the ends of links and their nodes.
  mutating func placeOnLines() {
    for number in graph.links.indices {
      for end in LinkEnd.allCases {
        guard let equipment = graph.links[number].equipment[end]?.equipment,
          let path = placement.paths[number]
        else { continue }
        place(equipment, on: LinkPath(vertices: path, scale: scale), end, of: number)
      }
    }
  }

  /// Places equipment on a line a small step from its end, where the line then ends.
  ///
  /// If the places there are occupied, the line ends at a separate place, and the equipment is apart from it.
  private mutating func place(
    _ equipment: Int,
    on path: LinkPath,
    _ end: LinkEnd,
    of link: Int
  ) {
    let length = path.length
    let step = min(Placer.stepAlongLine, length / 10)
    let steps = (0...8).map { step + (length / 3 - step) * Double($0) / 8 }
    let origin = graph.equipment[equipment].description.origin
    if !placement.detached[link][end],
      let (metres, place) = place(on: path, steps, from: end, of: link, origin)
    {
      placement.equipment[equipment] = place
      occupied.insert(place)
      var vertices = path.cut(metres, from: end).vertices
      vertices[end == .start ? 0 : vertices.count - 1] = place
      placement.paths[link] = vertices
      if place != path.place(metres, from: end) {
        let bend = end == .start ? vertices.prefix(2) : vertices.suffix(2)
        movedLinks.add(Placer.segments(of: Array(bend), link))
      }
    } else if let metres = steps.first(where: {
      occupied.numbers(near: path.place($0, from: end), within: scale.tolerance * 2).isEmpty
    }) {
      occupied.insert(path.place(metres, from: end))
      placement.detached[link][end] = true
      placement.paths[link] = path.cut(metres, from: end).vertices
    } else {
      placement.paths[link] = nil
    }
  }

  // MARK: Stand-ins

  /// Finds the equipment that replaces its node: the only equipment at a node with a single link.
  mutating func chooseStandIns(_ mayCoincide: (Int, Int) -> Bool) {
    var linksAt = Array(repeating: [Int](), count: graph.nodes.count)
    for (number, link) in graph.links.enumerated() {
      for end in LinkEnd.allCases where link.equipment[end] == nil {
        linksAt[link.nodes[end]].append(number)
      }
    }
    var portsAt = Array(repeating: [Int](), count: graph.nodes.count)
    for (number, equipment) in graph.equipment.enumerated() {
      for port in equipment.ports {
        if case .node(let node) = port.target { portsAt[node].append(number) }
      }
    }
    for node in graph.nodes.indices where placement.nodes[node] != nil {
      guard linksAt[node].count == 1, portsAt[node].count == 1 else { continue }
      let link = linksAt[node][0]
      let equipment = portsAt[node][0]
      guard graph.equipment[equipment].mayStandForNode, graph.equipment[equipment].ports.count == 1,
        placement.paths[link] != nil, mayCoincide(equipment, link),
        !takesAway(equipment, fromNode: node)
      else { continue }
      placement.standIn[node] = equipment
    }
  }

  /// Whether a node would lose phases if equipment replaced it, or service because the equipment is open or out of
  /// service.
  private func takesAway(_ equipment: Int, fromNode node: Int) -> Bool {
    let own = graph.equipment[equipment].description.attributes
    let nodes = graph.nodes[node].description.attributes
    if own[FieldName.deviceStatus] == DeviceStatus.open { return true }
    if case .integer(let all) = nodes[FieldName.phases],
      case .integer(let some) = own[FieldName.phases], all & ~some != 0
    {
      return true
    }
    return own[FieldName.inService] == .integer(0) && nodes[FieldName.inService] != .integer(0)
  }
}
