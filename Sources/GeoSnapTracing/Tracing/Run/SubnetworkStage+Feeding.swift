extension SubnetworkStage {
  /// The ends by which the commodity enters an edge with a start.
  static func entrances(
    of edge: Int,
    _ exits: TraceRegion.Ways,
    _ region: TraceRegion,
    _ reach: OutwardReach
  ) -> [Int32] {
    // Nothing leaves an end that is a barrier.
    func isFed(_ end: Int32) -> Bool {
      reach.reaches(node: Int(end)) && !region.nodeMarks[Int(end)].contains(.bars)
    }
    var ends: [Int32] = []
    if exits.contains(.back), region.outward[edge].contains(.forth), isFed(region.from[edge]) {
      ends.append(region.from[edge])
    }
    if exits.contains(.forth), region.outward[edge].contains(.back), isFed(region.to[edge]) {
      ends.append(region.to[edge])
    }
    return reach.reaches(edge: edge) ? ends : []
  }

  /// Whether each node reaches one of some nodes.
  static func feeders(
    of nodes: [Int32],
    _ region: TraceRegion,
    _ reach: OutwardReach
  ) -> [Bool] {
    var isSeen = [Bool](repeating: false, count: region.nodes.count)
    var queue: [Int32] = []
    for node in nodes where reach.reaches(node: Int(node)) && !isSeen[Int(node)] {
      isSeen[Int(node)] = true
      queue.append(node)
    }
    var head = 0
    while head < queue.count {
      let node = queue[head]
      head += 1
      for place in region.graph.places(of: Int(node)) {
        let half = region.graph.halves[place]
        let other = Int(half.node)
        guard !isSeen[other], region.isPassable(half.edge), reach.reaches(edge: half.edge),
          reach.reaches(node: other), !region.nodeMarks[other].contains(.bars),
          region.outward[half.edge].contains(half.isAgainst ? .forth : .back)
        else { continue }
        isSeen[other] = true
        queue.append(half.node)
      }
    }
    return isSeen
  }
}

extension TraceRegion {
  /// The controllers from which the commodity can come, with their nodes in the region: the wanted ones, or all of a
  /// tier.
  func candidates(
    _ wanted: [ControllerPlace]?,
    in choice: TierChoice,
    _ setting: TraceSetting,
    _ scratch: TraceScratch
  ) -> [(place: ControllerPlace, node: Int32)] {
    let topology = setting.topology
    let places =
      wanted ?? topology.controllerPlaces(at: nodes).filter { topology.controls($0, choice) }
    return places.compactMap { place in
      guard let local = scratch.local(of: place.node),
        nodeMarks[Int(local)].isDisjoint(with: [.outside, .bars])
      else { return nil }
      // Nothing leaves a controller that is a barrier, such as a transformer out of service.
      let isShut = setting.barriers.shuts(node: Int(place.node), setting.attributes)
      return isShut ? nil : (place, local)
    }
  }
}
