internal import GeoSnap

extension Placer {
  /// The positions along a link that its divider may have: the middle first, all in the middle third.
  private static let shares: [Double] = (0...32).map { (number: Int) -> Double in
    let step = Double((number + 1) / 2) / 96
    return number.isMultiple(of: 2) ? 0.5 - step : 0.5 + step
  }

  /// Places the equipment that divides links, and divides the links there.
  ///
  /// When no place is free, the link is not drawn: its divider is next to a node, joined by associations.
  mutating func divideLinks() {
    for (number, link) in graph.links.enumerated() {
      guard let divider = link.divider, let path = placement.paths[number] else { continue }
      let whole = LinkPath(vertices: path, scale: scale)
      let length = whole.length
      let found = place(
        on: whole,
        Placer.shares.map { length * $0 },
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
        movedLinks.add(Placer.segments(of: Array(bend), number))
      }
      placement.equipment[divider] = place
      placement.divisions[number] = parts
      occupied.insert(place)
    }
  }

  /// Finds a free place for equipment on a path.
  ///
  /// When other links run along the path, the place is a step beside it, because equipment on them would join them.
  /// When there is no room beside the path, the place is on it. A note counts both cases.
  ///
  /// `steps` are distances from `end` in metres, the best first; `origin` is that of the equipment.
  ///
  /// - Returns: The place and its distance from the end; nil when no place is free.
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
    let aside = min(Placer.step, length / 10)
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
