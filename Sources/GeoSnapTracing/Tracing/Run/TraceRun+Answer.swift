extension TraceRun {
  /// The code of an item of a region for ``TraceElements``.
  func code(_ item: Int32, _ region: TraceRegion) -> Int32 {
    if Int(item) < region.nodes.count { return region.nodes[Int(item)] }
    let edge = region.edges[Int(item) - region.nodes.count]
    return edge < 0 ? -1 : Int32(topology.nodeLimit) + edge
  }

  mutating func add(_ code: Int32) {
    guard topology.isReturned(code) && isFound.insert(code).inserted else { return }
    codes.append(code)
    for number in told.indices { told[number].append(nil) }
  }

  @inline(never)
  mutating func collect(
    _ region: TraceRegion,
    _ setting: TraceSetting,
    _ walk: RegionWalk,
    over allowed: [TraceRegion.Ways],
    from starts: [StartEdge],
    _ reach: OutwardReach?,
    barringStarts: [Int32] = []
  ) throws(TraceError) {
    let finder = StopFinder(
      region,
      setting,
      walk,
      reach,
      usingFilter: true,
      barringStarts: barringStarts
    )
    stopSources.append(.walk(finder))
    var items: [Int32]
    if let nearest = configuration.filter.nearestNeighbors, nearest.count >= 0 {
      items = try neighbors(nearest, region, setting, walk, over: allowed, from: starts)
    } else {
      items = walk.returned
    }
    let isFresh = codes.isEmpty
    codes.reserveCapacity(codes.count + items.count)
    for item in items {
      let code = code(item, region)
      guard topology.isReturned(code) else { continue }
      // The items of one walk are distinct; only those of a second walk have to be compared with the first.
      if !isFresh && !isFound.insert(code).inserted { continue }
      codes.append(code)
      if !setting.toldPropagators.isEmpty { tell(item, setting, reach) }
    }
    if isFresh && configuration.targetTierName?.isEmpty == false { isFound = Set(codes) }
  }

  /// Records the values that arrive at an item.
  mutating func tell(_ item: Int32, _ setting: TraceSetting, _ reach: OutwardReach?) {
    for (number, propagator) in setting.toldPropagators.enumerated() {
      guard let reach, !reach.values.isEmpty, reach.isReached[Int(item)] else {
        told[number].append(nil)
        continue
      }
      let value = reach.values[propagator][Int(item)]
      told[number].append(setting.propagators[propagator].told(value))
    }
  }

  mutating func assemble(_ setting: TraceSetting) throws(TraceError) -> TraceResult {
    let functions = try setting.outputs(of: configuration.functions, over: codes)
    let all = Array(codes)
    var kept = try setting.returned(all)
    var values = told
    if kept.count != all.count && !values.isEmpty {
      var positions: [Int32: Int] = [:]
      for (position, code) in all.enumerated() { positions[code] = position }
      values = values.map { list in
        kept.map { code in positions[code].flatMap { $0 < list.count ? list[$0] : nil } }
      }
    }
    warnOfNeighbors()
    let added = AssociatedFeatures(topology, configuration).additions(to: kept)
    let first = Int32(topology.nodeLimit + topology.edgeLimit)
    kept += added.map { $0 + first }
    let propagated = parameters.propagatedAttributeNames.enumerated().map { number, name in
      TraceResult.PropagatedValues(
        attributeName: name,
        values: (0..<kept.count).map { $0 < values[number].count ? values[number][$0] : nil }
      )
    }
    return TraceResult(
      topology: topology,
      elements: TraceElements(codes: kept, topology: topology),
      functions: functions,
      warnings: warnings,
      controllers: controllers,
      isolation: isolation,
      propagated: propagated,
      cost: cost,
      stopSources: stopSources,
      tellsDeadEnds: parameters.tellsDeadEnds
    )
  }
}
