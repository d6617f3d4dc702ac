internal import GeoSnap

extension Placer {
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

  /// Places equipment on a line near its end, where the line then ends, or apart from it when there is no room.
  private mutating func place(_ equipment: Int, on path: LinkPath, _ end: LinkEnd, of link: Int) {
    let length = path.length
    let step = min(Self.stepAlongLine, length / 10)
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
        movedLinks.add(Self.segments(of: Array(bend), link))
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

  /// The positions along a link that its divider may have: the middle first, all in the middle third.
  private static let shares: [Double] = (0...32).map { (number: Int) -> Double in
    let step = Double((number + 1) / 2) / 96
    return number.isMultiple(of: 2) ? 0.5 - step : 0.5 + step
  }

  mutating func divideLinks() {
    for (number, link) in graph.links.enumerated() {
      guard let divider = link.divider, let path = placement.paths[number] else { continue }
      let whole = LinkPath(vertices: path, scale: scale)
      let length = whole.length
      let found = place(
        on: whole,
        Self.shares.map { length * $0 },
        from: .start,
        of: number,
        link.description.origin
      )
      guard let (metres, place) = found else {
        placement.paths[number] = nil
        continue
      }
      var parts = whole.divided(at: metres)
      parts.start[parts.start.count - 1] = place
      parts.end[0] = place
      if place != whole.place(metres, from: .start) {
        let bend = parts.start.suffix(2) + parts.end.dropFirst().prefix(1)
        movedLinks.add(Self.segments(of: Array(bend), number))
      }
      placement.equipment[divider] = place
      placement.divisions[number] = parts
      occupied.insert(place)
    }
  }

  /// A free place for equipment on a path, or a step beside it where other links run; nil when there is none.
  mutating func place(
    on path: LinkPath,
    _ steps: [Double],
    from end: LinkEnd,
    of link: Int?,
    _ origin: String
  ) -> (metres: Double, place: Coordinate)? {
    var free: (Double, Coordinate)?
    for metres in steps {
      let place = path.place(metres, from: end)
      guard occupied.isFree(place) else { continue }
      guard isTouched(place, leavingOut: link) else {
        add(device: place)
        return (metres, place)
      }
      free = free ?? (metres, place)
    }
    guard let free else { return nil }
    let length = path.length
    let aside = min(Self.step, length / 10)
    for metres in steps.prefix(9) {
      let place = path.place(metres, from: end)
      let bearing = scale.bearing(
        from: path.place(max(metres - length / 100, 0), from: end),
        to: path.place(min(metres + length / 100, length), from: end)
      )
      for share in [0.25, -0.25, 0.5, -0.5, 1, -1] where abs(share) * aside > metresOfClearance {
        let beside = scale.place(from: place, bearing: bearing + .pi / 2, metres: share * aside)
        guard occupied.isFree(beside), !isTouched(beside, leavingOut: link),
          !bendMeetsDevice(path, at: metres, from: end, beside)
        else { continue }
        counted.add("Devices placed beside their line, because other lines lie on it", origin)
        add(device: beside)
        return (metres, beside)
      }
    }
    counted.add("Devices placed on the line of another device", origin)
    add(device: free.1)
    return free
  }

  private mutating func add(device place: Coordinate) {
    devices.new.append(BoxTree.Item(segment: Segment(place, place)))
  }

  /// Whether the line that bends to a place beside its path would touch the device of another line.
  private mutating func bendMeetsDevice(
    _ path: LinkPath,
    at metres: Double,
    from end: LinkEnd,
    _ beside: Coordinate
  ) -> Bool {
    devices.known.add(devices.new)
    devices.new = []
    let parts = path.divided(at: end == .start ? metres : path.length - metres)
    return [parts.start.dropLast().last, parts.end.dropFirst().first].contains { vertex in
      guard let vertex else { return false }
      return devices.known.hasPoint(within: clearance, of: Segment(vertex, beside))
    }
  }

  private var metresOfClearance: Double { scale.toleranceInMetres * 10 }
}

struct LinkPath {
  var vertices: [Coordinate]
  let scale: PlaneScale

  var length: Double {
    zip(vertices, vertices.dropFirst()).reduce(0) { $0 + scale.distance($1.0, $1.1) }
  }

  /// The place at a distance from the start, and the number of vertices before it.
  private func place(at metres: Double) -> (place: Coordinate, before: Int) {
    var remaining = metres
    for index in 1..<vertices.count {
      let step = scale.distance(vertices[index - 1], vertices[index])
      if remaining <= step, step > 0 {
        let segment = Segment(vertices[index - 1], vertices[index])
        return (segment.coordinate(atFraction: remaining / step), index)
      }
      remaining -= step
    }
    return (vertices[vertices.count - 1], vertices.count - 1)
  }

  func place(_ metres: Double, from end: LinkEnd) -> Coordinate {
    end == .start ? place(at: metres).place : reversed.place(at: metres).place
  }

  func cut(_ metres: Double, from end: LinkEnd) -> LinkPath {
    guard end == .start else { return reversed.cut(metres, from: .start).reversed }
    let (place, before) = place(at: metres)
    return LinkPath(vertices: [place] + vertices[before...], scale: scale)
  }

  func divided(at metres: Double) -> PairOfEnds<[Coordinate]> {
    let (place, before) = place(at: metres)
    let (first, second) = (vertices[..<before], vertices[before...])
    return PairOfEnds(
      start: first.last == place ? Array(first) : first + [place],
      end: second.first == place ? Array(second) : [place] + second
    )
  }

  private var reversed: LinkPath { LinkPath(vertices: vertices.reversed(), scale: scale) }
}
